// Orders of retirement for graphs nobody designed one for.
//
// The number of states grows about threefold with every slot, so the cost of an order is the sum of
// 3^width over its layers. Greedy orders from several starts are improved by moving one vertex at a
// time, accepting what does not cost more and, less and less often, what does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/graphs/graph.hpp"

namespace babieca::frontier {

// The slots a sweep in that order needs, without planning it: linear in the edges. Throws
// std::invalid_argument when the order is not a permutation of the vertices.
int frontier_width(const Graph& graph, std::span<const Vertex> order);

// log2 of the sum of 3^width over all layers.
double order_cost(const Graph& graph, std::span<const Vertex> order);

// Always retires the vertex that leaves the narrowest frontier, beginning with `first`.
std::vector<Vertex> greedy_order(const Graph& graph, Vertex first);

// The best of greedy orders from up to `starts` vertices, improved by `rounds` attempted moves.
// Deterministic for a given seed.
std::vector<Vertex> search_order(const Graph& graph, int starts, int rounds, std::uint64_t seed,
                                 Control& control);

// The improvement alone, from a given order.
std::vector<Vertex> improve_order(const Graph& graph, std::vector<Vertex> order, int rounds,
                                  std::uint64_t seed, Control& control);

}  // namespace babieca::frontier
