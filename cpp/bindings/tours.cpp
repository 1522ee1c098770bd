#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings/bindings.hpp"
#include "core/boards/shape.hpp"
#include "core/tours/check.hpp"

namespace babieca::bindings {

namespace {

Shape shape_of(std::vector<std::int64_t> sides, const std::vector<bool>& wraps,
               std::int64_t shorter, std::int64_t longer) {
    return Shape{std::move(sides), wraps, shorter, longer};
}

template <typename Index>
std::pair<int, std::int64_t> check_on_board(const Array<Index>& order,
                                            std::vector<std::int64_t> sides,
                                            const std::vector<bool>& wraps, std::int64_t shorter,
                                            std::int64_t longer, std::vector<std::int64_t> holes,
                                            bool closed) {
    nb::gil_scoped_release released;
    const Shape shape = shape_of(std::move(sides), wraps, shorter, longer);
    std::sort(holes.begin(), holes.end());
    auto allowed = [&](std::int64_t square) {
        return holes.empty() || !std::binary_search(holes.begin(), holes.end(), square);
    };
    auto is_move = [&](std::int64_t from, std::int64_t to) { return shape.is_move(from, to); };
    const Verdict verdict = check_sequence(std::span<const Index>(order.data(), order.size()),
                                           shape.cells(), closed, allowed, is_move);
    return {static_cast<int>(verdict.fault), verdict.step};
}

std::pair<int, std::int64_t> check_on_graph(const Array<std::int32_t>& order,
                                            const Array<std::int64_t>& offsets,
                                            const Array<Vertex>& targets, bool closed) {
    nb::gil_scoped_release released;
    const Graph graph = graph_of(offsets, targets);
    auto allowed = [](std::int64_t) { return true; };
    auto is_move = [&](std::int64_t from, std::int64_t to) {
        return graph.adjacent(static_cast<Vertex>(from), static_cast<Vertex>(to));
    };
    const Verdict verdict =
        check_sequence(std::span<const std::int32_t>(order.data(), order.size()),
                       graph.vertex_count(), closed, allowed, is_move);
    return {static_cast<int>(verdict.fault), verdict.step};
}

}  // namespace

void bind_tours(nb::module_& module) {
    using namespace nb::literals;
    const char* about =
        "First fault of a sequence (0 none, 1 outside, 2 repeated, 3 not a move, "
        "4 not closed) and its position from 0.";
    module.def("check_on_board", &check_on_board<std::int32_t>, "order"_a, "sides"_a, "wraps"_a,
               "shorter"_a, "longer"_a, "holes"_a, "closed"_a, about);
    module.def("check_on_board", &check_on_board<std::int64_t>, "order"_a, "sides"_a, "wraps"_a,
               "shorter"_a, "longer"_a, "holes"_a, "closed"_a, about);
    module.def("check_on_graph", &check_on_graph, "order"_a, "offsets"_a, "targets"_a, "closed"_a,
               about);
}

}  // namespace babieca::bindings
