#include "core/heuristics/warnsdorff.hpp"

#include <algorithm>
#include <limits>

namespace babieca::heuristics {

namespace {

// A graph with the interface of BoxSpace: move k of a vertex leads to its k-th neighbour.
class GraphSpace {
  public:
    static constexpr int blocked = -1;

    GraphSpace(const Graph& graph, std::span<const std::int64_t> corner,
               std::span<const std::int64_t> edge)
        : graph_(graph), corner_(corner), edge_(edge), left_(graph.vertex_count()) {}

    Vertex size() const { return graph_.vertex_count(); }
    int move_count() const { return graph_.degree(vertex_); }
    int most_moves() const {
        int most = 0;
        for (Vertex v = 0; v < size(); ++v) most = std::max(most, graph_.degree(v));
        return most;
    }

    void place(Vertex start) {
        for (Vertex v = 0; v < size(); ++v) left_[v] = graph_.degree(v);
        visit(start);
    }

    Vertex vertex() const { return vertex_; }
    Vertex target(int move) const { return graph_.targets[graph_.offsets[vertex_] + move]; }
    int left(int move) const { return left_[target(move)]; }
    std::int64_t corner(int move) const { return corner_[target(move)]; }
    std::int64_t edge(int move) const { return edge_[target(move)]; }
    void advance(int move) { visit(target(move)); }
    bool adjacent(Vertex a, Vertex b) const { return graph_.adjacent(a, b); }

  private:
    void visit(Vertex v) {
        vertex_ = v;
        left_[v] = blocked;
        for (Vertex u : graph_.neighbours(v))
            if (left_[u] != blocked) --left_[u];
    }

    Graph graph_;
    std::span<const std::int64_t> corner_, edge_;
    std::vector<int> left_;  // unvisited neighbours, or blocked
    Vertex vertex_ = 0;
};

template <typename Space, typename Log>
class Walk {
  public:
    Walk(Space& space, const Warnsdorff& how, Control& control, Log& log)
        : space_(space),
          how_(how),
          log_(log),
          watch_(control, how.limits),
          dice_(how.seed),
          by_degree_(!how.criteria.empty() && how.criteria[0] == Criterion::degree),
          candidates_(space.most_moves()) {}

    Answer run() {
        Answer answer;
        const bool chance = std::find(how_.criteria.begin(), how_.criteria.end(),
                                      Criterion::random) != how_.criteria.end();
        const auto distinct = static_cast<std::int64_t>(how_.starts.size());
        const std::int64_t attempts = chance ? how_.attempts : std::min(how_.attempts, distinct);
        for (std::int64_t attempt = 0; attempt < attempts; ++attempt) {
            answer.restarts = attempt;
            if (complete(how_.starts[attempt % distinct], answer)) {
                answer.outcome = Outcome::found;
                return answer;
            }
            if (watch_.spent(answer.nodes) || log_.full()) break;
        }
        answer.squares.clear();
        return answer;
    }

  private:
    bool complete(Vertex start, Answer& answer) {
        std::vector<Vertex>& path = answer.squares;
        path.clear();
        path.reserve(space_.size());
        space_.place(start);
        stage_ = 0;
        arrive(answer);
        if constexpr (Log::tracing) log_.say(Happening::start, start, 1, path, how_.end);
        while (static_cast<Vertex>(path.size()) < space_.size()) {
            const bool last = static_cast<Vertex>(path.size()) + 1 == space_.size();
            const int move = choose(last);
            if constexpr (Log::tracing) trace_move(move, last, path.size());
            if (move < 0 || watch_.spent(answer.nodes, 4) || log_.full()) return false;
            space_.advance(move);
            arrive(answer);
        }
        const bool good = !how_.closed || path.size() == 1 || space_.adjacent(start, path.back());
        if constexpr (Log::tracing)
            log_.say(good ? Happening::found : Happening::dead_end, path.back(), path.size());
        return good;
    }

    void arrive(Answer& answer) {
        answer.squares.push_back(space_.vertex());
        ++answer.nodes;
        if (stage_ < how_.switches.size() && how_.switches[stage_] == space_.vertex()) ++stage_;
    }

    // Traces the chosen move, and the squares it was chosen from, before it is made.
    void trace_move(int move, bool last, std::size_t depth) {
        if (move < 0) return log_.say(Happening::dead_end, space_.vertex(), depth);
        std::vector<Vertex> open;
        for (int other = 0, moves = space_.move_count(); other < moves; ++other)
            if (may_enter(other, last)) open.push_back(space_.target(other));
        if (open.size() == 1)
            log_.say(Happening::forced, open[0], depth + 1, open);
        else
            log_.say(Happening::move, space_.target(move), depth + 1, open, decided_);
    }

    bool may_enter(int move, bool last) const {
        return space_.left(move) != Space::blocked && (space_.target(move) != how_.end || last);
    }

    int choose(bool last) {
        gather(last);
        if (count_ == 0) return -1;
        if constexpr (Log::tracing) decided_ = 0;
        for (std::size_t i = by_degree_ ? 1 : 0; i < how_.criteria.size() && count_ > 1; ++i) {
            if constexpr (Log::tracing) decided_ = static_cast<int>(i);
            switch (how_.criteria[i]) {
                case Criterion::degree:
                    keep_least([this](int move) { return space_.left(move); });
                    break;
                case Criterion::corner:
                    keep_least([this](int move) { return space_.corner(move); });
                    break;
                case Criterion::edge:
                    keep_least([this](int move) { return space_.edge(move); });
                    break;
                case Criterion::random:
                    return candidates_[dice_.below(count_)];
                case Criterion::rank:
                    keep_least([this](int move) { return how_.ranks[stage_][move]; });
                    break;
            }
        }
        if constexpr (Log::tracing) {
            if (count_ > 1) decided_ = static_cast<int>(how_.criteria.size());
        }
        return candidates_[0];
    }

    // The open moves; if the first criterion is Warnsdorff's, only those with the least degree.
    void gather(bool last) {
        count_ = 0;
        int least = std::numeric_limits<int>::max();
        for (int move = 0, moves = space_.move_count(); move < moves; ++move) {
            if (!may_enter(move, last)) continue;
            if (by_degree_) {
                const int left = space_.left(move);
                if (left > least) continue;
                if (left < least) count_ = 0;
                least = left;
            }
            candidates_[count_++] = move;
        }
    }

    template <typename Measure>
    void keep_least(Measure measure) {
        auto least = measure(candidates_[0]);
        int kept = 1;
        for (int i = 1; i < count_; ++i) {
            const auto value = measure(candidates_[i]);
            if (value > least) continue;
            if (value < least) kept = 0;
            least = value;
            candidates_[kept++] = candidates_[i];
        }
        count_ = kept;
    }

    Space& space_;
    const Warnsdorff& how_;
    Log& log_;
    Watch watch_;
    Dice dice_;
    bool by_degree_;
    std::vector<int> candidates_;  // the first count_ entries
    int count_ = 0;
    std::size_t stage_ = 0;  // the number of switch squares entered
    int decided_ = 0;        // in a trace: the criterion that left one candidate
};

template <typename Space>
Answer walk(Space& space, const Warnsdorff& how, Control& control, EventLog* log) {
    if (log) return Walk<Space, EventLog>(space, how, control, *log).run();
    Silent silent;
    return Walk<Space, Silent>(space, how, control, silent).run();
}

}  // namespace

Answer warnsdorff(BoxSpace& space, const Warnsdorff& how, Control& control, EventLog* log) {
    return walk(space, how, control, log);
}

Answer warnsdorff(const Graph& graph, std::span<const std::int64_t> corner_distance,
                  std::span<const std::int64_t> edge_distance, const Warnsdorff& how,
                  Control& control, EventLog* log) {
    GraphSpace space(graph, corner_distance, edge_distance);
    return walk(space, how, control, log);
}

}  // namespace babieca::heuristics
