// Counts Hamiltonian cycles by sweeping blocks of counters (docs/counting.md; README.md here).
//
// Quantity: the Hamiltonian cycles of a problem's graph that use its forced edges, as a residue.
// Recurrence: frontier/choices.hpp, grouped by type vector. Time: about one addition per state and
// choice. Memory: one layer of counters and a wave per thread; half of it with a mirror.
//
// Counters have 1, 2, 4, 6 or 8 bytes. A layer is exact if no sum has the highest bit of its word
// set. If a sum sets it, the stride under way puts its targets into wider words and goes on. At
// full width counters become residues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/sweep/plan.hpp"
#include "core/sweep/store.hpp"

namespace babieca::sweep {

// A kept layer. Its segments lie whole. Counters of blocks whose bit is 0 are zero.
struct LayerView {
    int layer;
    const BlockLayout& layout;
    const Words& bits;                              // as in BlockBits
    int width;                                      // bytes of a counter
    int largest;                                    // no exact counter has more bits
    const std::vector<const std::byte*>& segments;  // per upper value; null: no block
    bool residues = false;                          // of the modulus, no longer exact
};

// A finished layer, for receive_layer to copy. It is not divided.
struct LentLayer {
    int layer;
    const BlockLayout& layout;
    const Words& bits;
    int width;
    int largest;
    bool residues;
    std::function<void(int upper, std::byte* to)> copy;  // copies a segment that has any block
};

struct BlockOptions {
    // Each gives a residue; 0: the counters wrap at their width. Exact layers are computed once for
    // all moduli, if the memory allows to hold one.
    std::vector<std::uint64_t> moduli{0};
    bool rounded = false;   // floating point of 32 or 64 bits instead, without moduli
    int counter_bits = 64;  // full width: 8, 16, 32 or 64; a modulus is at most half the range
    std::uint64_t six_bytes_from = large_layer;  // bytes that a layer of 8-byte words would take
    int threads = 1;
    std::uint64_t memory = 0;  // bytes; 0: as many as full width needs
    // A directory for segments that do not fit the memory; empty: none. Without a mirror only: the
    // images that a wave reads lie anywhere in a layer.
    std::string scratch;
    std::string checkpoint;          // the file to save to and to resume from; empty: none
    std::string scratch_name;        // the file in scratch that a checkpoint refers to
    double checkpoint_seconds = 60;  // at least this long between two saves
    // The finished layers for which wants_layer is true go to receive_layer; never in 6-byte words.
    std::function<bool(int layer)> wants_layer = {};
    std::function<void(const LentLayer&)> receive_layer = {};
    // A part of a sweep: from a lent layer, exact or of the only modulus (null: from the first), to
    // another one (-1: to the last).
    const LayerView* from = nullptr;
    int until = -1;
    std::vector<int> least_widths = {};  // bytes that each layer is known to need; empty: unknown
};

struct BlockResult {
    std::vector<std::uint64_t> residues;  // one per modulus
    // If rounded: the number of tours, and how many unit roundoffs (2^-24 or 2^-53) it has at most.
    double rounded = 0;
    std::uint64_t roundings = 0;
    bool exact = false;                // proved: no counter wrapped, and a modulus is 0
    std::uint64_t counters = 0;        // targets computed by this run
    std::uint64_t peak_bytes = 0;      // of counters, in memory
    std::uint64_t reserved_bytes = 0;  // of addresses for them
    std::uint64_t disk_bytes = 0;      // the most that was in scratch
    int resumed_at = 0;                // the layer a checkpoint gave; 0: started from nothing
    std::vector<int> widths;           // bytes per counter of each layer passed
};

// Throws Interrupted when the control says so, std::bad_alloc when memory runs out, FileError
// when the checkpoint belongs to another problem or is damaged, frontier::OutOfBudget when counters
// as wide as they must be outgrow the memory allowed.
BlockResult count_blocks(const frontier::Sweep& sweep, const Plan& plan,
                         const BlockOptions& options, Control& control);

}  // namespace babieca::sweep
