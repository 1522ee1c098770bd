// A question with the order in which it is swept: what every engine over a frontier is given.
#pragma once

#include <cstdint>
#include <span>

#include "core/frontier/problem.hpp"

namespace babieca::frontier {

// Invariant: `impossible()` is true if constraints or degrees alone rule every tour out; the
// schedule must then not be swept, for the constraints that contradict one another are not in it.
struct Sweep {
    Problem problem;
    Schedule schedule;
    Vertex start = -1;  // the ends of a path, -1 where free; for a cycle, where it is written from
    Vertex end = -1;
    std::vector<Vertex> images;  // of the vertices under the mirror; empty: there is none

    // `order` is an order of the graph's vertices; the apex of paths is put after them. `mirror`,
    // if not empty, gives their images under a symmetry of the question for which it is mirrored.
    Sweep(const Graph& graph, std::span<const Vertex> order, bool paths, Vertex start = -1,
          Vertex end = -1, const Constraints& constraints = {},
          std::span<const Vertex> mirror = {});

    bool impossible() const { return problem.contradiction || schedule.impossible; }
    int steps() const { return static_cast<int>(schedule.steps.size()); }

    // Of everything that decides what the numbers of a layer mean.
    std::uint64_t fingerprint() const;

    // The same with one more edge that every tour must use, and without a mirror.
    Sweep through(Edge edge) const;
};

}  // namespace babieca::frontier
