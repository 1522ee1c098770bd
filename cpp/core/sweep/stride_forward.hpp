// One stride forwards: from a stored layer to the next one.
//
// A task is one share of one wave; threads take tasks phase by phase. Sources are freed with their
// last use; with a mirror, when all tasks of their phase are done.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/frontier/sweep.hpp"
#include "core/sweep/execution.hpp"
#include "core/sweep/program.hpp"
#include "core/sweep/rank_maps.hpp"
#include "core/sweep/resolve.hpp"
#include "core/sweep/swept_layers.hpp"
#include "core/system/thread_pool.hpp"

namespace babieca::sweep {

// The buffers of one thread, on cache lines of their own.
struct alignas(64) ThreadBuffers {
    Piece piece;
    SourceNumbers numbers;
    TurnBuffers turning;
    std::vector<const std::byte*> sources;  // of the piece
    std::uint64_t seen = 0;                 // the bits that occur in any sum, while exact
    BlockBits marks;                        // of the target blocks that the piece reaches
    // The part of the middle layer in one share of a wave: its counters; per touched part of the
    // upper value its segment and its block bits; per cell the segment that a piece writes.
    Words middle;
    std::vector<std::byte*> middle_segments;
    std::unique_ptr<BlockBits> middle_bits;
    std::vector<std::byte*> middle_cells;

    explicit ThreadBuffers(const Halves& halves) : marks(halves, 1) {}
    void begin_middle(const Halves& halves, const Stride& stride, std::uint64_t bytes);
};

// The state that all strides of a sweep share.
struct StrideContext {
    const frontier::Sweep& sweep;
    const Halves& halves;
    LayerMemory& memory;
    system::ThreadPool pool;
    RankMaps tables;
    std::vector<int> same_row;  // per upper value: the row of a thread's marks
    std::vector<ThreadBuffers> threads;
    std::mutex giant_middle;  // held by the only thread that may have one

    StrideContext(const frontier::Sweep& sweep, const Halves& halves, LayerMemory& memory,
                  int threads);
};

// A hook for tests. Every stride to a layer from `first_layer` on runs `times` times too often: its
// n-th run ends at its n-th piece, as if a sum had outgrown its counter.
struct ForcedOutgrowth {
    std::atomic<int> times{0}, first_layer{0};
};
inline ForcedOutgrowth forced_outgrowth;

class StrideForward {
  public:
    // `target` is empty. A thread has at most `middle` counters of the middle layer at once. If
    // `keep_sources`, none is freed. Refers to its arguments: the stores of both layers may be
    // replaced by wider ones between two runs.
    StrideForward(StrideContext& context, const SweptLayer& source, const SweptLayer& target,
                  std::uint64_t middle, bool keep_sources);

    // Does the rest of the stride, with the widths and the mode of the layers as they are now.
    // Returns false as soon as a sum has more than `capacity` bits, the most that are exact or
    // below the modulus; finished work stays. Calls `poll` about twenty times a second.
    //
    // Invariant: a task that is run again reads only memory that still exists. Without a mirror,
    // its finished pieces are not computed again; with one, all of its pieces are.
    bool run(const Moduli& moduli, int capacity, const std::function<void()>& poll);

    // Whether the last run failed only because a test asked for it.
    bool forced() const { return forced_; }

    std::uint64_t counters() const { return target_.layout().counters + middle_.counters; }
    std::uint64_t done() const { return done_ * counters() / tasks_.size(); }  // about
    std::uint64_t seen() const;       // the bits that occur in any sum, while exact
    std::uint64_t roundings() const;  // if rounded: the most that a counter has gone through

  private:
    struct Task {
        int wave, share;
        std::size_t phase;
        std::uint32_t pieces_done = 0;
        bool finished = false;
    };

    // A share's part of the middle layer.
    struct Middle {
        std::uint64_t used = 0, most_used = 0;  // bytes: in this turn, in any
        std::unique_lock<std::mutex> giant;
    };

    static std::vector<Task> tasks_of(const Stride& stride, const BlockLayout& after);
    void run_task(Task& task, int thread, const std::atomic<bool>& stop);
    bool compute(Task& task, int thread, const std::atomic<bool>& stop);
    void compute_piece(const Task& task, std::size_t p, int wave, const UpperCase& upper,
                       Middle& middle, int thread);
    std::byte* const* allocate_targets(const Piece& piece, int thread);
    std::byte* const* allocate_middle(const Task& task, Middle& middle, ThreadBuffers& own);
    void mark(ThreadBuffers& own, int upper);
    bool forces_outgrowth();

    StrideContext& context_;
    const SweptLayer& source_;
    const SweptLayer& target_;
    const std::uint64_t middle_counters_;
    const bool keep_sources_, mirrored_;
    const Stride stride_;
    BlockLayout middle_;  // if there is a middle layer: a cell per share
    std::vector<Resolver> resolvers_;
    std::vector<Task> tasks_;
    std::vector<std::atomic<std::size_t>> unfinished_;  // tasks of each phase
    std::atomic<std::uint64_t> done_{0};                // tasks
    Moduli moduli_{};
    int capacity_ = 0;
    int runs_ = 0;                 // begun so far
    std::atomic<int> pieces_ = 0;  // computed in this run
    std::atomic<bool> forced_ = false;
};

}  // namespace babieca::sweep
