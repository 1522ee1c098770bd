// The stored layers of a sweep, and strides from each to the next and back.
//
// A task is one key range of one wave; threads take tasks phase by phase. Forwards, sources are
// freed after their last use; with a mirror, when all tasks of their phase are done.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/frontier/state.hpp"
#include "core/sweep/blocks.hpp"
#include "core/sweep/execution.hpp"
#include "core/sweep/resolve.hpp"
#include "core/system/thread_pool.hpp"

namespace babieca::sweep {

// A stored layer of a forward sweep.
struct SweptLayer {
    int number = 0;
    Mode mode = Mode::exact;
    int bits = 0;  // while exact: no counter needs more
    std::shared_ptr<Store> store;

    const BlockLayout& layout() const { return *store->layout; }
    int width() const { return store->width; }  // bytes of a counter
};

// Whether one sweep computes the residues of two moduli, in counters of 16 bytes. It must be a
// whole sweep in memory that lends no layer, and the memory must suffice for a held layer too.
bool by_twos(const Plan& plan, const BlockOptions& options);

// Begins, saves, resumes and lends the stored layers of a forward sweep. Refers to its arguments.
class SweptLayers {
  public:
    SweptLayers(const frontier::Sweep& sweep, const Plan& plan, const BlockOptions& options);

    const Halves& halves() const { return halves_; }
    LayerMemory& memory() { return memory_; }

    SweptLayer empty(int number, Mode mode, int bits, int width);
    SweptLayer first(int width);
    SweptLayer copy_of(const LayerView& view);
    void lend(const SweptLayer& layer);

    // Returns the layer of the checkpoint, if there is a checkpoint of this modulus.
    std::optional<SweptLayer> resume(std::uint64_t modulus);
    // If `whole`, the checkpoint has all segments; else it refers to the segments in scratch.
    void save(const SweptLayer& layer, std::uint64_t modulus, bool whole,
              const std::function<void()>& poll);

    // If the options have scratch, opens the file. `pinned`: the ranges of the checkpoint.
    void open_scratch(const std::vector<ScratchFile::Range>& pinned = {});
    std::uint64_t disk_bytes() const;  // the most that was in scratch

  private:
    files::Identity identity(std::uint64_t modulus) const;
    BlockLayout whole_layout(const SweptLayer& layer) const;

    const frontier::Sweep& sweep_;
    const Plan& plan_;
    const BlockOptions& options_;
    Halves halves_;
    LayerMemory memory_;
    std::uint64_t disk_bytes_ = 0;  // in files that are closed
};

// The buffers of one thread, on cache lines of their own.
struct alignas(64) ThreadBuffers {
    Piece piece;
    SourceNumbers numbers;
    MirrorBuffers reflection;
    std::vector<const std::byte*> sources;  // of the piece
    std::uint64_t seen = 0;                 // the bits that occur in any sum, while exact
    BlockBits marks;                        // of the target blocks that the piece reaches
    // The middle layer in one key range of a wave.
    std::unique_ptr<BlockBits> middle_bits;   // a row per touched part of the upper value
    std::vector<std::uint64_t> middle_begin;  // the first counter of each row
    CounterBuffer middle;                     // the counters of one slice
    std::uint64_t middle_counters = 0;
    std::vector<std::byte*> middle_cells;  // the cells of the segment that a piece writes
    // Backwards.
    std::vector<std::byte*> sums;        // the ways to complete the states of the piece's sources
    CounterBuffer middle_sums;           // the same for the middle layer
    std::vector<Piece> pieces;           // the pieces that computed the middle layer
    std::vector<std::uint64_t> uses[2];  // per step: the tours of each choice

    explicit ThreadBuffers(const Halves& halves) : marks(halves, 1) {}
    void begin_middle(const Halves& halves, const Stride& stride, std::uint64_t bytes);
    // Takes space for the middle segment that the piece writes. Returns its cells: only the cell of
    // the key range exists.
    std::byte* const* append_middle(const ResolvedStride& resolved, int wave, int range, int width);
    // The first counter of the middle segment with a cell.
    std::uint64_t middle_at(const ResolvedStride& resolved, int cell_number, int wave) const {
        return middle_begin[resolved.middle_number(cell_number, wave)];
    }
};

// The state that all strides of a sweep share.
struct StrideContext {
    const frontier::Sweep& sweep;
    const Halves& halves;
    LayerMemory& memory;
    system::ThreadPool pool;
    RankMaps tables;
    std::vector<ThreadBuffers> threads;
    const frontier::Weighting* weighting = nullptr;  // null: all weights are 1
    std::mutex giant_middle;  // locked by the thread that has a giant middle buffer

    StrideContext(const frontier::Sweep& sweep, const Halves& halves, LayerMemory& memory,
                  int threads);
};

// A stride with fewer counters runs on the calling thread.
constexpr std::uint64_t pool_threshold = 20000;

// A hook for tests. Every stride to a layer from `first_layer` on runs `times` times too often: its
// n-th run ends at its n-th piece, as if a sum had outgrown its counter.
struct ForcedOutgrowth {
    std::atomic<int> times{0}, first_layer{0};
};
inline ForcedOutgrowth forced_outgrowth;

class StrideForward {
  public:
    // `target` is empty. A thread has at most `middle` counters of the middle layer at once. If
    // `hold_sources`, no source is freed. Refers to its arguments: between two runs, wider stores
    // may replace the stores of both layers.
    StrideForward(StrideContext& context, const SweptLayer& source, const SweptLayer& target,
                  std::uint64_t middle, bool hold_sources);

    // Runs the unfinished tasks, with the present widths and mode of the layers. Returns false as
    // soon as a sum has more than `capacity` bits: it is no longer exact, or not below the modulus.
    // Finished tasks stay finished. Calls `poll` about twenty times a second.
    //
    // Invariant: a task that runs again reads only memory that still exists. Without a mirror, it
    // skips its finished pieces; with a mirror, it computes all its pieces again.
    bool run(const Moduli& moduli, int capacity, const std::function<void()>& poll);

    // Whether the last run failed only because a test asked for it.
    bool forced() const { return forced_; }

    std::uint64_t counters() const { return target_.layout().counters + resolved_.middle.counters; }
    std::uint64_t done() const { return done_ * counters() / tasks_.size(); }  // about
    std::uint64_t seen() const;  // the bits that occur in any sum, while exact

  private:
    struct Task {
        int wave, range;
        std::size_t phase;
        std::uint32_t pieces_done = 0;
        bool finished = false;
    };

    void run_task(Task& task, int thread, const std::atomic<bool>& stop);
    void compute_piece(const Task& task, std::size_t p, int wave, const UpperCase& upper,
                       int thread, std::unique_lock<std::mutex>& giant);
    std::byte* const* allocate_targets(const Piece& piece, int thread);

    StrideContext& context_;
    const SweptLayer& source_;
    const SweptLayer& target_;
    const std::uint64_t most_middle_;
    const bool hold_sources_, mirrored_;
    const ResolvedStride resolved_;
    std::vector<Task> tasks_;
    std::vector<std::atomic<std::size_t>> unfinished_;  // tasks of each phase
    std::atomic<std::uint64_t> done_{0};                // tasks
    Moduli moduli_{};
    int capacity_ = 0;
    int runs_ = 0;                 // begun so far
    std::atomic<int> pieces_ = 0;  // computed in this run
    std::atomic<bool> forced_ = false;
};

// Strides run backwards: the ways to complete the states of a stored layer give the ways to
// complete the states of the stored layer before.
//
// Waves run in reverse. A wave's targets contribute to its own sources and, with a mirror, to
// stored images of sources, which belong to waves that are done. So a wave's targets are freed with
// the wave, and the live memory is the same as forwards.
//
// Mirror. The ways to complete a state that is not stored are added to the ways of its stored
// image. So a stored state that is not its own image has twice its ways, a step into it counts for
// its image too, and the tours that use an edge are half of the sum for the edge and its image.
class StridesBack {
  public:
    // Begins at the last layer. `bytes` limits the counters alive at once. With an odd modulus all
    // numbers are residues, of fewer than 32 bits if the ways to reach states are known.
    StridesBack(const frontier::Sweep& sweep, int threads, std::uint64_t bytes,
                std::uint64_t modulus = 0);

    // Goes back one stored layer. `layer` has the ways to reach its states. If its width is 0, they
    // are unknown; then they are unknown in all layers, and there is no mirror. A thread has at
    // most `middle` counters of the middle layer at once. allow(width) gets the bytes of a counter
    // and returns the bytes that all counters may take, or throws. Calls report(part) about twenty
    // times a second.
    void go_back(const LayerView& layer, std::uint64_t middle,
                 const std::function<std::uint64_t(int)>& allow,
                 const std::function<void(double)>& report);

    // The tours that use each edge of the steps passed, if the ways to reach states were known.
    std::map<Edge, std::uint64_t> uses() const;
    // The ways to complete a state of the present layer, without a mirror. Without a modulus they
    // are exact if largest() < 64, else modulo 2^64.
    std::uint64_t ways_on(const frontier::PackedState& state) const;
    int largest() const { return largest_; }  // the most bits of any counter, while exact
    std::uint64_t peak_bytes() const { return memory_.arena.peak(); }

  private:
    struct Passage;  // the data of one stride

    void back_over_wave(Passage& passage, int wave, ThreadBuffers& own,
                        const std::atomic<bool>& stop);
    std::size_t reach_middle(Passage& passage, const Slice& slice, int wave, int range,
                             ThreadBuffers& own);
    void bring_back(Passage& passage, const Piece& piece, std::size_t step, int wave,
                    const std::byte* onward, ThreadBuffers& own);
    void add_uses(const Stride& stride);

    const frontier::Sweep& sweep_;
    std::uint64_t modulus_;
    Halves halves_;
    LayerMemory memory_;
    StrideContext context_;
    std::unique_ptr<std::atomic_flag[]> locks_;  // with a mirror: per segment of `sums_`
    BlockBits present_;                          // the blocks of the layer before
    std::shared_ptr<Store> onward_;              // ways to complete the states of this layer
    std::shared_ptr<Store> sums_;                // the same for the layer before
    int largest_ = 1;                            // the most bits of any counter
    bool exact_ = true;                          // no counter is a residue
    std::map<Edge, std::uint64_t> uses_;
};

}  // namespace babieca::sweep
