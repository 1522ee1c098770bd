#include "core/fold/folded_search.hpp"

#include <algorithm>

namespace babieca::fold {
namespace {

class FoldedSearch {
  public:
    FoldedSearch(const Folded& folded, std::int64_t limit, Control& control)
        : folded_(folded),
          limit_(limit),
          control_(control),
          visited_(folded.vertex_count(), false) {
        const SimpleGraph simple = simple_graph(folded);
        for (Vertex v = 0; v < folded.vertex_count(); ++v) {
            const auto list = simple.view().neighbours(v);
            neighbours_.emplace_back(list.begin(), list.end());
            open_.push_back(static_cast<int>(list.size()));
        }
        for (auto [u, v] : folded.forced) fixed_.push_back(u == folded.apex ? v : u);
        start_ =
            folded.apex >= 0
                ? folded.apex
                : static_cast<Vertex>(std::min_element(open_.begin(), open_.end()) - open_.begin());
    }

    FoundTours run() {
        const bool dead =
            std::any_of(open_.begin(), open_.end(), [](int open) { return open < 2; });
        if (!folded_.impossible && !dead) {
            visited_[start_] = true;
            walk_.push_back({start_, 0, 0, 0, 0});
            walk();
        }
        return std::move(found_);
    }

  private:
    struct Place {
        Vertex vertex;
        int edge;            // the position in the previous vertex's list that led here
        int voltage, sheet;  // sums from the start
        int next;            // the position in its own list that is tried next
    };

    // Depth first, without recursion: a walk is as long as the folded board is large.
    void walk() {
        bool alive = true;
        for (;;) {
            const bool whole = static_cast<int>(walk_.size()) == folded_.vertex_count();
            if (alive && whole && !close(walk_.back())) return;
            const int edge = alive && !whole ? next_edge(walk_.back()) : -1;
            if (edge >= 0) {
                if (++nodes_ % 65536 == 0) control_.check({found_.count, 0});
                alive = step(walk_.back(), edge);
            } else {
                if (walk_.size() == 1) return;
                take_back();
                alive = true;
            }
        }
    }

    // The next edge that may be tried from here, or -1.
    int next_edge(Place& head) const {
        const auto& list = folded_.edges[head.vertex];
        while (head.next < static_cast<int>(list.size())) {
            const int e = head.next++;
            if (!visited_[list[e].to] && may_visit(list[e].to)) return e;
        }
        return -1;
    }

    // A fixed vertex is an end of the folded path: next to the apex, first or last.
    bool may_visit(Vertex v) const {
        const std::size_t position = walk_.size();
        if (position == 1 || position + 1 == visited_.size()) return true;
        return std::find(fixed_.begin(), fixed_.end(), v) == fixed_.end();
    }

    // Returns false when a vertex can no longer be visited.
    bool step(Place head, int e) {
        const FoldedEdge& edge = folded_.edges[head.vertex][e];
        bool alive = true;
        if (head.vertex != start_)
            for (Vertex u : neighbours_[head.vertex])
                if (!visited_[u] && --open_[u] < 2 && u != edge.to) alive = false;
        visited_[edge.to] = true;
        walk_.push_back({edge.to, e, (head.voltage + edge.voltage) % folded_.order,
                         (head.sheet + edge.sheet) % folded_.order, 0});
        return alive;
    }

    void take_back() {
        visited_[walk_.back().vertex] = false;
        walk_.pop_back();
        const Vertex head = walk_.back().vertex;
        if (head != start_)
            for (Vertex u : neighbours_[head])
                if (!visited_[u]) ++open_[u];
    }

    // Each cycle once: it leaves the start by an earlier edge of its list than it returns by.
    // Returns false when the limit is reached.
    bool close(const Place& head) {
        const auto& list = folded_.edges[start_];
        for (int e = walk_[1].edge + 1; e < static_cast<int>(list.size()); ++e) {
            if (list[e].to != head.vertex) continue;
            const int order = folded_.order;
            if (!folded_.accepted[(head.voltage + order - list[e].voltage) % order]) continue;
            if (limit_ >= 0 && found_.count >= limit_) {
                found_.complete = false;
                return false;
            }
            unfold((head.sheet + order - list[e].sheet) % order);
            ++found_.count;
        }
        return true;
    }

    Vertex lifted(const Place& place, int sheet) const {
        return folded_.lift[place.vertex * folded_.order + (place.sheet + sheet) % folded_.order];
    }

    void unfold(int total) {
        auto& out = found_.vertices;
        if (folded_.apex < 0) {
            for (int round = 0; round < folded_.order; ++round)
                for (const Place& place : walk_)
                    out.push_back(lifted(place, round * total % folded_.order));
            return;
        }
        std::vector<Place> path(walk_.begin() + 1, walk_.end());
        // A path is folded at the end whose apex edge has voltage 1; it belongs in the middle.
        if (folded_.edges[start_][path.front().edge].voltage == 1)
            std::reverse(path.begin(), path.end());
        const auto is_fixed = [&](const Place& p) { return lifted(p, 0) == lifted(p, 1); };
        for (const Place& place : path) out.push_back(lifted(place, 0));
        for (auto place = path.rbegin(); place != path.rend(); ++place)
            if (!is_fixed(*place)) out.push_back(lifted(*place, 1));
    }

    const Folded& folded_;
    std::int64_t limit_;
    Control& control_;
    std::vector<bool> visited_;
    std::vector<std::vector<Vertex>> neighbours_;
    // Invariant: per unvisited vertex, its neighbours that are unvisited, the head or the start.
    std::vector<int> open_;
    std::vector<Vertex> fixed_;
    Vertex start_ = 0;
    std::vector<Place> walk_;
    std::int64_t nodes_ = 0;
    FoundTours found_;
};

}  // namespace

FoundTours list_folded(const Folded& folded, std::int64_t limit, Control& control) {
    return FoldedSearch(folded, limit, control).run();
}

}  // namespace babieca::fold
