// Graphs for the tests of the search.
#pragma once

#include <random>
#include <utility>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca {

inline std::vector<Vertex> reversed_neighbours(const OwnedGraph& owned) {
    std::vector<Vertex> reversed;
    for (Vertex v = 0; v < owned.view().vertex_count(); ++v) {
        const auto list = owned.view().neighbours(v);
        reversed.insert(reversed.end(), list.rbegin(), list.rend());
    }
    return reversed;
}

template <typename Adjacent>
OwnedGraph graph_where(Vertex vertices, Adjacent&& adjacent) {
    OwnedGraph owned;
    for (Vertex u = 0; u < vertices; ++u) {
        for (Vertex v = 0; v < vertices; ++v) {
            if (u != v && adjacent(u, v)) owned.targets.push_back(v);
        }
        owned.offsets.push_back(static_cast<std::int64_t>(owned.targets.size()));
    }
    return owned;
}

inline OwnedGraph knight_graph(int rows, int columns) {
    return graph_where(rows * columns, [=](Vertex u, Vertex v) {
        const int down = std::abs(u / columns - v / columns);
        const int across = std::abs(u % columns - v % columns);
        return down * across == 2;
    });
}

inline OwnedGraph grid_graph(int rows, int columns) {
    return graph_where(rows * columns, [=](Vertex u, Vertex v) {
        return std::abs(u / columns - v / columns) + std::abs(u % columns - v % columns) == 1;
    });
}

inline OwnedGraph random_graph(Vertex vertices, double density, std::mt19937& random) {
    std::vector<char> edge(static_cast<std::size_t>(vertices) * vertices);
    std::bernoulli_distribution toss(density);
    for (Vertex u = 0; u < vertices; ++u) {
        for (Vertex v = 0; v < u; ++v)
            edge[u * vertices + v] = edge[v * vertices + u] = toss(random);
    }
    return graph_where(vertices, [&](Vertex u, Vertex v) { return edge[u * vertices + v]; });
}

}  // namespace babieca
