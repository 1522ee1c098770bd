// Folding a graph by a symmetry: the quotient, with voltages.
//
// Let g be an automorphism of order m. The vertices of the folded graph are the orbits of g, each
// with a representative x; its edges are the orbits of edges. An edge from x to g^v(y) becomes an
// edge from orbit x to orbit y with *voltage* v (from y to x: -v), a number modulo m.
//
// A Hamiltonian cycle is *symmetric* if g maps it to itself, by a rotation or by a reflection.
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
// a tour apart), reflections the tours called Bergholtian (the tour crosses the centre twice).
//
// All cases become one question: Hamiltonian cycles of a graph with voltages whose total voltage is
// accepted. Folded paths close through an apex joined to the vertices that may be ends. An apex
// edge of voltage 1 leads to the middle of a path, an apex edge of voltage 0 to an end of it; a
// total of 1 means one of each.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/big_natural.hpp"
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

// The tours in question: cycles that g rotates, cycles that g reflects, symmetric paths, and
// symmetric paths whose ends are not joined.
enum class SymmetricTours { rotations, reflections, paths, open_paths };

struct FoldOptions {
    std::span<const Vertex> numbering = {};  // orbits are numbered in this order of the vertices
    // Folded edges that no tour can use are left out: edges of `avoiding`, and edges parallel to an
    // edge of `through`.
    std::span<const Edge> through = {}, avoiding = {};
};

// Folds the graph by a permutation that is not the identity and has at least three orbits.
Folded fold(const Graph& graph, std::span<const Vertex> image, SymmetricTours wanted,
            const FoldOptions& options = {});

// A vertex of a folded tour, and the sum of the sheets from the first vertex to this one.
struct Visit {
    Vertex orbit;
    int sheet;
};

// Appends the tour of the unfolded graph. With an apex, `visits` leaves the apex out and begins in
// the middle of the tour; else `total` is the sum of the sheets around the cycle.
void unfold(const Folded& folded, std::span<const Visit> visits, int total,
            std::vector<Vertex>& out);

// Unfolds a sequence of orbits: chooses among parallel edges. Returns an empty tour if no choice
// has an accepted total voltage. Throws std::invalid_argument for no orbits or an unknown orbit.
std::vector<Vertex> unfold(const Folded& folded, std::span<const Vertex> orbits);

// The folded graph without voltages and parallel edges.
OwnedGraph simple_graph(const Folded& folded, bool with_apex = true);

// A retirement order of the folded graph: the orbits as the retirement order `base` of all vertices
// first meets them, or an order found by search if that has fewer states. The apex comes last.
std::vector<Vertex> folded_order(const Folded& folded, std::span<const Vertex> base,
                                 Control& control);

struct FoldedCount {
    BigNatural count = {};
    std::uint64_t states = 0;  // of all layers
    std::uint64_t peak_bytes = 0;
    int slots = 0;
};

// Counts the Hamiltonian cycles whose total voltage is accepted, by a sweep over a hash table of
// states in a retirement order of the folded graph. A state has two counts if the parity of the
// total voltage decides, otherwise a voltage per fragment. Throws OutOfBudget before the
// tables outgrow `memory_bytes` (0: no limit).
FoldedCount count_folded(const Folded& folded, std::span<const Vertex> order,
                         std::uint64_t memory_bytes, Control& control);

// A part of the search for the tours of one of several folded questions: the number of the
// question, and a walk on its folded graph, as the positions of edges in the lists of their
// vertices. The task asks for all tours below the walk; the last edge has not been tried yet. An
// empty walk: all tours.
using FoldedTask = std::pair<int, std::vector<int>>;

// The result of a walk over tasks. Every tour below the tasks is either among `vertices` or below
// exactly one task of `left`, both in the sequence of the search, one question after another.
struct FoldedPiece {
    std::int64_t nodes = 0;
    std::vector<FoldedTask> left;
    std::vector<Vertex> vertices;  // each tour with all vertices of the unfolded graph
};

// Walks over the tasks, one after another, until `nodes` nodes have been entered. The same
// arguments give the same result on every machine. Throws std::invalid_argument if a task belongs
// to none of the questions.
FoldedPiece walk_folded(const std::vector<Folded>& questions, const std::vector<FoldedTask>& tasks,
                        std::int64_t nodes, Control& control);

}  // namespace babieca::fold
