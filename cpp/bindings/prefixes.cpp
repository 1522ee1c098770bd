#include "core/sweep/prefix_counts.hpp"

#include "bindings/bindings.hpp"
#include "core/control.hpp"
#include "core/graphs/board.hpp"
#include "core/sweep/shortest_recurrence.hpp"
#include "core/sweep/strip_automaton.hpp"

namespace babieca::bindings {

using namespace sweep;
using frontier::Sweep;

void bind_prefixes(nb::module_& module) {
    module.def(
        "prefix_sweep",
        [](const Place& place, Vertices order, bool paths) {
            return prefix_sweep(place.graph(), order, paths);
        },
        "place"_a, "order"_a, "paths"_a,
        "A sweep that also builds the tours of the prefixes of its order.");
    module.def("count_prefixes",
               released(+[](const Sweep& sweep, const Plan& plan, std::vector<int> prefixes,
                            const std::vector<Modulus>& moduli, int threads, std::uint64_t memory,
                            Control& control) {
                   const auto found = count_prefixes(
                       sweep, plan, prefixes,
                       {.moduli = values_of(moduli), .threads = threads, .memory = memory},
                       control);
                   return std::tuple(found.sums, found.counters, found.peak_bytes);
               }),
               "sweep"_a, "plan"_a, "prefixes"_a, "moduli"_a, "threads"_a, "memory"_a,
               "report"_a.none(), "Residues for each modulus, one per prefix; counters; bytes.");
    module.def("count_prefixes_exactly",
               released(+[](const Sweep& sweep, std::vector<int> prefixes,
                            std::uint64_t memory_bytes, Control& control) {
                   const auto found =
                       count_prefixes_exactly(sweep, prefixes, memory_bytes, control);
                   return std::tuple(found.counts, found.states, found.largest, found.peak_bytes);
               }),
               "sweep"_a, "prefixes"_a, "memory_bytes"_a, "report"_a.none(),
               "Counts; states of all layers and of the largest; bytes.");
    fields(nb::class_<StripAutomaton>(module, "StripAutomaton", "Counts along an endless strip."),
           "columns", &StripAutomaton::columns, "period", &StripAutomaton::period, "reach",
           &StripAutomaton::reach, "states", &StripAutomaton::states)
        .def(
            "residues",
            released(+[](const StripAutomaton& automaton, int last,
                         std::vector<std::uint32_t> primes, std::vector<std::uint32_t> coefficients,
                         int step, int threads, Control& control) {
                const auto found = automaton.residues(last, primes, {std::move(coefficients), step},
                                                      threads, control);
                return std::tuple(found.counts, found.obeyed);
            }),
            "last"_a, "primes"_a, "coefficients"_a, "step"_a, "threads"_a, "report"_a.none(),
            "Residues of the counts for the lengths 0 .. last, by length; whether the counters "
            "of a border obey the denominators with these coefficients.")
        .def("bits", released(&StripAutomaton::bits), "last"_a, "report"_a.none(),
             "Bits that the counts for the lengths 0 .. last have at most.");
    module.def("shortest_recurrence", &shortest_recurrence, "values"_a, "prime"_a, Unlocked(),
               "The coefficients 1, q1, .. of the shortest recurrence modulo a prime.");
    module.def(
        "strip_automaton",
        released(+[](const Sweep& sweep, int width, std::uint64_t memory_bytes, Control& control) {
            return StripAutomaton(sweep, width, memory_bytes, control);
        }),
        "sweep"_a, "width"_a, "memory_bytes"_a, "report"_a.none(),
        "The automaton of a prefix sweep, column by column.");
}

}  // namespace babieca::bindings
