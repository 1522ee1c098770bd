// Small graphs for the tests, plain search for all their tours, and the check of one tour.
#pragma once

#include <cstdint>
#include <numeric>
#include <set>
#include <span>

#include "core/heuristics/finders.hpp"
#include "core/tours/check.hpp"
#include "tests/check.hpp"

namespace babieca {

using Edges = std::vector<Edge>;
using Walk = std::vector<Vertex>;

inline Edges random_edges(int n, double density, std::mt19937& random, bool bipartite = false) {
    Edges edges;
    std::bernoulli_distribution keep(density);
    for (int u = 0; u < n; ++u)
        for (int v = u + 1; v < n; ++v)
            if ((!bipartite || (u + v) % 2) && keep(random)) edges.push_back({u, v});
    return edges;
}

inline Walk in_order(int n) {
    Walk vertices(n);
    std::iota(vertices.begin(), vertices.end(), 0);
    return vertices;
}

inline Walk shuffled(int n, std::mt19937& random) {
    Walk vertices = in_order(n);
    std::shuffle(vertices.begin(), vertices.end(), random);
    return vertices;
}

// A random graph, a random retirement order, and random edges to use and to avoid.
struct Drawn {
    OwnedGraph graph;
    Walk order;
    Edges through, avoiding;

    Drawn(int n, double density, std::mt19937& random, bool bipartite) {
        const Edges edges = random_edges(n, density, random, bipartite);
        graph = graph_of(n, edges);
        order = shuffled(n, random);
        for (auto edge : edges) {
            if (random() % 10 == 0) through.push_back(edge);
            if (random() % 10 == 0) avoiding.push_back(edge);
        }
    }
};

// A random graph with a mirror, and a mirrored order. The vertices 2i and 2i + 1 are images of each
// other; the vertices from 2 * `pairs` on are their own images. If `waiting` is false, every edge
// joins a vertex that is its own image to another vertex, and the former retire last.
struct Mirrored {
    OwnedGraph graph;
    Walk order, mirror;
    Edges through;  // some edges, with their images

    Mirrored(int pairs, int fixed, std::mt19937& random, bool waiting = true)
        : mirror(in_order(2 * pairs + fixed)) {
        const int n = 2 * pairs + fixed;
        for (int v = 0; v < 2 * pairs; ++v) mirror[v] = v ^ 1;
        std::set<Edge> edges, forced;
        for (auto [u, v] : random_edges(n, waiting ? 0.6 : 0.9, random)) {
            if (!waiting && (u < 2 * pairs) == (v < 2 * pairs)) continue;
            const bool use = random() % 12 == 0;
            for (auto edge : {std::minmax(u, v), std::minmax(mirror[u], mirror[v])}) {
                edges.insert(edge);
                if (use) forced.insert(edge);
            }
        }
        graph = graph_of(n, Edges(edges.begin(), edges.end()));
        through.assign(forced.begin(), forced.end());
        const int orbits = pairs + fixed;
        for (int orbit : waiting ? shuffled(orbits, random) : in_order(orbits))
            if (orbit < pairs)
                order.insert(order.end(), {2 * orbit, 2 * orbit + 1});
            else
                order.push_back(pairs + orbit);
    }
};

inline Board box(const std::vector<int>& sides) {
    return {{sides.begin(), sides.end()}};
}

inline OwnedGraph graph_of(const Board& board) {
    OwnedGraph graph;
    for (Square v = 0; v < board.size(); ++v) graph.add(board.near(v));
    return graph;
}

inline OwnedGraph knight_graph(const std::vector<int>& sides) {
    return graph_of(box(sides));
}

struct KnightBoard : OwnedGraph {
    // A retirement order: line by line along the longer side, even positions and back by odd.
    Walk order = {};
};

inline KnightBoard knight_board(int rows, int columns) {
    KnightBoard board{knight_graph({rows, columns})};
    const bool along_columns = columns >= rows;
    const int length = std::max(rows, columns), width = std::min(rows, columns);
    for (int line = 0; line < length; ++line)
        for (int n = 0; n < width; ++n) {
            const int at = 2 * n < width ? 2 * n : 2 * (width - n) - 1;
            board.order.push_back(along_columns ? at * columns + line : line * columns + at);
        }
    return board;
}

// Schwenk's theorem: the rectangles with a closed tour.
inline bool schwenk(int rows, int columns) {
    const int m = std::min(rows, columns), n = std::max(rows, columns);
    return m * n % 2 == 0 && m != 1 && m != 2 && m != 4 &&
           !(m == 3 && (n == 4 || n == 6 || n == 8));
}

inline std::set<Edge> edges_of(std::span<const Vertex> walk, bool closed) {
    std::set<Edge> edges;
    for (std::size_t i = 0; i + 1 < walk.size() + closed; ++i)
        edges.insert(std::minmax(walk[i], walk[(i + 1) % walk.size()]));
    return edges;
}

// Whether a walk with these edges uses every edge of `through` and none of `avoiding`.
inline bool obeys(const std::set<Edge>& edges, const Edges& through, const Edges& avoiding = {}) {
    const auto uses = [&](const Edge& edge) {
        return edges.contains(std::minmax(edge.first, edge.second));
    };
    return std::ranges::all_of(through, uses) && std::ranges::none_of(avoiding, uses);
}

// All Hamiltonian walks in both directions, by plain depth-first search: closed ones from vertex 0,
// paths from `start` to `end` (-1: from or to any vertex).
inline std::vector<Walk> listed(const Graph& graph, bool closed, Vertex start = -1, Vertex end = -1,
                                const Edges& through = {}, const Edges& avoiding = {}) {
    const Vertex n = graph.vertex_count();
    std::vector<Walk> found;
    Walk walk;
    std::vector<bool> used(n);
    const auto visit = [&](const auto& self, Vertex v) -> void {
        walk.push_back(v);
        used[v] = true;
        for (Vertex u : graph.neighbours(v))
            if (!used[u]) self(self, u);
        if (static_cast<Vertex>(walk.size()) == n && (end < 0 || v == end) &&
            (!closed || graph.adjacent(v, 0)) && obeys(edges_of(walk, closed), through, avoiding))
            found.push_back(walk);
        used[v] = false;
        walk.pop_back();
    };
    if (closed) start = 0;
    for (Vertex v = 0; v < n; ++v)
        if (start < 0 || v == start) visit(visit, v);
    return found;
}

// Whether the squares are a tour of a graph or a board.
template <typename Where>
bool is_tour(const Where& where, const Walk& squares, bool closed) {
    const Rows<Vertex> row{squares, 1, static_cast<std::int64_t>(squares.size())};
    FirstFault first;
    std::int64_t size;
    if constexpr (std::is_same_v<Where, Board>)
        first = check_on_board(row, where), size = where.size();
    else
        first = check_on_graph(row, where), size = where.vertex_count();
    return first.fault == Fault::none && row.length == size && (!closed || first.ends_meet[0]);
}

}  // namespace babieca
