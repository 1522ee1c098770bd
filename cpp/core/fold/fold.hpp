// Folding a graph by a symmetry: the quotient, with voltages.
//
// Let g be an automorphism of order m. The vertices of the folded graph are the orbits of g, each
// with a representative x; its edges are the orbits of edges. An edge from x to g^v(y) becomes an
// edge from orbit x to orbit y with *voltage* v (from y to x: -v), a number modulo m.
//
// Which Hamiltonian cycles does g keep? On the cycle g acts as a rotation or as a reflection.
//   Rotation: every orbit has m vertices, and the cycle is the lift of a Hamiltonian cycle of the
//   folded graph. Such a lift is one cycle, and not several, exactly when the voltages along the
//   folded cycle add up to a generator of Z_m.
//   Reflection: m = 2, and the cycle is folded flat onto a Hamiltonian path of the folded graph.
//   At each end of that path sits a fixed vertex, or a vertex joined to its own image. Interior
//   vertices are not fixed.
// A path can only be reversed by g: m = 2, and it is folded at its middle, which is a fixed vertex
// or an edge from a vertex to its own image; the other end of the folded path is free.
//
// For the half-turn of a board, rotations are the tours called Eulerian (opposite squares are half
// a tour apart), reflections those called Bergholtian (the tour crosses the centre twice).
//
// Both questions become the same one: Hamiltonian cycles of a graph with voltages whose total
// voltage is accepted. Folded paths close through an apex joined to the vertices that may be ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/schedule.hpp"
#include "core/graphs/graph.hpp"

namespace babieca::fold {

// `sheet` says which edge of the unfolded graph it is: from x to g^sheet(y). What is summed up is
// `voltage`, the same number for rotations; folded paths count something else with it.
struct FoldedEdge {
    Vertex to;
    int voltage;
    int sheet;
};

struct Folded {
    int order = 1;                               // m: voltages are numbers modulo m
    std::vector<std::vector<FoldedEdge>> edges;  // per orbit; parallel edges appear separately
    std::vector<Vertex> lift;                    // per orbit and i < order: g^i(representative)
    std::vector<bool> accepted;                  // per total voltage
    std::vector<Edge> forced;                    // pairs of orbits
    Vertex apex = -1;
    bool impossible = false;  // the shape of the orbits alone rules every tour out

    int vertex_count() const { return static_cast<int>(edges.size()); }
};

// The order of a permutation of the vertices. Throws std::invalid_argument if it is not an
// automorphism.
int order_of(const Graph& graph, std::span<const Vertex> image);

// The questions. The graph has at least three orbits; the permutation is not the identity. Paths
// may be asked to be open: their ends, images of one another, are then not joined.
Folded fold_for_rotation(const Graph& graph, std::span<const Vertex> image);
Folded fold_for_reflection(const Graph& graph, std::span<const Vertex> image);
Folded fold_for_paths(const Graph& graph, std::span<const Vertex> image, bool only_open = false);

// The folded graph without voltages and without parallel edges, and a good order for its sweep.
OwnedGraph simple_graph(const Folded& folded);

// Orbits in the order in which `base`, an order of all vertices, first meets them, or an order
// found by search where that is narrower. The apex comes last.
std::vector<Vertex> folded_order(const Folded& folded, std::span<const Vertex> base,
                                 Control& control);

}  // namespace babieca::fold
