#include <algorithm>
#include <limits>

#include "core/heuristics/finders.hpp"

namespace babieca::heuristics {

namespace {

class Search {
  public:
    Search(const Graph& graph, const StackSearch& how, Control& control, EventLog* log)
        : graph_(graph), how_(how), log_(log), watch_(control, how.limits) {}

    Answer run() {
        Answer answer;
        for (std::size_t attempt = 0; attempt < how_.starts.size(); ++attempt) {
            answer.restarts = static_cast<std::int64_t>(attempt);
            answer.outcome = from(how_.starts[attempt], answer);
            if (answer.outcome != Outcome::impossible) break;
        }
        if (answer.outcome == Outcome::found) answer.squares = std::move(path_);
        return answer;
    }

  private:
    // The last candidate tried at a square. Candidates are tried in increasing order of their
    // traces, and the unvisited squares are the same whenever the search is back at that square, so
    // the next candidate needs no other memory.
    struct Trace {
        int left = -1;
        int number = -1;
        auto operator<=>(const Trace&) const = default;
    };

    Outcome from(Vertex start, Answer& answer) {
        path_.assign(1, start);
        traces_.assign(1, Trace{});
        visited_.assign(graph_.vertex_count(), 0);
        left_.clear();
        for (Vertex v = 0; v < graph_.vertex_count(); ++v) left_.push_back(graph_.degree(v));
        mark(start, 1);
        ++answer.nodes;
        trace(Happening::start, path_, how_.end);
        if (complete()) return Outcome::found;
        while (!path_.empty()) {
            if (watch_.spent(answer.nodes, 4) || (log_ && log_->full()))
                return Outcome::limits_reached;
            const Trace before = traces_.back();
            const Vertex next = next_candidate();
            if (next < 0) {
                if (log_ && before == Trace{}) trace(Happening::dead_end);
                mark(path_.back(), 0);
                path_.pop_back();
                traces_.pop_back();
                ++answer.backtracks;
                if (log_) trace(Happening::backtrack);
                continue;
            }
            if (log_) trace_move(next);
            path_.push_back(next);
            traces_.push_back(Trace{});
            mark(next, 1);
            ++answer.nodes;
            if (complete()) return Outcome::found;
        }
        return Outcome::impossible;
    }

    // Enters or leaves a square.
    void mark(Vertex v, char visited) {
        visited_[v] = visited;
        const int change = visited ? -1 : 1;
        for (Vertex u : graph_.neighbours(v)) left_[u] += change;
    }

    void trace(Happening what, std::span<const Vertex> squares = {}, int detail = -1) {
        if (log_) log_->say(what, path_.empty() ? -1 : path_.back(), path_.size(), squares, detail);
    }

    // Traces which square is entered next, and the squares it was chosen from.
    void trace_move(Vertex next) {
        const bool last = static_cast<Vertex>(path_.size()) + 1 == graph_.vertex_count();
        std::vector<Vertex> open;
        for (Vertex u : graph_.neighbours(path_.back()))
            if (may_enter(u, last)) open.push_back(u);
        log_->say(open.size() == 1 ? Happening::forced : Happening::move, next, path_.size() + 1,
                  open);
    }

    bool may_enter(Vertex u, bool last) const { return !visited_[u] && (u != how_.end || last); }

    static constexpr Trace exhausted{std::numeric_limits<int>::max(),
                                     std::numeric_limits<int>::max()};

    Vertex next_candidate() {
        Trace& trace = traces_.back();
        const bool last = static_cast<Vertex>(path_.size()) + 1 == graph_.vertex_count();
        const auto neighbours = graph_.neighbours(path_.back());
        Trace best = exhausted;
        for (int number = 0; number < static_cast<int>(neighbours.size()); ++number) {
            const Vertex u = neighbours[number];
            if (!may_enter(u, last)) continue;
            const Trace mine{how_.warnsdorff ? left_[u] : 0, number};
            if (mine > trace && mine < best) best = mine;
        }
        trace = best;
        return best == exhausted ? -1 : neighbours[best.number];
    }

    bool complete() {
        if (static_cast<Vertex>(path_.size()) < graph_.vertex_count()) return false;
        const auto around = graph_.neighbours(path_.front());
        const bool good = !how_.closed || path_.size() == 1 ||
                          std::find(around.begin(), around.end(), path_.back()) != around.end();
        if (good) trace(Happening::found);
        return good;
    }

    Graph graph_;
    const StackSearch& how_;
    EventLog* const log_;  // null: not traced
    Watch watch_;
    std::vector<char> visited_;
    std::vector<int> left_;  // unvisited neighbours, of every vertex
    std::vector<Vertex> path_;
    std::vector<Trace> traces_;
};

}  // namespace

Answer stack_search(const Graph& graph, const StackSearch& how, Control& control, EventLog* log) {
    return Search(graph, how, control, log).run();
}

}  // namespace babieca::heuristics
