// Counts Hamiltonian cycles by sweeping blocks of counters (see docs/counting.md).
//
// Quantity: the Hamiltonian cycles of a problem's graph that use its forced edges, as a residue.
// Recurrence: frontier/choices.hpp, grouped by type vector. Time: about one addition per state and
// choice; memory: one layer of counters plus a wave per thread, half of it with a mirror.
//
// Counters are only as wide as they must be: a layer is kept in words of 1, 2, 4, 6 or 8 bytes
// whose highest bit no sum has set, which proves that it is exact. Where one sets it, what a stride
// has written so far is put into wider words, and the stride goes on with what it has not. At full
// width counters become residues.
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

// A layer that is kept: its segments lie whole. Counters of blocks whose bit is 0 are zero.
struct LayerView {
    int layer;
    const BlockLayout& layout;
    const Words& bits;  // as in store.hpp
    int width;          // bytes of a counter
    int largest;        // bits: no counter needs more, as long as the sweep is exact
    const std::vector<const std::byte*>& segments;  // per upper value; null: no block
    bool residues = false;                          // of the modulus, no longer exact
};

// A finished layer, lent to whoever wants to keep it. It is not divided.
struct LentLayer {
    int layer;
    const BlockLayout& layout;
    const Words& bits;
    int width;
    int largest;
    bool residues;
    // Copies the segment of an upper value that has any block.
    std::function<void(int upper, std::byte* to)> copy;
};

struct BlockOptions {
    // Each gives a residue; 0: the counters wrap at their width. What is known exactly is computed
    // once for all of them, if memory allows to keep it.
    std::vector<std::uint64_t> moduli{0};
    bool rounded = false;   // floating point of 32 or 64 bits instead; no moduli then
    int counter_bits = 64;  // full width: 8, 16, 32 or 64; a modulus is at most half the range
    std::uint64_t six_bytes_from = large_layer;  // bytes that a layer of 8-byte words would take
    int threads = 1;
    std::uint64_t memory = 0;  // bytes the sweep may hold; 0: as many as full width needs
    // A directory for segments that the memory does not hold; empty: all are in memory. No mirror
    // then: the images that a wave reads lie anywhere in a layer.
    std::string scratch;
    std::string checkpoint;  // a file to save to and to resume from; empty: none
    // With both: what the file in scratch is called, which the checkpoint then refers to.
    std::string scratch_name;
    double checkpoint_seconds = 60;  // at least this long between two saves
    // Which finished layers are lent; their words have no 6 bytes.
    std::function<bool(int layer)> wants_layer = {};
    std::function<void(const LentLayer&)> receive_layer = {};
    // A part of a sweep: from a layer that was lent, exact or of the only modulus (null: from the
    // first), to another one (-1: to the last), the layers being known to need so many bytes
    // (empty: nothing is known).
    const LayerView* from = nullptr;
    int until = -1;
    std::vector<int> least_widths = {};
};

struct BlockResult {
    std::vector<std::uint64_t> residues;  // one per modulus
    // If rounded: the number of tours, and how often at most a unit roundoff (2^-24 or 2^-53) was
    // made on the way to it.
    double rounded = 0;
    std::uint64_t roundings = 0;
    bool exact =
        false;  // proved: no counter ever wrapped, so the residue modulo 2^bits is the count
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
