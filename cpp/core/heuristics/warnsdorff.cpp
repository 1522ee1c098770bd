#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "core/heuristics/finders.hpp"

namespace babieca::heuristics {

namespace {

int reach_of(const std::vector<Displacement>& moves) {
    int reach = 0;
    for (const Displacement& move : moves)
        for (std::int64_t step : move) reach = std::max(reach, static_cast<int>(std::abs(step)));
    return reach;
}

// A board without holes and wrapped sides, padded so that a walk never tests for the edge of the
// board.
//
// Each axis is padded at its far end by the leaper's reach; the padding of one line also guards the
// beginning of the next, and a margin guards both ends of the array. One byte per position:
//
//   left[p] = the number of unvisited squares a move away from p, if p is an unvisited square;
//   left[p] = blocked, if p is visited or is padding.
//
// So a walk over 25 million squares takes 25 megabytes, without an adjacency list.
class BoxSpace {
  public:
    static constexpr std::uint8_t blocked = 0xff;

    explicit BoxSpace(const Board& board)
        : sides_(board.sides.begin(), board.sides.end()),
          moves_(board.moves()),
          dimensions_(static_cast<int>(sides_.size())),
          strides_(sides_.size()),
          coordinates_(sides_.size()) {
        const int reach = reach_of(moves_);
        std::vector<std::int64_t> vertex_strides(dimensions_);
        std::int64_t padded = 1, cells = 1;
        for (int axis = dimensions_; axis-- > 0;) {
            strides_[axis] = padded;
            vertex_strides[axis] = cells;
            padded *= sides_[axis] + reach;
            cells *= sides_[axis];
        }
        size_ = static_cast<Vertex>(cells);
        margin_ = 2 * reach * strides_[0];
        left_.resize(padded + 2 * margin_);
        for (const Displacement& move : moves_) {
            displacements_.insert(displacements_.end(), move.begin(), move.end());
            const auto step = [&](const std::vector<std::int64_t>& strides) {
                return std::inner_product(move.begin(), move.end(), strides.begin(), 0);
            };
            steps_.push_back(step(strides_));
            vertex_steps_.push_back(step(vertex_strides));
        }
    }

    Vertex size() const { return size_; }
    int move_count() const { return static_cast<int>(steps_.size()); }
    int most_moves() const { return move_count(); }

    // Makes every square unvisited again and puts the leaper on `start`.
    void begin_at(Vertex start) {
        fill_degrees();
        vertex_ = start;
        position_ = position_of(start);
        for (std::size_t axis = sides_.size(); axis-- > 0; start /= sides_[axis])
            coordinates_[axis] = start % sides_[axis];
        visit();
    }

    Vertex vertex() const { return vertex_; }
    Vertex target(int move) const { return vertex_ + vertex_steps_[move]; }
    // Onward moves of the target, or blocked.
    int left(int move) const { return left_[position_ + steps_[move]]; }

    // The distances of a move's target to the nearest corner, added up over the axes, and to the
    // nearest edge. With the Euclidean distance to a corner, the walk fails on large boards.
    int corner(int move) const {
        int distance = 0;
        for (int axis = 0; axis < dimensions_; ++axis) distance += border(move, axis);
        return distance;
    }
    int edge(int move) const {
        int distance = border(move, 0);
        for (int axis = 1; axis < dimensions_; ++axis)
            distance = std::min(distance, border(move, axis));
        return distance;
    }

    void advance(int move) {
        position_ += steps_[move];
        vertex_ += vertex_steps_[move];
        for (int axis = 0; axis < dimensions_; ++axis)
            coordinates_[axis] += displacements_[move * dimensions_ + axis];
        visit();
    }

    bool adjacent(Vertex a, Vertex b) const {
        return std::ranges::find(steps_, position_of(b) - position_of(a)) != steps_.end();
    }

  private:
    std::int64_t position_of(Vertex vertex) const {
        std::int64_t position = margin_;
        for (std::size_t axis = sides_.size(); axis-- > 0; vertex /= sides_[axis])
            position += vertex % sides_[axis] * strides_[axis];
        return position;
    }

    void visit() {
        left_[position_] = blocked;
        for (std::int32_t step : steps_) {
            std::uint8_t& there = left_[position_ + step];
            there = static_cast<std::uint8_t>(there - (there != blocked));
        }
    }

    // Line by line along the last axis: each move adds one to a stretch of the line.
    void fill_degrees() {
        std::fill(left_.begin(), left_.end(), blocked);
        const int last = static_cast<int>(sides_.size()) - 1;
        const int length = sides_[last];
        std::vector<int> line(sides_.size(), 0);
        for (Vertex first = 0; first < size_; first += length) {
            std::uint8_t* degrees = &left_[position_of(first)];
            std::fill(degrees, degrees + length, 0);
            for (const Displacement& move : moves_) {
                bool inside = true;
                for (int axis = 0; axis < last; ++axis) {
                    const std::int64_t x = line[axis] + move[axis];
                    inside &= x >= 0 && x < sides_[axis];
                }
                if (!inside) continue;
                const int step = static_cast<int>(move[last]);
                const int from = std::max(0, -step);
                const int to = std::min(length, length - step);
                for (int x = from; x < to; ++x) ++degrees[x];
            }
            for (int axis = last - 1; axis >= 0 && ++line[axis] == sides_[axis]; --axis)
                line[axis] = 0;
        }
    }

    int border(int move, int axis) const {
        const int x = coordinates_[axis] + displacements_[move * dimensions_ + axis];
        return std::min(x, sides_[axis] - 1 - x);
    }

    std::vector<int> sides_;
    std::vector<Displacement> moves_;
    int dimensions_;
    std::vector<int> displacements_;          // the moves one after another
    std::vector<std::int64_t> strides_;       // of padded positions
    std::vector<std::int32_t> steps_;         // of each move, in padded positions
    std::vector<std::int32_t> vertex_steps_;  // of each move, in vertices
    std::vector<std::uint8_t> left_;
    std::int64_t margin_ = 0;
    Vertex size_ = 0;

    std::int64_t position_ = 0;
    Vertex vertex_ = 0;
    std::vector<int> coordinates_;
};

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

    void begin_at(Vertex start) {
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

template <typename Space>
class Walk {
  public:
    Walk(Space space, const Warnsdorff& how, Control& control, EventLog* log)
        : space_(std::move(space)),
          how_(how),
          log_(log),
          watch_(control, how.limits),
          dice_(how.seed),
          by_degree_(!how.criteria.empty() && how.criteria[0] == Criterion::degree),
          candidates_(space_.most_moves()) {}

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
            if (watch_.spent(answer.nodes) || (log_ && log_->full())) break;
        }
        answer.squares.clear();
        return answer;
    }

  private:
    bool complete(Vertex start, Answer& answer) {
        std::vector<Vertex>& path = answer.squares;
        path.clear();
        path.reserve(space_.size());
        space_.begin_at(start);
        stage_ = 0;
        arrive(answer);
        if (log_) log_->say(Happening::start, start, 1, path, how_.end);
        while (static_cast<Vertex>(path.size()) < space_.size()) {
            const bool last = static_cast<Vertex>(path.size()) + 1 == space_.size();
            const int move = choose(last);
            if (log_) trace_move(move, last, path.size());
            if (move < 0 || watch_.spent(answer.nodes, 4) || (log_ && log_->full())) return false;
            space_.advance(move);
            arrive(answer);
        }
        const bool good = !how_.closed || path.size() == 1 || space_.adjacent(start, path.back());
        if (log_)
            log_->say(good ? Happening::found : Happening::dead_end, path.back(), path.size());
        return good;
    }

    void arrive(Answer& answer) {
        answer.squares.push_back(space_.vertex());
        ++answer.nodes;
        if (stage_ < how_.switches.size() && how_.switches[stage_] == space_.vertex()) ++stage_;
    }

    // Traces the chosen move, and the squares it was chosen from, before it is made.
    void trace_move(int move, bool last, std::size_t depth) {
        if (move < 0) return log_->say(Happening::dead_end, space_.vertex(), depth);
        std::vector<Vertex> open;
        for (int other = 0, moves = space_.move_count(); other < moves; ++other)
            if (may_enter(other, last)) open.push_back(space_.target(other));
        if (open.size() == 1)
            log_->say(Happening::forced, open[0], depth + 1, open);
        else
            log_->say(Happening::move, space_.target(move), depth + 1, open, decided_);
    }

    bool may_enter(int move, bool last) const {
        return space_.left(move) != Space::blocked && (space_.target(move) != how_.end || last);
    }

    int choose(bool last) {
        gather(last);
        if (count_ == 0) return -1;
        decided_ = 0;
        for (std::size_t i = by_degree_ ? 1 : 0; i < how_.criteria.size() && count_ > 1; ++i) {
            decided_ = static_cast<int>(i);
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
        if (count_ > 1) decided_ = static_cast<int>(how_.criteria.size());
        return candidates_[0];
    }

    // Lists the open moves; if the first criterion is the degree, only moves of the least degree.
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
        int least_count = 1;
        for (int i = 1; i < count_; ++i) {
            const auto value = measure(candidates_[i]);
            if (value > least) continue;
            if (value < least) least_count = 0;
            least = value;
            candidates_[least_count++] = candidates_[i];
        }
        count_ = least_count;
    }

    Space space_;
    const Warnsdorff& how_;
    EventLog* const log_;  // null: not traced
    Watch watch_;
    Dice dice_;
    bool by_degree_;
    std::vector<int> candidates_;  // the first count_ entries
    int count_ = 0;
    std::size_t stage_ = 0;  // the number of switch squares entered
    int decided_ = 0;        // the criterion that left one candidate
};

}  // namespace

std::vector<Criterion> usual_criteria(bool on_board) {
    std::vector<Criterion> usual;
    for (std::size_t i = 0; i < std::size(named_criteria); ++i)
        if (on_board || !named_criteria[i].needs_board) usual.push_back(static_cast<Criterion>(i));
    return usual;
}

bool fits(const Board& board) {
    const auto moves = board.moves();
    const int reach = reach_of(moves);
    double cells = 1, padded = 1, stride = 1;
    for (std::size_t axis = board.sides.size(); axis-- > 0;) {
        cells *= static_cast<double>(board.sides[axis]);
        stride = padded;
        padded *= static_cast<double>(board.sides[axis] + reach);
    }
    // Thin boards of many dimensions are mostly padding: an adjacency list takes less memory.
    return moves.size() < BoxSpace::blocked && padded + 4 * reach * stride < 2e9 &&
           padded < 32 * cells + 4096;
}

Answer warnsdorff(const Board& board, const Warnsdorff& how, Control& control, EventLog* log) {
    return Walk(BoxSpace(board), how, control, log).run();
}

Answer warnsdorff(const Graph& graph, std::span<const std::int64_t> corner_distance,
                  std::span<const std::int64_t> edge_distance, const Warnsdorff& how,
                  Control& control, EventLog* log) {
    return Walk(GraphSpace(graph, corner_distance, edge_distance), how, control, log).run();
}

}  // namespace babieca::heuristics
