// Tours of the prefixes of a retirement order, read from one sweep.
//
// G_k is the subgraph of the first k vertices of the order. An edge is decided when its first
// vertex retires, so the sweep of a longer graph also builds every tour of G_k. Such a tour closes
// at some step t < k: the retiring vertex joins the two ends of the only fragment. Then every
// waiting vertex of G_k is done, every other waiting vertex is bare, and the apex of paths is done.
// The state before the step has one pair of ends, so it has one counter; there are few such states.
//
// Invariant: every tour of G_k belongs to exactly one closing. The longer graph must leave two
// neighbours after G_k to each vertex that G_k touches, or its states would be impossible.
#pragma once

#include <cstdint>
#include <vector>

#include "core/frontier/problem.hpp"

namespace babieca::frontier {

// A state of layer t with one pair of ends that step t closes to a tour of G_prefix.
struct Closing {
    std::uint64_t types;  // of the state, two bits per slot
    int prefix;           // vertices of the tour, without the apex
};

// All closings of step t, each once.
std::vector<Closing> closings(const Sweep& sweep, int t);

}  // namespace babieca::frontier
