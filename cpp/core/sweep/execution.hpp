// Runs the pieces of a step, forwards or backwards, with the given widths and arithmetic.
//
// The loops are compiled for several instruction sets (CMakeLists.txt). At run time, the widest set
// that the processor supports is chosen.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "core/frontier/weighting.hpp"
#include "core/sweep/rank_maps.hpp"
#include "core/sweep/step.hpp"

namespace babieca::sweep {

// Buffers in which one thread reflects blocks: replaces them by their mirror images.
class MirrorBuffers {
  public:
    void* image(std::size_t bytes) { return sized(buffers_[0], bytes); }
    void* side(int number, std::size_t bytes) { return sized(buffers_[1 + number], bytes); }
    void* part(int depth, std::size_t bytes) { return sized(buffers_[3 + depth], bytes); }

  private:
    using Buffer = std::vector<std::byte>;
    static void* sized(Buffer& buffer, std::size_t bytes);
    std::array<Buffer, 3 + frontier::most_pairs> buffers_;
};

// Locks a flag, unless it is null, while it lives. Internal linkage: see execution_loops.cpp.
namespace {
class SpinLock {
  public:
    explicit SpinLock(std::atomic_flag* flag) : flag_(flag) {
        if (flag_)
            while (flag_->test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    }
    ~SpinLock() {
        if (flag_) flag_->clear(std::memory_order_release);
    }
    SpinLock(const SpinLock&) = delete;
    SpinLock& operator=(const SpinLock&) = delete;

  private:
    std::atomic_flag* flag_;
};
}  // namespace

// Checkpoints contain these numbers.
enum class Mode { exact, residues };

// One modulus, or two whose residues are computed at once in counters of 16 bytes. With 0, residues
// wrap at the width of a counter.
using Moduli = std::array<std::uint64_t, 2>;

// One piece and its counters. Widths are bytes; sources may be narrower than targets
// (readable() in counter_types.hpp). Counters of 6 bytes are always exact, of 16 always residues.
struct Execution {
    Mode mode;
    Moduli moduli;  // of residues
    int source_width, target_width;
    const RankMaps& tables;
    MirrorBuffers& buffers;
    const Piece& piece;
    std::span<const std::byte* const> sources;
    std::byte* const* target_by_cell;
    // By choice: multiplied with the sources; null: all are 1. Only for residues of 8 bytes.
    const frontier::Factor* factors = nullptr;
};

// One piece and its counters, backwards. Widths are 1, 2, 4 or 8 bytes for `reach`, 4 or 8 for the
// others.
struct Transposition {
    std::uint64_t modulus;  // 0: sums are exact or wrap, and tours are counted modulo 2^64
    // Bytes of a counter of `reach` (0: unknown), and of `onward` and `sums`.
    int reach_width, width;
    const RankMaps& tables;
    MirrorBuffers& buffers;
    const Piece& piece;
    std::span<const std::byte* const> reach;  // per source: the ways to reach its states
    std::span<std::byte* const> sums;         // per source: the ways to complete its states
    const std::byte* onward;                  // the ways to complete the states of the target
    std::span<std::uint64_t> uses;            // by choice: the tours that make it
    std::atomic_flag* locks;  // by cell number of a source; null: only this thread writes the sums
};

// Each function returns the bits that occur in any sum, if exact; else 0.
struct Loops {
    std::uint64_t (*execute)(const Execution&);
    std::uint64_t (*transpose)(const Transposition&);
};

// The loops that this processor can run, the widest instructions last.
std::vector<Loops> available_loops();

inline const Loops& widest_loops() {
    static const Loops widest = available_loops().back();
    return widest;
}

inline std::uint64_t execute(const Execution& execution) {
    return widest_loops().execute(execution);
}

inline std::uint64_t transpose(const Transposition& transposition) {
    return widest_loops().transpose(transposition);
}

}  // namespace babieca::sweep
