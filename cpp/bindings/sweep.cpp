#include "bindings/reasons.hpp"
#include "core/control.hpp"
#include "core/files/checked_file.hpp"
#include "core/frontier/natural.hpp"
#include "core/questions/counting.hpp"
#include "core/sweep/backward.hpp"
#include "core/sweep/blocks.hpp"
#include "core/sweep/cheapest.hpp"
#include "core/sweep/longest.hpp"
#include "core/sweep/sparse.hpp"
#include "core/sweep/strides.hpp"
#include "core/sweep/tour_index.hpp"

namespace babieca::bindings {

namespace {

using namespace sweep;
using frontier::Sweep;
using frontier::Weighting;

BlockResult count_by_blocks(const Sweep& sweep, const Plan& plan,
                            const std::vector<Modulus>& moduli, int counter_bits, int threads,
                            std::uint64_t memory, std::string scratch, std::string scratch_name,
                            std::string checkpoint, double checkpoint_seconds,
                            const Weighting* weighting, Control& control) {
    const BlockOptions options{.moduli = values_of(moduli),
                               .counter_bits = counter_bits,
                               .threads = threads,
                               .memory = memory,
                               .scratch = std::move(scratch),
                               .checkpoint = std::move(checkpoint),
                               .scratch_name = std::move(scratch_name),
                               .checkpoint_seconds = checkpoint_seconds,
                               .weighting = weighting};
    return count_blocks(sweep, plan, options, control);
}

nb::dict block_record(const BlockResult& result) {
    return record("exact", result.exact, "counters", result.counters, "peak_bytes",
                  result.peak_bytes, "residues", result.residues, "widths", result.widths,
                  "disk_bytes", result.disk_bytes);
}

nb::dict sparse_record(const SparseResult& result) {
    return record("exact", result.exact, "counters", result.counters, "peak_bytes",
                  result.peak_bytes, "residue", result.residue);
}

nb::dict longest_record(Optimum result) {
    return record("tours", BigNatural(result.tours), "states", result.states, "peak_bytes",
                  result.peak_bytes, "squares", to_python(std::move(result.squares)));
}

nb::dict backward_record(const BackwardResult& result) {
    return record("tours", result.tours, "uses", result.uses, "counters", result.counters,
                  "peak_bytes", result.peak_bytes, "disk_bytes", result.disk_bytes);
}

}  // namespace

void bind_sweep(nb::module_& module) {
    nb::exception<OutOfBudget>(module, "OutOfBudget", PyExc_MemoryError);
    module.attr("large_layer") = large_layer;
    module.attr("most_total") = most_total;
    module.attr("widest_longest") = widest_longest;
    bind_told<frontier::TooNarrow>(module, "TooNarrow", PyExc_OverflowError);
    module.def(
        "force_outgrowth",
        [](int times, int first_layer) {
            forced_outgrowth.times = times;
            forced_outgrowth.first_layer = first_layer;
        },
        "times"_a, "first_layer"_a = 0,
        "Rerun every stride, as if sums outgrew their counters: a hook for tests.");
    fields(nb::class_<LayerPlan>(module, "LayerPlan", "The size of one layer."), "counters",
           &LayerPlan::counters, "blocks", &LayerPlan::blocks, "occupied", &LayerPlan::occupied,
           "stored", &LayerPlan::stored);
    fields(nb::class_<Plan>(module, "BlockPlan", "Exact sizes of a sweep by blocks."), "slot_count",
           &Plan::slot_count, "pairs", &Plan::pairs, "layers", &Plan::layers, "total_counters",
           &Plan::total_counters, "peak_counters", &Plan::peak_counters, "wave_counters",
           &Plan::wave_counters, "alone_counters", &Plan::alone_counters, "segment_counters",
           &Plan::segment_counters)
        .def("bytes_for", &bytes_for, "widths"_a, "threads"_a,
             "The bytes of a sweep with counters of these widths, in bytes, in each layer.")
        .def(
            "scratch_bytes_for",
            [](const Plan& plan, const std::vector<int>& widths, int threads, bool saved) {
                const auto bytes = scratch_bytes_for(plan, widths, threads, saved);
                return std::pair(bytes.memory, bytes.disk);
            },
            "widths"_a, "threads"_a, "saved"_a = false,
            "The bytes of memory and of disk of a sweep with layers in scratch.")
        .def("bytes_needed", &bytes_needed, "counter_bytes"_a, "threads"_a);
    fields(nb::class_<Sections>(module, "Sections",
                                "The layers that a forward sweep keeps for the backward sweep."),
           "kept", &Sections::kept, "bytes", &Sections::bytes, "disk_bytes", &Sections::disk_bytes);
    module.def("choose_sections", &choose_sections, "plan"_a, "widths"_a, "threads"_a, "most"_a,
               "in_scratch"_a = false);
    fields(nb::class_<Example>(module, "SweepExample", "A state of a layer."), "types",
           &Example::types, "mates", &Example::mates, "ways", &Example::ways, "sources",
           &Example::sources);
    fields(nb::class_<TracedLayer>(module, "TracedLayer", "A layer of a traced sweep."), "retired",
           &TracedLayer::retired, "occupants", &TracedLayer::occupants, "states",
           &TracedLayer::states, "examples", &TracedLayer::examples);
    nb::class_<TracedSweep>(module, "TracedSweep", "A sweep, traced layer by layer.")
        .def(nb::init<const Sweep&, int, std::uint64_t>(), "sweep"_a, "examples"_a,
             "memory_bytes"_a)
        .def_prop_ro("finished", &TracedSweep::finished)
        .def_prop_ro("tours", &TracedSweep::tours)
        .def("next", released(&TracedSweep::next), "report"_a.none());
    nb::class_<BackwardOnly>(module, "BackwardOnly", "The ways to complete the states of a layer.")
        .def(
            "tours",
            [](const BackwardOnly& self, const Edges& edges) {
                const auto found = self.tours(edges);
                return std::pair(found.residue, found.exact);
            },
            "edges"_a, Unlocked(),
            "The tours that use all of these edges, which are decided before the layer; whether "
            "the residue is the number itself.");
    nb::class_<Sweep>(module, "Sweep", "Closed tours or paths, with their retirement order.")
        .def(
            "__init__",
            [](Sweep* self, const questions::Question& question, Vertices order, Vertices mirror) {
                new (self) Sweep(question.graph(), order, questions::swept(question), mirror);
            },
            "question"_a, "order"_a, "mirror"_a, Unlocked())
        .def_prop_ro("impossible", &Sweep::impossible)
        .def_prop_ro("slot_count", [](const Sweep& sweep) { return sweep.schedule.slot_count; })
        .def_prop_ro("pairs", [](const Sweep& sweep) { return sweep.schedule.pairs; })
        .def_prop_ro("occupants",
                     [](const Sweep& sweep) {
                         std::vector<std::vector<Vertex>> all;
                         for (const auto& layer : sweep.schedule.layers)
                             all.push_back(layer.occupant);
                         return all;
                     })
        .def("plan", released(&make_plan), "report"_a.none() = nb::none())
        .def("count_blocks", released(&count_by_blocks, &block_record), "plan"_a, nb::kw_only(),
             "moduli"_a = std::vector<Modulus>{{}}, "counter_bits"_a = 64, "threads"_a = 1,
             "memory"_a = 0, "scratch"_a = "", "scratch_name"_a = "", "checkpoint"_a = "",
             "checkpoint_seconds"_a = 60.0, "weighting"_a.none() = nb::none(),
             "report"_a.none() = nb::none())
        .def("count_sparse",
             released(
                 +[](const Sweep& sweep, Modulus modulus, std::uint64_t memory_bytes,
                     const std::string& checkpoint, double checkpoint_seconds, Control& control,
                     const Weighting* weighting) {
                     return count_sparse(
                         sweep,
                         {modulus.value, memory_bytes, checkpoint, checkpoint_seconds, weighting},
                         control);
                 },
                 &sparse_record),
             "modulus"_a, "memory_bytes"_a, "checkpoint"_a, "checkpoint_seconds"_a,
             "report"_a.none(), "weighting"_a.none() = nb::none())
        .def("sweep_and_back",
             released(
                 +[](const Sweep& sweep, const Plan& plan, const Sections& sections,
                     std::uint64_t modulus, int threads, std::uint64_t memory,
                     const std::string& scratch, Control& control) {
                     return sweep_and_back(sweep, plan,
                                           {sections, modulus, threads, memory, scratch}, control);
                 },
                 &backward_record),
             "plan"_a, "sections"_a, "modulus"_a, "threads"_a, "memory"_a, "scratch"_a,
             "report"_a.none(), "Count the tours that use each edge.")
        .def("backward_only",
             released(+[](const Sweep& sweep, const Plan& plan, int layer, Modulus modulus,
                          int threads, std::uint64_t memory, Control& control) {
                 const BackwardOnlyOptions options{layer, modulus.value, threads, memory};
                 return std::make_unique<BackwardOnly>(sweep, plan, options, control);
             }),
             "plan"_a, "layer"_a, "modulus"_a, "threads"_a, "memory"_a, "report"_a.none(),
             "The ways to complete the states of a layer.")
        .def("longest_tour", released(&longest_tour, &longest_record), "memory_bytes"_a,
             "report"_a.none() = nb::none(),
             "A longest cycle or path that may skip vertices, and how many are as long.")
        .def("edge_usage", released(&edge_usage), "memory_bytes"_a, "report"_a.none() = nb::none(),
             "The tours through each edge of the sweep's graph.");
    nb::class_<Weighting>(module, "Weighting", "Weights of edges, as factors of the choices.")
        .def(nb::init<const Sweep&, const Edges&, Array<std::uint64_t>, std::uint64_t>(), "sweep"_a,
             "edges"_a, "weights"_a, "modulus"_a, Unlocked())
        .def_prop_ro("begin", [](const Weighting& self) { return self.begin(); })
        .def(
            "factors",
            [](const Weighting& self) {
                std::vector<std::uint64_t> numbers;
                for (const frontier::Factor& factor : self.factors()) {
                    numbers.push_back(factor.value);
                    numbers.push_back(factor.quotient);
                }
                return to_python(std::move(numbers));
            },
            "Two numbers for each choice of each step, as the GPU takes them.");
    nb::class_<TourIndex>(module, "TourIndex", "All tours of a question, numbered from 0.")
        .def_static("sparse", released(&make_sparse_index), "sweep"_a, "first"_a, "memory_bytes"_a,
                    "report"_a.none() = nb::none())
        .def_static("blocks",
                    released(+[](const Sweep& sweep, Vertex first, const Plan& plan,
                                 std::vector<int> layers, std::string directory, int threads,
                                 Control& control, bool nameless) {
                        return make_block_index(
                            sweep, first, plan,
                            {std::move(layers), std::move(directory), threads, nameless}, control);
                    }),
                    "sweep"_a, "first"_a, "plan"_a, "layers"_a, "directory"_a, "threads"_a,
                    "report"_a.none() = nb::none(), "nameless"_a = false)
        .def_static(
            "open",
            [](const Sweep& sweep, Vertex first, const Plan& plan, std::vector<int> layers,
               std::string directory) {
                return open_block_index(sweep, first, plan,
                                        {std::move(layers), std::move(directory)});
            },
            "sweep"_a, "first"_a, "plan"_a, "layers"_a, "directory"_a, Unlocked())
        .def_prop_ro("total", &TourIndex::total)
        .def_prop_ro("states", &TourIndex::states)
        .def_prop_ro("bytes", &TourIndex::bytes)
        .def("unrank", released(&TourIndex::unrank), "numbers"_a, "report"_a.none() = nb::none())
        .def("rank", released(&TourIndex::rank), "tours"_a, "report"_a.none() = nb::none());
}

}  // namespace babieca::bindings
