#include "core/search/step_search.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

#include "core/effort.hpp"
#include "core/search/bit_row.hpp"

namespace babieca::search {

class StepSearch::Tree {
  public:
    virtual ~Tree() = default;
    // Goes on to the next tour: true. False: `nodes` are spent or the tree is done.
    virtual bool advance(std::int64_t& nodes) = 0;
    virtual bool finished() const = 0;
    virtual void append_tour(std::vector<Vertex>& squares) const = 0;
};

namespace {

// The state of the search, in rows of bits: for each step the vertices that may be there; for each
// vertex the steps where it may be; its neighbours by edges that a tour may use; its neighbours by
// edges that every tour uses. Edges that every tour uses form fragments: paths, whose ends know
// each other and the length.
//
// Invariants: vertex v is in the row of step t if and only if t is in the row of v. An edge is in
// the rows of both its vertices. `trail_` holds the old value of every word written since the root.
template <int words>
class SteppedTree final : public StepSearch::Tree {
  public:
    explicit SteppedTree(const StepQuestion& question)
        : count_(question.graph.vertex_count()),
          closed_(question.kind == Kind::closed),
          open_(question.kind == Kind::open),
          rows_(4 * count_),
          fragments_(count_),
          queued_(3 * count_, false),
          rank_(count_) {
        for (int i = 0; i < count_; ++i) insert(all_, i);
        if (count_ > 0) {
            insert(ends_, 0);
            insert(ends_, count_ - 1);
        }
        std::fill_n(rows_.begin(), 2 * count_, all_);
        for (Vertex v = 0; v < count_; ++v) {
            for (Vertex u : question.graph.neighbours(v)) insert(rows_[near(v)], u);
            fragments_[v] = {v, 0};
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
        for (int row = 3 * count_ - 1; row >= 0; --row) enqueue(row);
        bool possible = count_ > (closed_ ? 2 : 0);
        for (auto [vertex, step] : question.at) possible = possible && put(vertex, step);
        for (auto [u, v] : question.through) possible = possible && force(u, v);
        done_ = !(possible && settle());
        descending_ = !done_;
    }

    bool advance(std::int64_t& nodes) override {
        while (!done_ && nodes > 0) {
            if (descending_) {
                const auto [step, vertex] = choose();
                if (step < 0) {
                    descending_ = false;  // every vertex has its step
                    return true;
                }
                stack_.push_back({trail_.size(), step, vertex});
                --nodes;
                descending_ = put(vertex, step) && settle();
            } else if (stack_.empty()) {
                done_ = true;
            } else {
                const Decision last = stack_.back();
                stack_.pop_back();
                undo(last.trail);
                --nodes;
                Row others = rows_[last.step];
                erase(others, last.vertex);
                descending_ = restrict(last.step, others) && settle();
            }
        }
        return false;
    }

    bool finished() const override { return done_; }

    void append_tour(std::vector<Vertex>& squares) const override {
        for (int step = 0; step < count_; ++step) squares.push_back(first(rows_[step]));
    }

  private:
    using Row = BitRow<words>;

    struct Fragment {
        Vertex other_end;
        int length;  // in edges
    };
    struct Change {
        std::int32_t row, word;  // row -1: the fragment of vertex `word`
        Word before;
    };
    struct Decision {
        std::size_t trail;  // its length before the decision
        int step;
        Vertex vertex;
    };

    // The steps that are `by` steps before or after one of the steps.
    Row apart(const Row& steps, int by) const {
        Row both = up(steps, by) | down(steps, by);
        if (closed_) both = both | up(steps, count_ - by) | down(steps, count_ - by);
        return both & all_;
    }

    int steps(Vertex v) const { return count_ + v; }
    int near(Vertex v) const { return 2 * count_ + v; }
    int made(Vertex v) const { return 3 * count_ + v; }

    void write(int row, int word, Word value) {
        trail_.push_back({row, word, rows_[row][word]});
        rows_[row][word] = value;
    }
    void join(Vertex end, Fragment fragment) {
        trail_.push_back({-1, end, std::bit_cast<Word>(fragments_[end])});
        fragments_[end] = fragment;
    }
    void undo(std::size_t length) {
        while (trail_.size() > length) {
            const Change& last = trail_.back();
            if (last.row < 0)
                fragments_[last.word] = std::bit_cast<Fragment>(last.before);
            else
                rows_[last.row][last.word] = last.before;
            trail_.pop_back();
        }
    }
    void enqueue(int row) {
        if (queued_[row]) return;
        queued_[row] = true;
        queue_.push_back(row);
    }

    // Takes from a row, of a step or of a vertex, all bits that are not allowed. False: none left.
    bool restrict(int row, const Row& allowed) {
        const int self = row < count_ ? row : row - count_;
        const int other_side = row < count_ ? count_ : 0;
        bool changed = false;
        for (int word = 0; word < words; ++word) {
            Word gone = rows_[row][word] & ~allowed[word];
            if (!gone) continue;
            changed = true;
            write(row, word, rows_[row][word] & allowed[word]);
            for (; gone; gone &= gone - 1) {
                const int other = other_side + 64 * word + std::countr_zero(gone);
                write(other, self / 64, rows_[other][self / 64] & ~(Word{1} << (self % 64)));
                enqueue(other);
            }
        }
        if (changed) enqueue(row);
        return size(rows_[row]) > 0;
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
        for (auto [one, other] : {std::pair{u, v}, std::pair{v, u}}) {
            write(near(one), other / 64, rows_[near(one)][other / 64] & ~(Word{1} << (other % 64)));
            enqueue(near(one));
        }
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
        for (auto [one, other] : {std::pair{u, v}, std::pair{v, u}}) {
            write(made(one), other / 64, rows_[made(one)][other / 64] | (Word{1} << (other % 64)));
            if (size(rows_[made(one)]) > 2) return false;
            enqueue(near(one));
            enqueue(steps(one));
        }
        if (closes) return true;
        const int length = before + after + 1;
        join(a, {b, length});
        join(b, {a, length});
        enqueue(steps(a));
        enqueue(steps(b));
        return length == 1 || (closed_ && length + 1 == count_) || drop(a, b);
    }

    // Applies the rules until nothing changes. False: a contradiction.
    bool settle() {
        bool possible = true;
        while (possible && !queue_.empty()) {
            const int row = queue_.back();
            queue_.pop_back();
            queued_[row] = false;
            possible = row < count_       ? settle_step(row)
                       : row < 2 * count_ ? settle_steps_of(row - count_)
                                          : settle_edges(row - 2 * count_);
        }
        for (int row : queue_) queued_[row] = false;
        queue_.clear();
        return possible;
    }

    bool settle_step(int step) {
        Row reached{};
        int vertices = 0;
        each(rows_[step], [&](int vertex) {
            ++vertices;
            reached = reached | rows_[near(vertex)];
        });
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
        if (open_ && vertices == 1 && (step == 0 || step == count_ - 1)) {
            return restrict(count_ - 1 - step, ~around_[vertex]);
        }
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
        if (!closed_) enqueue(near(vertex));
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
        if (size(where) <= 2) each(where, [&](int step) { enqueue(step); });
        return true;
    }

    // The row with the fewest bits, at least two, and one of them; step -1: every row has one.
    std::pair<int, Vertex> choose() const {
        int best = -1, fewest = count_ + 1;
        for (int row = 0; row < 2 * count_; ++row) {
            const int bits = size(rows_[row]);
            if (bits > 1 && bits < fewest) {
                best = row;
                fewest = bits;
                if (bits == 2) break;
            }
        }
        if (best < 0) return {-1, -1};
        if (best >= count_) return {first(rows_[best]), best - count_};
        Vertex chosen = -1;
        each(rows_[best], [&](Vertex vertex) {
            if (chosen < 0 || rank_[vertex] < rank_[chosen]) chosen = vertex;
        });
        return {best, chosen};
    }

    int count_;
    bool closed_, open_;
    Row all_{}, ends_{};  // all steps; the first and the last step
    std::vector<Row> rows_;
    std::vector<Row> around_;  // of open tours: the neighbours in the graph
    std::vector<Fragment> fragments_;
    std::vector<int> queue_;
    std::vector<bool> queued_;
    std::vector<int> rank_;
    std::vector<Change> trail_;
    std::vector<Decision> stack_;
    bool descending_ = false, done_ = false;
};

std::shared_ptr<StepSearch::Tree> make_tree(const StepQuestion& question) {
    const int count = question.graph.vertex_count();
    if (count <= 64) return std::make_shared<SteppedTree<1>>(question);
    if (count <= 128) return std::make_shared<SteppedTree<2>>(question);
    if (count <= 256) return std::make_shared<SteppedTree<4>>(question);
    if (count <= 1024) return std::make_shared<SteppedTree<16>>(question);
    throw std::invalid_argument("a search by steps takes at most 1024 vertices");
}

}  // namespace

StepSearch::StepSearch(const StepQuestion& question) : tree_(make_tree(question)) {}

std::int64_t StepSearch::next(std::int64_t most, std::vector<Vertex>* squares, Control& control,
                              std::int64_t nodes) {
    std::int64_t found = 0;
    while (found < most && !tree_->finished()) {
        std::int64_t left = nodes;
        while (found < most && tree_->advance(left)) {
            ++found;
            if (squares) tree_->append_tour(*squares);
        }
        nodes_ += nodes - left;
        control.check({nodes_, 0});
    }
    return found;
}

}  // namespace babieca::search
