#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "core/files/layer_file.hpp"
#include "core/frontier/natural.hpp"
#include "core/frontier/state_table.hpp"
#include "core/sweep/tour_index.hpp"

namespace babieca::bindings {
namespace {

using sweep::TourIndex;
using Edges = std::vector<std::pair<Vertex, Vertex>>;

// A question as the sweep sees it: closed tours, or paths with the ends given (-1: any).
struct Asked {
    frontier::Problem problem;
    frontier::Schedule schedule;

    Asked(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
          const Array<Vertex>& order, bool paths, Vertex start, Vertex end, const Edges& through,
          const Edges& avoiding) {
        const Graph graph = graph_of(offsets, targets);
        const frontier::Constraints constraints{through, avoiding};
        problem = paths ? frontier::path_problem(graph, start, end, constraints)
                        : frontier::cycle_problem(graph, constraints);
        std::vector<Vertex> sequence(order.data(), order.data() + order.size());
        if (paths) sequence.push_back(problem.apex);
        schedule = problem.schedule(sequence);
    }
    bool impossible() const { return problem.contradiction || schedule.impossible; }
};

auto unrank(const TourIndex& index, const Array<std::uint64_t>& numbers, nb::object report) {
    return to_numpy(run_released(report, [&](Control& control) {
        return index.unrank({numbers.data(), numbers.size()}, control);
    }));
}

auto rank(const TourIndex& index, const Array<Vertex>& tours, nb::object report) {
    return to_numpy(run_released(report, [&](Control& control) {
        return index.rank({tours.data(), tours.size()}, control);
    }));
}

nb::tuple edge_usage(const Asked& asked, std::uint64_t memory_bytes, nb::object report) {
    auto usage = run_released(report, [&](Control& control) {
        return sweep::edge_usage(asked.problem, asked.schedule, memory_bytes, control);
    });
    return nb::make_tuple(usage.edges, usage.words, to_numpy(std::move(usage.counts)));
}

}  // namespace

void bind_sampling(nb::module_& module) {
    using namespace nb::literals;
    nb::exception<frontier::OutOfMemoryBudget>(module, "OutOfMemoryBudget", PyExc_MemoryError);
    nb::exception<frontier::TooNarrow>(module, "TooNarrow", PyExc_OverflowError);
    nb::exception<files::LayerFileError>(module, "LayerFileError", PyExc_ValueError);
    module.def("layers_to_keep", &sweep::layers_to_keep, "plan"_a, "stride"_a);
    module.def(
        "bytes_to_keep",
        [](const sweep::Plan& plan, const std::vector<int>& layers) {
            return sweep::bytes_to_keep(plan, layers);
        },
        "plan"_a, "layers"_a);
    nb::class_<Asked>(module, "SamplingQuestion", "Closed tours or paths, with their sweep.")
        .def(nb::init<const Array<std::int64_t>&, const Array<Vertex>&, const Array<Vertex>&, bool,
                      Vertex, Vertex, const Edges&, const Edges&>(),
             "offsets"_a, "targets"_a, "order"_a, "paths"_a, "start"_a, "end"_a, "through"_a,
             "avoiding"_a)
        .def_prop_ro("impossible", &Asked::impossible)
        .def_prop_ro("slot_count", [](const Asked& asked) { return asked.schedule.slot_count; })
        .def("plan",
             [](const Asked& asked) { return sweep::make_plan(asked.problem, asked.schedule); })
        .def("edge_usage", &edge_usage, "memory_bytes"_a, "report"_a.none() = nb::none(),
             "Edges of the sweep's graph, words per number, and the tours that use each edge.");
    nb::class_<TourIndex>(module, "TourIndex", "All tours of a question, numbered from 0.")
        .def_static(
            "sparse",
            [](const Asked& asked, Vertex first, std::uint64_t memory_bytes, nb::object report) {
                return run_released(report, [&](Control& control) {
                    return sweep::make_sparse_index(asked.problem, asked.schedule, first,
                                                    memory_bytes, control);
                });
            },
            "question"_a, "first"_a, "memory_bytes"_a, "report"_a.none() = nb::none())
        .def_static(
            "blocks",
            [](const Asked& asked, Vertex first, const sweep::Plan& plan, std::vector<int> layers,
               std::string directory, int threads, nb::object report) {
                return run_released(report, [&](Control& control) {
                    return sweep::make_block_index(asked.problem, asked.schedule, first, plan,
                                                   {layers, directory, threads}, control);
                });
            },
            "question"_a, "first"_a, "plan"_a, "layers"_a, "directory"_a, "threads"_a,
            "report"_a.none() = nb::none())
        .def_static(
            "open",
            [](const Asked& asked, Vertex first, const sweep::Plan& plan, std::vector<int> layers,
               std::string directory) {
                return sweep::open_block_index(asked.problem, asked.schedule, first, plan,
                                               {layers, directory, 1});
            },
            "question"_a, "first"_a, "plan"_a, "layers"_a, "directory"_a)
        .def_prop_ro("words", &TourIndex::words)
        .def_prop_ro("total", &TourIndex::total)
        .def_prop_ro("states", &TourIndex::states)
        .def_prop_ro("bytes", &TourIndex::bytes)
        .def("unrank", &unrank, "numbers"_a, "report"_a.none() = nb::none())
        .def("rank", &rank, "tours"_a, "report"_a.none() = nb::none());
}

}  // namespace babieca::bindings
