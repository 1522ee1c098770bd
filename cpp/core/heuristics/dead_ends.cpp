#include "core/heuristics/dead_ends.hpp"

#include <algorithm>

namespace babieca::heuristics {

bool DeadEnds::any(const Unvisited& unvisited, const std::vector<Vertex>& path) {
    return bad_degrees(unvisited, path) || bad_blocks(unvisited, path);
}

bool DeadEnds::bad_degrees(const Unvisited& unvisited, const std::vector<Vertex>& path) {
    near_head_.assign(graph_.vertex_count(), 0);
    near_start_.assign(graph_.vertex_count(), 0);
    for (Vertex u : graph_.neighbours(path.back())) near_head_[u] = 1;
    if (closed_)
        for (Vertex u : graph_.neighbours(path.front())) near_start_[u] = 1;
    int must_be_last = 0;
    int next_or_last = 0;
    for (Vertex v = 0; v < graph_.vertex_count(); ++v) {
        if (unvisited.visited(v)) continue;
        const int ways = unvisited.left(v) + near_head_[v];
        if (ways == 0) return true;
        if (v == end_) continue;
        if (ways == 1) {
            if (closed_ && !near_start_[v]) return true;
            ++must_be_last;
        } else if (near_head_[v] && unvisited.left(v) == 1) {
            ++next_or_last;
        }
    }
    // Only one square is last, and only one is next.
    const int last_taken = end_ >= 0 ? 1 : 0;
    return must_be_last + last_taken + std::max(0, next_or_last - 1) > 1;
}

bool DeadEnds::bad_blocks(const Unvisited& unvisited, const std::vector<Vertex>& path) {
    std::fill(order_.begin(), order_.end(), 0);
    stack_.clear();
    const Vertex head = path.back();
    int found = 0, end_blocks = 0;
    const auto discover = [&](Vertex v) {
        order_[v] = ++found;
        stack_.push_back({v, graph_.offsets[v], found, false});
    };
    discover(head);
    while (!stack_.empty()) {
        Visit& here = stack_.back();
        if (here.next < graph_.offsets[here.vertex + 1]) {
            const Vertex u = graph_.targets[here.next++];
            if (order_[u] > 0)
                here.lowest = std::min(here.lowest, order_[u]);
            else if (!unvisited.visited(u))
                discover(u);
            continue;
        }
        const Visit done = here;
        stack_.pop_back();
        if (stack_.empty()) break;
        Visit& parent = stack_.back();
        parent.holds_a_block |= done.holds_a_block;
        if (done.lowest >= order_[parent.vertex]) {
            // The subtree hangs on its parent: a block ends here, and it is an end of the block
            // tree unless another block lies below it.
            if (!done.holds_a_block && ++end_blocks > 1) return true;
            parent.holds_a_block = true;
        } else {
            parent.lowest = std::min(parent.lowest, done.lowest);
        }
    }
    return found != graph_.vertex_count() - static_cast<Vertex>(path.size()) + 1;
}

}  // namespace babieca::heuristics
