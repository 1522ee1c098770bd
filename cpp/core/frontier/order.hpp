// Retirement orders by search, for graphs without a designed order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/layer_sizes.hpp"

namespace babieca::frontier {

// The number of slots that a sweep in this order needs, in time linear in the edges. Throws
// std::invalid_argument if the order is not a permutation of the vertices.
int frontier_width(const Graph& graph, std::span<const Vertex> order);

// log2 of the sum of 3^width over all layers, an estimate of the states, in linear time.
double order_cost(const Graph& graph, std::span<const Vertex> order);

// A mirror: an automorphism of a problem that is its own inverse, as the images of all vertices but
// the apex. A vertex and its image form an *orbit* and retire one right after the other.
using Mirror = std::vector<Vertex>;

// The mirror in which every vertex is its own image.
Mirror no_mirror(const Problem& problem);

// A search for retirement orders of one problem: greedy orders, improved by annealing. The cost is
// the exact number of counters of all layers. Orders leave the apex out and retire orbits together.
class OrderSearch {
  public:
    explicit OrderSearch(Problem problem);

    const Problem& problem() const { return sizes_.problem(); }
    std::vector<double> layers(std::span<const Vertex> order) { return sizes_.layers(order); }
    double counters(std::span<const Vertex> order);  // of all layers

    // Retires first the orbit of `first`, then always the orbit that leaves the narrowest frontier.
    std::vector<Vertex> greedy(const Mirror& mirror, Vertex first) const;

    // The best greedy order from up to `starts` vertices.
    std::vector<Vertex> greediest(const Mirror& mirror, int starts, Control& control);

    struct Effort {
        int wider = 0;      // slots that the frontier may grow
        double larger = 1;  // the factor by which the largest layer may grow
        int rounds = 0;
        std::uint64_t seed = 0;
        int fixed = 0;  // leading orbits that stay in place
    };
    // Moves one orbit per round. Accepts every move that does not cost more, and ever fewer of the
    // others. Deterministic for a given seed.
    std::vector<Vertex> improve(const Mirror& mirror, std::vector<Vertex> order,
                                const Effort& effort, Control& control);

  private:
    using Orbit = std::array<Vertex, 2>;  // the second is -1 if the first is its own image
    // The effect of retiring an orbit.
    struct Made {
        double counters = 0, largest = 0;  // of its layers, and of the largest of them
        int width = 0;
    };

    std::vector<Orbit> orbits_of(const Mirror& mirror, std::span<const Vertex> order) const;
    Made made_by(const Orbit& orbit, LayerSizes::Moment& moment);

    LayerSizes sizes_;
    Graph graph_;
    Vertex size_;  // without the apex
};

}  // namespace babieca::frontier
