#include "core/heuristics/stack_search.hpp"

#include <algorithm>
#include <limits>

#include "core/heuristics/dead_ends.hpp"

namespace babieca::heuristics {

namespace {

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
    // trace, and what lies ahead is the same whenever the search is back at that square, so the
    // next candidate needs no other memory.
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
        say(Happening::start, path_, how_.end);
        if (complete()) return Outcome::found;
        while (!path_.empty()) {
            if (watch_.spent(answer.nodes, how_.prune ? 2 * graph_.vertex_count() : 4) ||
                log_.full())
                return Outcome::limits_reached;
            const Trace before = traces_.back();
            const Vertex next = next_candidate();
            if (next < 0) {
                if (before == Trace{} || before == exhausted) say(Happening::dead_end);
                state_.leave(path_.back());
                path_.pop_back();
                traces_.pop_back();
                ++answer.backtracks;
                say(Happening::backtrack);
                continue;
            }
            if constexpr (Log::listens) tell(next);
            path_.push_back(next);
            traces_.push_back(Trace{});
            state_.enter(next);
            ++answer.nodes;
            if (complete()) return Outcome::found;
            if (how_.prune && dead_ends_.any(state_, path_)) traces_.back() = exhausted;
        }
        return Outcome::impossible;
    }

    void say([[maybe_unused]] Happening what, [[maybe_unused]] std::span<const Vertex> squares = {},
             [[maybe_unused]] int detail = -1) {
        if constexpr (Log::listens)
            log_.say(what, path_.empty() ? -1 : path_.back(), path_.size(), squares, detail);
    }

    // Says which square is entered next, and among which it was chosen.
    void tell(Vertex next) {
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
        if (good) say(Happening::found);
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

OwnedGraph ordered_adjacency(const std::vector<int>& sides,
                             const std::vector<std::vector<int>>& moves, Control& control) {
    const int dimensions = static_cast<int>(sides.size());
    Vertex size = 1;
    for (int side : sides) size *= side;
    OwnedGraph adjacency;
    std::vector<int> square(dimensions, 0);
    for (Vertex v = 0; v < size; ++v) {
        for (const auto& move : moves) {
            Vertex target = 0;
            bool inside = true;
            for (int axis = 0; axis < dimensions && inside; ++axis) {
                const int x = square[axis] + move[axis];
                inside = x >= 0 && x < sides[axis];
                target = target * sides[axis] + x;
            }
            if (inside) adjacency.targets.push_back(target);
        }
        adjacency.offsets.push_back(static_cast<std::int64_t>(adjacency.targets.size()));
        for (int axis = dimensions - 1; axis >= 0 && ++square[axis] == sides[axis]; --axis)
            square[axis] = 0;
        if (v % (1 << 20) == 0) control.check({v, size});
    }
    return adjacency;
}

}  // namespace babieca::heuristics
