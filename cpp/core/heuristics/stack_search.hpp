// Depth-first search with an explicit stack (González), plain or with pruning.
//
// Plain, it is González's program: neighbours in the order given, or by Warnsdorff's rule with ties
// in that order. With pruning it is the exact method for small graphs: it leaves a square at once
// if the unvisited squares cannot be walked. A search that ends without a tour and without reaching
// its limits proves that there is none from the given starts.
#pragma once

#include <cstdint>
#include <vector>

#include "core/effort.hpp"
#include "core/events.hpp"

namespace babieca::heuristics {

struct StackSearch {
    std::vector<Vertex> starts = {};  // tried one after another; a closed tour needs only one
    Vertex end = -1;                  // the last square if not negative
    bool closed = false;
    bool warnsdorff = true;  // fewest onward moves first; otherwise neighbours in their order
    bool prune = false;
    Limits limits = {};
};

// The neighbours of a vertex are tried in the order of the graph, which may be any. With a log, the
// search is traced, and stops when the log is full.
Answer stack_search(const Graph& graph, const StackSearch& how, Control& control,
                    EventLog* log = nullptr);

}  // namespace babieca::heuristics
