// One stride forwards: from a stored layer to the next one, by shares of waves.
//
// Threads take one share of a wave after another, phase by phase. In place, sources are given back
// with their last use; with a mirror, when all tasks of their phase are done.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/frontier/sweep.hpp"
#include "core/sweep/program.hpp"
#include "core/sweep/rank_maps.hpp"
#include "core/sweep/resolve.hpp"
#include "core/sweep/swept_layers.hpp"
#include "core/sweep/turn_buffers.hpp"
#include "core/system/thread_pool.hpp"

namespace babieca::sweep {

// What a thread works with, on cache lines of its own.
struct alignas(64) Bench {
    Piece piece;
    SourceNumbers numbers;
    TurnBuffers buffers;
    std::uint64_t seen = 0;  // the bits that occur in any sum, while exact
    BlockBits marks;         // of the blocks that a piece reaches
    // The part of a layer that is not stored, in one wave: segments and block bits by the touched
    // part of the upper value.
    Words middle;
    std::vector<std::byte*> middle_segments;
    std::unique_ptr<BlockBits> middle_bits;
    std::vector<const std::byte*> sources;

    explicit Bench(const Halves& halves) : marks(halves, 1) {}
    void begin_share(const Halves& halves, const Stride& stride, std::uint64_t bytes);
    void end_share(std::uint64_t used);
};

// What the strides of a sweep have in common.
struct Workshop {
    const frontier::Sweep& sweep;
    const Halves& halves;
    Room& room;
    system::ThreadPool pool;
    RankMaps tables;
    std::vector<int> same_row;  // per upper value: the row of a bench's marks
    std::vector<Bench> benches;
    std::mutex giant;  // is held by whoever has a giant middle

    Workshop(const frontier::Sweep& sweep, const Halves& halves, Room& room, int threads);
};

// A hook for tests. Every stride to a layer from `first_layer` on runs `times` times too often: its
// n-th run ends at its n-th piece, as if a sum had outgrown its counter.
struct ForcedOutgrowth {
    std::atomic<int> times{0}, first_layer{0};
};
inline ForcedOutgrowth forced_outgrowth;

class StrideForward {
  public:
    // To a layer of which nothing is written; through a layer that is not stored, of which a thread
    // has `middle` counters at most. Refers to all it is given: the layers may be put into wider
    // words between two runs.
    StrideForward(Workshop& workshop, const SweptLayer& source, const SweptLayer& target,
                  std::uint64_t middle, bool in_place);

    // Does what is left of the stride, with the widths and the mode of the layers as they are now;
    // false as soon as a sum has more bits than its word keeps exactly, or than make it a residue:
    // more than `capacity`. What is done then stays done.
    // `poll` is called about twenty times a second.
    bool run(const Moduli& moduli, int capacity, const std::function<void()>& poll);

    // Whether the last run failed only because a test asked for it.
    bool forced() const { return forced_; }

    std::uint64_t counters() const { return target_.layout.counters + middle_.counters; }
    std::uint64_t done() const { return done_ * counters() / tasks_.size(); }  // of them, about
    std::uint64_t seen() const;       // the bits that occur in any sum, while exact
    std::uint64_t roundings() const;  // if rounded: how many at most a counter has gone through

  private:
    // What a thread does at once.
    struct Task {
        int wave, share;
        std::size_t phase;
        std::uint32_t pieces_done = 0;
        bool finished = false;
    };

    // Says when all tasks of a phase are done.
    class Phases {
      public:
        Phases(std::size_t phases, const std::vector<Task>& tasks) : left_(phases) {
            if (phases > 0)
                for (const Task& task : tasks) ++left_[task.phase];
        }
        // Those that have none.
        template <typename Release>
        void release_idle(Release&& release) const {
            for (std::size_t phase = 0; phase < left_.size(); ++phase)
                if (left_[phase] == 0) release(phase);
        }
        template <typename Release>
        void done(std::size_t phase, Release&& release) {
            if (--left_[phase] == 0) release(phase);
        }

      private:
        std::vector<std::atomic<std::size_t>> left_;
    };

    // What a share has of the layer that is not stored.
    struct Middle {
        std::uint64_t used = 0, most_used = 0;  // bytes: in this turn, in any
        std::unique_lock<std::mutex> giant;
    };

    static std::vector<Task> tasks_of(const Stride& stride, const BlockLayout& after);
    void run_task(Task& task, int thread, const std::atomic<bool>& stop);
    bool compute(Task& task, int thread, const std::atomic<bool>& stop);
    void compute_piece(const Task& task, std::size_t p, int subwave, const UpperCase& upper,
                       Middle& middle, int thread);
    std::byte* const* allocate_targets(const Piece& piece, int thread);
    void mark(Bench& bench, int upper);
    bool forces_outgrowth();

    Workshop& workshop_;
    const SweptLayer& source_;
    const SweptLayer& target_;
    const std::uint64_t middle_counters_;
    const bool in_place_;
    const Stride stride_;
    BlockLayout middle_;  // of the layer that is not stored, if there is one
    std::vector<Resolver> resolvers_;
    std::vector<Task> tasks_;
    Phases phases_;
    std::atomic<std::uint64_t> done_{0};  // tasks
    Moduli moduli_{};
    int capacity_ = 0;
    int runs_ = 0;                 // begun so far
    std::atomic<int> pieces_ = 0;  // computed in this run
    std::atomic<bool> forced_ = false;
};

}  // namespace babieca::sweep
