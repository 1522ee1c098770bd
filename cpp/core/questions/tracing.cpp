#include "core/questions/tracing.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/questions/finding.hpp"
#include "core/questions/refuter.hpp"
#include "core/reasons.hpp"
#include "core/search/walks.hpp"

namespace babieca::questions {
namespace {

// The names of Happening, in its order.
constexpr const char* happenings[] = {"start",     "move",     "forced",  "dead-end",
                                      "island",    "dangling", "divided", "known",
                                      "backtrack", "found",    "joined",  "ride"};
constexpr std::int64_t first_traced_nodes = 1 << 18;  // two knights; each attempt has twice as many

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        std::string part = text.substr(at, comma - at);
        std::erase(part, ' ');
        parts.push_back(std::move(part));
        at = comma + 1;
    }
    return parts;
}

std::vector<heuristics::Criterion> criteria_of(const Question& question, const std::string& text) {
    if (text.empty()) return heuristics::usual_criteria(question.board() != nullptr);
    std::vector<heuristics::Criterion> criteria;
    for (const std::string& name : split(text)) {
        const auto found =
            std::ranges::find(heuristics::named_criteria, name, &heuristics::NamedCriterion::name);
        if (found == std::end(heuristics::named_criteria)) {
            Names names;
            for (const auto& each : heuristics::named_criteria) names.emplace_back(each.name);
            throw Refused(
                {Code::criteria_some_names_not, {{"names", names}, {"given", as_given(name)}}});
        }
        criteria.push_back(
            static_cast<heuristics::Criterion>(found - std::begin(heuristics::named_criteria)));
    }
    return criteria;
}

TraceEvent end_of(const Question& question, const TraceCounters& counters, bool proved) {
    TraceEvent event{proved ? "exhausted" : "gave-up", counters};
    if (proved && !counters.nodes) event.proof = refuted(question);
    return event;
}

std::vector<TraceEvent> trace_finder(const Question& question, const TraceOptions& options,
                                     std::int64_t most, Control& control) {
    if (question.end >= 0 && question.start < 0) throw Refused({Code::trace_begins_at_first});
    FindLimits limits;
    limits.timeout = options.timeout;
    limits.seed = options.seed;
    EventLog log(0, most);
    std::vector<std::string> names;
    Finding finding;
    if (options.method == "warnsdorff") {
        const auto criteria = criteria_of(question, options.criteria);
        for (const auto each : criteria)
            names.emplace_back(heuristics::named_criteria[static_cast<int>(each)].name);
        finding = warnsdorff(question, limits, control, criteria, &log);
    } else {
        finding = backtrack(question, limits, control, options.warnsdorff, &log);
    }
    const bool full = log.full();
    EventReader reader(true, names, {});
    auto events = reader.read(log.take(), finding.vertices);
    if (!full && !finding.found())
        events.push_back(end_of(question, reader.counters(), finding.proof.has_value()));
    return events;
}

// Appends the events of a search, at most `most` in all, until it ends or has entered `nodes`.
void resume(search::TracedSearch& traced, EventReader& reader, std::int64_t nodes,
            std::int64_t most, std::vector<TraceEvent>& events, Control& control) {
    constexpr std::int64_t at_once = 256;
    while (static_cast<std::int64_t>(events.size()) < most) {
        const auto records = traced.next(at_once, nodes, control);
        for (TraceEvent& event : reader.read(records, traced.tour()))
            events.push_back(std::move(event));
        if (traced.finished() || records.empty()) return;
    }
}

std::vector<TraceEvent> trace_search(const Question& question, const TraceOptions& options,
                                     std::int64_t most, Control& control) {
    const bool two = options.method == "two-knights";
    search::Question asked = searched(question);
    search::Options how;
    how.subtour_squares = options.subtour_squares < 0 ? static_cast<int>(question.size()) / 2
                                                      : options.subtour_squares;
    if (two) {
        asked.twin = twin_of(question);
        how.rules = search::rule::half_turn;
        how.move_order = search::MoveOrder::warnsdorff;
    } else {
        if (!question.board() || question.board()->sides.size() != 2)
            throw Refused({Code::what_board_two_dimensions, {{"given", "'clockwise'"}}});
        how.rules = rules_named(options.rules);
        how.move_order = search::MoveOrder::listed;
        how.listed =
            ordered_graph(*question.board(), clockwise(*question.board()), control).targets;
    }
    std::vector<TraceEvent> events;
    EventReader reader(false, {}, asked.twin);
    for (std::int64_t restart = 0;; ++restart) {
        if (two) how.rank = shuffled_ranks(question.size(), options.seed, restart);
        search::TracedSearch traced(search::prepare(asked, how),
                                    how.rules & search::rule::equivalent);
        resume(traced, reader, two ? first_traced_nodes << restart : 0, most, events, control);
        const bool more = two && !traced.finished();
        if (static_cast<std::int64_t>(events.size()) >= most || !traced.tour().empty()) break;
        if (more) continue;
        events.push_back(end_of(question, reader.counters(), traced.finished()));
        break;
    }
    if (static_cast<std::int64_t>(events.size()) > most) events.resize(most);
    return events;
}

}  // namespace

EventReader::EventReader(bool starts, std::vector<std::string> criteria, std::vector<Vertex> twin,
                         bool steps)
    : starts_(starts), steps_(steps), criteria_(std::move(criteria)), twin_(std::move(twin)) {
    if (!criteria_.empty()) criteria_.push_back("order");  // all criteria were tied
}

std::vector<TraceEvent> EventReader::read(std::span<const std::int32_t> records,
                                          std::span<const Vertex> tour) {
    std::vector<TraceEvent> events;
    while (!records.empty()) {
        const auto what = static_cast<Happening>(records[0]);
        const std::int32_t square = records[1], detail = records[3], count = records[4];
        const auto squares = records.subspan(5, count);
        TraceEvent event{happenings[records[0]]};
        event.depth = records[2];
        event.square = square;
        event.squares.assign(squares.begin(), squares.end());
        records = records.subspan(5 + count);
        if (what == Happening::start) {
            event.kept = detail;
            if (began_) {
                event.what = "restart";
                ++counters_.restarts;
            }
            began_ = true;
            counters_.nodes += starts_;
        } else if (what == Happening::move || what == Happening::forced) {
            counters_.nodes += !steps_ || what == Happening::move;
            if (what == Happening::move && !criteria_.empty()) event.criterion = criteria_[detail];
        } else if (what == Happening::backtrack) {
            ++counters_.backtracks;
            counters_.nodes += steps_;
        } else if (what == Happening::found) {
            counters_.tours += std::max(1, detail);
            if (!tour.empty()) event.squares.assign(tour.begin(), tour.end());
        } else if (what == Happening::known) {
            counters_.tours += detail;
        }
        if (steps_) event.step = std::max(0, detail);
        if (!twin_.empty() && square >= 0) event.twin = twin_[square];
        event.counters = counters_;
        events.push_back(std::move(event));
    }
    return events;
}

std::vector<TraceEvent> trace(const Question& question, const TraceOptions& options,
                              std::int64_t most, Control& control) {
    if (!question.at.empty())
        throw Refused({Code::method_not_word, {{"method", options.method}, {"word", "at"}}});
    if (options.method == "warnsdorff" || options.method == "backtrack")
        return trace_finder(question, options, most, control);
    if (options.method == "search" || options.method == "two-knights")
        return trace_search(question, options, most, control);
    throw not_one_of("method", {"warnsdorff", "backtrack", "search", "two-knights", "sweep"},
                     options.method);
}

unsigned rules_named(const std::string& names) {
    for (const auto& [name, rules] : search::rule::sets)
        if (names == name) return rules;
    unsigned found = 0;
    for (const std::string& wanted : split(names)) {
        unsigned own = 0;
        for (const auto& [name, bit] : search::rule::names)
            if (wanted == name) own = bit;
        if (!own) {
            Names listed;
            for (const auto& [name, bit] : search::rule::names) listed.emplace_back(name);
            for (const auto& [name, rules] : search::rule::sets) listed.emplace_back(name);
            throw not_one_of("rules", listed, wanted);
        }
        found |= own;
    }
    return found;
}

std::vector<Vertex> twin_of(const Question& question) {
    const Board* board = question.board();
    if (!board || board->sides.size() != 2 || !question.closed())
        throw Refused({Code::two_knights_boards});
    if (question.begin.size() > 2)
        throw Refused({Code::begin_too_long, {{"method", "two-knights"}}});
    const std::set<std::int64_t> holes(board->holes.begin(), board->holes.end());
    for (std::int64_t hole : board->holes)
        if (!holes.contains(board->cells() - 1 - hole))
            throw Refused({Code::two_knights_half_turn});
    const auto size = static_cast<Vertex>(board->size());
    if (size % 2) throw Refused({Code::two_knights_middle});
    std::vector<Vertex> twin(size);
    for (Vertex v = 0; v < size; ++v) twin[v] = size - 1 - v;
    return twin;
}

std::vector<Displacement> clockwise(const Board& board) {
    auto sorted = board.moves();
    const auto angle = [](const Displacement& move) {
        const double found = std::atan2(static_cast<double>(move[1]), static_cast<double>(move[0]));
        return found < 0 ? found + 2 * std::acos(-1.0) : found;
    };
    std::ranges::sort(sorted, {}, angle);
    return sorted;
}

}  // namespace babieca::questions
