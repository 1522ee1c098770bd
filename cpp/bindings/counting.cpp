#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "core/files/checkpoint.hpp"
#include "core/sweep/blocks.hpp"
#include "core/sweep/sparse.hpp"

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

nb::dict count_blocks(const CountingSweep& sweep, const sweep::Plan& plan, std::uint64_t modulus,
                      int counter_bits, int threads, bool in_place, const std::string& checkpoint,
                      double checkpoint_seconds, nb::object report) {
    const sweep::BlockOptions options{modulus,  counter_bits, threads,
                                      in_place, checkpoint,   checkpoint_seconds};
    const sweep::BlockResult result = run_released(std::move(report), [&](Control& control) {
        return sweep::count_blocks(sweep.problem, sweep.schedule, plan, options, control);
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
    const sweep::SparseOptions options{modulus, memory_bytes};
    const sweep::SparseResult result = run_released(std::move(report), [&](Control& control) {
        return sweep::count_sparse(sweep.schedule, options, control);
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
    nb::exception<files::CheckpointError>(module, "CheckpointError", PyExc_ValueError);
    nb::exception<sweep::OutOfBudget>(module, "OutOfBudget", PyExc_MemoryError);

    nb::class_<sweep::LayerPlan>(module, "LayerPlan", "The size of one layer.")
        .def_ro("counters", &sweep::LayerPlan::counters)
        .def_ro("blocks", &sweep::LayerPlan::blocks)
        .def_ro("occupied", &sweep::LayerPlan::occupied);
    nb::class_<sweep::Plan>(module, "CountingPlan", "Exact sizes of a sweep by blocks.")
        .def_ro("slot_count", &sweep::Plan::slot_count)
        .def_ro("layers", &sweep::Plan::layers)
        .def_ro("total_counters", &sweep::Plan::total_counters)
        .def_ro("peak_counters", &sweep::Plan::peak_counters)
        .def_ro("in_place_counters", &sweep::Plan::in_place_counters)
        .def("bytes_needed", &sweep::bytes_needed, "counter_bytes"_a, "threads"_a,
             "in_place"_a = true);
    nb::class_<CountingSweep>(module, "CountingSweep", "A counting problem with its schedule.")
        .def(nb::init<const Array<std::int64_t>&, const Array<Vertex>&, const Array<Vertex>&, bool,
                      Vertex, Vertex, const Edges&, const Edges&>(),
             "offsets"_a, "targets"_a, "order"_a, "paths"_a, "start"_a, "end"_a, "through"_a,
             "avoiding"_a)
        .def_prop_ro("impossible", &CountingSweep::impossible)
        .def_prop_ro("slot_count", [](const CountingSweep& s) { return s.schedule.slot_count; })
        .def_prop_ro("occupants", &CountingSweep::occupants)
        .def("plan", [](const CountingSweep& s) { return sweep::make_plan(s.problem, s.schedule); })
        .def("count_blocks", &count_blocks, "plan"_a, "modulus"_a, "counter_bits"_a, "threads"_a,
             "in_place"_a, "checkpoint"_a, "checkpoint_seconds"_a, "report"_a.none())
        .def("count_sparse", &count_sparse, "modulus"_a, "memory_bytes"_a, "report"_a.none());
}

}  // namespace babieca::bindings
