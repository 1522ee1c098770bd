// Orders of retirement for graphs nobody designed one for.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/layer_sizes.hpp"

namespace babieca::frontier {

// The slots a sweep in that order needs, without planning it: linear in the edges. Throws
// std::invalid_argument when the order is not a permutation of the vertices.
int frontier_width(const Graph& graph, std::span<const Vertex> order);

// log2 of the sum of 3^width over all layers: about how many states there are, in linear time.
double order_cost(const Graph& graph, std::span<const Vertex> order);

// A search for orders of one problem: greedy ones, improved by annealing with the exact number of
// counters over all layers as the cost.
//
// The vertices retire in *orbits* of a `mirror`: an automorphism of the problem that is its own
// inverse, given by the image of each vertex. A vertex and its image retire one right after the
// other. The identity, or nothing, leaves every vertex on its own. Orders leave the apex out.
class OrderSearch {
  public:
    OrderSearch(Problem problem, std::span<const Vertex> mirror = {});

    double counters(std::span<const Vertex> order) { return sizes_.total(order); }

    // Always retires the orbit that leaves the narrowest frontier, beginning with that of `first`.
    std::vector<Vertex> greedy(Vertex first) const;

    // The best of greedy orders from up to `starts` vertices.
    std::vector<Vertex> greediest(int starts, Control& control);

    // Moves one orbit at a time, `rounds` times, accepting what does not cost more and, less and
    // less often, what does. Deterministic for a given seed. The order must retire orbits together.
    std::vector<Vertex> improve(std::vector<Vertex> order, int rounds, std::uint64_t seed,
                                Control& control);

  private:
    using Orbit = std::array<Vertex, 2>;  // the second is -1 if the first is its own image

    std::vector<Orbit> orbits_of(std::span<const Vertex> order) const;
    void retire(const Orbit& orbit);
    double sizes_after(const Orbit& orbit);

    LayerSizes sizes_;
    Graph graph_;
    Vertex size_;  // without the apex
    std::vector<Vertex> mirror_;
};

}  // namespace babieca::frontier
