#include "bindings/bindings.hpp"
#include "core/heuristics/finders.hpp"

namespace babieca::bindings {

namespace {

using namespace heuristics;

// (outcome, squares, statistics); the outcome is 0 found, 1 impossible, 2 limits reached.
constexpr auto as_tuple = [](Answer answer) {
    return nb::make_tuple(static_cast<int>(answer.outcome), to_python(std::move(answer.squares)),
                          record("restarts", answer.restarts, "backtracks", answer.backtracks,
                                 "rotations", answer.rotations, "nodes", answer.nodes));
};

std::vector<Displacement> moves_of(const std::vector<int>& sides, int shorter, int longer) {
    return leaper_moves(static_cast<int>(sides.size()), shorter, longer);
}

Warnsdorff warnsdorff_from(const std::vector<int>& criteria, Vertices starts, Vertex end,
                           bool closed, std::int64_t attempts, std::uint64_t seed, double seconds) {
    std::vector<Criterion> named;
    for (int criterion : criteria) named.push_back(static_cast<Criterion>(criterion));
    return {std::move(named), copy_of(starts), end, closed, attempts, seed, {0, seconds}};
}

Answer warnsdorff_on_box(std::vector<int> sides, int shorter, int longer,
                         const std::vector<int>& criteria, Vertices starts, Vertex end, bool closed,
                         std::int64_t attempts, std::uint64_t seed, double seconds,
                         Control& control, EventLog* log) {
    return warnsdorff({sides, moves_of(sides, shorter, longer)},
                      warnsdorff_from(criteria, starts, end, closed, attempts, seed, seconds),
                      control, log);
}

Answer warnsdorff_on_graph(Offsets offsets, Vertices targets, Array<std::int64_t> corner,
                           Array<std::int64_t> edge, const std::vector<int>& criteria,
                           Vertices starts, Vertex end, bool closed, std::int64_t attempts,
                           std::uint64_t seed, double seconds, Control& control, EventLog* log) {
    return warnsdorff({offsets, targets}, corner, edge,
                      warnsdorff_from(criteria, starts, end, closed, attempts, seed, seconds),
                      control, log);
}

Answer fixed_order(const std::vector<int>& sides, std::vector<std::vector<int>> ranks,
                   std::vector<Vertex> switches, Vertex start, Control& control) {
    Warnsdorff how{{Criterion::degree, Criterion::rank}, {start}};
    how.ranks = std::move(ranks);
    how.switches = std::move(switches);
    return warnsdorff({sides, moves_of(sides, 1, 2)}, how, control);
}

}  // namespace

void bind_heuristics(nb::module_& module) {
    nb::class_<EventLog>(module, "EventLog", "The events of a traced search.")
        .def(nb::init<std::int64_t, std::int64_t>(), "skipped"_a, "most"_a)
        .def_prop_ro("full", &EventLog::full)
        .def("take", [](EventLog& self) { return to_python(self.take()); });
    module.def(
        "box_fits",
        [](const std::vector<int>& sides, int shorter, int longer) {
            return fits({sides, moves_of(sides, shorter, longer)});
        },
        "sides"_a, "shorter"_a, "longer"_a,
        "Whether Warnsdorff's rule can walk this box without an adjacency list.");
    module.def("warnsdorff_on_box", released(&warnsdorff_on_box, as_tuple), "sides"_a, "shorter"_a,
               "longer"_a, "criteria"_a, "starts"_a, "end"_a, "closed"_a, "attempts"_a, "seed"_a,
               "seconds"_a, "report"_a.none(), "log"_a.none() = nb::none());
    module.def("warnsdorff_on_graph", released(&warnsdorff_on_graph, as_tuple), "offsets"_a,
               "targets"_a, "corner"_a, "edge"_a, "criteria"_a, "starts"_a, "end"_a, "closed"_a,
               "attempts"_a, "seed"_a, "seconds"_a, "report"_a.none(), "log"_a.none() = nb::none());
    module.def("fixed_order_walk", released(&fixed_order, as_tuple), "sides"_a, "ranks"_a,
               "switches"_a, "start"_a, "report"_a.none());
    module.def(
        "adjacency_in_move_order",
        released(+[](const std::vector<int>& sides, int shorter, int longer, Control& control) {
            auto graph = ordered_adjacency(sides, moves_of(sides, shorter, longer), control);
            return std::tuple(std::move(graph.offsets), std::move(graph.targets));
        }),
        "sides"_a, "shorter"_a, "longer"_a, "report"_a.none() = nb::none());
    module.def("backtrack",
               released(
                   +[](Offsets offsets, Vertices targets, Vertices starts, Vertex end, bool closed,
                       bool warnsdorff, bool prune, std::int64_t nodes, double seconds,
                       Control& control, EventLog* log) {
                       const StackSearch how{copy_of(starts), end,   closed,
                                             warnsdorff,      prune, {nodes, seconds}};
                       return stack_search({offsets, targets}, how, control, log);
                   },
                   as_tuple),
               "offsets"_a, "targets"_a, "starts"_a, "end"_a, "closed"_a, "warnsdorff"_a, "prune"_a,
               "nodes"_a, "seconds"_a, "report"_a.none(), "log"_a.none() = nb::none());
    module.def("rotation_extension",
               released(
                   +[](Offsets offsets, Vertices targets, Vertex start, Vertex end, bool closed,
                       std::uint64_t seed, double seconds, Control& control) {
                       const Rotation how{start, end, closed, seed, {0, seconds}};
                       return rotation_extension({offsets, targets}, how, control);
                   },
                   as_tuple),
               "offsets"_a, "targets"_a, "start"_a, "end"_a, "closed"_a, "seed"_a, "seconds"_a,
               "report"_a.none());
    module.def("edge_search",
               released(
                   +[](Offsets offsets, Vertices targets, bool cycle, Vertex start, Vertex end,
                       Vertex first, double seconds, std::uint64_t seed, Control& control) {
                       const EdgesRequest how{cycle, start, end, first, {0, seconds}, seed};
                       return edge_tour({offsets, targets}, how, control);
                   },
                   as_tuple),
               "offsets"_a, "targets"_a, "cycle"_a, "start"_a, "end"_a, "first"_a, "seconds"_a,
               "seed"_a, "report"_a.none(),
               "A tour by deciding edges, or the proof that there is none.");
    module.def(
        "pieces_without",
        [](Offsets offsets, Vertices targets) {
            return to_python(pieces_without({offsets, targets}));
        },
        "offsets"_a, "targets"_a,
        "For each vertex, the components of the graph without it that are adjacent to it.");
}

}  // namespace babieca::bindings
