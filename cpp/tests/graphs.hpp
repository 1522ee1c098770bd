// Small graphs for the tests, and the check that a sequence is a tour.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "core/control.hpp"
#include "core/heuristics/box_space.hpp"
#include "core/tours/check.hpp"
#include "tests/check.hpp"

namespace babieca {

struct StopAtOnce : Control {
    bool keep_going(const Progress&) override { return false; }
};

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

inline Shape box(const std::vector<int>& sides) {
    return {{sides.begin(), sides.end()}, std::vector<bool>(sides.size())};
}

inline OwnedGraph knight_graph(const std::vector<int>& sides) {
    Control control;
    return heuristics::box_graph(sides, 1, 2, control);
}

inline OwnedGraph grid_graph(int rows, int columns) {
    Control control;
    return heuristics::box_graph({rows, columns}, 0, 1, control);
}

struct KnightBoard : OwnedGraph {
    // A retirement order: line by line along the longer side, even places and back by odd.
    std::vector<Vertex> order = {};
};

inline KnightBoard knight_board(int rows, int columns) {
    KnightBoard board{knight_graph({rows, columns})};
    const bool along_columns = columns >= rows;
    const int length = std::max(rows, columns), width = std::min(rows, columns);
    for (int line = 0; line < length; ++line) {
        const auto add = [&](int place) {
            board.order.push_back(along_columns ? place * columns + line : line * columns + place);
        };
        for (int place = 0; place < width; place += 2) add(place);
        for (int place = width - 1 - width % 2; place > 0; place -= 2) add(place);
    }
    return board;
}

// Schwenk's theorem: the rectangles with a closed tour.
inline bool schwenk(int rows, int columns) {
    const int m = std::min(rows, columns), n = std::max(rows, columns);
    return m * n % 2 == 0 && m != 1 && m != 2 && m != 4 &&
           !(m == 3 && (n == 4 || n == 6 || n == 8));
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
