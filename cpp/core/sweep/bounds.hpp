// Bounds on the number of tours.
//
// The number of pairs of matchings of a graph is a sharp bound on its tours. The edges of a closed
// tour of an even number of vertices, taken alternately, are two perfect matchings. For a path, one
// of the two leaves out both ends, or each leaves out one end if the number of vertices is odd. So
// there are at most as many tours as such pairs. A sweep counts matchings; its states are the sets
// of matched vertices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/order_choice.hpp"
#include "core/sweep/plan.hpp"

namespace babieca::sweep {

// Bounds that take no time.
//
// A directed Hamiltonian cycle is a permutation along edges, so there are at most as many as the
// permanent of the adjacency matrix, which Bregman's theorem bounds by the product of (d!)^(1/d)
// over the degrees d. On a bipartite graph every cycle gives each vertex of one colour one of
// d(d-1)/2 pairs of neighbours. Paths are cycles through one more vertex.
struct Bounds {
    double log2_bregman = 0;
    int bits = 1;  // the answer surely fits in so many

    // An estimate of the bits of the answer: 44 of 88 on 8x8, 261 of 403 on 8x32.
    int expected_bits() const;
    // An estimate of the bits of the sharp bound, rarely exceeded: 311 of 403.
    int expected_sharp_bits() const;
    // Whether one sweep with counters of this width probably, or surely, gives the number itself.
    bool one_sweep(int counter_bits) const;
    // The expected bytes of a counter, for each layer. The bits of the largest counter grow evenly
    // from layer to layer after a slow beginning. Counters of 6 bytes occur only in large layers
    // that are not `lent` to another sweep.
    std::vector<int> expected_widths(const Plan& plan, int counter_bits, bool lent) const;
};
Bounds bounds(const Graph& graph, const frontier::Undirected& question);

// How many matchings leave out 0, 1, …, `most_left_out` vertices; infinity if the frontier is wider
// than 20.
std::vector<double> matchings(const Graph& graph, std::span<const Edge> avoiding,
                              std::span<const Vertex> order, int most_left_out, Control& control);

// The bits that the answer surely fits in, by the best of all bounds. `order` is any retirement
// order.
int sharp_bound_bits(const Graph& graph, const frontier::Undirected& question,
                     std::span<const Vertex> order, Control& control);

}  // namespace babieca::sweep
