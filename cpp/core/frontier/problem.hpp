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

struct Constraints {
    std::span<const Edge> through = {};   // every tour must use all of these
    std::span<const Edge> avoiding = {};  // and none of these
};

struct Problem {
    std::vector<std::int64_t> offsets;
    std::vector<Vertex> targets;
    std::vector<Edge> forced;
    Vertex apex = -1;  // -1: cycles; otherwise the last vertex of the graph
    // A proper colouring of all vertices but the apex by +1 and -1 (0 for the apex itself);
    // empty when there is none.
    std::vector<std::int8_t> colour;
    // There is no tour: an edge is forced and forbidden, three forced edges meet in a vertex, the
    // graph is not connected, or the colours do not balance.
    bool contradiction = false;

    Graph graph() const { return {offsets, targets}; }

    // In a coloured problem, twice the colour sum of the retired vertices plus the colour-weighted
    // types of the waiting ones is one of these sums, depending on the type of the apex (0 without
    // one or before it enters). The missing edges of the apex complete it to twice the sum of all
    // colours.
    std::vector<int> allowed_sums(int apex_type) const;
    Schedule schedule(std::span<const Vertex> order, std::span<const Vertex> mirror = {}) const {
        return make_schedule(graph(), order, forced, apex, mirror);
    }
};

Problem cycle_problem(const Graph& graph, const Constraints& constraints = {});

// Undirected paths. With a start, they end there; with an end too, they lead from one to the other;
// -1: free. The apex retires last.
Problem path_problem(const Graph& graph, Vertex start = -1, Vertex end = -1,
                     const Constraints& constraints = {});

}  // namespace babieca::frontier
