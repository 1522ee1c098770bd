// The state of a search for tours with given steps, and the rules that it applies.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/effort.hpp"
#include "core/search/bit_row.hpp"
#include "core/search/step_search.hpp"

namespace babieca::search {

// The state, in rows of bits: for each step the vertices that may be there; for each vertex the
// steps where it may be; its neighbours by edges that a tour may use; its neighbours by edges that
// every tour uses. Edges that every tour uses form fragments: paths, whose ends know each other and
// the length.
//
// Invariants: vertex v is in the row of step t if and only if t is in the row of v. An edge is in
// the rows of both its vertices. `trail_` holds the old value of every word written since the
// constructor.
template <int words>
class StepTree {
  public:
    using Row = BitRow<words>;

    explicit StepTree(const StepQuestion& question)
        : count_(question.graph.vertex_count()),
          closed_(question.kind == Kind::closed),
          open_(question.kind == Kind::open),
          rows_(4 * count_),
          fragments_(count_),
          gap_(count_),
          sizes_(count_ + 1),
          weight_(count_ + 1),
          rank_(count_),
          through_(question.through) {
        for (int i = 0; i < count_; ++i) insert(all_, i);
        if (count_ > 0) {
            insert(ends_, 0);
            insert(ends_, count_ - 1);
        }
        std::fill_n(rows_.begin(), 2 * count_, all_);
        for (Vertex v = 0; v < count_; ++v) {
            for (Vertex u : question.graph.neighbours(v)) insert(rows_[near(v)], u);
            fragments_[v] = {v, 0};
            weight_[v + 1] = std::log2(static_cast<float>(v + 1));
        }
        if (open_) around_.assign(rows_.begin() + near(0), rows_.begin() + near(count_));
        for (auto [u, v] : question.avoiding) {
            erase(rows_[near(u)], v);
            erase(rows_[near(v)], u);
        }
        std::iota(rank_.begin(), rank_.end(), 0);
        if (question.seed) {
            Dice dice(question.seed);
            for (int i = count_ - 1; i > 0; --i) std::swap(rank_[i], rank_[dice.below(i + 1)]);
        }
    }

    // Takes back everything, and gives these steps. False: no tour has them.
    bool restart(const Steps& at) {
        undo(0);
        pending_ = {all_, all_, all_};
        bool possible = count_ > (closed_ ? 2 : 0);
        for (auto [vertex, step] : at) possible = possible && put(vertex, step);
        for (auto [u, v] : through_) possible = possible && force(u, v);
        possible = possible && settle();
        // The free steps between two decided steps are a gap.
        int gap = 0;
        for (int step = 0; step < count_; ++step)
            gap_[step] = gap += step > 0 && size(rows_[step - 1]) == 1;
        if (closed_ && gap > 0)
            for (int step = 0; step < count_ && gap_[step] == 0; ++step) gap_[step] = gap;
        return possible;
    }

    // Puts the vertex on the step and applies the rules. False: a contradiction.
    bool decide(Vertex vertex, int step) { return put(vertex, step) && settle(); }

    // Keeps the vertex from the step and applies the rules. False: a contradiction.
    bool exclude(Vertex vertex, int step) {
        Row others = rows_[step];
        erase(others, vertex);
        return restrict(step, others) && settle();
    }

    std::size_t mark() const { return trail_.size(); }
    // Takes back everything since the mark.
    void undo(std::size_t mark) {
        pending_ = {};
        while (trail_.size() > mark) {
            const Change& last = trail_.back();
            if (last.row < 0)
                fragments_[last.word] = {static_cast<Vertex>(last.before >> 32),
                                         static_cast<int>(last.before & 0xffffffff)};
            else
                rows_[last.row][last.word] = last.before;
            trail_.pop_back();
        }
    }

    int count() const { return count_; }
    const Row& all() const { return all_; }
    const Row& vertices_at(int step) const { return rows_[step]; }
    const Row& steps_of(Vertex v) const { return rows_[steps(v)]; }

    // Those of the steps that have several vertices.
    Row undecided(const Row& among) const {
        Row found{};
        each(among, [&](int step) {
            if (size(rows_[step]) > 1) insert(found, step);
        });
        return found;
    }

    // The steps that are `by` steps before or after one of the steps.
    Row apart(const Row& some, int by) const {
        Row both = up(some, by) | down(some, by);
        if (closed_) both = both | up(some, count_ - by) | down(some, count_ - by);
        return both & all_;
    }

    // The steps that have a say in the vertices of these steps: the steps beside them, and the two
    // ends of an open tour.
    Row bound_to(const Row& some) const {
        return apart(some, 1) | (open_ && meet(some, ends_) ? ends_ : Row{});
    }

    // Chooses one of these undecided steps: in a gap with few choices, with few vertices.
    int choose(const Row& among) {
        std::fill(sizes_.begin(), sizes_.end(), 0.0f);
        each(among, [&](int step) { sizes_[gap_[step]] += weight_[size(rows_[step])]; });
        int best = -1;
        float least = 0;
        each(among, [&](int step) {
            const auto vertices = static_cast<float>(size(rows_[step]));
            const float cost = sizes_[gap_[step]] + vertices * vertices;
            if (best >= 0 && cost >= least) return;
            best = step;
            least = cost;
        });
        return best;
    }
    // The vertex of the step that is tried first.
    Vertex first_choice(int step) const {
        Vertex chosen = -1;
        each(rows_[step], [&](Vertex vertex) {
            if (chosen < 0 || rank_[vertex] < rank_[chosen]) chosen = vertex;
        });
        return chosen;
    }

  private:
    struct Fragment {
        Vertex other_end;
        int length;  // in edges
    };
    struct Change {
        std::int32_t row, word;  // row -1: the fragment of vertex `word`
        Word before;
    };

    int steps(Vertex v) const { return count_ + v; }
    int near(Vertex v) const { return 2 * count_ + v; }
    int made(Vertex v) const { return 3 * count_ + v; }

    void write(int row, int word, Word value) {
        trail_.push_back({row, word, rows_[row][word]});
        rows_[row][word] = value;
    }
    void join(Vertex end, Fragment fragment) {
        const auto [other, length] = fragments_[end];
        trail_.push_back({-1, end, static_cast<Word>(other) << 32 | static_cast<Word>(length)});
        fragments_[end] = fragment;
    }

    // Takes from a row, of a step or of a vertex, all bits that are not allowed. False: none left.
    bool restrict(int row, const Row& allowed) {
        if (within(rows_[row], allowed)) return true;
        const bool of_step = row < count_;
        const int self = of_step ? row : row - count_;
        const int other_side = of_step ? count_ : 0;
        const bool end_step = of_step && !closed_ && has(ends_, self);
        if (!of_step && !closed_ && !within(rows_[row] & ends_, allowed)) insert(pending_[2], self);
        for (int word = 0; word < words; ++word) {
            Word gone = rows_[row][word] & ~allowed[word];
            if (!gone) continue;
            write(row, word, rows_[row][word] & allowed[word]);
            pending_[of_step][word] |= gone;
            if (end_step) pending_[2][word] |= gone;
            for (; gone; gone &= gone - 1) {
                const int other = other_side + 64 * word + std::countr_zero(gone);
                write(other, self / 64, rows_[other][self / 64] & ~(Word{1} << (self % 64)));
            }
        }
        insert(pending_[!of_step], self);
        return any(rows_[row]);
    }
    bool put(Vertex vertex, int step) {
        Row only{};
        insert(only, vertex);
        return restrict(step, only);
    }

    // No tour uses the edge. False: every tour uses it.
    bool drop(Vertex u, Vertex v) {
        if (!has(rows_[near(u)], v)) return true;
        if (has(rows_[made(u)], v)) return false;
        write(near(u), v / 64, rows_[near(u)][v / 64] & ~(Word{1} << (v % 64)));
        write(near(v), u / 64, rows_[near(v)][u / 64] & ~(Word{1} << (u % 64)));
        insert(pending_[2], u);
        insert(pending_[2], v);
        return true;
    }

    // Every tour uses the edge. False: no tour does.
    bool force(Vertex u, Vertex v) {
        if (has(rows_[made(u)], v)) return true;
        if (!has(rows_[near(u)], v)) return false;
        const auto [a, before] = fragments_[u];
        const auto [b, after] = fragments_[v];
        const bool closes = a == v;
        if (closes && !(closed_ && before + 1 == count_)) return false;
        write(made(u), v / 64, rows_[made(u)][v / 64] | (Word{1} << (v % 64)));
        write(made(v), u / 64, rows_[made(v)][u / 64] | (Word{1} << (u % 64)));
        if (size(rows_[made(u)]) > 2 || size(rows_[made(v)]) > 2) return false;
        for (Vertex each : {u, v}) {
            insert(pending_[1], each);
            insert(pending_[2], each);
        }
        if (closes) return true;
        const int length = before + after + 1;
        join(a, {b, length});
        join(b, {a, length});
        insert(pending_[1], a);
        insert(pending_[1], b);
        return length == 1 || (closed_ && length + 1 == count_) || drop(a, b);
    }

    // Applies the rules until nothing changes. False: a contradiction; some rules are pending.
    bool settle() {
        for (;;) {
            // Edges find contradictions soonest.
            const int kind = any(pending_[2]) ? 2 : any(pending_[1]) ? 1 : 0;
            if (!any(pending_[kind])) return true;
            const int at = first(pending_[kind]);
            erase(pending_[kind], at);
            if (!(kind == 2 ? settle_edges(at) : kind == 1 ? settle_steps_of(at) : settle_step(at)))
                return false;
        }
    }

    bool settle_step(int step) {
        Row reached{};
        each(rows_[step], [&](int vertex) { reached = reached | rows_[near(vertex)]; });
        const int vertices = size(rows_[step]);
        if (vertices == 0) return false;
        const Vertex vertex = first(rows_[step]);
        if (vertices == 1) {
            Row only{};
            insert(only, step);
            if (!restrict(steps(vertex), only)) return false;
        }
        for (int side : {step + 1, step - 1}) {
            if (!closed_ && (side < 0 || side == count_)) continue;
            const int beside = (side + count_) % count_;
            if (!restrict(beside, reached)) return false;
            if (vertices == 1 && size(rows_[beside]) == 1 && !force(vertex, first(rows_[beside])))
                return false;
        }
        if (open_ && vertices == 1 && has(ends_, step))
            return restrict(count_ - 1 - step, ~around_[vertex]);
        return true;
    }

    bool settle_steps_of(Vertex vertex) {
        const Row here = rows_[steps(vertex)];
        const int left = size(here);
        if (left == 0) return false;
        if (left == 1 && !put(vertex, first(here))) return false;
        const Row beside = apart(here, 1);
        bool possible = true;
        each(rows_[near(vertex)], [&](Vertex other) {
            if (!possible) return;
            if (has(rows_[made(vertex)], other))
                possible = restrict(steps(other), beside);
            else if (!meet(rows_[steps(other)], beside))
                possible = drop(vertex, other);
        });
        if (!possible) return false;
        const auto [end, length] = fragments_[vertex];
        if (length > 1 && size(rows_[made(vertex)]) == 1 &&
            !restrict(steps(end), apart(here, length)))
            return false;
        if (!closed_ && within(here, ends_)) insert(pending_[2], vertex);
        return true;
    }

    bool settle_edges(Vertex vertex) {
        const Row& where = rows_[steps(vertex)];
        const bool maybe_end = !closed_ && meet(where, ends_);
        const bool is_end = maybe_end && within(where, ends_);
        const int wanted = maybe_end ? 1 : 2;
        if (count_ == 1) return true;
        const Row edges = rows_[near(vertex)];
        const int left = size(edges), forced = size(rows_[made(vertex)]);
        if (left < wanted) return false;
        bool possible = true;
        if (left == 1 && !is_end && !restrict(steps(vertex), ends_)) return false;
        if (left == wanted && forced < wanted)
            each(edges, [&](Vertex other) { possible = possible && force(vertex, other); });
        else if (forced == (is_end ? 1 : 2) && left > forced)
            each(edges, [&](Vertex other) {
                if (!has(rows_[made(vertex)], other)) possible = possible && drop(vertex, other);
            });
        if (!possible) return false;
        if (size(where) <= 2) pending_[0] = pending_[0] | where;
        return true;
    }

    int count_;
    bool closed_, open_;
    Row all_{}, ends_{};  // all steps; the first and the last step
    std::vector<Row> rows_;
    std::vector<Row> around_;  // of open tours: the neighbours in the graph
    std::vector<Fragment> fragments_;
    std::array<Row, 3> pending_{};  // steps, vertices and edges of vertices that changed
    std::vector<int> gap_;          // per step: the number of its gap
    std::vector<float> sizes_;      // per gap: the logarithm of the choices in it
    std::vector<float> weight_;     // logarithms
    std::vector<int> rank_;
    std::vector<Edge> through_;
    std::vector<Change> trail_;
};

// Calls `make` with the words that a row of so many vertices has, as a compile-time constant.
template <typename Make>
auto with_words(int vertices, Make&& make) {
    if (vertices <= 64) return make(std::integral_constant<int, 1>());
    if (vertices <= 128) return make(std::integral_constant<int, 2>());
    if (vertices <= 256) return make(std::integral_constant<int, 4>());
    if (vertices <= 1024) return make(std::integral_constant<int, 16>());
    throw std::invalid_argument("a search by steps takes at most 1024 vertices");
}

}  // namespace babieca::search
