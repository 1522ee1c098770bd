#include "core/heuristics/edge_search.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/graphs/cycle_list.hpp"

namespace babieca::heuristics {

EdgeSearch::EdgeSearch(int vertices, std::vector<Edge> edges)
    : vertices_(vertices), edges_(std::move(edges)), offsets_(vertices + 1, 0) {
    for (const Edge& edge : edges_) {
        ++offsets_[edge.first + 1];
        ++offsets_[edge.second + 1];
    }
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
    incident_.resize(edges_.size() * 2);
    std::vector<int> place(offsets_.begin(), offsets_.end() - 1);
    for (int edge = 0; edge < static_cast<int>(edges_.size()); ++edge) {
        incident_[place[edges_[edge].first]++] = edge;
        incident_[place[edges_[edge].second]++] = edge;
    }
}

void EdgeSearch::reset() {
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
bool EdgeSearch::settle(int vertex) {
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

bool EdgeSearch::use(int edge) {
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

bool EdgeSearch::remove(int edge) {
    auto [from, to] = edges_[edge];
    status_[edge] = kGone;
    trail_.push_back({edge, -1, -1});
    --left_degree_[from];
    --left_degree_[to];
    return settle(from) && settle(to);
}

// Decides one edge and its consequences; false if they are contradictory.
bool EdgeSearch::decide(int edge, std::uint8_t status) {
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

void EdgeSearch::undo(std::size_t trail) {
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

// Warnsdorff's rule for edges: an open edge from an end of a fragment with the fewest edges left to
// a vertex with the fewest edges left. -1: every edge is decided.
int EdgeSearch::choose(Dice& random) const {
    int best = -1, best_key = 1 << 30, ties = 0;
    for (int v = 0; v < vertices_; ++v) {
        if (used_degree_[v] == 2) continue;
        int key = left_degree_[v] + (used_degree_[v] == 0 ? 1000 : 0);
        if (key < best_key) {
            best = v, best_key = key, ties = 1;
        } else if (key == best_key && random.below(++ties) == 0) {
            best = v;
        }
    }
    if (best < 0) return -1;
    int chosen = -1, fewest = 1 << 30;
    ties = 0;
    for (int i = offsets_[best]; i < offsets_[best + 1]; ++i) {
        int edge = incident_[i];
        if (status_[edge] != kOpen) continue;
        int other = edges_[edge].first + edges_[edge].second - best;
        if (left_degree_[other] < fewest) {
            chosen = edge, fewest = left_degree_[other], ties = 1;
        } else if (left_degree_[other] == fewest && random.below(++ties) == 0) {
            chosen = edge;
        }
    }
    return chosen;
}

SearchResult EdgeSearch::run(std::span<const int> forced, std::int64_t limit, Dice& random,
                             Watch* watch) {
    reset();
    for (int v = 0; v < vertices_; ++v)
        if (!settle(v)) return SearchResult::impossible;
    // A copy, since `decide` changes the list.
    auto first_consequences = pending_;
    for (auto [edge, status] : first_consequences)
        if (!decide(edge, status)) return SearchResult::impossible;
    for (int edge : forced)
        if (!decide(edge, kUsed)) return SearchResult::impossible;

    std::vector<Choice> choices;
    std::int64_t wrong = 0;
    for (;;) {
        int edge = choose(random);
        if (edge < 0) return SearchResult::found;
        if (watch && watch->spent(choices_, vertices_ / 8)) return SearchResult::gave_up;
        ++choices_;
        choices.push_back({trail_.size(), edge});
        bool consistent = decide(edge, kUsed);
        while (!consistent) {
            if (choices.empty()) return SearchResult::impossible;
            ++wrong_choices_;
            if (++wrong > limit) return SearchResult::gave_up;
            Choice last = choices.back();
            choices.pop_back();
            undo(last.trail);
            consistent = decide(last.edge, kGone);
        }
    }
}

void add_ends(std::vector<Edge>& edges, std::vector<int>& forced, int vertices,
              std::span<const int> from, std::span<const int> to) {
    forced.push_back(static_cast<int>(edges.size()));
    edges.push_back({vertices, vertices + 1});
    for (int v : from) edges.push_back({vertices, v});
    for (int v : to) edges.push_back({vertices + 1, v});
}

Answer edge_tour(const Graph& graph, const EdgesTask& task, Control& control) {
    const int n = graph.vertex_count();
    if (n == 1 && !task.cycle) {  // one square is both ends; the search needs two
        Answer answer;
        answer.outcome = Outcome::found;
        answer.squares = {0};
        return answer;
    }
    std::vector<Edge> edges;
    std::vector<int> forced, from, to;
    for (Vertex v = 0; v < n; ++v) {
        if (task.start < 0 || task.start == v) from.push_back(v);
        if (task.end < 0 ? task.start != v : task.end == v) to.push_back(v);
        for (Vertex u : graph.neighbours(v)) {
            if (u < v) continue;
            if (std::minmax(u, v) == std::minmax(task.start, task.first))
                forced.push_back(static_cast<int>(edges.size()));
            edges.push_back({v, u});
        }
    }
    if (!task.cycle) add_ends(edges, forced, n, from, to);
    const int vertices = n + (task.cycle ? 0 : 2);
    EdgeSearch search(vertices, edges);
    Dice random(task.seed);
    Watch watch(control, task.limits);
    Answer answer;
    for (std::int64_t limit = 64;; limit *= 2) {
        const SearchResult result = search.run(forced, limit, random, &watch);
        answer.nodes = search.choices();
        answer.backtracks = search.wrong_choices();
        if (result == SearchResult::impossible) answer.outcome = Outcome::impossible;
        if (result == SearchResult::found) {
            answer.outcome = Outcome::found;
            Neighbours neighbours(vertices, {-1, -1});
            for (std::size_t edge = 0; edge < edges.size(); ++edge)
                if (search.used(static_cast<int>(edge)))
                    link(neighbours, edges[edge].first, edges[edge].second);
            answer.squares = task.cycle
                                 ? list_cycle(neighbours, std::max(task.start, 0), task.first)
                                 : list_cycle(neighbours, n + 1, n);
            // A path is listed as exit, entry, start, ..., end.
            if (!task.cycle)
                answer.squares.erase(answer.squares.begin(), answer.squares.begin() + 2);
        }
        if (result != SearchResult::gave_up || watch.spent(search.choices())) return answer;
        ++answer.restarts;
    }
}

}  // namespace babieca::heuristics
