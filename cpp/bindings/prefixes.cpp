#include "core/sweep/prefix_counts.hpp"

#include "bindings/bindings.hpp"
#include "core/control.hpp"

namespace babieca::bindings {

using namespace sweep;
using frontier::Sweep;

void bind_prefixes(nb::module_& module) {
    module.def(
        "prefix_sweep",
        [](Offsets offsets, Vertices targets, Vertices order, bool paths) {
            return prefix_sweep({offsets, targets}, order, paths);
        },
        "offsets"_a, "targets"_a, "order"_a, "paths"_a,
        "A sweep that also builds the tours of the prefixes of its order.");
    module.def(
        "count_prefixes",
        released(+[](const Sweep& sweep, const Plan& plan, std::vector<int> prefixes,
                     std::vector<std::uint64_t> moduli, int threads, std::uint64_t memory,
                     Control& control) {
            const auto found = count_prefixes(
                sweep, plan, {std::move(prefixes), std::move(moduli), threads, memory}, control);
            return std::tuple(found.residues, found.counters, found.peak_bytes);
        }),
        "sweep"_a, "plan"_a, "prefixes"_a, "moduli"_a, "threads"_a, "memory"_a, "report"_a.none(),
        "Residues for each modulus, one per prefix; counters; bytes.");
    module.def("count_prefixes_exactly",
               released(+[](const Sweep& sweep, std::vector<int> prefixes,
                            std::uint64_t memory_bytes, Control& control) {
                   const auto found =
                       count_prefixes_exactly(sweep, prefixes, memory_bytes, control);
                   return std::tuple(found.limbs, found.counts, found.states, found.largest,
                                     found.peak_bytes);
               }),
               "sweep"_a, "prefixes"_a, "memory_bytes"_a, "report"_a.none(),
               "Limbs per count; counts; states of all layers and of the largest; bytes.");
    module.def(
        "boundaries",
        released(+[](const Sweep& sweep, int width, std::uint64_t memory_bytes, Control& control) {
            std::vector<std::tuple<int, std::uint64_t, int>> all;
            for (const Boundary& each : boundaries(sweep, width, memory_bytes, control))
                all.emplace_back(each.columns, each.states, each.period);
            return all;
        }),
        "sweep"_a, "width"_a, "memory_bytes"_a, "report"_a.none(),
        "Columns, states and period of the boundaries after the first columns.");
}

}  // namespace babieca::bindings
