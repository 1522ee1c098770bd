// The events of a trace agree with the statistics of the search.
#include "core/events.hpp"

#include <algorithm>
#include <array>

#include "core/heuristics/stack_search.hpp"
#include "core/search/studies.hpp"
#include "core/search/walks.hpp"
#include "core/sweep/sparse.hpp"
#include "tests/check.hpp"
#include "tests/graphs.hpp"

using namespace babieca;

namespace {

Control control;

using Counts = std::array<std::int64_t, 10>;

// Counts the records of each kind; checks that they are whole.
Counts counted(const std::vector<std::int32_t>& records) {
    Counts counts{};
    std::size_t at = 0;
    while (at < records.size()) {
        CHECK(at + 5 <= records.size());
        ++counts[static_cast<std::size_t>(records[at])];
        at += 5 + static_cast<std::size_t>(records[at + 4]);
    }
    CHECK(at == records.size());
    return counts;
}

std::int64_t of(const Counts& counts, Happening what) {
    return counts[static_cast<std::size_t>(what)];
}

void a_stack_says_every_step() {
    const OwnedGraph graph = knight_graph({3, 6});
    const heuristics::StackSearch how{{0, 1, 2}, -1, true, true, false, {}};
    EventLog log;
    const Answer answer = heuristics::stack_search(graph.view(), how, control, &log);
    const auto all = log.take();
    const Counts counts = counted(all);
    CHECK(answer.outcome == Outcome::impossible);
    CHECK(of(counts, Happening::start) == answer.restarts + 1);
    CHECK(of(counts, Happening::move) + of(counts, Happening::forced) +
              of(counts, Happening::start) ==
          answer.nodes);
    CHECK(of(counts, Happening::backtrack) == answer.backtracks);

    // A trace in parts has the same events.
    std::vector<std::int32_t> parts;
    for (std::int64_t skipped = 0, most = 7;; skipped += most, most = skipped) {
        EventLog part(skipped, most);
        heuristics::stack_search(graph.view(), how, control, &part);
        const bool more = part.full();
        const auto records = part.take();
        parts.insert(parts.end(), records.begin(), records.end());
        if (!more) break;
    }
    CHECK(parts == all);
}

void a_search_says_every_ending() {
    const OwnedGraph graph = knight_graph({4, 5});
    for (unsigned rules = 0; rules < 256; rules += 3) {
        const search::Question question{
            .graph = graph.view(), .kind = search::Kind::path, .start = 0};
        const search::Options options{.rules = rules, .subtour_squares = 10};
        search::TracedSearch traced(search::prepare(question, options), true);
        std::vector<std::int32_t> all;
        while (!traced.finished()) {
            const auto records = traced.next(100, 0, control);
            all.insert(all.end(), records.begin(), records.end());
        }
        const Counts counts = counted(all);
        const search::Tally& tally = traced.tally();
        const auto ended = [&](search::Ending ending) {
            return tally.attempts[static_cast<std::size_t>(ending)];
        };
        CHECK(tally.solutions == 32);
        CHECK(of(counts, Happening::move) + of(counts, Happening::forced) == tally.nodes);
        CHECK(of(counts, Happening::backtrack) == tally.nodes);
        CHECK(of(counts, Happening::island) == ended(search::Ending::island));
        CHECK(of(counts, Happening::dangling) == ended(search::Ending::dangling));
        CHECK(of(counts, Happening::divided) == ended(search::Ending::divided));
        CHECK(of(counts, Happening::known) == ended(search::Ending::known));
        CHECK(of(counts, Happening::dead_end) ==
              ended(search::Ending::stuck) + ended(search::Ending::forced));
    }
    CHECK(search::plain_count(graph.view(), 0, false, 1 << 30, control).tours == 32);
}

void a_sweep_ends_with_the_count() {
    const OwnedGraph graph = knight_graph({5, 6});
    std::vector<Vertex> order;
    for (Vertex v = 0; v < graph.view().vertex_count(); ++v) order.push_back(v);
    const frontier::Sweep sweep(graph.view(), order, false);
    const auto count = sweep::count_sparse(sweep, {}, control);
    sweep::TracedSweep traced(sweep, 3, 0);
    std::uint64_t states = 0;
    int layers = 0;
    for (; !traced.finished(); ++layers) {
        const auto layer = traced.next(control);
        states += layer.states;
        CHECK(layer.examples.size() == std::min<std::size_t>(3, layer.states));
    }
    CHECK(layers == sweep.steps() + 1);
    CHECK(states == count.counters + 1);  // the count leaves the first layer out
    CHECK(traced.tours() == count.residue);
    CHECK(count.residue == 8);
}

}  // namespace

int main() {
    a_stack_says_every_step();
    a_search_says_every_ending();
    a_sweep_ends_with_the_count();
    return 0;
}
