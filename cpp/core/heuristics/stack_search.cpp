#include "core/heuristics/stack_search.hpp"

#include <algorithm>
#include <limits>

#include "core/graphs/low_points.hpp"

namespace babieca::heuristics {

namespace {

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

// Two necessary conditions for completing a path, each linear in the edges of the graph:
//   degrees: every square but the last is entered and left, so it needs two ways;
//   blocks: the unvisited squares and the head of the path are a chain of two-connected blocks that
//   begins at the head, so they are connected and at most one block is an end of the block tree.
class DeadEnds {
  public:
    DeadEnds(const Graph& graph, bool closed, Vertex end)
        : graph_(graph), closed_(closed), end_(end), low_points_(graph) {}

    bool any(const Unvisited& unvisited, const std::vector<Vertex>& path) {
        return bad_degrees(unvisited, path) || bad_blocks(unvisited, path);
    }

  private:
    bool bad_degrees(const Unvisited& unvisited, const std::vector<Vertex>& path) {
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

    bool bad_blocks(const Unvisited& unvisited, const std::vector<Vertex>& path) {
        holds_a_block_.assign(graph_.vertex_count(), 0);
        int end_blocks = 0;
        low_points_.clear();
        const bool whole = low_points_.search(
            path.back(), [&](Vertex v) { return !unvisited.visited(v); },
            [&](Vertex child, Vertex parent, bool cut) {
                // A block that ends at a cut is an end of the block tree unless it holds another.
                if (cut && !holds_a_block_[child]) ++end_blocks;
                holds_a_block_[parent] |= holds_a_block_[child] | static_cast<char>(cut);
                return end_blocks <= 1;
            });
        const Vertex left = graph_.vertex_count() - static_cast<Vertex>(path.size()) + 1;
        return !whole || low_points_.discovered() != left;
    }

    Graph graph_;
    bool closed_;
    Vertex end_;
    LowPoints low_points_;
    std::vector<char> holds_a_block_;  // a whole block lies below this vertex
    std::vector<char> near_head_, near_start_;
};

template <typename Log>
class Search {
  public:
    Search(const Graph& graph, const StackSearch& how, Control& control, Log& log)
        : graph_(graph),
          how_(how),
          log_(log),
          watch_(control, how.limits),
          state_(graph),
          dead_ends_(graph, how.closed, how.end) {}

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
        int slot = -1;
        auto operator<=>(const Trace&) const = default;
    };

    Outcome from(Vertex start, Answer& answer) {
        path_.assign(1, start);
        traces_.assign(1, Trace{});
        state_.reset();
        state_.enter(start);
        ++answer.nodes;
        trace(Happening::start, path_, how_.end);
        if (complete()) return Outcome::found;
        while (!path_.empty()) {
            if (watch_.spent(answer.nodes, how_.prune ? 2 * graph_.vertex_count() : 4) ||
                log_.full())
                return Outcome::limits_reached;
            const Trace before = traces_.back();
            const Vertex next = next_candidate();
            if (next < 0) {
                if (before == Trace{} || before == exhausted) trace(Happening::dead_end);
                state_.leave(path_.back());
                path_.pop_back();
                traces_.pop_back();
                ++answer.backtracks;
                trace(Happening::backtrack);
                continue;
            }
            if constexpr (Log::tracing) trace_move(next);
            path_.push_back(next);
            traces_.push_back(Trace{});
            state_.enter(next);
            ++answer.nodes;
            if (complete()) return Outcome::found;
            if (how_.prune && dead_ends_.any(state_, path_)) traces_.back() = exhausted;
        }
        return Outcome::impossible;
    }

    void trace(Happening what, std::span<const Vertex> squares = {}, int detail = -1) {
        if constexpr (Log::tracing)
            log_.say(what, path_.empty() ? -1 : path_.back(), path_.size(), squares, detail);
    }

    // Traces which square is entered next, and the squares it was chosen from.
    void trace_move(Vertex next) {
        const bool last = static_cast<Vertex>(path_.size()) + 1 == graph_.vertex_count();
        std::vector<Vertex> open;
        for (Vertex u : graph_.neighbours(path_.back()))
            if (may_enter(u, last)) open.push_back(u);
        log_.say(open.size() == 1 ? Happening::forced : Happening::move, next, path_.size() + 1,
                 open);
    }

    bool may_enter(Vertex u, bool last) const {
        return !state_.visited(u) && (u != how_.end || last);
    }

    static constexpr Trace exhausted{std::numeric_limits<int>::max(),
                                     std::numeric_limits<int>::max()};

    Vertex next_candidate() {
        Trace& trace = traces_.back();
        if (trace == exhausted) return -1;
        const bool last = static_cast<Vertex>(path_.size()) + 1 == graph_.vertex_count();
        const auto neighbours = graph_.neighbours(path_.back());
        Trace best = exhausted;
        for (int slot = 0; slot < static_cast<int>(neighbours.size()); ++slot) {
            const Vertex u = neighbours[slot];
            if (!may_enter(u, last)) continue;
            const Trace mine{how_.warnsdorff ? state_.left(u) : 0, slot};
            if (mine > trace && mine < best) best = mine;
        }
        trace = best;
        return best == exhausted ? -1 : neighbours[best.slot];
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
    Log& log_;
    Watch watch_;
    Unvisited state_;
    DeadEnds dead_ends_;
    std::vector<Vertex> path_;
    std::vector<Trace> traces_;
};

}  // namespace

Answer stack_search(const Graph& graph, const StackSearch& how, Control& control, EventLog* log) {
    if (log) return Search<EventLog>(graph, how, control, *log).run();
    Silent silent;
    return Search<Silent>(graph, how, control, silent).run();
}

}  // namespace babieca::heuristics
