#include "core/fold/stream.hpp"

#include <algorithm>
#include <optional>
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
        if (!alive_ || complete() || e < 0 || e >= static_cast<int>(list.size()) ||
            visited_[list[e].to] || !may_visit(list[e].to))
            throw std::invalid_argument("this walk is not part of the search");
        head.next = static_cast<int>(list.size());  // the other branches belong to other parts
        alive_ = step(head, e);
    }
    nodes_ += !path.empty();  // the earlier nodes of the path were counted before
}

// Without recursion: the walk may be long, and it stays between two calls.
void FoldedStream::next(std::int64_t most, std::vector<Vertex>& vertices, Control& control,
                        std::int64_t nodes) {
    while (most > 0 && !walk_.empty()) {
        Place& head = walk_.back();
        if (complete()) {
            const int back = next_return(head);
            if (back >= 0) {
                const int sheet = folded_.edges[start_][back].sheet;
                append_tour((head.sheet + folded_.sheets - sheet) % folded_.sheets, vertices);
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
        if (complete() || !alive_) continue;
        FoldedPath path;
        for (auto place = walk_.begin() + 1; place != walk_.end(); ++place)
            path.push_back(place->edge);
        path.push_back(-1);
        Place& head = walk_.back();
        while ((path.back() = next_edge(head)) >= 0) left.push_back(path);
    }
}

// The next edge to try from the head, or -1.
int FoldedStream::next_edge(Place& head) const {
    const auto& list = folded_.edges[head.vertex];
    while (head.next < static_cast<int>(list.size())) {
        const int e = head.next++;
        if (!visited_[list[e].to] && may_visit(list[e].to)) return e;
    }
    return -1;
}

// The next edge of the start's list that closes the complete walk, or -1. Each cycle is found once:
// it leaves the start by an earlier edge of the list than it returns by.
int FoldedStream::next_return(Place& head) const {
    if (!alive_) return -1;
    const auto& list = folded_.edges[start_];
    for (head.next = std::max(head.next, walk_[1].edge + 1);
         head.next < static_cast<int>(list.size());) {
        const int e = head.next++;
        const int total = (head.voltage + folded_.sheets - list[e].voltage) % folded_.sheets;
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

// Returns false if a vertex can no longer be visited.
bool FoldedStream::step(Place head, int e) {
    const FoldedEdge& edge = folded_.edges[head.vertex][e];
    bool alive = true;
    if (head.vertex != start_)
        for (Vertex u : neighbours_[head.vertex])
            if (!visited_[u] && --open_[u] < 2 && u != edge.to) alive = false;
    visited_[edge.to] = true;
    walk_.push_back({edge.to, e, (head.voltage + edge.voltage) % folded_.sheets,
                     (head.sheet + edge.sheet) % folded_.sheets, 0});
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

void FoldedStream::append_tour(int total, std::vector<Vertex>& out) const {
    std::vector<Visit> visits;
    for (const Place& place : walk_)
        if (place.vertex != folded_.apex) visits.push_back({place.vertex, place.sheet});
    // The middle of a path is next to the apex by an edge of voltage 1; it comes first.
    if (folded_.apex >= 0 && folded_.edges[start_][walk_[1].edge].voltage == 0)
        std::reverse(visits.begin(), visits.end());
    unfold(folded_, visits, total, out);
}

FoldedPiece walk_folded(const std::vector<Folded>& questions, const std::vector<FoldedTask>& tasks,
                        std::int64_t nodes, Control& control) {
    FoldedPiece piece;
    std::optional<FoldedStream> stream;
    int asked = -1;
    auto task = tasks.begin();
    for (; task != tasks.end() && piece.nodes < nodes; ++task) {
        const auto& [question, path] = *task;
        if (question < 0 || question >= static_cast<int>(questions.size()))
            throw std::invalid_argument("a task belongs to none of the questions");
        if (question != asked) stream.emplace(questions[asked = question]);
        const std::int64_t before = stream->nodes();
        stream->start(path);
        stream->next(FoldedStream::without_end, piece.vertices, control,
                     before + nodes - piece.nodes);
        piece.nodes += stream->nodes() - before;
        std::vector<FoldedPath> left;
        stream->unload(left);
        for (FoldedPath& each : left) piece.left.emplace_back(question, std::move(each));
    }
    piece.left.insert(piece.left.end(), task, tasks.end());
    return piece;
}

}  // namespace babieca::fold
