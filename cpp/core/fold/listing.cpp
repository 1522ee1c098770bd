// Symmetric tours, one after another: a search on the folded graph.
//
// The search goes depth first along folded edges. It abandons a branch when an unvisited vertex has
// fewer than two free neighbours left. The folded graph has at most half the vertices, so the
// search is about as large as the square root of a search on the whole graph.
#include <algorithm>
#include <optional>
#include <stdexcept>

#include "core/fold/fold.hpp"

namespace babieca::fold {
namespace {

class FoldedWalk {
  public:
    FoldedWalk(const Folded& folded, FoldedPiece& piece)
        : folded_(folded),
          piece_(piece),
          visited_(folded.vertex_count(), false),
          simple_(simple_graph(folded)) {
        for (Vertex v = 0; v < folded.vertex_count(); ++v)
            open_.push_back(simple_.view().degree(v));
        for (auto [u, v] : folded.forced) fixed_.push_back(u == folded.apex ? v : u);
        const auto fewest = std::ranges::min_element(open_);
        start_ = folded.apex >= 0 ? folded.apex : static_cast<Vertex>(fewest - open_.begin());
        hopeless_ = folded.impossible || *fewest < 2;
    }

    // Walks over the part of the tree below the path until `nodes` have been entered, and moves the
    // untried rest to `left`, in the sequence of the search. Throws std::invalid_argument if the
    // tree has no such part.
    void run(const FoldedTask& task, std::int64_t nodes, Control& control) {
        start(task.second);
        advance(nodes, control);
        unload(task.first);
    }

  private:
    struct Node {
        Vertex vertex;
        int edge;            // the position in the previous vertex's list that led here
        int voltage, sheet;  // sums from the start
        int next;            // the next position to try, in the vertex's list; when the walk is
                             // complete, in the start's list
    };

    bool complete() const { return walk_.size() == visited_.size(); }

    void start(const std::vector<int>& path) {
        alive_ = true;
        if (hopeless_) return;
        visited_[start_] = true;
        walk_.push_back({start_, 0, 0, 0, 0});
        for (const int e : path) {
            Node& head = walk_.back();
            const auto& list = folded_.edges[head.vertex];
            if (!alive_ || complete() || e < 0 || e >= static_cast<int>(list.size()) ||
                !may_visit(list[e].to))
                throw std::invalid_argument("a task has a walk that this search never makes");
            head.next = static_cast<int>(list.size());  // the other branches belong to other parts
            alive_ = step(head, e);
        }
        piece_.nodes += !path.empty();  // the earlier nodes of the path were counted before
    }

    // Without recursion: the walk may be long.
    void advance(std::int64_t nodes, Control& control) {
        while (!walk_.empty()) {
            Node& head = walk_.back();
            if (complete()) {
                const int back = next_return(head);
                if (back >= 0) {
                    append_tour(head.sheet + folded_.sheets - folded_.edges[start_][back].sheet);
                    continue;
                }
            } else if (alive_) {
                if (piece_.nodes >= nodes) return;
                if (const int edge = next_edge(head); edge >= 0) {
                    if (++piece_.nodes % 65536 == 0) control.check({found_});
                    alive_ = step(head, edge);
                    continue;
                }
            }
            take_back();
        }
    }

    void unload(int question) {
        for (; !walk_.empty(); take_back()) {
            if (complete() || !alive_) continue;
            std::vector<int> path;
            for (auto node = walk_.begin() + 1; node != walk_.end(); ++node)
                path.push_back(node->edge);
            path.push_back(-1);
            Node& head = walk_.back();
            while ((path.back() = next_edge(head)) >= 0) piece_.left.emplace_back(question, path);
        }
    }

    // The next edge to try from the head, or -1.
    int next_edge(Node& head) const {
        const auto& list = folded_.edges[head.vertex];
        while (head.next < static_cast<int>(list.size())) {
            const int e = head.next++;
            if (may_visit(list[e].to)) return e;
        }
        return -1;
    }

    // The next edge of the start's list that closes the complete walk, or -1. Each cycle is found
    // once: it leaves the start by an earlier edge of the list than it returns by.
    int next_return(Node& head) const {
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
    bool may_visit(Vertex v) const {
        if (visited_[v]) return false;
        const std::size_t position = walk_.size();
        if (position == 1 || position + 1 == visited_.size()) return true;
        return std::ranges::find(fixed_, v) == fixed_.end();
    }

    // Returns false if a vertex can no longer be visited.
    bool step(Node head, int e) {
        const FoldedEdge& edge = folded_.edges[head.vertex][e];
        bool alive = true;
        if (head.vertex != start_)
            for (Vertex u : simple_.view().neighbours(head.vertex))
                if (!visited_[u] && --open_[u] < 2 && u != edge.to) alive = false;
        visited_[edge.to] = true;
        walk_.push_back({edge.to, e, (head.voltage + edge.voltage) % folded_.sheets,
                         (head.sheet + edge.sheet) % folded_.sheets, 0});
        return alive;
    }

    void take_back() {
        alive_ = true;
        visited_[walk_.back().vertex] = false;
        walk_.pop_back();
        if (walk_.empty()) return;
        const Vertex head = walk_.back().vertex;
        if (head != start_)
            for (Vertex u : simple_.view().neighbours(head))
                if (!visited_[u]) ++open_[u];
    }

    void append_tour(int total) {
        std::vector<Visit> visits;
        for (const Node& node : walk_)
            if (node.vertex != folded_.apex) visits.push_back({node.vertex, node.sheet});
        // The middle of a path is next to the apex by an edge of voltage 1; it comes first.
        if (folded_.apex >= 0 && folded_.edges[start_][walk_[1].edge].voltage == 0)
            std::ranges::reverse(visits);
        ++found_;
        unfold(folded_, visits, total % folded_.sheets, piece_.vertices);
    }

    const Folded& folded_;
    FoldedPiece& piece_;
    std::vector<bool> visited_;
    const OwnedGraph simple_;
    // Invariant: per unvisited vertex, its neighbours that are unvisited, the head or the start.
    std::vector<int> open_;
    std::vector<Vertex> fixed_;
    Vertex start_ = 0;
    std::vector<Node> walk_;  // empty: the task is done
    std::int64_t found_ = 0;
    bool hopeless_ = false;  // the whole tree is empty
    bool alive_ = true;      // every unvisited vertex has two free neighbours
};

}  // namespace

FoldedPiece walk_folded(const std::vector<Folded>& questions, const std::vector<FoldedTask>& tasks,
                        std::int64_t nodes, Control& control) {
    FoldedPiece piece;
    std::optional<FoldedWalk> walk;
    int asked = -1;
    auto task = tasks.begin();
    for (; task != tasks.end() && piece.nodes < nodes; ++task) {
        const int question = task->first;
        if (question < 0 || question >= static_cast<int>(questions.size()))
            throw std::invalid_argument("a task belongs to none of the questions");
        if (question != asked) walk.emplace(questions[asked = question], piece);
        walk->run(*task, nodes, control);
    }
    piece.left.insert(piece.left.end(), task, tasks.end());
    return piece;
}

}  // namespace babieca::fold
