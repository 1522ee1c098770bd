// An undirected simple graph in compressed adjacency form, as a view of arrays.
//
// Invariant: the neighbours of v are targets[offsets[v]] .. targets[offsets[v + 1] - 1], in
// increasing order, without v itself and without repetition; u lists v if and only if v lists u.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace babieca {

using Vertex = std::int32_t;
using Edge = std::pair<Vertex, Vertex>;

struct Graph {
    std::span<const std::int64_t> offsets;  // vertex count + 1
    std::span<const Vertex> targets;

    Vertex vertex_count() const { return static_cast<Vertex>(offsets.size()) - 1; }
    std::span<const Vertex> neighbours(Vertex v) const {
        return targets.subspan(offsets[v], offsets[v + 1] - offsets[v]);
    }
    int degree(Vertex v) const { return static_cast<int>(offsets[v + 1] - offsets[v]); }
    bool adjacent(Vertex u, Vertex v) const {
        auto list = neighbours(u);
        return std::binary_search(list.begin(), list.end(), v);
    }
};

// A graph that owns its arrays.
struct OwnedGraph {
    std::vector<std::int64_t> offsets{0};
    std::vector<Vertex> targets;

    Graph view() const { return {offsets, targets}; }
};

}  // namespace babieca
