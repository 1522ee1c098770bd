// When each vertex enters, waits and retires.
//
// Vertices retire one by one in a given order; a retired vertex has its final two edges. The
// frontier holds the vertices not yet retired that a retired one may touch, each in a slot. Layer t
// is the moment before step t; step t retires one vertex and leads to layer t + 1.
//
// Invariants
//   - A vertex keeps its slot from the step that brings it in until the step that retires it.
//   - The retiring vertex gives its slot to the first vertex that enters in the same step; other
//     entering vertices take the lowest free slots. A vertex that retires without ever having been
//     touched needs no slot.
//   - Every edge is decided once: at the step that retires the first of its two vertices.
//   - A slot can have type (degree so far) d at layer t only if its vertex has at least d retired
//     neighbours and at least 2 - d unretired ones, and no forced edge is contradicted. A free slot
//     has type 0.
//
// Mirror. An involution of the graph that keeps the forced edges makes the counts of a state and of
// its mirror image equal wherever the retired vertices are mapped to themselves. An order is
// *mirrored* if every vertex that is not its own image retires right before or after its image.
// Then
//   - images sit in slots i and slot_count - 1 - i with i < `pairs`; vertices that are their own
//     images sit between, in the slots from `pairs` to slot_count - 1 - pairs;
//   - the layers between the retirements of two images, and only those, are not symmetric: a sweep
//     passes through them, and stores half of each of the others.
// If every vertex that ever waits is its own image, `pairs` is 0: so is every state, a mirror saves
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
    bool fresh;   // enters in this step, hence has type 0 whatever its slot held before
    bool forced;  // the edge to it must be used
};

struct Step {
    Vertex vertex;  // the one that retires
    int slot;       // where it sits before the step; -1: it was never touched and has type 0
    std::vector<Candidate> candidates;  // in increasing order of slot
    int forced_count;                   // candidates whose edge is forced
    bool all_entered;                   // after the step no vertex waits outside the frontier
};

struct Layer {
    std::vector<Vertex> occupant;        // per slot; -1: free
    std::vector<std::uint8_t> possible;  // per slot; bit d: type d is possible
    std::uint64_t full = 0;  // packed types when every occupant is done (2), free slots 0
    // Mirror only: the pairs of slots, those first by which a state and its image are told apart
    // first; the leading ones are not touched by the steps since the last symmetric layer.
    std::vector<int> significance;
    int leading = 0;
    bool symmetric = true;  // without a mirror: true, every layer is stored
};

struct Schedule {
    int slot_count = 0;
    std::vector<Step> steps;    // one per vertex, in the order of retirement
    std::vector<Layer> layers;  // steps + 1 of them
    // An empty mask somewhere: no Hamiltonian cycle satisfies the constraints.
    bool impossible = false;
    int pairs = 0;  // of mirrored slots; 0: no mirror

    // The first symmetric layer after a given one.
    int next_stored(int layer) const {
        do ++layer;
        while (!layers[layer].symmetric);
        return layer;
    }
    std::vector<int> touched(int step) const;  // the slots whose types the step may change
};

// Which types a waiting vertex may have, one bit each: by its retired and unretired neighbours, and
// by how many of either it is forced to be joined to.
constexpr std::uint8_t possible_types(int past, int future, int forced_past, int forced_future) {
    std::uint8_t mask = 0;
    for (int d = 0; d <= 2; ++d)
        if (past >= d && future >= 2 - d && forced_past <= d && forced_future <= 2 - d)
            mask |= static_cast<std::uint8_t>(1 << d);
    return mask;
}

// When each vertex retires. Throws std::invalid_argument when the order is not a permutation.
std::vector<int> retirement_times(const Graph& graph, std::span<const Vertex> order);

// Plans the sweep of the Hamiltonian cycles of `graph` that use every edge of `forced`. Forbidden
// edges are simply absent from the graph. `last_slot`, if not negative, names a vertex that is to
// sit in the highest slot (the apex of paths, which waits there from the first step to the last).
// Throws std::invalid_argument when the order is not a permutation, when a forced edge is not an
// edge, or when the frontier needs more than `most_slots` slots.
//
// `mirror`, if not empty, gives the image of every vertex under an involution;
// std::invalid_argument too when it is none, does not keep the graph and the forced edges, or when
// the order is not mirrored.
Schedule make_schedule(const Graph& graph, std::span<const Vertex> order,
                       std::span<const Edge> forced = {}, Vertex last_slot = -1,
                       std::span<const Vertex> mirror = {});

}  // namespace babieca::frontier
