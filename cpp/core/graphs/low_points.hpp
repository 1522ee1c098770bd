// Cut vertices of a graph, by depth-first search without recursion (Hopcroft and Tarjan 1973).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca {

class LowPoints {
  public:
    explicit LowPoints(const Graph& graph) : graph_(graph), order_(graph.vertex_count()) {}

    void clear() {
        std::fill(order_.begin(), order_.end(), 0);
        discovered_ = 0;
    }
    int discovered() const { return discovered_; }
    bool seen(Vertex v) const { return order_[v] > 0; }

    // Searches from the root over the vertices that may be entered. Calls leave(child, parent, cut)
    // after each child; `cut`: no edge leads from below the child past its parent. Stops, and
    // returns false, if `leave` returns false.
    template <typename MayEnter, typename Leave>
    bool search(Vertex root, MayEnter&& may_enter, Leave&& leave) {
        const auto discover = [&](Vertex v) {
            order_[v] = ++discovered_;
            stack_.push_back({v, graph_.offsets[v], discovered_});
        };
        stack_.clear();
        discover(root);
        for (;;) {
            Visit& here = stack_.back();
            if (here.next < graph_.offsets[here.vertex + 1]) {
                const Vertex u = graph_.targets[here.next++];
                if (order_[u] > 0)
                    here.lowest = std::min(here.lowest, order_[u]);
                else if (may_enter(u))
                    discover(u);
                continue;
            }
            const Visit done = here;
            stack_.pop_back();
            if (stack_.empty()) return true;
            Visit& parent = stack_.back();
            parent.lowest = std::min(parent.lowest, done.lowest);
            if (!leave(done.vertex, parent.vertex, done.lowest >= order_[parent.vertex]))
                return false;
        }
    }

  private:
    struct Visit {
        Vertex vertex;
        std::int64_t next;  // the edge to look at next
        int lowest;         // the lowest order reachable from the subtree by one back edge
    };

    Graph graph_;
    std::vector<int> order_;  // of discovery, from 1; 0 for the undiscovered
    std::vector<Visit> stack_;
    int discovered_ = 0;
};

// For each vertex v, the number of connected pieces beside v of the graph without v. Above 1: no
// closed tour passes v. Above 2: no path does either.
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
