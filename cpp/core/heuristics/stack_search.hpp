// Depth-first search with an explicit stack (González), plain or with pruning.
//
// Plain, it is González's program: neighbours in the order given, or by Warnsdorff's rule with ties
// in that order. With pruning it is the exact method for small graphs: before entering a square it
// asks whether what is left could still be walked. Either way, a search that ends by itself without
// a tour is a proof that there is none from the given starts.
#pragma once

#include <cstdint>
#include <vector>

#include "core/effort.hpp"
#include "core/events.hpp"

namespace babieca::heuristics {

struct StackSearch {
    std::vector<Vertex> starts;  // tried one after another; a closed tour needs only one
    Vertex end = -1;             // the last square if not negative
    bool closed = false;
    bool warnsdorff = true;  // fewest onward moves first; otherwise neighbours in their order
    bool prune = false;
    Limits limits;
};

// The neighbours of a vertex may be listed in any order: it is the order in which they are tried.
// With a log, the search is told to it, and stops when it is full.
Answer stack_search(const Graph& graph, const StackSearch& how, Control& control,
                    EventLog* log = nullptr);

// The compressed adjacency of a box with the neighbours in the order of the moves.
OwnedGraph ordered_adjacency(const std::vector<int>& sides,
                             const std::vector<std::vector<int>>& moves, Control& control);

}  // namespace babieca::heuristics
