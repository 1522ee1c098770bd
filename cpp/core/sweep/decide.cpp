#include "core/sweep/decide.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "core/frontier/state_sweep.hpp"
#include "core/graphs/graph.hpp"
#include "core/reasons.hpp"

namespace babieca::sweep {

namespace {

using frontier::Choice;
using frontier::PackedState;
using frontier::Schedule;
using frontier::State;

// A state and its layer in sixteen bytes: the rank of a matching takes at most 40 bits, the layer
// 24, the types of 24 slots 48.
constexpr int most_slots = 24;
constexpr int most_layers = 1 << 24;

// `mark`: one more bit that tells states apart.
PackedState in_layer(std::int64_t layer, int mark, const PackedState& state) {
    return {state.types | static_cast<std::uint64_t>(mark) << 62,
            state.matching | static_cast<std::uint64_t>(layer) << 40};
}
using StateSet = frontier::StateTable<frontier::Nothing>;

// The vertices that may be an end of the path. On a bipartite board the colours exclude some, which
// would otherwise fail only in the last layer.
std::vector<bool> end_allowed(const frontier::Sweep& sweep, const DecideOptions& options) {
    const frontier::Problem& problem = sweep.problem;
    std::vector<bool> allowed(problem.graph().vertex_count() + 1, true);
    for (Vertex v : options.inner) allowed[v] = false;
    if (problem.apex < 0 || sweep.end >= 0 || problem.colour.empty()) return allowed;
    std::int64_t balance = 0;
    for (std::int8_t colour : problem.colour) balance += colour;
    for (std::size_t v = 0; v < problem.colour.size(); ++v) {
        if (!allowed[v] || static_cast<Vertex>(v) == sweep.start || balance * balance > 1) continue;
        if (balance != 0)
            allowed[v] = problem.colour[v] == balance;
        else if (sweep.start >= 0)
            allowed[v] = problem.colour[v] != problem.colour[sweep.start];
    }
    return allowed;
}

class Search {
  public:
    Search(const frontier::Sweep& sweep, const DecideOptions& options, Control& control)
        : schedule_(sweep.schedule),
          period_(options.period),
          apex_(sweep.problem.apex),
          allowed_(end_allowed(sweep, options)),
          inner_(sweep.steps(), false),
          watch_(control, options.limits),
          last_(sweep.steps()),
          margin_(4 * options.period),
          learning_(options.period > 0) {
        for (Vertex v : options.inner) inner_[v] = true;
        if (options.seed) random_.emplace(*options.seed);
    }

    // Fills the decision except for its squares. Returns whether a tour was found.
    bool run(Decision& decision) {
        nodes_.push_back({State{}.pack(), -1, 0, 0, 0, {-1, -1}});
        promising_.push_back(0);
        while (!promising_.empty() || !deferred_.empty()) {
            if (promising_.empty()) forget();
            const std::int64_t at = promising_.back();
            promising_.pop_back();
            if (resembles_failure(nodes_[at])) {
                deferred_.push_back(at);
                fail(at);
                continue;
            }
            if (nodes_[at].layer == last_) {
                found_ = at;
                return true;
            }
            constexpr int cost = 20;
            decision.complete = !watch_.spent(decision.states, cost);
            if (!decision.complete) return false;
            ++decision.states;
            expand(at);
            if (nodes_[at].hopes == 0) fail(at);
        }
        return false;
    }

    // The links of the tour. Requires: run() was true.
    Neighbours neighbours() const {
        Neighbours neighbours(last_, {-1, -1});
        for (std::int64_t at = found_; nodes_[at].parent >= 0; at = nodes_[at].parent)
            for (Vertex to : nodes_[at].edges)
                if (to >= 0) link(neighbours, schedule_.steps[nodes_[at].layer - 1].vertex, to);
        return neighbours;
    }

  private:
    struct Node {
        PackedState state;
        std::int64_t parent;
        std::int32_t layer;
        std::int16_t inner_links;     // between two vertices of `inner`, so far
        std::int16_t hopes;           // successors that neither failed nor were deferred
        std::array<Vertex, 2> edges;  // the later neighbours that the last step linked
    };

    bool resembles_failure(const Node& node) {
        return learning_ && node.layer < last_ &&
               failed_.look_up(in_layer(node.layer % period_, node.inner_links, node.state));
    }

    // Only deferred nodes are left, so a learnt failure was wrong. Resumes them, and learns only
    // from failures further from the end of the board; finally from none.
    void forget() {
        std::swap(promising_, deferred_);
        failed_ = StateSet();
        margin_ *= 4;
        learning_ = margin_ < last_;
    }

    // Learns the failure of a node, and of the ancestors that have no other hope.
    void fail(std::int64_t at) {
        while (learning_) {
            const Node& node = nodes_[at];
            if (node.layer + margin_ < last_)
                failed_[in_layer(node.layer % period_, node.inner_links, node.state)];
            at = node.parent;
            if (at < 0 || --nodes_[at].hopes > 0) return;
        }
    }

    void expand(std::int64_t at) {
        const Node node = nodes_[at];
        const Vertex retiring = schedule_.steps[node.layer].vertex;
        const std::size_t height = promising_.size();
        for_each_successor(schedule_, node.layer, State::unpack(node.state),
                           [&](const State& state, const Choice& choice) {
                               Node next{state.pack(),     at, node.layer + 1,
                                         node.inner_links, 0,  {-1, -1}};
                               for (int i = 0; i < 2; ++i) {
                                   if (!choice.edges[i]) continue;
                                   const Vertex to = next.edges[i] = choice.edges[i]->vertex;
                                   if (to == apex_ && !allowed_[retiring]) return;
                                   if (inner_[retiring] && inner_[to] && ++next.inner_links > 1)
                                       return;
                               }
                               const std::size_t entered = entered_.size();
                               entered_[in_layer(next.layer, next.inner_links, next.state)];
                               if (entered_.size() == entered) return;
                               promising_.push_back(static_cast<std::int64_t>(nodes_.size()));
                               nodes_.push_back(next);
                           });
        nodes_[at].hopes = static_cast<std::int16_t>(promising_.size() - height);
        if (random_)
            for (std::size_t i = promising_.size(); i > height + 1; --i)
                std::swap(promising_[i - 1],
                          promising_[height + random_->below(static_cast<int>(i - height))]);
        // Choices that are possible only once come last: setting an end, linking inner vertices.
        std::partition(promising_.begin() + static_cast<std::ptrdiff_t>(height), promising_.end(),
                       [&](std::int64_t next) {
                           return nodes_[next].edges[0] == apex_ ||
                                  nodes_[next].edges[1] == apex_ ||
                                  nodes_[next].inner_links > node.inner_links;
                       });
    }

    const Schedule& schedule_;
    std::int64_t period_;
    Vertex apex_;
    std::vector<bool> allowed_;
    std::vector<bool> inner_;
    Watch watch_;
    std::int32_t last_;
    std::optional<Dice> random_;
    std::vector<Node> nodes_;
    std::vector<std::int64_t> promising_;  // a stack of nodes
    std::vector<std::int64_t> deferred_;
    StateSet entered_;
    StateSet failed_;      // by layer modulo the period
    std::int64_t margin_;  // failures at most so many layers before the end are not learnt
    bool learning_;
    std::int64_t found_ = -1;
};

}  // namespace

std::vector<Vertex> tour_of(const frontier::Sweep& sweep, const Neighbours& neighbours) {
    const Vertex apex = sweep.problem.apex;
    if (apex < 0) return list_cycle(neighbours, std::max(sweep.start, 0), -1);
    const auto [one, other] = neighbours[apex];
    const bool swap = sweep.start >= 0 ? other == sweep.start : sweep.end >= 0 && one == sweep.end;
    std::vector<Vertex> squares = list_cycle(neighbours, apex, swap ? other : one);
    squares.erase(squares.begin());
    return squares;
}

Decision decide(const frontier::Sweep& sweep, const DecideOptions& options, Control& control) {
    Decision result;
    if (sweep.problem.contradiction) return result;
    const int slots = sweep.schedule.slot_count;
    if (slots > most_slots)
        throw Refused({Code::frontier_needs, {{"slots", slots}, {"most", most_slots}}});
    if (sweep.steps() >= most_layers)
        throw Refused(
            {Code::too_many_visited, {{"most", most_layers - 1}, {"count", sweep.steps()}}});
    if (sweep.impossible()) return result;

    Search search(sweep, options, control);
    if (!search.run(result)) return result;
    result.squares = tour_of(sweep, search.neighbours());
    return result;
}

}  // namespace babieca::sweep
