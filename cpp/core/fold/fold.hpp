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
// All cases become one question: Hamiltonian cycles of a graph with voltages whose total voltage is
// accepted. Folded paths close through an apex joined to the vertices that may be ends. An apex
// edge of voltage 1 leads to the middle of a path, one of voltage 0 to its ends; a total of 1 means
// one of each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/schedule.hpp"
#include "core/graphs/graph.hpp"

namespace babieca::fold {

// The edge from x to g^sheet(y) of the unfolded graph. For rotations the voltage equals the sheet.
struct FoldedEdge {
    Vertex to;
    int voltage;
    int sheet;
};

struct Folded {
    int sheets = 1;                              // m: voltages are numbers modulo m
    std::vector<std::vector<FoldedEdge>> edges;  // per orbit; parallel edges appear separately
    std::vector<Vertex> lift;                    // per orbit and i < m: g^i(representative)
    std::vector<bool> accepted;                  // per total voltage
    std::vector<Edge> forced;                    // pairs of orbits
    Vertex apex = -1;
    bool impossible = false;  // the sizes of the orbits rule out every tour

    int vertex_count() const { return static_cast<int>(edges.size()); }
    Vertex lifted(Vertex orbit, int sheet) const { return lift[orbit * sheets + sheet % sheets]; }
};

// The order m of a permutation of the vertices. Throws std::invalid_argument if it is not an
// automorphism.
int symmetry_order(const Graph& graph, std::span<const Vertex> image);

// The tours in question: cycles that g rotates or reflects, paths, and paths whose ends, images of
// one another, are not joined.
enum class Kept { rotations, reflections, paths, open_paths };

struct FoldOptions {
    std::span<const Vertex> numbering = {};  // orbits are numbered in this order of the vertices
    // Leave out folded edges that no tour can use: those in `avoiding`, and those parallel to one
    // in `through`.
    std::span<const Edge> through = {}, avoiding = {};
};

// Folds the graph by a permutation that is not the identity and has at least three orbits.
Folded fold(const Graph& graph, std::span<const Vertex> image, Kept kept,
            const FoldOptions& options = {});

// A vertex of a folded tour and the sum of the sheets from the first one.
struct Visit {
    Vertex orbit;
    int sheet;
};

// Appends the tour of the unfolded graph. With an apex, `visits` leaves the apex out and begins in
// the middle of the tour; else `total` is the sum of the sheets around the cycle.
void unfold(const Folded& folded, std::span<const Visit> visits, int total,
            std::vector<Vertex>& out);

// The same for a sequence of orbits: chooses among parallel edges. Returns nothing if no choice has
// an accepted total voltage.
std::vector<Vertex> unfold(const Folded& folded, std::span<const Vertex> orbits);

// The folded graph without voltages and parallel edges.
OwnedGraph simple_graph(const Folded& folded);

// A retirement order of the folded graph: the orbits as `base`, a retirement order of all vertices,
// first meets them, or an order found by search if that has fewer states. The apex comes last.
std::vector<Vertex> folded_order(const Folded& folded, std::span<const Vertex> base,
                                 Control& control);

struct FoldedCount {
    std::vector<std::uint64_t> count;  // little-endian words
    std::uint64_t states = 0;          // of all layers
    std::uint64_t peak_states = 0;     // of the largest layer
    std::uint64_t peak_bytes = 0;
    int slots = 0;
};

// Counts the Hamiltonian cycles whose total voltage is accepted, by a sweep over a hash table of
// states in a retirement order of the folded graph. A state has two counts if the parity of the
// total voltage decides, otherwise a voltage per fragment. Throws frontier::OutOfBudget before the
// tables outgrow `memory_bytes` (0: no limit).
FoldedCount count_folded(const Folded& folded, std::span<const Vertex> order,
                         std::uint64_t memory_bytes, Control& control);

}  // namespace babieca::fold
