// Runs the pieces of a step, forwards or backwards, with the given widths and arithmetic.
//
// The loops are compiled for several instruction sets (CMakeLists.txt); the widest one that the
// processor supports is chosen at run time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sweep/rank_maps.hpp"
#include "core/sweep/step.hpp"

namespace babieca::sweep {

// Buffers in which one thread turns blocks to their mirror images.
class TurnBuffers {
  public:
    void* image(std::size_t bytes) { return sized(buffers_[0], bytes); }
    void* side(int number, std::size_t bytes) { return sized(buffers_[1 + number], bytes); }
    void* part(int depth, std::size_t bytes) { return sized(buffers_[3 + depth], bytes); }

  private:
    using Buffer = std::vector<std::uint64_t>;
    static void* sized(Buffer& buffer, std::size_t bytes);
    std::array<Buffer, 3 + frontier::most_pairs> buffers_;
};

// Checkpoints contain these numbers.
enum class Mode { exact, modular, wrapping, rounded };

// One modulus, or two whose residues are computed at once in words of 16 bytes; 0: none.
using Moduli = std::array<std::uint64_t, 2>;

// One piece and its counters. Widths are bytes; sources may be narrower (readable() in words.hpp).
// Words of 6 bytes are always exact, words of 16 always residues.
struct Execution {
    Mode mode;
    Moduli moduli;  // if modular
    int source_width, target_width;
    const RankMaps& tables;
    TurnBuffers& buffers;
    const Piece& piece;
    std::span<const std::byte* const> sources;
    std::byte* const* target_by_cell;
};

// Returns the bits that occur in any sum, if exact; else 0.
using Execute = std::uint64_t (*)(const Execution&);

// One piece and its counters, backwards (transpose.hpp).
struct Transposition {
    std::uint64_t modulus;  // 0: none, tours are counted modulo 2^64
    bool exact;             // no sum reaches the modulus, or there is none
    // Bytes of a counter of the ways to reach the sources (0: unknown), of the ways to go on from
    // the target, and of the sums: the ways to go on from the sources.
    int reach_width, onward_width, sum_width;
    const RankMaps& tables;
    TurnBuffers& buffers;
    const Piece& piece;
    std::span<const std::byte* const> reach;
    std::span<std::byte* const> sums;
    const std::byte* target;
    std::span<std::uint64_t> uses;  // by choice: the tours that make it
    std::atomic_flag* locks;        // by upper value; null: only this thread writes the sums
};

// Returns the bits that occur in any sum, if exact; else 0.
using Transpose = std::uint64_t (*)(const Transposition&);

struct Loops {
    const char* instructions;
    Execute execute;
    Transpose transpose;
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
