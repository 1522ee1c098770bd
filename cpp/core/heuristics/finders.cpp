#include "core/heuristics/finders.hpp"

#include <algorithm>

#include "core/heuristics/edge_search.hpp"

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
        if (how_.start >= 0) return append(how_.start);
        const auto fewest = std::ranges::min_element(left_) - left_.begin();
        append(attempt > 0 ? dice_.below(size()) : static_cast<Vertex>(fewest));
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

    // Rotates a cycle so that its tail has an unvisited neighbour. False if the path is no cycle,
    // or is complete, or has no unvisited neighbour.
    bool reopen_cycle() {
        if (length() == size() || length() < 3 || !graph_.adjacent(path_.front(), path_.back()))
            return false;
        const auto gate = std::ranges::find_if(path_, [this](Vertex v) { return left_[v] > 0; });
        if (gate == path_.end()) return false;
        std::rotate(path_.begin(), gate + 1, path_.end());
        renumber(0);
        return true;
    }

    // Rotates to a random tail, if possible to a tail from which the path grows or closes.
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

void begin_at(std::vector<Vertex>& cycle, Vertex first) {
    std::ranges::rotate(cycle, std::ranges::find(cycle, first));
}

// A path from start to end is a closed tour through one more vertex that touches only these two.
Answer between(const Graph& graph, const Rotation& how, Control& control) {
    const Vertex bridge = graph.vertex_count();
    OwnedGraph wider;
    for (Vertex v = 0; v < bridge; ++v) {
        const auto neighbours = graph.neighbours(v);
        std::vector<Vertex> list(neighbours.begin(), neighbours.end());
        if (v == how.start || v == how.end) list.push_back(bridge);
        wider.add(list);
    }
    wider.add(std::vector{std::min(how.start, how.end), std::max(how.start, how.end)});

    const Rotation around{-1, -1, true, how.seed, how.limits};
    Answer answer = Rotating(wider.view(), around, control).run();
    if (answer.outcome != Outcome::found) return answer;
    std::vector<Vertex>& squares = answer.squares;
    begin_at(squares, bridge);
    squares.erase(squares.begin());
    if (squares.front() != how.start) std::ranges::reverse(squares);
    return answer;
}

}  // namespace

std::vector<Displacement> leaper_moves(int dimensions, int shorter, int longer) {
    const int a = shorter, b = longer;
    // (row, column) pairs by increasing angle from the right.
    const std::pair<int, int> directions[] = {{a, b},   {b, a},   {b, -a}, {a, -b},
                                              {-a, -b}, {-b, -a}, {-b, a}, {-a, b}};
    std::vector<Displacement> moves;
    for (int first = 0; first < dimensions; ++first) {
        for (int second = first + 1; second < dimensions; ++second) {
            for (auto [along_first, along_second] : directions) {
                Displacement move(dimensions, 0);
                move[first] = along_first;
                move[second] = along_second;
                // A wazir (0, 1) or a ferz (1, 1) would list its moves more than once.
                if (std::find(moves.begin(), moves.end(), move) == moves.end())
                    moves.push_back(std::move(move));
            }
        }
    }
    return moves;
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
        if (v % (1 << 20) == 0) control.check({});  // the search that follows has the progress
    }
    return adjacency;
}

OwnedGraph box_graph(const std::vector<int>& sides, int shorter, int longer, Control& control) {
    const auto moves = leaper_moves(static_cast<int>(sides.size()), shorter, longer);
    OwnedGraph graph = ordered_adjacency(sides, moves, control);
    for (std::size_t v = 0; v + 1 < graph.offsets.size(); ++v)
        std::sort(graph.targets.begin() + graph.offsets[v],
                  graph.targets.begin() + graph.offsets[v + 1]);
    return graph;
}

Answer rotation_extension(const Graph& graph, const Rotation& how, Control& control) {
    if (how.end >= 0) return between(graph, how, control);
    Answer answer = Rotating(graph, how, control).run();
    if (answer.outcome == Outcome::found && how.closed && how.start >= 0)
        begin_at(answer.squares, how.start);
    return answer;
}

Answer edge_tour(const Graph& graph, const EdgesRequest& how, Control& control) {
    const int n = graph.vertex_count();
    // One square is both ends; the search needs two.
    if (n == 1 && !how.cycle) return {.outcome = Outcome::found, .squares = {0}};
    std::vector<Edge> edges;
    std::vector<int> forced, from, to;
    for (Vertex v = 0; v < n; ++v) {
        if (how.start < 0 || how.start == v) from.push_back(v);
        if (how.end < 0 ? how.start != v : how.end == v) to.push_back(v);
        for (Vertex u : graph.neighbours(v)) {
            if (u < v) continue;
            if (std::minmax(u, v) == std::minmax(how.start, how.first))
                forced.push_back(static_cast<int>(edges.size()));
            edges.push_back({v, u});
        }
    }
    if (!how.cycle) add_ends(edges, forced, n, from, to);
    const int vertices = n + (how.cycle ? 0 : 2);
    EdgeSearch search(vertices, edges);
    Dice random(how.seed);
    Watch watch(control, how.limits);
    Answer answer;
    for (std::int64_t limit = 64;; limit *= 2) {
        answer.outcome = search.run(forced, limit, random, &watch);
        answer.nodes = search.choices();
        answer.backtracks = search.wrong_choices();
        if (answer.outcome == Outcome::found) break;
        if (answer.outcome == Outcome::impossible || watch.spent(answer.nodes)) return answer;
        ++answer.restarts;
    }
    Neighbours neighbours(vertices, {-1, -1});
    for (std::size_t edge = 0; edge < edges.size(); ++edge)
        if (search.used(static_cast<int>(edge)))
            link(neighbours, edges[edge].first, edges[edge].second);
    if (how.cycle) {
        answer.squares = list_cycle(neighbours, std::max(how.start, 0), how.first);
    } else {  // exit, entry, start, ..., end
        answer.squares = list_cycle(neighbours, n + 1, n);
        answer.squares.erase(answer.squares.begin(), answer.squares.begin() + 2);
    }
    return answer;
}

}  // namespace babieca::heuristics
