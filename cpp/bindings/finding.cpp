#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "bindings/bindings.hpp"
#include "core/constructions/rectangle.hpp"
#include "core/constructions/walk.hpp"
#include "core/heuristics/edge_tour.hpp"
#include "core/sweep/decide.hpp"

namespace babieca::bindings {

namespace {

using namespace constructions;

template <typename Number>
using Fresh = nb::ndarray<nb::numpy, Number, nb::ndim<1>>;

// The squares in order, or None where the construction found none, which proves nothing.
template <typename Index>
std::optional<Fresh<Index>> construct_rectangle(std::int64_t rows, std::int64_t columns, bool cycle,
                                                std::int64_t start, std::int64_t end,
                                                std::int64_t first,
                                                std::optional<std::uint64_t> seed,
                                                nb::object report) {
    const RectangleTask task{rows,  columns,          cycle,           start, end,
                             first, seed.has_value(), seed.value_or(0)};
    const int code =
        first < 0 ? -1
                  : code_of(first / columns - start / columns, first % columns - start % columns);
    auto squares = run_released(std::move(report), [&](Control& control) {
        auto links = construct(task, control);
        return links ? walk<Index>(*links, start < 0 ? 0 : start, code, control)
                     : std::vector<Index>{};
    });
    if (squares.empty()) return std::nullopt;
    return to_numpy(std::move(squares));
}

// (squares, complete, states); no squares and complete: proved that there is no tour.
std::tuple<Fresh<Vertex>, bool, std::int64_t> sweep_graph(
    const Array<std::int64_t>& offsets, const Array<Vertex>& targets, const Array<Vertex>& order,
    bool cycle, Vertex start, Vertex end, Vertex first, const Array<Vertex>& inner,
    std::int64_t period, std::int64_t states, double seconds, std::optional<std::uint64_t> seed,
    nb::object report) {
    const sweep::SweepTask task{cycle,
                                start,
                                end,
                                first,
                                {order.data(), order.size()},
                                {inner.data(), inner.size()},
                                period,
                                {states, seconds},
                                seed};
    const Graph graph = graph_of(offsets, targets);
    sweep::SweepResult result = run_released(
        std::move(report), [&](Control& control) { return sweep::decide(graph, task, control); });
    return {to_numpy(std::move(result.squares)), result.complete, result.states};
}

// (outcome, squares, statistics), as the heuristics answer.
std::tuple<int, Fresh<Vertex>, std::map<std::string, std::int64_t>> edge_search(
    const Array<std::int64_t>& offsets, const Array<Vertex>& targets, bool cycle, Vertex start,
    Vertex end, Vertex first, double seconds, std::uint64_t seed, nb::object report) {
    const heuristics::EdgesTask task{cycle, start, end, first, {0, seconds}, seed};
    const Graph graph = graph_of(offsets, targets);
    Answer answer = run_released(std::move(report), [&](Control& control) {
        return heuristics::edge_tour(graph, task, control);
    });
    return {static_cast<int>(answer.outcome),
            to_numpy(std::move(answer.squares)),
            {{"restarts", answer.restarts},
             {"backtracks", answer.backtracks},
             {"nodes", answer.nodes}}};
}

}  // namespace

void bind_finding(nb::module_& module) {
    using namespace nb::literals;
    const auto construction = [&](const char* name, auto function) {
        module.def(name, function, "rows"_a, "columns"_a, "cycle"_a, "start"_a, "end"_a, "first"_a,
                   "seed"_a.none(), "report"_a.none(),
                   "A tour of a rectangle with sides of 5 at least, by tiles and rails.");
    };
    construction("construct_rectangle", &construct_rectangle<std::int32_t>);
    construction("construct_large_rectangle", &construct_rectangle<std::int64_t>);
    module.def("sweep", &sweep_graph, "offsets"_a, "targets"_a, "order"_a, "cycle"_a, "start"_a,
               "end"_a, "first"_a, "inner"_a, "period"_a, "states"_a, "seconds"_a, "seed"_a.none(),
               "report"_a.none(), "A tour by the exact frontier sweep, or the proof of none.");
    module.def("edge_search", &edge_search, "offsets"_a, "targets"_a, "cycle"_a, "start"_a, "end"_a,
               "first"_a, "seconds"_a, "seed"_a, "report"_a.none(),
               "A tour by deciding edges, or the proof of none.");
}

}  // namespace babieca::bindings
