#include "core/heuristics/rotation.hpp"

#include <algorithm>

namespace babieca::heuristics {

namespace {

class Rotating {
  public:
    Rotating(const Graph& graph, const Rotation& how, Control& control)
        : graph_(graph),
          how_(how),
          watch_(control, how.limits),
          dice_(how.seed),
          left_(graph.vertex_count()),
          where_(graph.vertex_count()) {}

    Answer run() {
        Answer answer;
        const std::int64_t patience = 20 * static_cast<std::int64_t>(size()) + 1000;
        for (;; ++answer.restarts) {
            begin(answer.restarts);
            ++answer.nodes;
            std::int64_t idle = 0;
            while (idle < patience) {
                if (watch_.spent(answer.nodes)) return answer;
                ++answer.nodes;
                if (extend()) {
                    idle = 0;
                    continue;
                }
                if (length() == size() && finished()) {
                    answer.outcome = Outcome::found;
                    answer.squares = std::move(path_);
                    return answer;
                }
                ++idle;
                if (!head_is_fixed() && reopen_cycle()) continue;
                if (!head_is_fixed() && dice_.below(32) == 0) reverse(0);
                if (!rotate()) {
                    if (head_is_fixed() || length() == 1) break;
                    reverse(0);
                    if (!rotate()) break;
                }
                ++answer.rotations;
            }
        }
    }

  private:
    Vertex size() const { return graph_.vertex_count(); }
    Vertex length() const { return static_cast<Vertex>(path_.size()); }
    bool head_is_fixed() const { return how_.start >= 0 && !how_.closed; }

    bool finished() const {
        return !how_.closed || length() == 1 || graph_.adjacent(path_.front(), path_.back());
    }

    void begin(std::int64_t attempt) {
        for (Vertex v = 0; v < size(); ++v) {
            left_[v] = graph_.degree(v);
            where_[v] = -1;
        }
        path_.clear();
        Vertex first = how_.start;
        if (first < 0)
            first = attempt > 0 ? dice_.below(size())
                                : static_cast<Vertex>(std::min_element(left_.begin(), left_.end()) -
                                                      left_.begin());
        append(first);
    }

    void append(Vertex v) {
        where_[v] = length();
        path_.push_back(v);
        for (Vertex u : graph_.neighbours(v)) --left_[u];
    }

    bool extend() {
        Vertex best = -1;
        int ties = 0;
        for (Vertex u : graph_.neighbours(path_.back())) {
            if (where_[u] >= 0) continue;
            if (best < 0 || left_[u] < left_[best]) {
                best = u;
                ties = 1;
            } else if (left_[u] == left_[best] && dice_.below(++ties) == 0) {
                best = u;
            }
        }
        if (best < 0) return false;
        append(best);
        return true;
    }

    void reverse(Vertex from) {
        std::reverse(path_.begin() + from, path_.end());
        renumber(from);
    }

    void renumber(Vertex from) {
        for (Vertex i = from; i < length(); ++i) where_[path_[i]] = i;
        watch_.spent(0, (length() - from) / 4);
    }

    // Turns a cycle so that its tail has an unvisited neighbour. False if the path is no cycle, or
    // is complete, or has no unvisited neighbour.
    bool reopen_cycle() {
        if (length() == size() || length() < 3 || !graph_.adjacent(path_.front(), path_.back()))
            return false;
        const auto gate =
            std::find_if(path_.begin(), path_.end(), [this](Vertex v) { return left_[v] > 0; });
        if (gate == path_.end()) return false;
        std::rotate(path_.begin(), gate + 1, path_.end());
        renumber(0);
        return true;
    }

    // Rotates to a random tail, if possible one from which the path grows or closes.
    bool rotate() {
        const Vertex tail = path_.back();
        Vertex chosen = -1;
        int ties = 0;
        bool promising = false;
        for (Vertex u : graph_.neighbours(tail)) {
            if (where_[u] < 0 || where_[u] >= length() - 2) continue;
            const Vertex next_tail = path_[where_[u] + 1];
            const bool good = length() < size()
                                  ? left_[next_tail] > 0
                                  : how_.closed && graph_.adjacent(next_tail, path_.front());
            if (good && !promising) {
                promising = true;
                ties = 0;
            }
            if (good == promising && dice_.below(++ties) == 0) chosen = u;
        }
        if (chosen < 0) return false;
        reverse(where_[chosen] + 1);
        return true;
    }

    Graph graph_;
    const Rotation& how_;
    Watch watch_;
    Dice dice_;
    std::vector<int> left_;      // unvisited neighbours of each vertex
    std::vector<Vertex> where_;  // position in the path, -1 if not in it
    std::vector<Vertex> path_;
};

// A path from start to end is a closed tour through one more vertex that touches only these two.
Answer between(const Graph& graph, const Rotation& how, Control& control) {
    const Vertex bridge = graph.vertex_count();
    OwnedGraph wider;
    auto& targets = wider.targets;
    for (Vertex v = 0; v < bridge; ++v) {
        const auto neighbours = graph.neighbours(v);
        targets.insert(targets.end(), neighbours.begin(), neighbours.end());
        if (v == how.start || v == how.end) targets.push_back(bridge);
        wider.offsets.push_back(static_cast<std::int64_t>(targets.size()));
    }
    const auto [low, high] = std::minmax(how.start, how.end);
    targets.insert(targets.end(), {low, high});
    wider.offsets.push_back(static_cast<std::int64_t>(targets.size()));

    const Rotation around{-1, -1, true, how.seed, how.limits};
    Answer answer = Rotating(wider.view(), around, control).run();
    if (answer.outcome != Outcome::found) return answer;
    std::vector<Vertex>& squares = answer.squares;
    std::rotate(squares.begin(), std::find(squares.begin(), squares.end(), bridge), squares.end());
    squares.erase(squares.begin());
    if (squares.front() != how.start) std::reverse(squares.begin(), squares.end());
    return answer;
}

}  // namespace

Answer rotation_extension(const Graph& graph, const Rotation& how, Control& control) {
    if (how.end >= 0) return between(graph, how, control);
    Answer answer = Rotating(graph, how, control).run();
    if (answer.outcome == Outcome::found && how.closed && how.start >= 0)
        std::rotate(answer.squares.begin(),
                    std::find(answer.squares.begin(), answer.squares.end(), how.start),
                    answer.squares.end());
    return answer;
}

}  // namespace babieca::heuristics
