// How many counters a sweep holds at once, computed exactly before anything is allocated.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/sweep.hpp"
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

// The counters of one stride, its waves or phases done one by one.
struct StridePlan {
    int first, last;          // the layers
    std::vector<Alive> most;  // the moments that may be the worst, whatever the two widths are
    std::uint64_t sources = 0, targets = 0;  // of the layers
    // The most that a further thread adds: targets of a wave or phase, sources that wait for one.
    std::uint64_t ahead = 0, behind = 0;
    std::uint64_t wave = 0;  // the most by which a wave under way exceeds its sources
    // The most of the middle layer: in one turn of a share of a wave, and in all turns.
    std::uint64_t middle = 0, all_turns = 0;
    // If each step of a wave keeps all it reads until it ends: the most of sources, targets and
    // middle together, and the most that a step of one wave reads of its own and writes.
    std::uint64_t whole = 0, alone = 0;
    // With layers in scratch: the most of one wave in memory, sources from their first use to their
    // last and one target; and with twice that target.
    std::uint64_t loaded = 0, loaded_widening = 0;
};

struct Plan {
    int slot_count = 0;
    int pairs = 0;                  // of mirrored slots; 0: no mirror
    std::vector<LayerPlan> layers;  // one more than steps
    std::vector<StridePlan> strides;
    std::uint64_t total_counters = 0;     // of all layers
    std::uint64_t peak_counters = 0;      // of the largest stored layer
    std::uint64_t wave_counters = 0;      // the most of StridePlan::whole
    std::uint64_t alone_counters = 0;     // the most of StridePlan::alone
    std::uint64_t segment_counters = 0;   // of the largest segment
    std::uint64_t bookkeeping_bytes = 0;  // layouts and block bits of two layers
    std::uint64_t bits_words = 0;         // of the block bits of a layer
    std::uint64_t segments = 0;           // of a layer, at most
    std::uint64_t phases = 0;             // with a mirror: of a stride, at most
    std::uint64_t fingerprint = 0;        // of everything that decides what the counters mean
};

Plan make_plan(const frontier::Sweep& sweep, Control& control);

// Layers of more bytes in 8-byte words are kept in words of 6 bytes, which are slower.
constexpr std::uint64_t large_layer = std::uint64_t{1} << 32;

// With a mirror: LayerMemory::chunk.
std::uint64_t chunk_bytes(const Plan& plan, int threads);

// The bytes of the two layers of a stride at once, with counters of these widths. Every thread
// beyond the first may be in its largest wave or phase. If `keep_sources`, both layers are there.
std::uint64_t layer_bytes(const Plan& plan, const StridePlan& stride, int source_bytes,
                          int target_bytes, int threads, bool keep_sources = false);
// The same with middle layer and buffers, and a twentieth for gaps between segments.
std::uint64_t stride_bytes(const Plan& plan, const StridePlan& stride, int source_bytes,
                           int target_bytes, int threads, bool keep_sources = false);

// The bytes of a stride in memory if layers are in scratch.
std::uint64_t loaded_bytes(const StridePlan& stride, int source_bytes, int target_bytes,
                           int threads);

// The bytes of layouts, block bits and tables.
std::uint64_t side_bytes(const Plan& plan);
// The bytes of all counters if each has this width; and with side_bytes.
std::uint64_t store_bytes(const Plan& plan, int counter_bytes, int threads);
std::uint64_t bytes_needed(const Plan& plan, int counter_bytes, int threads);

// All bytes that a sweep needs if the counters of each layer have these widths.
std::uint64_t bytes_for(const Plan& plan, const std::vector<int>& widths, int threads);

// The same with layers in scratch. If `saved`, the disk also has the layer of the last checkpoint.
struct ScratchBytes {
    std::uint64_t memory = 0, disk = 0;
};
ScratchBytes scratch_bytes_for(const Plan& plan, const std::vector<int>& widths, int threads,
                               bool saved);

}  // namespace babieca::sweep
