// Finding by the two searches that also list all tours, with restarts.
//
// The time of a search depends on its first choices, and now and then is a million times the usual.
// So a search is given up after some nodes and begun again with ties broken in another way. The
// number of nodes doubles each time, so a search that must visit the whole tree takes at most four
// times as long.
#include <algorithm>
#include <numeric>

#include "core/questions/counting.hpp"
#include "core/questions/finding.hpp"
#include "core/search/step_search.hpp"
#include "core/search/walks.hpp"

namespace babieca::questions {
namespace {

constexpr Square most_vertices = 1023;  // of a search

// Rules that see early that a partial path leads to no tour.
constexpr unsigned finding_rules =
    search::rule::dangling_colour | search::rule::divided | search::rule::forced;

constexpr std::int64_t first_nodes = 1 << 12;  // of a first attempt
constexpr std::int64_t two_knights_nodes = 1 << 18;

void refuse_many(const Question& question) {
    if (question.size() > most_vertices)
        throw Refused(
            {Code::too_many_visited, {{"most", most_vertices}, {"count", question.size()}}});
}

struct GaveUp {};

// Gives up after a number of polls, or when the time is over.
class Patience : public Control {
  public:
    Patience(Control& control, double seconds) : control_(control), limits_{.timeout = seconds} {}

    void allow(std::int64_t polls, std::int64_t before) { polls_ = polls, before_ = before; }
    bool late() const { return late_; }

    bool keep_going(const Progress& progress) override {
        late_ = limits_.over();
        if (late_ || --polls_ <= 0) throw GaveUp();
        return control_.keep_going({before_ + progress.done, 0});
    }

  private:
    Control& control_;
    FindLimits limits_;  // its clock
    std::int64_t polls_ = 0, before_ = 0;
    bool late_ = false;
};

// Searches for `step` nodes, then again and again with twice as many. `begin(restart)` returns the
// search of an attempt.
template <typename Begin>
Finding with_restarts(const FindLimits& limits, Control& control, double usual, std::int64_t step,
                      Code proof, Begin&& begin) {
    Patience patience(control, limits.left(usual));
    std::int64_t entered = 0;
    for (std::int64_t restart = 0;; ++restart) {
        std::int64_t polls = restart < 62 ? std::int64_t{1} << restart : INT64_MAX, nodes = step;
        if (limits.nodes) {
            const std::int64_t left = limits.nodes - entered;
            nodes = std::min(step, left);
            polls = std::min(polls, (left + nodes - 1) / nodes);
        }
        patience.allow(polls, entered);
        Finding finding;
        bool finished = false;
        auto search = begin(restart);
        try {
            search.next(1, &finding.vertices, patience, nodes);
            finished = true;
        } catch (const GaveUp&) {
        }
        entered += search.nodes();
        finding.statistics = {{"nodes", entered}, {"restarts", restart}};
        if (finding.found()) return finding;
        if (finished) finding.proof = Reason{proof};
        if (finished || patience.late() || (limits.nodes && entered >= limits.nodes))
            return finding;
    }
}

Finding first_tour(const search::Question& question, unsigned rules, bool shuffled,
                   const FindLimits& limits, Control& control, double usual, std::int64_t step) {
    const Vertex n = question.graph.vertex_count();
    search::Options options{rules, search::MoveOrder::warnsdorff};
    options.subtour_squares = n / 2;
    return with_restarts(limits, control, usual, step, Code::whole_tree, [&](std::int64_t restart) {
        if (shuffled || restart) options.rank = shuffled_ranks(n, limits.seed_or_0(), restart);
        return search::TourStream(search::prepare(question, options));
    });
}

}  // namespace

search::Question searched(const Question& question) {
    refuse_many(question);
    return {question.graph(),
            question.kind,
            static_cast<Vertex>(question.start),
            {question.begin.begin(), question.begin.end()},
            static_cast<Vertex>(question.end),
            false,
            edges_of(question.through),
            edges_of(question.avoiding),
            {}};
}

std::vector<Vertex> shuffled_ranks(Square size, std::uint64_t seed, std::int64_t restart) {
    std::vector<Vertex> ranks(size);
    std::iota(ranks.begin(), ranks.end(), 0);
    Dice(seed * 1'000'003 + static_cast<std::uint64_t>(restart)).shuffle(ranks);
    return ranks;
}

Finding search_one(const Question& question, const FindLimits& limits, Control& control) {
    return first_tour(searched(question), finding_rules, limits.seed.has_value(), limits, control,
                      limits.nodes ? 0 : usual_seconds, first_nodes);
}

Finding two_knights(const Question& question, std::vector<Vertex> twin, const FindLimits& limits,
                    Control& control) {
    search::Question pair = searched(question);
    pair.twin = std::move(twin);
    return first_tour(pair, search::rule::half_turn, true, limits, control, shorter_seconds,
                      two_knights_nodes);
}

Finding find_by_steps(const Question& question, const FindLimits& limits, Control& control,
                      EventLog* log) {
    refuse_many(question);
    search::StepQuestion steps = by_steps(question);
    Finding finding = with_restarts(limits, control, usual_seconds, first_nodes,
                                    Code::all_numberings, [&](std::int64_t restart) {
                                        steps.seed = static_cast<std::uint64_t>(restart);
                                        if (limits.seed)
                                            steps.seed += (*limits.seed + 1) * 1'000'003;
                                        return search::StepSearch(steps, log);
                                    });
    if (log && log->full()) finding.proof.reset();  // the log ended the search
    return std::move(finding).by("steps");
}

}  // namespace babieca::questions
