#include "core/tours/check.hpp"

#include <algorithm>
#include <vector>

namespace babieca {

namespace {

template <typename Index, typename Allowed, typename IsMove>
Verdict check(std::span<const Index> order, std::int64_t cells, Allowed&& allowed,
              IsMove&& is_move) {
    std::vector<bool> visited(static_cast<std::size_t>(cells), false);
    const std::int64_t length = static_cast<std::int64_t>(order.size());
    for (std::int64_t step = 0; step < length; ++step) {
        const std::int64_t square = order[step];
        if (square < 0 || square >= cells || !allowed(square)) return {Fault::outside, step};
        if (visited[square]) return {Fault::repeated, step};
        visited[square] = true;
        if (step > 0 && !is_move(order[step - 1], square)) return {Fault::not_a_move, step};
    }
    // Two squares a move apart are an edge, not a cycle.
    const bool closes = length >= 3 && is_move(order[length - 1], order[0]);
    return {Fault::none, 0, closes};
}

}  // namespace

template <typename Index>
Verdict check_on_board(std::span<const Index> order, const Shape& shape,
                       std::span<const std::int64_t> holes) {
    auto allowed = [&](std::int64_t square) {
        return holes.empty() || !std::binary_search(holes.begin(), holes.end(), square);
    };
    auto is_move = [&](std::int64_t from, std::int64_t to) { return shape.is_move(from, to); };
    return check(order, shape.cells(), allowed, is_move);
}

template Verdict check_on_board(std::span<const std::int32_t>, const Shape&,
                                std::span<const std::int64_t>);
template Verdict check_on_board(std::span<const std::int64_t>, const Shape&,
                                std::span<const std::int64_t>);

Verdict check_on_graph(std::span<const Vertex> order, const Graph& graph) {
    auto allowed = [](std::int64_t) { return true; };
    auto is_move = [&](Vertex from, Vertex to) { return graph.adjacent(from, to); };
    return check(order, graph.vertex_count(), allowed, is_move);
}

}  // namespace babieca
