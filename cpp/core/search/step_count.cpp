#include "core/search/step_count.hpp"

#include <atomic>
#include <cmath>
#include <stdexcept>

#include "core/reasons.hpp"
#include "core/search/step_tree.hpp"

namespace babieca::search {

namespace {

constexpr std::int64_t first_nodes = 1 << 12, most_nodes = 1 << 18;  // of a piece: about 8, 500 ms
constexpr std::size_t pieces_of_one = 16;
constexpr int least_tabulated = 6;  // steps of a part

constexpr std::int64_t whole = 1'000'000'000;  // the question, for progress

struct Spent {};  // the nodes of a piece are spent, or the round ends

TourNumber product(TourNumber one, TourNumber other) {
    if (__builtin_mul_overflow(one, other, &one))
        throw std::overflow_error("there are 2^128 tours or more");
    return one;
}

TourNumber sum(TourNumber one, TourNumber other) {
    if (__builtin_add_overflow(one, other, &one))
        throw std::overflow_error("there are 2^128 tours or more");
    return one;
}

}  // namespace

class StepCount::Worker {
  public:
    virtual ~Worker() = default;
    // Returns whether it counted the tours of a piece before `nodes` were spent and before `stop`.
    virtual bool count(const Steps& piece, std::int64_t nodes, const std::atomic<bool>& stop) = 0;
    // Divides a piece; parts without tours may be left out.
    virtual std::vector<Steps> divide(const Steps& piece) = 0;

    TourNumber tours = 0;  // of the last piece
    std::int64_t nodes = 0;
};

namespace {

template <int Limbs>
class WorkerOf final : public StepCount::Worker {
  public:
    WorkerOf(const StepQuestion& question, std::size_t bytes)
        : tree_(question), most_entries_(bytes / sizeof(Entry)), table_(1 << 8) {
        possible_ = tree_.restart(question.at);
        root_ = tree_.mark();
        free_ = tree_.undecided(tree_.all());
    }

    bool count(const Steps& piece, std::int64_t limit, const std::atomic<bool>& stop) override {
        stop_ = &stop;
        last_node_ = nodes + limit;
        tours = 0;
        try {
            if (begin(piece)) tours = count_parts(tree_.undecided(free_));
        } catch (const Spent&) {
            return false;
        }
        return true;
    }

    std::vector<Steps> divide(const Steps& piece) override {
        std::vector<Steps> parts = {piece};
        std::size_t at = 0;
        for (; at < parts.size() && parts.size() - at < pieces_of_one; ++at) {
            const Steps part = parts[at];
            if (!begin(part)) continue;
            const int step = tree_.choose(tree_.undecided(free_));
            if (step < 0) break;
            tree_.vertices_at(step).for_each([&](Vertex vertex) {
                parts.push_back(part);
                parts.back().emplace_back(vertex, step);
            });
        }
        return {parts.begin() + static_cast<std::ptrdiff_t>(at), parts.end()};
    }

  private:
    using Row = typename StepTree<Limbs>::Row;

    // The key of a part: its steps, its vertices, and the decided vertices beside it that are not
    // given. Steps without any bit: the entry is empty.
    struct Key {
        Row steps{}, vertices{};
        Limb beside = 0;

        bool operator==(const Key&) const = default;
        std::size_t hash() const {
            const Limb mixed = vertices.hash(steps.hash(beside));
            return static_cast<std::size_t>(mixed ^ mixed >> 32);
        }
    };
    struct Entry {
        Key key;
        Limb low = 0, high = 0;
    };

    bool begin(const Steps& piece) {
        tree_.undo(root_);
        bool possible = possible_;
        for (auto [vertex, step] : piece) possible = possible && tree_.decide(vertex, step);
        return possible;
    }

    TourNumber count_parts(Row left) {
        TourNumber found = 1;
        while (found != 0 && !left.empty()) {
            Key key;
            Row fresh = Row::of(left.lowest());
            while (!fresh.empty()) {
                key.steps = key.steps | fresh;
                Row vertices{}, shared = tree_.bound_to(fresh);
                fresh.for_each([&](int step) { vertices = vertices | tree_.vertices_at(step); });
                (vertices & ~key.vertices).for_each([&](Vertex vertex) {
                    shared = shared | tree_.steps_of(vertex);
                });
                key.vertices = key.vertices | vertices;
                fresh = shared & left & ~key.steps;
            }
            left = left & ~key.steps;
            if (key.steps.count() != key.vertices.count()) return 0;
            found = product(found, count_part(key));
        }
        return found;
    }

    TourNumber count_part(Key& key) {
        const bool tabulated = key.steps.count() >= least_tabulated && add_beside(key);
        const std::size_t hash = tabulated ? key.hash() : 0;
        if (tabulated) {
            const Entry& entry = table_[hash & (table_.size() - 1)];
            if (entry.key == key) return TourNumber{entry.high} << 64 | entry.low;
        }
        const int step = tree_.choose(key.steps);
        const std::size_t mark = tree_.mark();
        TourNumber found = 0;
        Row(tree_.vertices_at(step)).for_each([&](Vertex vertex) {
            if (++nodes > last_node_ || stop_->load(std::memory_order_relaxed)) throw Spent();
            if (tree_.decide(vertex, step))
                found = sum(found, count_parts(tree_.undecided(key.steps)));
            tree_.undo(mark);
        });
        if (tabulated) {
            if (2 * ++entries_ > table_.size() && 2 * table_.size() <= most_entries_) enlarge();
            table_[hash & (table_.size() - 1)] = {key, static_cast<Limb>(found),
                                                  static_cast<Limb>(found >> 64)};
        }
        return found;
    }

    // Adds the decided vertices to the key. False: there are more than four.
    bool add_beside(Key& key) const {
        const Row beside = tree_.bound_to(key.steps) & ~key.steps & free_;
        if (beside.count() > 4) return false;
        beside.for_each([&](int step) {
            key.beside = key.beside << 16 | static_cast<Limb>(tree_.vertices_at(step).lowest() + 1);
        });
        return true;
    }

    void enlarge() {
        std::vector<Entry> larger(2 * table_.size());
        for (const Entry& entry : table_)
            if (!entry.key.steps.empty()) larger[entry.key.hash() & (larger.size() - 1)] = entry;
        table_ = std::move(larger);
    }

    StepTree<Limbs> tree_;
    std::size_t most_entries_;
    std::vector<Entry> table_;  // by the hash; a new entry replaces another with the same hash
    std::size_t entries_ = 0;   // written so far
    bool possible_ = false;
    std::size_t root_ = 0;
    Row free_{};  // the steps that are undecided at the root
    const std::atomic<bool>* stop_ = nullptr;
    std::int64_t last_node_ = 0;
};

}  // namespace

StepCount::StepCount(const StepQuestion& question, int threads, std::size_t bytes,
                     StepCountState state)
    : state_(std::move(state)),
      shares_(state_.pieces.size(),
              1.0 / static_cast<double>(std::max<std::size_t>(state_.pieces.size(), 1))),
      nodes_of_piece_(first_nodes),
      pool_(threads) {
    const int count = question.graph.vertex_count();
    for (const Steps& piece : state_.pieces)
        for (auto [vertex, step] : piece)
            if (std::min(vertex, step) < 0 || std::max(vertex, step) >= count)
                throw Refused({Code::other_tasks});
    for (int thread = 0; thread < threads; ++thread)
        workers_.push_back(with_limbs(count, [&](auto limbs) -> std::shared_ptr<Worker> {
            return std::make_shared<WorkerOf<decltype(limbs)::value>>(question, bytes / threads);
        }));
}

bool StepCount::run(double seconds, Control& control) {
    Bounded bounded(control, seconds);
    struct Result {
        bool begun = false, finished = false;
        TourNumber tours = 0;
        std::vector<Steps> parts;
    };
    bool interrupted = false;
    do {
        std::vector<Result> results(state_.pieces.size());
        // Most questions are short, and need no threads.
        const bool alone = results.size() == 1 && nodes_of_piece_ == first_nodes;
        try {
            pool_.run(
                results.size(), alone,
                [&](std::size_t at, int thread, const std::atomic<bool>& stop) {
                    Worker& worker = *workers_[thread];
                    Result& result = results[at];
                    result.finished = worker.count(state_.pieces[at], nodes_of_piece_, stop);
                    result.tours = worker.tours;
                    if (!result.finished && !stop) result.parts = worker.divide(state_.pieces[at]);
                    result.begun = result.finished || !stop;
                    if (result.finished) done_ += std::llround(whole * shares_[at]);
                },
                [&] { bounded.check({done_, whole}); });
        } catch (const Interrupted&) {
            interrupted = !bounded.ended();
        }
        std::vector<Steps> left;
        std::vector<double> shares;
        for (std::size_t at = 0; at < results.size(); ++at) {
            Result& result = results[at];
            if (result.finished) {
                state_.tours = sum(state_.tours, result.tours);
                continue;
            }
            if (!result.begun) result.parts = {state_.pieces[at]};
            for (Steps& part : result.parts) {
                left.push_back(std::move(part));
                shares.push_back(shares_[at] / static_cast<double>(result.parts.size()));
            }
        }
        state_.pieces = std::move(left);
        shares_ = std::move(shares);
        for (const auto& worker : workers_) state_.nodes += std::exchange(worker->nodes, 0);
        nodes_of_piece_ = std::min(2 * nodes_of_piece_, most_nodes);
    } while (!state_.pieces.empty() && !interrupted && bounded.left() > 0);
    if (interrupted) throw Interrupted();
    return state_.pieces.empty();
}

}  // namespace babieca::search
