// When each vertex enters, waits and retires.
//
// Vertices retire one by one in a given order; a retired vertex has its final two edges. The
// frontier has the unretired vertices with a retired neighbour, each in a slot. Layer t
// is the moment before step t; step t retires one vertex and leads to layer t + 1.
//
// Invariants
//   - A vertex keeps its slot from the step that brings it in until the step that retires it.
//   - The retiring vertex gives its slot to the first vertex that enters in the same step; other
//     entering vertices take the lowest free slots. A vertex that retires without ever having been
//     touched needs no slot.
//   - Every edge is decided once: at the step that retires the first of its two vertices.
//   - A slot can have type (degree so far) d at layer t only if its vertex has at least d retired
//     and at least 2 - d unretired neighbours, and no forced edge is contradicted. A free slot
//     has type 0.
//
// Mirror. Take an involution of the graph that maps forced edges to forced edges. In a layer whose
// retired vertices it maps to themselves, a state and its mirror image have the same count. A
// retirement order is *mirrored* if every vertex that is not its own image retires right before or
// after its image. Then
//   - images sit in slots i and slot_count - 1 - i with i < `pairs`; vertices that are their own
//     images sit between, in the slots from `pairs` to slot_count - 1 - pairs;
//   - only the layers between the retirements of two images are not symmetric: a sweep does not
//     store them. Of every other layer it stores half.
// If every waiting vertex is its own image, so is every state: `pairs` is 0, the mirror saves
// nothing, and every layer is stored.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca::frontier {

constexpr int most_slots = 32;

// A neighbour of the retiring vertex that retires later.
struct Candidate {
    Vertex vertex;
    int slot;     // where it sits after the step
    bool fresh;   // enters in this step, so it has type 0 before the step
    bool forced;  // the edge to it must be used
};

struct Step {
    Vertex vertex;  // retires
    int slot;       // where it sits before the step; -1: it was never touched and has type 0
    std::vector<Candidate> candidates;  // in increasing order of slot
    int forced_count;                   // candidates whose edge is forced
    bool all_entered;                   // after the step no vertex waits outside the frontier
};

struct Layer {
    std::vector<Vertex> occupant;        // per slot; -1: free
    std::vector<std::uint8_t> possible;  // per slot; bit d: type d is possible
    std::uint64_t full = 0;  // packed types when every occupant is done (2), free slots 0
    // With a mirror: the pairs of slots. The first pair whose types differ decides which image is
    // stored. The steps since the last symmetric layer do not touch the first `leading` pairs.
    std::vector<int> significance;
    int leading = 0;
    bool symmetric = true;  // without a mirror: true, every layer is stored
};

struct Schedule {
    int slot_count = 0;
    std::vector<Step> steps;    // one per vertex, in the order of retirement
    std::vector<Layer> layers;  // steps + 1 of them
    bool impossible = false;    // some slot has no possible type: there is no Hamiltonian cycle
    int pairs = 0;              // of mirrored slots; 0: no mirror

    // The first symmetric layer after a given layer.
    int next_stored(int layer) const {
        do ++layer;
        while (!layers[layer].symmetric);
        return layer;
    }
    std::vector<int> touched(int step) const;  // the slots whose types the step may change
};

// The types that a waiting vertex may have, one bit each: by its numbers of retired and unretired
// neighbours, and by its forced edges to each of them.
constexpr std::uint8_t possible_types(int past, int future, int forced_past, int forced_future) {
    std::uint8_t mask = 0;
    for (int d = 0; d <= 2; ++d)
        if (past >= d && future >= 2 - d && forced_past <= d && forced_future <= 2 - d)
            mask |= static_cast<std::uint8_t>(1 << d);
    return mask;
}

// The step that retires each vertex. Throws std::invalid_argument if the order is no permutation.
std::vector<int> retirement_times(const Graph& graph, std::span<const Vertex> order);

// Plans the sweep of the Hamiltonian cycles of `graph` that use every edge of `forced`. Forbidden
// edges are simply absent from the graph. `last_slot`, if not negative, names a vertex that is to
// sit in the highest slot (the apex of paths, which waits there from the first step to the last).
// Requires: `forced` are edges of the graph, sorted pairs (u, v) with u < v. Throws
// std::invalid_argument when the order is not a permutation, or when the frontier needs more than
// `most_slots` slots.
//
// `mirror`, if not empty, gives the image of every vertex. Throws std::invalid_argument if it is no
// involution, if it does not map the graph and the forced edges to themselves, or if the order is
// not mirrored.
Schedule make_schedule(const Graph& graph, std::span<const Vertex> order,
                       std::span<const Edge> forced = {}, Vertex last_slot = -1,
                       std::span<const Vertex> mirror = {});

}  // namespace babieca::frontier
