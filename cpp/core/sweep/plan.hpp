// The counters of a sweep that are alive at once, computed exactly before any is allocated.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/problem.hpp"
#include "core/sweep/block_layout.hpp"
#include "core/sweep/program.hpp"

namespace babieca::sweep {

struct LayerPlan {
    std::uint64_t counters;
    std::uint64_t blocks;
    int occupied;  // slots in use
    bool stored;   // false: a middle layer
};

// Counters of the two layers of a stride that are alive at one moment.
struct Alive {
    std::uint64_t sources, targets;
};

// The counters of one stride if its waves or phases run one by one.
struct StridePlan {
    int first, last;          // the layers
    std::vector<Alive> most;  // the moments that may need the most bytes, for some pair of widths
    std::uint64_t sources = 0, targets = 0;  // of the layers
    std::uint64_t ahead = 0;   // the most targets that a further thread adds, in its wave or phase
    std::uint64_t behind = 0;  // the most sources that a further thread has not yet freed
    std::uint64_t wave = 0;    // the most by which a wave increases the live counters
    std::uint64_t middle = 0;  // the most of the middle layer in one slice of a key range of a wave
    // If every step of a wave frees its sources only at its end:
    std::uint64_t whole = 0;  // the most counters of sources, targets and middle together
    std::uint64_t alone = 0;  // the most counters that one step of one wave reads and writes
    // With layers in scratch, the most counters of one wave in memory:
    std::uint64_t loaded = 0;  // sources from their first to their last use, and one target
    std::uint64_t loaded_widening = 0;  // the same with two copies of the target
};

struct Plan {
    int slot_count = 0;
    int pairs = 0;                  // of mirrored slots; 0: no mirror
    int most_pairs = 0;             // of ends in any block
    std::vector<LayerPlan> layers;  // one more than steps
    std::vector<StridePlan> strides;
    std::uint64_t total_counters = 0;     // of all layers
    std::uint64_t peak_counters = 0;      // of the largest stored layer
    std::uint64_t wave_counters = 0;      // the most of StridePlan::whole
    std::uint64_t alone_counters = 0;     // the most of StridePlan::alone
    std::uint64_t segment_counters = 0;   // of the largest segment
    std::uint64_t bookkeeping_bytes = 0;  // layouts and block bits of two layers
    std::uint64_t bits_limbs = 0;         // of 64 bits: the block bits of a layer, at most
    std::uint64_t segments = 0;           // of a layer, at most
    std::uint64_t phases = 0;             // with a mirror: of a stride, at most
    std::uint64_t fingerprint = 0;        // frontier::Sweep::fingerprint
};

Plan make_plan(const frontier::Sweep& sweep, Control& control);

// Layers that take more bytes than this in 8-byte counters have 6-byte counters, which are slower.
constexpr std::uint64_t large_layer = std::uint64_t{1} << 32;

// With a mirror: LayerMemory::chunk.
std::uint64_t chunk_bytes(const Plan& plan, int threads);

// The bytes of the two layers of a stride at once, with counters of these widths. Every thread
// beyond the first may be in its largest wave or phase. If `hold_sources`, no source is freed.
std::uint64_t layer_bytes(const Plan& plan, const StridePlan& stride, int source_bytes,
                          int target_bytes, int threads, bool hold_sources = false);
// layer_bytes with the middle layer, the buffers, and a twentieth for gaps between segments.
std::uint64_t stride_bytes(const Plan& plan, const StridePlan& stride, int source_bytes,
                           int target_bytes, int threads, bool hold_sources = false);

// The bytes of a stride in memory if layers are in scratch.
std::uint64_t loaded_bytes(const StridePlan& stride, int source_bytes, int target_bytes,
                           int threads);

// The bytes of layouts, block bits and tables.
std::uint64_t side_bytes(const Plan& plan);
// All bytes of a sweep whose layers have counters of these widths.
std::uint64_t bytes_for(const Plan& plan, const std::vector<int>& widths, int threads);
// bytes_for with one width for all layers.
std::uint64_t bytes_needed(const Plan& plan, int counter_bytes, int threads);

struct ScratchBytes {
    std::uint64_t memory = 0, disk = 0;
};
// bytes_for with layers in scratch. If `saved`, the disk also has the layer of the last checkpoint.
ScratchBytes scratch_bytes_for(const Plan& plan, const std::vector<int>& widths, int threads,
                               bool saved);

}  // namespace babieca::sweep
