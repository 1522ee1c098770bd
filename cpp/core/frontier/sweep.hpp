// A question with its retirement order: the input of every engine over a frontier.
#pragma once

#include <cstdint>
#include <span>

#include "core/frontier/problem.hpp"

namespace babieca::frontier {

// Invariant: `impossible()` is true if constraints or degrees rule out every tour. Such a schedule
// must not be swept, because it lacks the contradictory constraints.
struct Sweep {
    Problem problem;
    Schedule schedule;
    Vertex start = -1;  // the ends of a path, -1: free; of a cycle, its first vertex in lists
    Vertex end = -1;
    std::vector<Vertex> images;  // of the vertices under the mirror; empty: no mirror

    // `order` is a retirement order of the graph; the apex of paths is appended. `mirror`, if not
    // empty, gives the images of the vertices under a symmetry of the question; the order must be
    // mirrored by it (schedule.hpp).
    Sweep(const Graph& graph, std::span<const Vertex> order, bool paths, Vertex start = -1,
          Vertex end = -1, const Constraints& constraints = {},
          std::span<const Vertex> mirror = {});

    bool impossible() const { return problem.contradiction || schedule.impossible; }
    int steps() const { return static_cast<int>(schedule.steps.size()); }

    // A hash of everything that determines the meaning of a layer's counters.
    std::uint64_t fingerprint() const;
};

}  // namespace babieca::frontier
