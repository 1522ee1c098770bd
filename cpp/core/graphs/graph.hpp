// Graphs as views of arrays, their cut vertices, and cycles from neighbours.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace babieca {

using Vertex = std::int32_t;
using Edge = std::pair<Vertex, Vertex>;

// An undirected simple graph in compressed adjacency form, as a view of arrays.
//
// Invariant: the neighbours of v are targets[offsets[v]] .. targets[offsets[v + 1] - 1], in
// increasing order, without v itself and without repetition; u lists v if and only if v lists u.
struct Graph {
    std::span<const std::int64_t> offsets;  // vertex count + 1
    std::span<const Vertex> targets;

    Vertex vertex_count() const { return static_cast<Vertex>(offsets.size()) - 1; }
    std::span<const Vertex> neighbours(Vertex v) const {
        return targets.subspan(offsets[v], offsets[v + 1] - offsets[v]);
    }
    int degree(Vertex v) const { return static_cast<int>(offsets[v + 1] - offsets[v]); }
    bool adjacent(Vertex u, Vertex v) const { return std::ranges::binary_search(neighbours(u), v); }
};

// A graph that owns its arrays.
struct OwnedGraph {
    std::vector<std::int64_t> offsets{0};
    std::vector<Vertex> targets;

    Graph view() const { return {offsets, targets}; }
    // Appends a vertex with these neighbours.
    template <typename List>
    void add(const List& neighbours) {
        targets.insert(targets.end(), neighbours.begin(), neighbours.end());
        offsets.push_back(static_cast<std::int64_t>(targets.size()));
    }
};

// The graph of these edges, in any sequence.
inline OwnedGraph graph_of(Vertex vertex_count, std::span<const Edge> edges) {
    OwnedGraph graph;
    graph.offsets.resize(vertex_count + 1);
    for (auto [u, v] : edges) ++graph.offsets[u + 1], ++graph.offsets[v + 1];
    std::partial_sum(graph.offsets.begin(), graph.offsets.end(), graph.offsets.begin());
    graph.targets.resize(graph.offsets.back());
    auto next = graph.offsets;
    for (auto [u, v] : edges) graph.targets[next[u]++] = v, graph.targets[next[v]++] = u;
    for (Vertex v = 0; v < vertex_count; ++v)
        std::sort(graph.targets.begin() + graph.offsets[v],
                  graph.targets.begin() + graph.offsets[v + 1]);
    return graph;
}

using Lists = std::vector<std::vector<Vertex>>;  // per vertex: some of its neighbours, increasing

// Lists the neighbours through the given edges, which are sorted pairs (u, v) with u < v.
inline Lists neighbours_through(std::span<const Edge> edges, Vertex vertex_count) {
    Lists lists(vertex_count);
    for (auto [u, v] : edges) {
        lists[u].push_back(v);
        lists[v].push_back(u);
    }
    return lists;
}

struct Colouring {
    // +1 and -1, different for adjacent vertices; 0 for `apex`. Empty: there is an odd cycle.
    std::vector<std::int8_t> colour;
    int components = 0;
};

// Colours the graph without the apex (-1: none), breadth first.
template <typename Near>
Colouring two_colours(Vertex vertex_count, Near&& neighbours_of, Vertex apex = -1) {
    Colouring result{std::vector<std::int8_t>(vertex_count, 0)};
    auto& colour = result.colour;
    bool bipartite = true;
    for (Vertex root = 0; root < vertex_count; ++root) {
        if (root == apex || colour[root]) continue;
        ++result.components;
        colour[root] = 1;
        std::vector<Vertex> queue{root};
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const Vertex v = queue[head];
            for (Vertex u : neighbours_of(v)) {
                if (u == apex) continue;
                bipartite &= colour[u] != colour[v];
                if (colour[u]) continue;
                colour[u] = static_cast<std::int8_t>(-colour[v]);
                queue.push_back(u);
            }
        }
    }
    if (!bipartite) colour.clear();
    return result;
}

using Neighbours = std::vector<std::array<Vertex, 2>>;  // -1: not known yet

inline void link(Neighbours& neighbours, Vertex one, Vertex other) {
    for (auto [from, to] : {std::pair{one, other}, std::pair{other, one}})
        neighbours[from][neighbours[from][0] < 0 ? 0 : 1] = to;
}

// The vertices along the cycle from `start`; the second is `next` if it is not negative.
// Requires: every vertex of the cycle has two neighbours.
inline std::vector<Vertex> list_cycle(const Neighbours& neighbours, Vertex start, Vertex next) {
    std::vector<Vertex> list{start};
    list.reserve(neighbours.size());
    Vertex before = start, here = next >= 0 ? next : neighbours[start][0];
    while (here != start && list.size() < neighbours.size()) {
        list.push_back(here);
        const auto [one, other] = neighbours[here];
        before = std::exchange(here, one == before ? other : one);
    }
    return list;
}

// Cut vertices, by depth-first search without recursion (Hopcroft and Tarjan 1973).
class LowPoints {
  public:
    explicit LowPoints(const Graph& graph) : graph_(graph), discovery_(graph.vertex_count()) {}

    void clear() {
        std::fill(discovery_.begin(), discovery_.end(), 0);
        discovered_ = 0;
    }
    bool seen(Vertex v) const { return discovery_[v] > 0; }

    // Searches from the root over the vertices that may be entered. Calls leave(child, parent, cut)
    // after each child; `cut`: no edge leads from below the child past its parent. Stops, and
    // returns false, if `leave` returns false.
    template <typename MayEnter, typename Leave>
    bool search(Vertex root, MayEnter&& may_enter, Leave&& leave) {
        const auto discover = [&](Vertex v) {
            discovery_[v] = ++discovered_;
            stack_.push_back({v, graph_.offsets[v], discovered_});
        };
        stack_.clear();
        discover(root);
        for (;;) {
            Visit& here = stack_.back();
            if (here.next < graph_.offsets[here.vertex + 1]) {
                const Vertex u = graph_.targets[here.next++];
                if (discovery_[u] > 0)
                    here.lowest = std::min(here.lowest, discovery_[u]);
                else if (may_enter(u))
                    discover(u);
                continue;
            }
            const Visit done = here;
            stack_.pop_back();
            if (stack_.empty()) return true;
            Visit& parent = stack_.back();
            parent.lowest = std::min(parent.lowest, done.lowest);
            if (!leave(done.vertex, parent.vertex, done.lowest >= discovery_[parent.vertex]))
                return false;
        }
    }

  private:
    struct Visit {
        Vertex vertex;
        std::int64_t next;  // the edge to look at next
        int lowest;         // the lowest number reachable from the subtree by one back edge
    };

    Graph graph_;
    std::vector<int> discovery_;  // per vertex: its number by discovery, from 1; 0: undiscovered
    std::vector<Visit> stack_;
    int discovered_ = 0;
};

// For each vertex v, the number of components of the graph without v that are adjacent to v. Above
// 1: there is no closed tour. Above 2: there is no path either.
inline std::vector<std::int32_t> pieces_without(const Graph& graph) {
    std::vector<std::int32_t> pieces(graph.vertex_count(), 1);  // the piece above it
    LowPoints low_points(graph);
    for (Vertex root = 0; root < graph.vertex_count(); ++root) {
        if (low_points.seen(root)) continue;
        pieces[root] = 0;
        low_points.search(
            root, [](Vertex) { return true; },
            [&](Vertex, Vertex parent, bool cut) {
                pieces[parent] += cut;
                return true;
            });
    }
    return pieces;
}

}  // namespace babieca
