#include "bindings/bindings.hpp"
#include "core/sweep/cheapest.hpp"
#include "core/sweep/totals.hpp"

namespace babieca::bindings {

namespace {

using namespace sweep;
using frontier::Sweep;

// Three vertices for each turn.
std::vector<frontier::Turn> turns_of(Vertices vertices) {
    std::vector<frontier::Turn> turns;
    for (std::size_t n = 0; n + 2 < vertices.size(); n += 3)
        turns.push_back({vertices[n], vertices[n + 1], vertices[n + 2]});
    return turns;
}

nb::dict totals_record(Totals result) {
    return record("totals", to_python(std::move(result.totals)), "counts", result.counts, "states",
                  result.states, "peak_states", result.peak_states);
}

nb::dict cheapest_record(Optimum result) {
    return record("total", result.total, "tours", BigNatural(result.tours), "states", result.states,
                  "peak_bytes", result.peak_bytes, "sweeps", result.sweeps, "squares",
                  to_python(std::move(result.squares)));
}

}  // namespace

void bind_turns(nb::module_& module) {
    module.def("count_totals",
               released(
                   +[](const Sweep& sweep, const Edges& edges, Array<std::uint64_t> of_edges,
                       Vertices turns, Array<std::uint64_t> of_turns, int total_bits,
                       std::uint64_t memory_bytes, Control& control) {
                       const auto named = turns_of(turns);
                       const frontier::Addends addends(edges, of_edges, named, of_turns);
                       return count_totals(sweep, addends, total_bits, memory_bytes, control);
                   },
                   &totals_record),
               "sweep"_a, "edges"_a, "of_edges"_a, "turns"_a, "of_turns"_a, "total_bits"_a,
               "memory_bytes"_a, "report"_a.none() = nb::none(),
               "Totals, and the tours with each total. `turns` has three "
               "vertices for each turn: its own, and the two neighbours on the tour.");
    module.def(
        "check_totals",
        [](const Sweep& sweep, const Edges& edges, Array<std::uint64_t> of_edges, Vertices turns,
           Array<std::uint64_t> of_turns, int total_bits) {
            const auto named = turns_of(turns);
            const frontier::Addends addends(edges, of_edges, named, of_turns);
            if (!sweep.impossible()) frontier::TurnTables(sweep, addends, total_bits);
        },
        "sweep"_a, "edges"_a, "of_edges"_a, "turns"_a, "of_turns"_a, "total_bits"_a,
        "Raise ValueError where count_totals would, without counting.");
    module.def("cheapest_tour",
               released(
                   +[](const Sweep& sweep, const Edges& edges, Array<std::int64_t> of_edges,
                       Vertices turns, Array<std::int64_t> of_turns, std::uint64_t memory_bytes,
                       Control& control) {
                       const auto named = turns_of(turns);
                       return cheapest_tour(sweep, {edges, of_edges, named, of_turns}, memory_bytes,
                                            control);
                   },
                   &cheapest_record),
               "sweep"_a, "edges"_a, "of_edges"_a, "turns"_a, "of_turns"_a, "memory_bytes"_a,
               "report"_a.none() = nb::none(),
               "A tour with the least total of its edges and turns, the total, and how many tours "
               "have it.");
}

}  // namespace babieca::bindings
