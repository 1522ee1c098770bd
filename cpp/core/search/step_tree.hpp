// The state of a search for tours with given steps, and the rules that it applies.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
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
template <int Limbs>
class StepTree {
  public:
    using Row = BitRow<Limbs>;

    explicit StepTree(const StepQuestion& question)
        : count_(question.graph.vertex_count()),
          closed_(question.kind == Kind::closed),
          open_(question.kind == Kind::open),
          all_(Row::below(count_)),
          rows_(4 * count_),
          fragments_(count_),
          gap_(count_),
          sizes_(count_ + 1),
          weight_(count_ + 1),
          rank_(count_),
          through_(question.through) {
        if (count_ > 0) ends_ = Row::of(0) | Row::of(count_ - 1);
        std::fill_n(rows_.begin(), 2 * count_, all_);
        for (Vertex v = 0; v < count_; ++v) {
            for (Vertex u : question.graph.neighbours(v)) rows_[near(v)].insert(u);
            fragments_[v] = {v, 0};
            weight_[v + 1] = std::log2(static_cast<float>(v + 1));
        }
        if (open_) around_.assign(rows_.begin() + near(0), rows_.begin() + near(count_));
        for (auto [u, v] : question.avoiding) {
            rows_[near(u)].erase(v);
            rows_[near(v)].erase(u);
        }
        std::iota(rank_.begin(), rank_.end(), 0);
        if (question.seed) Dice(question.seed).shuffle(rank_);
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
            gap_[step] = gap += step > 0 && rows_[step - 1].count() == 1;
        if (closed_ && gap > 0)
            for (int step = 0; step < count_ && gap_[step] == 0; ++step) gap_[step] = gap;
        return possible;
    }

    // Puts the vertex on the step and applies the rules. False: a contradiction.
    bool decide(Vertex vertex, int step) { return put(vertex, step) && settle(); }

    // Keeps the vertex from the step and applies the rules. False: a contradiction.
    bool exclude(Vertex vertex, int step) { return restrict(step, ~Row::of(vertex)) && settle(); }

    std::size_t mark() const { return trail_.size(); }
    // Takes back everything since the mark.
    void undo(std::size_t mark) {
        pending_ = {};
        while (trail_.size() > mark) {
            const Change& last = trail_.back();
            if (last.row < 0)
                fragments_[last.limb] = {static_cast<Vertex>(last.before >> 32),
                                         static_cast<int>(last.before & 0xffffffff)};
            else
                rows_[last.row][last.limb] = last.before;
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
        among.for_each([&](int step) {
            if (rows_[step].count() > 1) found.insert(step);
        });
        return found;
    }

    // The steps that are `by` steps before or after one of the steps.
    Row apart(const Row& some, int by) const {
        Row both = some.up(by) | some.down(by);
        if (closed_) both = both | some.up(count_ - by) | some.down(count_ - by);
        return both & all_;
    }

    // The steps that have a say in the vertices of these steps: the steps beside them, and the two
    // ends of an open tour.
    Row bound_to(const Row& some) const {
        return apart(some, 1) | (open_ && some.meets(ends_) ? ends_ : Row{});
    }

    // Chooses one of these undecided steps: in a gap with few choices, with few vertices.
    int choose(const Row& among) {
        std::fill(sizes_.begin(), sizes_.end(), 0.0f);
        among.for_each([&](int step) { sizes_[gap_[step]] += weight_[rows_[step].count()]; });
        int best = -1;
        float least = 0;
        among.for_each([&](int step) {
            const auto vertices = static_cast<float>(rows_[step].count());
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
        rows_[step].for_each([&](Vertex vertex) {
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
        std::int32_t row, limb;  // row -1: the fragment of vertex `limb`
        Limb before;
    };

    int steps(Vertex v) const { return count_ + v; }
    int near(Vertex v) const { return 2 * count_ + v; }
    int made(Vertex v) const { return 3 * count_ + v; }

    void write(int row, int limb, Limb value) {
        trail_.push_back({row, limb, rows_[row][limb]});
        rows_[row][limb] = value;
    }
    void join(Vertex end, Fragment fragment) {
        const auto [other, length] = fragments_[end];
        trail_.push_back({-1, end, static_cast<Limb>(other) << 32 | static_cast<Limb>(length)});
        fragments_[end] = fragment;
    }

    // Takes from a row, of a step or of a vertex, all bits that are not allowed. False: none left.
    bool restrict(int row, const Row& allowed) {
        if (rows_[row].within(allowed)) return true;
        const bool of_step = row < count_;
        const int self = of_step ? row : row - count_;
        const int other_side = of_step ? count_ : 0;
        const bool end_step = of_step && !closed_ && ends_.has(self);
        if (!of_step && !closed_ && !(rows_[row] & ends_).within(allowed)) pending_[2].insert(self);
        for (int limb = 0; limb < Limbs; ++limb) {
            Limb gone = rows_[row][limb] & ~allowed[limb];
            if (!gone) continue;
            write(row, limb, rows_[row][limb] & allowed[limb]);
            pending_[of_step][limb] |= gone;
            if (end_step) pending_[2][limb] |= gone;
            for (; gone; gone &= gone - 1) {
                const int other = other_side + 64 * limb + std::countr_zero(gone);
                write(other, self / 64, rows_[other][self / 64] & ~(Limb{1} << (self % 64)));
            }
        }
        pending_[!of_step].insert(self);
        return !rows_[row].empty();
    }
    bool put(Vertex vertex, int step) { return restrict(step, Row::of(vertex)); }

    // No tour uses the edge. False: every tour uses it.
    bool drop(Vertex u, Vertex v) {
        if (!rows_[near(u)].has(v)) return true;
        if (rows_[made(u)].has(v)) return false;
        write(near(u), v / 64, rows_[near(u)][v / 64] & ~(Limb{1} << (v % 64)));
        write(near(v), u / 64, rows_[near(v)][u / 64] & ~(Limb{1} << (u % 64)));
        pending_[2].insert(u);
        pending_[2].insert(v);
        return true;
    }

    // Every tour uses the edge. False: no tour does.
    bool force(Vertex u, Vertex v) {
        if (rows_[made(u)].has(v)) return true;
        if (!rows_[near(u)].has(v)) return false;
        const auto [a, before] = fragments_[u];
        const auto [b, after] = fragments_[v];
        const bool closes = a == v;
        if (closes && !(closed_ && before + 1 == count_)) return false;
        write(made(u), v / 64, rows_[made(u)][v / 64] | (Limb{1} << (v % 64)));
        write(made(v), u / 64, rows_[made(v)][u / 64] | (Limb{1} << (u % 64)));
        if (rows_[made(u)].count() > 2 || rows_[made(v)].count() > 2) return false;
        for (Vertex each : {u, v}) {
            pending_[1].insert(each);
            pending_[2].insert(each);
        }
        if (closes) return true;
        const int length = before + after + 1;
        join(a, {b, length});
        join(b, {a, length});
        pending_[1].insert(a);
        pending_[1].insert(b);
        return length == 1 || (closed_ && length + 1 == count_) || drop(a, b);
    }

    // Applies the rules until nothing changes. False: a contradiction; some rules are pending.
    bool settle() {
        for (;;) {
            // Edges find contradictions soonest.
            const int kind = !pending_[2].empty() ? 2 : !pending_[1].empty() ? 1 : 0;
            if (pending_[kind].empty()) return true;
            const int at = pending_[kind].lowest();
            pending_[kind].erase(at);
            if (!(kind == 2 ? settle_edges(at) : kind == 1 ? settle_steps_of(at) : settle_step(at)))
                return false;
        }
    }

    bool settle_step(int step) {
        Row reached{};
        rows_[step].for_each([&](int vertex) { reached = reached | rows_[near(vertex)]; });
        const int vertices = rows_[step].count();
        if (vertices == 0) return false;
        const Vertex vertex = rows_[step].lowest();
        if (vertices == 1 && !restrict(steps(vertex), Row::of(step))) return false;
        for (int side : {step + 1, step - 1}) {
            if (!closed_ && (side < 0 || side == count_)) continue;
            const int beside = (side + count_) % count_;
            if (!restrict(beside, reached)) return false;
            if (vertices == 1 && rows_[beside].count() == 1 &&
                !force(vertex, rows_[beside].lowest()))
                return false;
        }
        if (open_ && vertices == 1 && ends_.has(step))
            return restrict(count_ - 1 - step, ~around_[vertex]);
        return true;
    }

    bool settle_steps_of(Vertex vertex) {
        const Row here = rows_[steps(vertex)];
        const int left = here.count();
        if (left == 0) return false;
        if (left == 1 && !put(vertex, here.lowest())) return false;
        const Row beside = apart(here, 1);
        bool possible = true;
        rows_[near(vertex)].for_each([&](Vertex other) {
            if (!possible) return;
            if (rows_[made(vertex)].has(other))
                possible = restrict(steps(other), beside);
            else if (!rows_[steps(other)].meets(beside))
                possible = drop(vertex, other);
        });
        if (!possible) return false;
        const auto [end, length] = fragments_[vertex];
        if (length > 1 && rows_[made(vertex)].count() == 1 &&
            !restrict(steps(end), apart(here, length)))
            return false;
        if (!closed_ && here.within(ends_)) pending_[2].insert(vertex);
        return true;
    }

    bool settle_edges(Vertex vertex) {
        const Row& where = rows_[steps(vertex)];
        const bool maybe_end = !closed_ && where.meets(ends_);
        const bool is_end = maybe_end && where.within(ends_);
        const int wanted = maybe_end ? 1 : 2;
        if (count_ == 1) return true;
        const Row edges = rows_[near(vertex)];
        const int left = edges.count(), forced = rows_[made(vertex)].count();
        if (left < wanted) return false;
        bool possible = true;
        if (left == 1 && !is_end && !restrict(steps(vertex), ends_)) return false;
        if (left == wanted && forced < wanted)
            edges.for_each([&](Vertex other) { possible = possible && force(vertex, other); });
        else if (forced == (is_end ? 1 : 2) && left > forced)
            edges.for_each([&](Vertex other) {
                if (!rows_[made(vertex)].has(other)) possible = possible && drop(vertex, other);
            });
        if (!possible) return false;
        if (where.count() <= 2) pending_[0] = pending_[0] | where;
        return true;
    }

    int count_;
    bool closed_, open_;
    Row all_, ends_{};  // all steps; the first and the last step
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

}  // namespace babieca::search
