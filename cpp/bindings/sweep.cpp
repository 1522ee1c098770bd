#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>

#include "bindings/bindings.hpp"
#include "core/files/checked_file.hpp"
#include "core/frontier/budget.hpp"
#include "core/frontier/natural.hpp"
#include "core/sweep/backward.hpp"
#include "core/sweep/blocks.hpp"
#include "core/sweep/decide.hpp"
#include "core/sweep/sparse.hpp"
#include "core/sweep/stride_forward.hpp"
#include "core/sweep/tour_index.hpp"

namespace babieca::bindings {

namespace {

using frontier::Sweep;
using sweep::Plan;
using sweep::TourIndex;
using Edges = std::vector<Edge>;

void make_sweep(Sweep* self, const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                const Array<Vertex>& order, bool paths, Vertex start, Vertex end,
                const Edges& through, const Edges& avoiding, const Array<Vertex>& mirror) {
    nb::gil_scoped_release released;
    new (self) Sweep(graph_of(offsets, targets), span_of(order), paths, start, end,
                     {through, avoiding}, span_of(mirror));
}

std::vector<std::vector<Vertex>> occupants(const Sweep& sweep) {
    std::vector<std::vector<Vertex>> all;
    for (const auto& layer : sweep.schedule.layers) all.push_back(layer.occupant);
    return all;
}

// The part of the record that both engines share.
template <typename Result>
nb::dict record_of(const Result& result) {
    nb::dict record;
    record["exact"] = result.exact;
    record["counters"] = result.counters;
    record["peak_bytes"] = result.peak_bytes;
    record["resumed_at"] = result.resumed_at;
    return record;
}

nb::dict count_blocks(const Sweep& sweep, const Plan& plan, std::vector<std::uint64_t> moduli,
                      bool rounded, int counter_bits, int threads, std::uint64_t memory,
                      std::string scratch, std::string scratch_name, std::string checkpoint,
                      double checkpoint_seconds, nb::object report) {
    const sweep::BlockOptions options{.moduli = std::move(moduli),
                                      .rounded = rounded,
                                      .counter_bits = counter_bits,
                                      .threads = threads,
                                      .memory = memory,
                                      .scratch = std::move(scratch),
                                      .checkpoint = std::move(checkpoint),
                                      .scratch_name = std::move(scratch_name),
                                      .checkpoint_seconds = checkpoint_seconds};
    const auto result = run_released(std::move(report), [&](Control& control) {
        return sweep::count_blocks(sweep, plan, options, control);
    });
    nb::dict record = record_of(result);
    record["residues"] = result.residues;
    record["rounded"] = result.rounded;
    record["roundings"] = result.roundings;
    record["widths"] = result.widths;
    record["disk_bytes"] = result.disk_bytes;
    return record;
}

nb::dict count_sparse(const Sweep& sweep, std::uint64_t modulus, std::uint64_t memory_bytes,
                      const std::string& checkpoint, double checkpoint_seconds, nb::object report) {
    const sweep::SparseOptions options{modulus, memory_bytes, checkpoint, checkpoint_seconds};
    const auto result = run_released(std::move(report), [&](Control& control) {
        return sweep::count_sparse(sweep, options, control);
    });
    nb::dict record = record_of(result);
    record["residue"] = result.residue;
    record["peak_states"] = result.peak_states;
    return record;
}

// Counts the tours that use each edge.
nb::dict sweep_and_back(const Sweep& sweep, const Plan& plan, const sweep::Sections& sections,
                        std::uint64_t modulus, int threads, std::uint64_t memory,
                        const std::string& scratch, nb::object report) {
    const sweep::BackwardOptions options{sections, modulus, threads, memory, scratch};
    const auto result = run_released(std::move(report), [&](Control& control) {
        return sweep::sweep_and_back(sweep, plan, options, control);
    });
    nb::dict record, uses;
    for (const auto& [edge, tours] : result.uses)
        uses[nb::make_tuple(edge.first, edge.second)] = tours;
    record["tours"] = result.tours;
    record["uses"] = uses;
    record["counters"] = result.counters;
    record["peak_bytes"] = result.peak_bytes;
    record["disk_bytes"] = result.disk_bytes;
    return record;
}

auto backward_only(const Sweep& sweep, const Plan& plan, int layer, std::uint64_t modulus,
                   int threads, std::uint64_t memory, nb::object report) {
    const sweep::BackwardOnlyOptions options{layer, modulus, threads, memory};
    return run_released(std::move(report), [&](Control& control) {
        return std::make_unique<sweep::BackwardOnly>(sweep, plan, options, control);
    });
}

nb::tuple edge_usage(const Sweep& sweep, std::uint64_t memory_bytes, nb::object report) {
    auto usage = run_released(std::move(report), [&](Control& control) {
        return sweep::edge_usage(sweep, memory_bytes, control);
    });
    return nb::make_tuple(usage.edges, usage.words, to_numpy(std::move(usage.counts)));
}

// Returns (squares, complete, states). No squares and complete: there is no tour.
std::tuple<Fresh<Vertex>, bool, std::int64_t> decide(const Sweep& sweep, const Array<Vertex>& inner,
                                                     std::int64_t period, std::int64_t states,
                                                     double seconds,
                                                     std::optional<std::uint64_t> seed,
                                                     nb::object report) {
    const sweep::DecideOptions options{span_of(inner), period, {states, seconds}, seed};
    auto decision = run_released(std::move(report), [&](Control& control) {
        return sweep::decide(sweep, options, control);
    });
    return {to_numpy(std::move(decision.squares)), decision.complete, decision.states};
}

auto index_of_states(const Sweep& sweep, Vertex first, std::uint64_t memory_bytes,
                     nb::object report) {
    return run_released(std::move(report), [&](Control& control) {
        return sweep::make_sparse_index(sweep, first, memory_bytes, control);
    });
}

auto index_of_blocks(const Sweep& sweep, Vertex first, const Plan& plan, std::vector<int> layers,
                     std::string directory, int threads, nb::object report, bool nameless) {
    const sweep::BlockKeeping keeping{std::move(layers), std::move(directory), threads, nameless};
    return run_released(std::move(report), [&](Control& control) {
        return sweep::make_block_index(sweep, first, plan, keeping, control);
    });
}

auto open_index(const Sweep& sweep, Vertex first, const Plan& plan, std::vector<int> layers,
                std::string directory) {
    nb::gil_scoped_release released;
    return sweep::open_block_index(sweep, first, plan, {std::move(layers), std::move(directory)});
}

auto unrank(const TourIndex& index, const Array<std::uint64_t>& numbers, nb::object report) {
    return to_numpy(run_released(std::move(report), [&](Control& control) {
        return index.unrank(span_of(numbers), control);
    }));
}

auto rank(const TourIndex& index, const Array<Vertex>& tours, nb::object report) {
    return to_numpy(run_released(
        std::move(report), [&](Control& control) { return index.rank(span_of(tours), control); }));
}

void bind_traced(nb::module_& module) {
    using namespace nb::literals;
    using sweep::Example, sweep::TracedLayer, sweep::TracedSweep;
    nb::class_<Example>(module, "SweepExample", "A state of a layer.")
        .def_ro("types", &Example::types)
        .def_ro("mates", &Example::mates)
        .def_ro("ways", &Example::ways);
    nb::class_<TracedLayer>(module, "TracedLayer", "A layer of a traced sweep.")
        .def_ro("retired", &TracedLayer::retired)
        .def_ro("occupants", &TracedLayer::occupants)
        .def_ro("states", &TracedLayer::states)
        .def_ro("examples", &TracedLayer::examples);
    nb::class_<TracedSweep>(module, "TracedSweep", "A sweep, traced layer by layer.")
        .def(nb::init<const Sweep&, int, std::uint64_t>(), "sweep"_a, "examples"_a,
             "memory_bytes"_a)
        .def_prop_ro("finished", &TracedSweep::finished)
        .def_prop_ro("tours", &TracedSweep::tours)
        .def(
            "next",
            [](TracedSweep& self, nb::object report) {
                const auto use = self.use();
                return run_released(std::move(report),
                                    [&](Control& control) { return self.next(control); });
            },
            "report"_a.none());
}

void bind_plan(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<sweep::LayerPlan>(module, "LayerPlan", "The size of one layer.")
        .def_ro("counters", &sweep::LayerPlan::counters)
        .def_ro("blocks", &sweep::LayerPlan::blocks)
        .def_ro("occupied", &sweep::LayerPlan::occupied)
        .def_ro("stored", &sweep::LayerPlan::stored);
    nb::class_<Plan>(module, "CountingPlan", "Exact sizes of a sweep by blocks.")
        .def_ro("slot_count", &Plan::slot_count)
        .def_ro("pairs", &Plan::pairs)
        .def_ro("layers", &Plan::layers)
        .def_ro("total_counters", &Plan::total_counters)
        .def_ro("peak_counters", &Plan::peak_counters)
        .def_ro("wave_counters", &Plan::wave_counters)
        .def_ro("alone_counters", &Plan::alone_counters)
        .def_ro("segment_counters", &Plan::segment_counters)
        .def("bytes_for", &sweep::bytes_for, "widths"_a, "threads"_a,
             "The bytes of a sweep with counters of these widths, in bytes, in each layer.")
        .def(
            "scratch_bytes_for",
            [](const Plan& plan, const std::vector<int>& widths, int threads, bool saved) {
                const auto bytes = sweep::scratch_bytes_for(plan, widths, threads, saved);
                return std::pair(bytes.memory, bytes.disk);
            },
            "widths"_a, "threads"_a, "saved"_a = false,
            "The bytes of memory and of disk of a sweep with layers in scratch.")
        .def("bytes_needed", &sweep::bytes_needed, "counter_bytes"_a, "threads"_a);
    nb::class_<sweep::Sections>(module, "Sections",
                                "The layers that a forward sweep keeps for the backward sweep.")
        .def_ro("kept", &sweep::Sections::kept)
        .def_ro("bytes", &sweep::Sections::bytes)
        .def_ro("disk_bytes", &sweep::Sections::disk_bytes);
    module.def("sections_in_scratch", &sweep::sections_in_scratch, "plan"_a, "widths"_a,
               "threads"_a, "disk"_a);
    module.def("choose_sections", &sweep::choose_sections, "plan"_a, "widths"_a, "threads"_a,
               "memory"_a);
    module.def("onward_bytes_for", &sweep::onward_bytes_for, "plan"_a, "widths"_a, "layer"_a,
               "threads"_a, "The bytes of a sweep that goes only backwards, down to a layer.");
    module.def("layers_to_keep", &sweep::layers_to_keep, "plan"_a, "stride"_a);
    module.def(
        "bytes_to_keep",
        [](const Plan& plan, const std::vector<int>& layers) {
            return sweep::bytes_to_keep(plan, layers);
        },
        "plan"_a, "layers"_a);
}

}  // namespace

void bind_sweep(nb::module_& module) {
    using namespace nb::literals;
    nb::exception<frontier::OutOfBudget>(module, "OutOfBudget", PyExc_MemoryError);
    module.attr("large_layer") = sweep::large_layer;
    nb::exception<frontier::TooNarrow>(module, "TooNarrow", PyExc_OverflowError);
    module.def(
        "force_outgrowth",
        [](int times, int first_layer) {
            sweep::forced_outgrowth.times = times;
            sweep::forced_outgrowth.first_layer = first_layer;
        },
        "times"_a, "first_layer"_a = 0,
        "Rerun every stride, as if sums outgrew their counters: a hook for tests.");
    bind_plan(module);
    bind_traced(module);
    nb::class_<sweep::BackwardOnly>(module, "BackwardOnly",
                                    "The ways to complete the states of a layer.")
        .def(
            "tours",
            [](const sweep::BackwardOnly& self, const Edges& edges) {
                nb::gil_scoped_release released;
                const auto found = self.tours(edges);
                return std::pair(found.residue, found.exact);
            },
            "edges"_a,
            "The tours that use all of these edges, decided before the layer; whether that is "
            "the number itself.");
    nb::class_<Sweep>(module, "Sweep", "Closed tours or paths, with the order they are swept in.")
        .def("__init__", &make_sweep, "offsets"_a, "targets"_a, "order"_a, "paths"_a, "start"_a,
             "end"_a, "through"_a, "avoiding"_a, "mirror"_a)
        .def_prop_ro("impossible", &Sweep::impossible)
        .def_prop_ro("slot_count", [](const Sweep& sweep) { return sweep.schedule.slot_count; })
        .def_prop_ro("pairs", [](const Sweep& sweep) { return sweep.schedule.pairs; })
        .def_prop_ro("occupants", &occupants)
        .def(
            "plan",
            [](const Sweep& sweep, nb::object report) {
                return run_released(std::move(report), [&](Control& control) {
                    return sweep::make_plan(sweep, control);
                });
            },
            "report"_a.none() = nb::none())
        .def("count_blocks", &count_blocks, "plan"_a, nb::kw_only(),
             "moduli"_a = std::vector<std::uint64_t>{0}, "rounded"_a = false, "counter_bits"_a = 64,
             "threads"_a = 1, "memory"_a = 0, "scratch"_a = "", "scratch_name"_a = "",
             "checkpoint"_a = "", "checkpoint_seconds"_a = 60.0, "report"_a.none() = nb::none())
        .def("count_sparse", &count_sparse, "modulus"_a, "memory_bytes"_a, "checkpoint"_a,
             "checkpoint_seconds"_a, "report"_a.none())
        .def("sweep_and_back", &sweep_and_back, "plan"_a, "sections"_a, "modulus"_a, "threads"_a,
             "memory"_a, "scratch"_a, "report"_a.none())
        .def("backward_only", &backward_only, "plan"_a, "layer"_a, "modulus"_a, "threads"_a,
             "memory"_a, "report"_a.none(), "The ways to complete the states of a layer.")
        .def("edge_usage", &edge_usage, "memory_bytes"_a, "report"_a.none() = nb::none(),
             "Edges of the sweep's graph, words per number, and the tours that use each edge.")
        .def("decide", &decide, "inner"_a, "period"_a, "states"_a, "seconds"_a, "seed"_a.none(),
             "report"_a.none(), "A tour, or the proof that there is none.");
    nb::class_<TourIndex>(module, "TourIndex", "All tours of a question, numbered from 0.")
        .def_static("sparse", &index_of_states, "sweep"_a, "first"_a, "memory_bytes"_a,
                    "report"_a.none() = nb::none())
        .def_static("blocks", &index_of_blocks, "sweep"_a, "first"_a, "plan"_a, "layers"_a,
                    "directory"_a, "threads"_a, "report"_a.none() = nb::none(),
                    "nameless"_a = false)
        .def_static("open", &open_index, "sweep"_a, "first"_a, "plan"_a, "layers"_a, "directory"_a)
        .def_prop_ro("words", &TourIndex::words)
        .def_prop_ro("total", &TourIndex::total)
        .def_prop_ro("states", &TourIndex::states)
        .def_prop_ro("bytes", &TourIndex::bytes)
        .def("unrank", &unrank, "numbers"_a, "report"_a.none() = nb::none())
        .def("rank", &rank, "tours"_a, "report"_a.none() = nb::none());
}

}  // namespace babieca::bindings
