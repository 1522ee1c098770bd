#include "core/fold/folded_stream.hpp"

#include <algorithm>
#include <stdexcept>

namespace babieca::fold {

FoldedStream::FoldedStream(Folded folded)
    : folded_(std::move(folded)), visited_(folded_.vertex_count(), false) {
    const OwnedGraph simple = simple_graph(folded_);
    for (Vertex v = 0; v < folded_.vertex_count(); ++v) {
        const auto list = simple.view().neighbours(v);
        neighbours_.emplace_back(list.begin(), list.end());
        open_.push_back(static_cast<int>(list.size()));
    }
    for (auto [u, v] : folded_.forced) fixed_.push_back(u == folded_.apex ? v : u);
    const auto fewest = std::min_element(open_.begin(), open_.end());
    start_ = folded_.apex >= 0 ? folded_.apex : static_cast<Vertex>(fewest - open_.begin());
    hopeless_ = folded_.impossible || *fewest < 2;
    start({});
}

void FoldedStream::start(const FoldedPath& path) {
    while (!walk_.empty()) take_back();
    alive_ = true;
    if (hopeless_) return;
    visited_[start_] = true;
    walk_.push_back({start_, 0, 0, 0, 0});
    for (const int e : path) {
        Place& head = walk_.back();
        const auto& list = folded_.edges[head.vertex];
        if (!alive_ || whole() || e < 0 || e >= static_cast<int>(list.size()) ||
            visited_[list[e].to] || !may_visit(list[e].to))
            throw std::invalid_argument("this walk is not part of the search");
        head.next = static_cast<int>(list.size());  // what else branches off is of other parts
        alive_ = step(head, e);
    }
    nodes_ += !path.empty();  // the others were entered by whoever handed it over
}

// Without recursion: a walk is as long as the folded board is large, and stays between two calls.
void FoldedStream::next(std::int64_t most, std::vector<Vertex>& vertices, Control& control,
                        std::int64_t nodes) {
    while (most > 0 && !walk_.empty()) {
        Place& head = walk_.back();
        if (whole()) {
            const int back = next_return(head);
            if (back >= 0) {
                const int sheet = folded_.edges[start_][back].sheet;
                unfold((head.sheet + folded_.order - sheet) % folded_.order, vertices);
                ++found_;
                --most;
                continue;
            }
        } else if (alive_) {
            if (nodes_ >= nodes) return;
            if (const int edge = next_edge(head); edge >= 0) {
                if (++nodes_ % 65536 == 0) control.check({found_, 0});
                alive_ = step(head, edge);
                continue;
            }
        }
        take_back();
        alive_ = true;
    }
}

void FoldedStream::unload(std::vector<FoldedPath>& left) {
    for (; !walk_.empty(); take_back(), alive_ = true) {
        if (whole() || !alive_) continue;
        FoldedPath path;
        for (auto place = walk_.begin() + 1; place != walk_.end(); ++place)
            path.push_back(place->edge);
        path.push_back(-1);
        Place& head = walk_.back();
        while ((path.back() = next_edge(head)) >= 0) left.push_back(path);
    }
}

// The next edge that may be tried from here, or -1.
int FoldedStream::next_edge(Place& head) const {
    const auto& list = folded_.edges[head.vertex];
    while (head.next < static_cast<int>(list.size())) {
        const int e = head.next++;
        if (!visited_[list[e].to] && may_visit(list[e].to)) return e;
    }
    return -1;
}

// The next edge of the start's list by which the whole walk closes, or -1. Each cycle once: it
// leaves the start by an earlier edge of the list than it returns by.
int FoldedStream::next_return(Place& head) const {
    if (!alive_) return -1;
    const auto& list = folded_.edges[start_];
    for (head.next = std::max(head.next, walk_[1].edge + 1);
         head.next < static_cast<int>(list.size());) {
        const int e = head.next++;
        const int total = (head.voltage + folded_.order - list[e].voltage) % folded_.order;
        if (list[e].to == head.vertex && folded_.accepted[total]) return e;
    }
    return -1;
}

// A fixed vertex is an end of the folded path: next to the apex, first or last.
bool FoldedStream::may_visit(Vertex v) const {
    const std::size_t position = walk_.size();
    if (position == 1 || position + 1 == visited_.size()) return true;
    return std::find(fixed_.begin(), fixed_.end(), v) == fixed_.end();
}

// Returns false when a vertex can no longer be visited.
bool FoldedStream::step(Place head, int e) {
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

void FoldedStream::take_back() {
    visited_[walk_.back().vertex] = false;
    walk_.pop_back();
    if (walk_.empty()) return;
    const Vertex head = walk_.back().vertex;
    if (head != start_)
        for (Vertex u : neighbours_[head])
            if (!visited_[u]) ++open_[u];
}

Vertex FoldedStream::lifted(const Place& place, int sheet) const {
    return folded_.lift[place.vertex * folded_.order + (place.sheet + sheet) % folded_.order];
}

void FoldedStream::unfold(int total, std::vector<Vertex>& out) const {
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

}  // namespace babieca::fold
