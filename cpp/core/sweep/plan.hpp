// Exactly how many counters a sweep will hold, known before anything is allocated.
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
    bool stored;   // false: passed through wave by wave
};

// Counters of the two layers between which a stride is under way that are alive at once.
struct Alive {
    std::uint64_t sources, targets;
};

// What is alive at once between two stored layers, waves or phases done one by one.
struct StridePlan {
    int first, last;          // the layers
    std::vector<Alive> most;  // the moments that matter, whatever sources and targets weigh
    std::uint64_t sources = 0, targets = 0;  // of the layers
    // What a further thread may add: targets of a wave or phase, or sources that wait for one.
    std::uint64_t ahead = 0, behind = 0;
    std::uint64_t wave = 0;  // the most by which a wave under way exceeds its sources
    // The most of a layer that is not stored: in one turn of a share of a wave, and in all turns.
    std::uint64_t middle = 0, all_turns = 0;
    std::uint64_t whole = 0;  // the most of sources, targets and middle, steps of waves kept whole
    std::uint64_t alone = 0;  // the most that a step of one wave reads of its own and writes
    // Without a mirror, where layers are in scratch: the most that one wave has in memory, sources
    // from their first use to their last and one target; and with twice that target.
    std::uint64_t loaded = 0;
    std::uint64_t loaded_widening = 0;
};

struct Plan {
    int slot_count = 0;
    int pairs = 0;                  // of mirrored slots; 0: no mirror
    std::vector<LayerPlan> layers;  // one more than steps
    std::vector<StridePlan> strides;
    std::uint64_t total_counters = 0;     // over all layers
    std::uint64_t peak_counters = 0;      // the largest stored layer
    std::uint64_t in_place_counters = 0;  // the most that is alive at once, waves done one by one
    std::uint64_t copies_counters = 0;    // the same when sources are kept until the stride ends
    std::uint64_t wave_counters = 0;   // the same with all that a step of a wave reads and writes
    std::uint64_t alone_counters = 0;  // the most of its own that a step of a wave reads and writes
    std::uint64_t segment_counters = 0;   // the largest segment
    std::uint64_t bookkeeping_bytes = 0;  // layouts and block bits of two layers
    std::uint64_t bits_words = 0;         // of the block bits of a layer
    std::uint64_t segments = 0;           // of a layer, at most
    std::uint64_t phases = 0;             // with a mirror: of a stride, at most
    std::uint64_t fingerprint = 0;        // of everything that decides what the counters mean
};

Plan make_plan(const frontier::Sweep& sweep, Control& control);

// Layers that would take more than so many bytes in words of eight bytes are kept in words of six,
// which take longer.
constexpr std::uint64_t large_layer = std::uint64_t{1} << 32;

// With a mirror: of how many bytes the chunks of layers are.
std::uint64_t chunk_bytes(const Plan& plan, int threads);

// What the counters of one stride need at once, with sources and targets of these widths in bytes.
// Every thread beyond the first may be in its largest wave or phase; a twentieth is added for gaps
// between segments.
std::uint64_t stride_bytes(const Plan& plan, const StridePlan& stride, int source_bytes,
                           int target_bytes, int threads, bool keep_sources = false);
// The part of them that two layers take, but for the gaps.
std::uint64_t layer_bytes(const Plan& plan, const StridePlan& stride, int source_bytes,
                          int target_bytes, int threads, bool keep_sources = false);

// The same in memory and on disk if layers are in scratch.
std::uint64_t loaded_bytes(const StridePlan& stride, int source_bytes, int target_bytes,
                           int threads);
std::uint64_t written_bytes(const Plan& plan, const StridePlan& stride, int source_bytes,
                            int target_bytes, int threads);

// What a run needs if the counters of each layer have these widths in bytes, sides included.
std::uint64_t bytes_for(const Plan& plan, const std::vector<int>& widths, int threads,
                        bool keep_sources = false);

// The same if layers are in scratch: memory, sides included, and disk; if they are saved, with a
// layer more, which the last checkpoint holds.
struct ScratchBytes {
    std::uint64_t memory = 0, disk = 0;
};
ScratchBytes scratch_bytes_for(const Plan& plan, const std::vector<int>& widths, int threads,
                               bool saved);

// What the counters of a run need at once if all have this width.
std::uint64_t store_bytes(const Plan& plan, int counter_bytes, int threads);

// What is held besides: layouts, block bits and tables.
std::uint64_t side_bytes(const Plan& plan);

// Both.
std::uint64_t bytes_needed(const Plan& plan, int counter_bytes, int threads);

}  // namespace babieca::sweep
