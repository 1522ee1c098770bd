#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "core/counting/blocks.hpp"
#include "core/counting/checkpoint.hpp"
#include "core/counting/sparse.hpp"

namespace babieca::bindings {

namespace {

using Edges = std::vector<std::pair<Vertex, Vertex>>;

// A question with its sweep: what Python holds on to while it plans and counts.
struct CountingSweep {
    frontier::Problem problem;
    frontier::Schedule schedule;

    CountingSweep(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                  const Array<Vertex>& order, bool paths, Vertex start, Vertex end,
                  const Edges& through, const Edges& avoiding) {
        const Graph graph = graph_of(offsets, targets);
        const frontier::Constraints constraints{through, avoiding};
        problem = paths ? frontier::path_problem(graph, start, end, constraints)
                        : frontier::cycle_problem(graph, constraints);
        std::vector<Vertex> sequence(order.data(), order.data() + order.size());
        if (paths) sequence.push_back(problem.apex);
        schedule = problem.schedule(sequence);
    }

    bool impossible() const { return problem.contradiction || schedule.impossible; }

    std::vector<std::vector<Vertex>> occupants() const {
        std::vector<std::vector<Vertex>> all;
        for (const auto& layer : schedule.layers) all.push_back(layer.occupant);
        return all;
    }
};

nb::dict count_blocks(const CountingSweep& sweep, const counting::Plan& plan, std::uint64_t modulus,
                      int counter_bits, int threads, bool in_place, const std::string& checkpoint,
                      double checkpoint_seconds, nb::object report) {
    const counting::BlockOptions options{modulus,  counter_bits, threads,
                                         in_place, checkpoint,   checkpoint_seconds};
    const counting::BlockResult result = run_released(std::move(report), [&](Control& control) {
        return counting::count_blocks(sweep.problem, sweep.schedule, plan, options, control);
    });
    nb::dict record;
    record["residue"] = result.residue;
    record["exact"] = result.exact;
    record["counters"] = result.counters;
    record["peak_bytes"] = result.peak_bytes;
    record["resumed_at"] = result.resumed_at;
    return record;
}

nb::dict count_sparse(const CountingSweep& sweep, std::uint64_t modulus, std::uint64_t memory_bytes,
                      nb::object report) {
    const counting::SparseOptions options{modulus, memory_bytes};
    const counting::SparseResult result = run_released(std::move(report), [&](Control& control) {
        return counting::count_sparse(sweep.schedule, options, control);
    });
    nb::dict record;
    record["residue"] = result.residue;
    record["exact"] = result.exact;
    record["counters"] = result.counters;
    record["peak_states"] = result.peak_states;
    record["peak_bytes"] = result.peak_bytes;
    return record;
}

}  // namespace

void bind_counting(nb::module_& module) {
    using namespace nb::literals;
    nb::exception<counting::CheckpointError>(module, "CheckpointError", PyExc_ValueError);
    nb::exception<counting::OutOfBudget>(module, "OutOfBudget", PyExc_MemoryError);

    nb::class_<counting::LayerPlan>(module, "LayerPlan", "The size of one layer.")
        .def_ro("counters", &counting::LayerPlan::counters)
        .def_ro("blocks", &counting::LayerPlan::blocks)
        .def_ro("occupied", &counting::LayerPlan::occupied);
    nb::class_<counting::Plan>(module, "CountingPlan", "Exact sizes of a sweep by blocks.")
        .def_ro("slot_count", &counting::Plan::slot_count)
        .def_ro("layers", &counting::Plan::layers)
        .def_ro("total_counters", &counting::Plan::total_counters)
        .def_ro("peak_counters", &counting::Plan::peak_counters)
        .def_ro("in_place_counters", &counting::Plan::in_place_counters)
        .def("bytes_needed", &counting::bytes_needed, "counter_bytes"_a, "threads"_a,
             "in_place"_a = true);
    nb::class_<CountingSweep>(module, "CountingSweep", "A counting problem with its schedule.")
        .def(nb::init<const Array<std::int64_t>&, const Array<Vertex>&, const Array<Vertex>&, bool,
                      Vertex, Vertex, const Edges&, const Edges&>(),
             "offsets"_a, "targets"_a, "order"_a, "paths"_a, "start"_a, "end"_a, "through"_a,
             "avoiding"_a)
        .def_prop_ro("impossible", &CountingSweep::impossible)
        .def_prop_ro("slot_count", [](const CountingSweep& s) { return s.schedule.slot_count; })
        .def_prop_ro("occupants", &CountingSweep::occupants)
        .def("plan",
             [](const CountingSweep& s) { return counting::make_plan(s.problem, s.schedule); })
        .def("count_blocks", &count_blocks, "plan"_a, "modulus"_a, "counter_bits"_a, "threads"_a,
             "in_place"_a, "checkpoint"_a, "checkpoint_seconds"_a, "report"_a.none())
        .def("count_sparse", &count_sparse, "modulus"_a, "memory_bytes"_a, "report"_a.none());
}

}  // namespace babieca::bindings
