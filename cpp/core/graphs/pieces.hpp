// How many pieces a graph falls into when a vertex is taken out.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca {

// For each vertex v, the number of connected pieces of the graph without v, as far as they touch v.
// Above 1 means a cut vertex: no closed tour passes it, and above 2 no path does either. One
// depth-first search without recursion, linear in the edges (Hopcroft and Tarjan 1973).
inline std::vector<std::int32_t> pieces_without(const Graph& graph) {
    struct Visit {
        Vertex vertex;
        std::int64_t next;  // the edge to look at next
        std::int32_t lowest;
    };
    std::vector<std::int32_t> order(graph.vertex_count(), 0), pieces(graph.vertex_count(), 0);
    std::vector<Visit> stack;
    std::int32_t discovered = 0;
    for (Vertex root = 0; root < graph.vertex_count(); ++root) {
        if (order[root] > 0) continue;
        order[root] = ++discovered;
        stack.push_back({root, graph.offsets[root], discovered});
        while (!stack.empty()) {
            Visit& here = stack.back();
            if (here.next < graph.offsets[here.vertex + 1]) {
                const Vertex u = graph.targets[here.next++];
                if (order[u] > 0) {
                    here.lowest = std::min(here.lowest, order[u]);
                } else {
                    order[u] = ++discovered;
                    pieces[u] = 1;  // the piece above it; pieces below are added as they are found
                    stack.push_back({u, graph.offsets[u], discovered});
                }
                continue;
            }
            const Visit done = here;
            stack.pop_back();
            if (stack.empty()) break;
            Visit& parent = stack.back();
            if (done.lowest >= order[parent.vertex]) ++pieces[parent.vertex];
            parent.lowest = std::min(parent.lowest, done.lowest);
        }
    }
    return pieces;
}

}  // namespace babieca
