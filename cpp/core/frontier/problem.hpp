// The question of a sweep: Hamiltonian cycles of one graph with some edges forced.
//
// Closed tours are the cycles of the graph itself. Paths are the cycles through one more vertex,
// the apex, joined to every vertex that may be an end of the path: leaving the apex out of a cycle
// leaves the path. Forbidden edges are left out; forced edges are kept in a list.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/frontier/schedule.hpp"

namespace babieca::frontier {

// An undirected question: closed tours, or paths with given or free ends.
struct Undirected {
    bool paths = false;
    Vertex start = -1, end = -1;      // of paths, -1: free; of cycles, the first vertex in lists
    std::vector<Edge> through = {};   // every tour must use all of these
    std::vector<Edge> avoiding = {};  // and none of these; in both the lesser vertex comes first
};

struct Problem {
    OwnedGraph adjacency;
    std::vector<Edge> forced;
    Vertex apex = -1;  // -1: cycles; otherwise the last vertex of the graph
    // A proper colouring of all vertices but the apex by +1 and -1 (0 for the apex itself);
    // empty when there is none.
    std::vector<std::int8_t> colour;
    // There is no tour: an edge is forced and forbidden, three forced edges meet in a vertex, the
    // graph is not connected, or the colours do not balance.
    bool contradiction = false;
    // The sweep also builds the tours of prefixes (prefixes.hpp), whose colours balance otherwise.
    bool with_prefixes = false;

    Graph graph() const { return adjacency.view(); }

    // In a coloured problem, twice the colour sum of the retired vertices plus the colour-weighted
    // types of the waiting ones is one of these sums, depending on the type of the apex (0 without
    // one or before it enters). The missing edges of the apex complete it to twice the sum of all
    // colours.
    std::vector<int> allowed_sums(int apex_type) const;
};

// The apex of paths retires last.
Problem problem_of(const Graph& graph, const Undirected& question = {});

// A problem with its retirement order: the input of every engine over a frontier.
//
// Invariant: `impossible()` is true if constraints or degrees rule out every tour. Such a schedule
// must not be swept, because it lacks the contradictory constraints.
struct Sweep {
    Problem problem;
    Schedule schedule;
    Vertex start, end;           // as Undirected has them
    std::vector<Vertex> images;  // of the vertices under the mirror; empty: no mirror

    // `order` is a retirement order of the graph; the apex of paths is appended. `mirror`, if not
    // empty, gives the images of the vertices under a symmetry of the question; the order must be
    // mirrored by it (schedule.hpp).
    Sweep(const Graph& graph, std::span<const Vertex> order, const Undirected& question = {},
          std::span<const Vertex> mirror = {});

    bool impossible() const { return problem.contradiction || schedule.impossible; }
    int steps() const { return static_cast<int>(schedule.steps.size()); }

    // A hash of the problem and its schedule, which determine the meaning of a layer's counters.
    std::uint64_t fingerprint() const;
};

}  // namespace babieca::frontier
