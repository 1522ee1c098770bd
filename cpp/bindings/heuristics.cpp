#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "bindings/bindings.hpp"
#include "core/graphs/low_points.hpp"
#include "core/heuristics/edge_search.hpp"
#include "core/heuristics/rotation.hpp"
#include "core/heuristics/stack_search.hpp"
#include "core/heuristics/warnsdorff.hpp"

namespace babieca::bindings {

namespace {

using namespace heuristics;

std::vector<Vertex> copy_of(const Array<Vertex>& vertices) {
    return {vertices.data(), vertices.data() + vertices.size()};
}

// Runs a search without the GIL. The answer is (outcome, squares, statistics); the outcome is 0
// found, 1 impossible, 2 limits reached.
template <typename Search>
nb::tuple answer_of(nb::object report, Search&& search) {
    Answer answer = run_released(std::move(report), search);
    nb::dict statistics;
    statistics["restarts"] = answer.restarts;
    statistics["backtracks"] = answer.backtracks;
    statistics["rotations"] = answer.rotations;
    statistics["nodes"] = answer.nodes;
    return nb::make_tuple(static_cast<int>(answer.outcome), to_numpy(std::move(answer.squares)),
                          statistics);
}

std::vector<Displacement> moves_of(const std::vector<int>& sides, int shorter, int longer) {
    return leaper_moves(static_cast<int>(sides.size()), shorter, longer);
}

Warnsdorff warnsdorff_from(const std::vector<int>& criteria, const Array<Vertex>& starts,
                           Vertex end, bool closed, std::int64_t attempts, std::uint64_t seed,
                           double seconds) {
    std::vector<Criterion> named;
    for (int criterion : criteria) named.push_back(static_cast<Criterion>(criterion));
    return {std::move(named), copy_of(starts), end, closed, attempts, seed, {0, seconds}};
}

nb::tuple warnsdorff_on_box(std::vector<int> sides, int shorter, int longer,
                            const std::vector<int>& criteria, const Array<Vertex>& starts,
                            Vertex end, bool closed, std::int64_t attempts, std::uint64_t seed,
                            double seconds, nb::object report, EventLog* log) {
    const auto how = warnsdorff_from(criteria, starts, end, closed, attempts, seed, seconds);
    return answer_of(std::move(report), [&](Control& control) {
        BoxSpace space(sides, moves_of(sides, shorter, longer));
        return warnsdorff(space, how, control, log);
    });
}

nb::tuple warnsdorff_on_graph(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                              const Array<std::int64_t>& corner, const Array<std::int64_t>& edge,
                              const std::vector<int>& criteria, const Array<Vertex>& starts,
                              Vertex end, bool closed, std::int64_t attempts, std::uint64_t seed,
                              double seconds, nb::object report, EventLog* log) {
    const auto how = warnsdorff_from(criteria, starts, end, closed, attempts, seed, seconds);
    return answer_of(std::move(report), [&](Control& control) {
        return warnsdorff(graph_of(offsets, targets), span_of(corner), span_of(edge), how, control,
                          log);
    });
}

nb::tuple fixed_order(const std::vector<int>& sides, std::vector<std::vector<int>> ranks,
                      std::vector<Vertex> switches, Vertex start, nb::object report) {
    Warnsdorff how{{Criterion::degree, Criterion::rank}, {start}};
    how.ranks = std::move(ranks);
    how.switches = std::move(switches);
    return answer_of(std::move(report), [&](Control& control) {
        BoxSpace space(sides, moves_of(sides, 1, 2));
        return warnsdorff(space, how, control);
    });
}

auto adjacency_in_move_order(const std::vector<int>& sides, int shorter, int longer) {
    OwnedGraph adjacency = run_released(nb::none(), [&](Control& control) {
        return ordered_adjacency(sides, moves_of(sides, shorter, longer), control);
    });
    return std::make_pair(to_numpy(std::move(adjacency.offsets)),
                          to_numpy(std::move(adjacency.targets)));
}

nb::tuple backtrack_on_graph(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                             const Array<Vertex>& starts, Vertex end, bool closed, bool warnsdorff,
                             bool prune, std::int64_t nodes, double seconds, nb::object report,
                             EventLog* log) {
    const StackSearch how{copy_of(starts), end, closed, warnsdorff, prune, {nodes, seconds}};
    return answer_of(std::move(report), [&](Control& control) {
        return stack_search(graph_of(offsets, targets), how, control, log);
    });
}

nb::tuple rotation_on_graph(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                            Vertex start, Vertex end, bool closed, std::uint64_t seed,
                            double seconds, nb::object report) {
    const Rotation how{start, end, closed, seed, {0, seconds}};
    return answer_of(std::move(report), [&](Control& control) {
        return rotation_extension(graph_of(offsets, targets), how, control);
    });
}

nb::tuple edge_search(const Array<std::int64_t>& offsets, const Array<Vertex>& targets, bool cycle,
                      Vertex start, Vertex end, Vertex first, double seconds, std::uint64_t seed,
                      nb::object report) {
    const EdgesTask task{cycle, start, end, first, {0, seconds}, seed};
    return answer_of(std::move(report), [&](Control& control) {
        return edge_tour(graph_of(offsets, targets), task, control);
    });
}

}  // namespace

void bind_heuristics(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<EventLog>(module, "EventLog", "The events of a traced search.")
        .def(nb::init<std::int64_t, std::int64_t>(), "skipped"_a, "most"_a)
        .def_prop_ro("full", &EventLog::full)
        .def("take", [](EventLog& self) { return to_numpy(self.take()); });
    module.def(
        "box_fits",
        [](const std::vector<int>& sides, int shorter, int longer) {
            return BoxSpace::fits(sides, moves_of(sides, shorter, longer));
        },
        "sides"_a, "shorter"_a, "longer"_a,
        "Whether Warnsdorff's rule can walk this box without an adjacency list.");
    module.def("warnsdorff_on_box", &warnsdorff_on_box, "sides"_a, "shorter"_a, "longer"_a,
               "criteria"_a, "starts"_a, "end"_a, "closed"_a, "attempts"_a, "seed"_a, "seconds"_a,
               "report"_a.none(), "log"_a.none() = nb::none());
    module.def("warnsdorff_on_graph", &warnsdorff_on_graph, "offsets"_a, "targets"_a, "corner"_a,
               "edge"_a, "criteria"_a, "starts"_a, "end"_a, "closed"_a, "attempts"_a, "seed"_a,
               "seconds"_a, "report"_a.none(), "log"_a.none() = nb::none());
    module.def("fixed_order_walk", &fixed_order, "sides"_a, "ranks"_a, "switches"_a, "start"_a,
               "report"_a.none());
    module.def("adjacency_in_move_order", &adjacency_in_move_order, "sides"_a, "shorter"_a,
               "longer"_a);
    module.def("backtrack", &backtrack_on_graph, "offsets"_a, "targets"_a, "starts"_a, "end"_a,
               "closed"_a, "warnsdorff"_a, "prune"_a, "nodes"_a, "seconds"_a, "report"_a.none(),
               "log"_a.none() = nb::none());
    module.def("rotation_extension", &rotation_on_graph, "offsets"_a, "targets"_a, "start"_a,
               "end"_a, "closed"_a, "seed"_a, "seconds"_a, "report"_a.none());
    module.def("edge_search", &edge_search, "offsets"_a, "targets"_a, "cycle"_a, "start"_a, "end"_a,
               "first"_a, "seconds"_a, "seed"_a, "report"_a.none(),
               "A tour by deciding edges, or the proof that there is none.");
    module.def(
        "pieces_without",
        [](const Array<std::int64_t>& offsets, const Array<Vertex>& targets) {
            const Graph graph = graph_of(offsets, targets);
            return to_numpy(
                run_released(nb::none(), [&](Control&) { return pieces_without(graph); }));
        },
        "offsets"_a, "targets"_a,
        "For each vertex, the number of pieces beside it of the graph without it.");
}

}  // namespace babieca::bindings
