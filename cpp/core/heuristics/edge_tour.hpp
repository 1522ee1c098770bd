// The edge search on a whole graph: any board, any leaper, any plain graph of moderate size.
#pragma once

#include <cstdint>

#include "core/control.hpp"
#include "core/effort.hpp"
#include "core/graphs/graph.hpp"

namespace babieca::heuristics {

struct EdgesTask {
    bool cycle;
    Vertex start = -1;  // ends of a path, -1 where free; for a cycle, only with `first`
    Vertex end = -1;
    Vertex first = -1;  // the neighbour of `start` that must be linked with it
    Limits limits = {};
    std::uint64_t seed = 0;
};

// Restarts with a limit on wrong choices that doubles, so that in the end a restart is exhaustive
// and the answer, if time allows, is found or impossible. In the answer, `nodes` are choices and
// `backtracks` those taken back.
Answer edge_tour(const Graph& graph, const EdgesTask& task, Control& control);

}  // namespace babieca::heuristics
