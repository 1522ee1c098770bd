// Small graphs for the tests, and the check that a sequence is a tour.
#pragma once

#include <cstdlib>
#include <random>
#include <vector>

#include "core/control.hpp"
#include "core/tours/check.hpp"

namespace babieca {

struct StopAtOnce : Control {
    bool keep_going(const Progress&) override { return false; }
};

// Whether work throws an Error.
template <typename Error, typename Work>
bool throws(Work&& work) {
    try {
        work();
    } catch (const Error&) {
        return true;
    }
    return false;
}

template <typename Adjacent>
OwnedGraph graph_where(Vertex vertices, Adjacent&& adjacent) {
    OwnedGraph owned;
    for (Vertex u = 0; u < vertices; ++u) {
        for (Vertex v = 0; v < vertices; ++v)
            if (u != v && adjacent(u, v)) owned.targets.push_back(v);
        owned.offsets.push_back(static_cast<std::int64_t>(owned.targets.size()));
    }
    return owned;
}

inline Shape box(const std::vector<int>& sides, int shorter = 1, int longer = 2) {
    return {{sides.begin(), sides.end()}, std::vector<bool>(sides.size()), shorter, longer};
}

inline OwnedGraph knight_graph(const std::vector<int>& sides) {
    const Shape shape = box(sides);
    return graph_where(static_cast<Vertex>(shape.cells()),
                       [&](Vertex u, Vertex v) { return shape.is_move(u, v); });
}

inline OwnedGraph grid_graph(int rows, int columns) {
    const Shape shape = box({rows, columns}, 0, 1);
    return graph_where(rows * columns, [&](Vertex u, Vertex v) { return shape.is_move(u, v); });
}

inline OwnedGraph random_graph(Vertex vertices, double density, std::mt19937& random) {
    std::vector<char> edge(static_cast<std::size_t>(vertices) * vertices);
    std::bernoulli_distribution toss(density);
    for (Vertex u = 0; u < vertices; ++u)
        for (Vertex v = 0; v < u; ++v)
            edge[u * vertices + v] = edge[v * vertices + u] = toss(random);
    return graph_where(vertices, [&](Vertex u, Vertex v) { return edge[u * vertices + v]; });
}

inline bool is_tour(const Verdict& verdict, std::size_t squares, std::int64_t cells, bool closed) {
    return verdict.fault == Fault::none && static_cast<std::int64_t>(squares) == cells &&
           (!closed || verdict.ends_meet[0]);
}

inline bool is_tour(const Graph& graph, const std::vector<Vertex>& squares, bool closed) {
    const Rows<Vertex> row{squares, 1, static_cast<std::int64_t>(squares.size())};
    return is_tour(check_on_graph(row, graph), squares.size(), graph.vertex_count(), closed);
}

inline bool is_tour(const Shape& shape, const std::vector<Vertex>& squares, bool closed) {
    const Rows<Vertex> row{squares, 1, static_cast<std::int64_t>(squares.size())};
    return is_tour(check_on_board(row, shape, {}), squares.size(), shape.cells(), closed);
}

}  // namespace babieca
