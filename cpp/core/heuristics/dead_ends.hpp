// Why a path cannot be completed, seen from the squares it has not visited yet.
#pragma once

#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca::heuristics {

// Invariant: left(v) is the number of unvisited neighbours of v, for every v.
class Unvisited {
  public:
    explicit Unvisited(const Graph& graph)
        : graph_(graph), visited_(graph.vertex_count()), left_(graph.vertex_count()) {}

    void reset() {
        for (Vertex v = 0; v < graph_.vertex_count(); ++v) {
            visited_[v] = false;
            left_[v] = graph_.degree(v);
        }
    }
    void enter(Vertex v) {
        visited_[v] = true;
        for (Vertex u : graph_.neighbours(v)) --left_[u];
    }
    void leave(Vertex v) {
        visited_[v] = false;
        for (Vertex u : graph_.neighbours(v)) ++left_[u];
    }
    bool visited(Vertex v) const { return visited_[v]; }
    int left(Vertex v) const { return left_[v]; }

  private:
    Graph graph_;
    std::vector<char> visited_;
    std::vector<int> left_;
};

// Two necessary conditions for walking the rest, each linear in the edges of the graph:
//   degrees: every square but the last is entered and left, so it needs two ways;
//   blocks: the rest with the head of the path is a chain of two-connected blocks beginning at the
//   head, so it is connected and at most one of its blocks is an end of the block tree.
class DeadEnds {
  public:
    DeadEnds(const Graph& graph, bool closed, Vertex end)
        : graph_(graph), closed_(closed), end_(end), order_(graph.vertex_count()) {}

    bool any(const Unvisited& unvisited, const std::vector<Vertex>& path);

  private:
    bool bad_degrees(const Unvisited& unvisited, const std::vector<Vertex>& path);
    bool bad_blocks(const Unvisited& unvisited, const std::vector<Vertex>& path);

    struct Visit {
        Vertex vertex;
        std::int64_t next;   // the edge to look at next
        int lowest;          // the lowest order reachable from the subtree by one back edge
        bool holds_a_block;  // a whole block lies below this vertex
    };

    Graph graph_;
    bool closed_;
    Vertex end_;
    std::vector<int> order_;  // of discovery, from 1; 0 for the undiscovered
    std::vector<Visit> stack_;
    std::vector<char> near_head_, near_start_;
};

}  // namespace babieca::heuristics
