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

// A mirror: an automorphism of a problem that is its own inverse, by the image of each vertex but
// the apex. A vertex and its image, an *orbit*, retire one right after the other.
using Mirror = std::vector<Vertex>;

// The mirror in which every vertex is its own image.
Mirror no_mirror(const Problem& problem);

// A search for orders of one problem: greedy ones, improved by annealing with the exact number of
// counters over all layers as the cost. Orders leave the apex out; they retire orbits together.
class OrderSearch {
  public:
    explicit OrderSearch(Problem problem);

    const Problem& problem() const { return sizes_.problem(); }
    std::vector<double> layers(std::span<const Vertex> order) { return sizes_.layers(order); }
    double counters(std::span<const Vertex> order);  // of all layers together

    // Always retires the orbit that leaves the narrowest frontier, beginning with that of `first`.
    std::vector<Vertex> greedy(const Mirror& mirror, Vertex first) const;

    // The best of greedy orders from up to `starts` vertices.
    std::vector<Vertex> greediest(const Mirror& mirror, int starts, Control& control);

    // Moves one orbit at a time, `rounds` times, accepting what does not cost more and, less and
    // less often, what does. No layer gets larger than `larger` times the largest, for that is the
    // memory, and the frontier not wider by more than `wider` slots, for each has its price. The
    // first `fixed` orbits stay where they are. Deterministic for a given seed.
    struct Effort {
        int wider = 0;
        double larger = 1;
        int rounds = 0;
        std::uint64_t seed = 0;
        int fixed = 0;
    };
    std::vector<Vertex> improve(const Mirror& mirror, std::vector<Vertex> order,
                                const Effort& effort, Control& control);

  private:
    using Orbit = std::array<Vertex, 2>;  // the second is -1 if the first is its own image

    std::vector<Orbit> orbits_of(const Mirror& mirror, std::span<const Vertex> order) const;
    // What an orbit makes of a moment as it retires: counters, those of its largest layer, width.
    struct Made {
        double counters = 0, largest = 0;
        int width = 0;
    };

    Made made_by(const Orbit& orbit, LayerSizes::Moment& moment);

    LayerSizes sizes_;
    Graph graph_;
    Vertex size_;  // without the apex
};

}  // namespace babieca::frontier
