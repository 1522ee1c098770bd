// A second opinion for the tests: plain depth-first search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "core/graphs/graph.hpp"

namespace oracle {

using babieca::Graph;
using babieca::OwnedGraph;
using babieca::Vertex;
using Edges = std::vector<std::pair<Vertex, Vertex>>;

inline OwnedGraph from_edges(int n, const Edges& edges) {
    std::vector<std::vector<Vertex>> lists(n);
    for (auto [u, v] : edges) lists[u].push_back(v), lists[v].push_back(u);
    OwnedGraph graph;
    for (auto& list : lists) {
        std::sort(list.begin(), list.end());
        graph.targets.insert(graph.targets.end(), list.begin(), list.end());
        graph.offsets.push_back(static_cast<std::int64_t>(graph.targets.size()));
    }
    return graph;
}

inline OwnedGraph knight_board(int rows, int columns) {
    Edges edges;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            for (auto [dr, dc] : {std::pair{1, 2}, {1, -2}, {2, 1}, {2, -1}})
                if (r + dr < rows && c + dc >= 0 && c + dc < columns)
                    edges.push_back({r * columns + c, (r + dr) * columns + c + dc});
    return from_edges(rows * columns, edges);
}

// A retirement order: row by row, even columns upwards, then odd columns downwards.
inline std::vector<Vertex> knight_order(int rows, int columns) {
    std::vector<Vertex> order;
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; c += 2) order.push_back(r * columns + c);
        for (int c = columns - 1 - columns % 2; c > 0; c -= 2) order.push_back(r * columns + c);
    }
    return order;
}

inline Edges random_edges(int n, double density, std::mt19937& random, bool bipartite = false) {
    Edges edges;
    std::bernoulli_distribution keep(density);
    for (int u = 0; u < n; ++u)
        for (int v = u + 1; v < n; ++v)
            if ((!bipartite || (u + v) % 2) && keep(random)) edges.push_back({u, v});
    return edges;
}

// A random graph, a random retirement order, and random edges to use and to avoid.
struct Drawn {
    OwnedGraph graph;
    std::vector<Vertex> order;
    Edges through, avoiding;

    Drawn(int n, double density, std::mt19937& random, bool bipartite) : order(n) {
        const Edges edges = random_edges(n, density, random, bipartite);
        graph = from_edges(n, edges);
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random);
        for (auto edge : edges) {
            if (random() % 10 == 0) through.push_back(edge);
            if (random() % 10 == 0) avoiding.push_back(edge);
        }
    }
};

// A random graph with a mirror, and a mirrored order. The vertices 2i and 2i + 1 are images of each
// other; those from 2 * `pairs` on are their own. If `waiting` is false, every edge joins a vertex
// that is its own image to one that is not, and the former retire last.
struct Mirrored {
    OwnedGraph graph;
    std::vector<Vertex> order, mirror;
    Edges through;  // some edges, with their images

    Mirrored(int pairs, int fixed, std::mt19937& random, bool waiting = true)
        : mirror(2 * pairs + fixed) {
        const int n = 2 * pairs + fixed;
        for (int v = 0; v < n; ++v) mirror[v] = v < 2 * pairs ? v ^ 1 : v;
        std::set<std::pair<Vertex, Vertex>> edges, forced;
        for (auto [u, v] : random_edges(n, waiting ? 0.6 : 0.9, random)) {
            if (!waiting && (u < 2 * pairs) == (v < 2 * pairs)) continue;
            const bool use = random() % 12 == 0;
            for (auto edge : {std::minmax(u, v), std::minmax(mirror[u], mirror[v])}) {
                edges.insert(edge);
                if (use) forced.insert(edge);
            }
        }
        graph = from_edges(n, {edges.begin(), edges.end()});
        through.assign(forced.begin(), forced.end());
        std::vector<int> orbits(pairs + fixed);
        std::iota(orbits.begin(), orbits.end(), 0);
        if (waiting) std::shuffle(orbits.begin(), orbits.end(), random);
        for (int orbit : orbits)
            if (orbit < pairs)
                order.insert(order.end(), {2 * orbit, 2 * orbit + 1});
            else
                order.push_back(pairs + orbit);
    }
};

using Walk = std::vector<Vertex>;

// All Hamiltonian walks in both directions, by plain search: closed ones from vertex 0, paths from
// `start` to `end` (-1: from or to any vertex). They use every edge of `through` and none of
// `avoiding`.
inline std::vector<Walk> listed(const Graph& graph, bool closed, Vertex start = -1, Vertex end = -1,
                                const Edges& through = {}, const Edges& avoiding = {}) {
    const Vertex n = graph.vertex_count();
    std::vector<Walk> found;
    Walk walk;
    std::vector<bool> used(n);
    const auto accepted = [&] {
        Edges edges;
        for (int i = 0; i + 1 < n + closed; ++i)
            edges.push_back(std::minmax(walk[i], walk[(i + 1) % n]));
        const auto has = [&](auto edge) {
            const std::pair<Vertex, Vertex> sorted = std::minmax(edge.first, edge.second);
            return std::find(edges.begin(), edges.end(), sorted) != edges.end();
        };
        return (!closed || graph.adjacent(walk.back(), walk[0])) &&
               (end < 0 || walk.back() == end) &&
               std::all_of(through.begin(), through.end(), has) &&
               std::none_of(avoiding.begin(), avoiding.end(), has);
    };
    const auto visit = [&](const auto& self, Vertex v) -> void {
        walk.push_back(v);
        used[v] = true;
        if (static_cast<Vertex>(walk.size()) == n) {
            if (accepted()) found.push_back(walk);
        } else {
            for (Vertex u : graph.neighbours(v))
                if (!used[u]) self(self, u);
        }
        used[v] = false;
        walk.pop_back();
    };
    if (closed) start = 0;
    for (Vertex v = 0; v < n; ++v)
        if (start < 0 || v == start) visit(visit, v);
    return found;
}

// Undirected cycles of at least three vertices.
inline std::uint64_t cycles(const Graph& graph, const Edges& through = {},
                            const Edges& avoiding = {}) {
    if (graph.vertex_count() < 3) return 0;
    return listed(graph, true, 0, -1, through, avoiding).size() / 2;
}

// Undirected paths of at least two vertices; from a start: the paths beginning there.
inline std::uint64_t paths(const Graph& graph, Vertex start = -1, Vertex end = -1,
                           const Edges& through = {}, const Edges& avoiding = {}) {
    const auto found = listed(graph, false, start, end, through, avoiding).size();
    return start < 0 && end < 0 ? found / 2 : found;
}

}  // namespace oracle
