// Hamiltonian cycles of a graph of moderate size, by deciding edges.
//
// Every vertex needs exactly two edges. An edge is open, used or gone. If a vertex has two used
// edges, its others go; if it has only two left, both are used; an edge that would close a cycle
// too early goes. If no edge follows from these rules, the search chooses one, at a vertex with few
// edges left. These are the rules of the table search of Bañón. A tile of a hundred squares needs a
// few dozen choices, hardly ever a wrong choice.
//
// A path from a set A to a set B is a cycle through two extra vertices, one joined to A, one to B.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/effort.hpp"

namespace babieca::heuristics {

class EdgeSearch {
  public:
    EdgeSearch(int vertices, std::vector<Edge> edges)
        : vertices_(vertices), edges_(std::move(edges)), offsets_(vertices + 1, 0) {
        for (const Edge& edge : edges_) {
            ++offsets_[edge.first + 1];
            ++offsets_[edge.second + 1];
        }
        std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
        incident_.resize(edges_.size() * 2);
        std::vector<int> next(offsets_.begin(), offsets_.end() - 1);
        for (int edge = 0; edge < static_cast<int>(edges_.size()); ++edge) {
            incident_[next[edges_[edge].first]++] = edge;
            incident_[next[edges_[edge].second]++] = edge;
        }
    }

    // `forced` are numbers of edges that the cycle must use. Gives up after `limit` wrong choices,
    // or when the time of the watch is spent.
    Outcome run(std::span<const int> forced, std::int64_t limit, Dice& random,
                Watch* watch = nullptr) {
        if (!deduce(forced)) return Outcome::impossible;
        std::vector<Choice> choices;
        std::int64_t wrong = 0;
        for (;;) {
            const int edge = choose(random);
            if (edge < 0) return Outcome::found;
            if (watch && watch->spent(choices_, vertices_ / 8)) return Outcome::limits_reached;
            ++choices_;
            choices.push_back({trail_.size(), edge});
            bool consistent = decide(edge, kUsed);
            while (!consistent) {
                if (choices.empty()) return Outcome::impossible;
                ++wrong_choices_;
                if (++wrong > limit) return Outcome::limits_reached;
                Choice last = choices.back();
                choices.pop_back();
                undo(last.trail);
                consistent = decide(last.edge, kGone);
            }
        }
    }

    // Decides the edges that follow without a choice; false if they are contradictory.
    bool deduce(std::span<const int> forced) {
        reset();
        for (int v = 0; v < vertices_; ++v)
            if (!settle(v)) return false;
        // A copy, since `decide` changes the list.
        auto first_consequences = pending_;
        for (auto [edge, status] : first_consequences)
            if (!decide(edge, status)) return false;
        for (int edge : forced)
            if (!decide(edge, kUsed)) return false;
        return true;
    }

    // Whether the cycle uses this edge; before `found`, what is known of it.
    bool used(int edge) const { return status_[edge] == kUsed; }
    bool gone(int edge) const { return status_[edge] == kGone; }

    // Edges chosen, and choices taken back, in all runs.
    std::int64_t choices() const { return choices_; }
    std::int64_t wrong_choices() const { return wrong_choices_; }

  private:
    static constexpr std::uint8_t kOpen = 0, kUsed = 1, kGone = 2;

    struct Change {
        int edge;
        int mate_from;  // for a used edge: the two vertices whose mates changed
        int mate_to;
    };
    struct Choice {
        std::size_t trail;
        int edge;
    };

    void reset() {
        status_.assign(edges_.size(), kOpen);
        used_degree_.assign(vertices_, 0);
        left_degree_.resize(vertices_);
        for (int v = 0; v < vertices_; ++v) left_degree_[v] = offsets_[v + 1] - offsets_[v];
        mate_.resize(vertices_);
        std::iota(mate_.begin(), mate_.end(), 0);
        used_count_ = 0;
        trail_.clear();
        pending_.clear();
    }

    // Puts the consequences of a vertex's degrees into `pending_`; false if they are contradictory.
    bool settle(int vertex) {
        if (left_degree_[vertex] < 2 || used_degree_[vertex] > 2) return false;
        std::uint8_t status = kOpen;
        if (used_degree_[vertex] == 2)
            status = kGone;
        else if (left_degree_[vertex] == 2)
            status = kUsed;
        if (status != kOpen && left_degree_[vertex] > used_degree_[vertex])
            for (int i = offsets_[vertex]; i < offsets_[vertex + 1]; ++i)
                if (status_[incident_[i]] == kOpen) pending_.emplace_back(incident_[i], status);
        return true;
    }

    bool use(int edge) {
        auto [from, to] = edges_[edge];
        if (used_degree_[from] == 2 || used_degree_[to] == 2) return false;
        if (mate_[from] == to && used_count_ + 1 < vertices_) return false;
        int a = mate_[from], b = mate_[to];
        status_[edge] = kUsed;
        trail_.push_back({edge, a, b});
        ++used_count_;
        ++used_degree_[from];
        ++used_degree_[to];
        mate_[a] = b;
        mate_[b] = a;
        if (used_count_ + 1 < vertices_)
            for (int i = offsets_[a]; i < offsets_[a + 1]; ++i) {
                int closing = incident_[i];
                if (status_[closing] == kOpen &&
                    edges_[closing].first + edges_[closing].second - a == b)
                    pending_.emplace_back(closing, kGone);
            }
        return settle(from) && settle(to);
    }

    bool remove(int edge) {
        auto [from, to] = edges_[edge];
        status_[edge] = kGone;
        trail_.push_back({edge, -1, -1});
        --left_degree_[from];
        --left_degree_[to];
        return settle(from) && settle(to);
    }

    // Decides one edge and its consequences; false if they are contradictory.
    bool decide(int edge, std::uint8_t status) {
        pending_.clear();
        pending_.emplace_back(edge, status);
        while (!pending_.empty()) {
            auto [next, wanted] = pending_.back();
            pending_.pop_back();
            if (status_[next] == wanted) continue;
            if (status_[next] != kOpen) return false;
            if (!(wanted == kUsed ? use(next) : remove(next))) return false;
        }
        return true;
    }

    void undo(std::size_t trail) {
        while (trail_.size() > trail) {
            Change change = trail_.back();
            trail_.pop_back();
            auto [from, to] = edges_[change.edge];
            if (status_[change.edge] == kUsed) {
                --used_count_;
                --used_degree_[from];
                --used_degree_[to];
                mate_[change.mate_from] = from;
                mate_[change.mate_to] = to;
            } else {
                ++left_degree_[from];
                ++left_degree_[to];
            }
            status_[change.edge] = kOpen;
        }
    }

    // Warnsdorff's rule for edges: an open edge from an end of a fragment with the fewest edges
    // left to a vertex with the fewest edges left. -1: every edge is decided.
    int choose(Dice& random) const {
        Best vertex, chosen;
        for (int v = 0; v < vertices_; ++v)
            if (used_degree_[v] < 2)
                vertex.offer(v, left_degree_[v] + (used_degree_[v] == 0 ? 1000 : 0), random);
        if (vertex.item < 0) return -1;
        for (int i = offsets_[vertex.item]; i < offsets_[vertex.item + 1]; ++i) {
            const auto [one, other] = edges_[incident_[i]];
            if (status_[incident_[i]] == kOpen)
                chosen.offer(incident_[i], left_degree_[one + other - vertex.item], random);
        }
        return chosen.item;
    }

    int vertices_;
    std::vector<Edge> edges_;
    std::vector<int> offsets_;
    std::vector<int> incident_;
    std::vector<std::uint8_t> status_;
    std::vector<int> used_degree_;
    std::vector<int> left_degree_;  // used and open edges
    std::vector<int> mate_;         // other end of the fragment a vertex is an end of
    int used_count_ = 0;
    std::int64_t choices_ = 0;
    std::int64_t wrong_choices_ = 0;
    std::vector<Change> trail_;
    std::vector<std::pair<int, std::uint8_t>> pending_;
};

// Adds the edges of two new vertices, entry = vertices and exit = vertices + 1. They make cycles of
// the paths from `from` to `to`; the first new edge, entry-exit, is forced.
inline void add_ends(std::vector<Edge>& edges, std::vector<int>& forced, int vertices,
                     std::span<const int> from, std::span<const int> to) {
    forced.push_back(static_cast<int>(edges.size()));
    edges.push_back({vertices, vertices + 1});
    for (int v : from) edges.push_back({vertices, v});
    for (int v : to) edges.push_back({vertices + 1, v});
}

}  // namespace babieca::heuristics
