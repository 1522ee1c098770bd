// Counts Hamiltonian cycles by sweeping blocks of counters (see docs/counting.md).
//
// Quantity: the Hamiltonian cycles of a problem's graph that use its forced edges, as a residue.
// Recurrence: frontier/choices.hpp, grouped by type vector. Time: about one addition per state and
// choice; memory: one layer of counters plus a wave per thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/control.hpp"
#include "core/sweep/plan.hpp"

namespace babieca::sweep {

// A finished layer, lent to whoever wants to keep it. Counters of blocks whose bit is 0 are zero.
struct LayerView {
    int layer;
    const BlockLayout& layout;
    const std::vector<std::uint64_t>& bits;             // as in store.hpp
    const std::vector<const std::uint64_t*>& segments;  // per upper value; null: no block
};

struct BlockOptions {
    std::uint64_t modulus = 0;  // 0: the counters wrap at their width
    int counter_bits = 64;      // 32 or 64; a modulus must be at most half of the range
    int threads = 1;
    bool in_place = true;            // false: keep the sources of a step until it ends
    std::string checkpoint;          // a file to save to and to resume from; empty: none
    double checkpoint_seconds = 60;  // at least this long between two saves
    std::function<bool(int layer)> wants_layer;           // which finished layers are lent
    std::function<void(const LayerView&)> receive_layer;  // 64-bit counters only
};

struct BlockResult {
    std::uint64_t residue = 0;
    // Proved: no counter ever wrapped, so the residue is the count itself. Every layer's largest
    // counter times the greatest number of terms in a target of the next step stayed within a word.
    bool exact = false;
    std::uint64_t counters = 0;    // targets computed by this run
    std::uint64_t peak_bytes = 0;  // of counters
    int resumed_at = 0;            // the layer a checkpoint gave; 0: started from nothing
};

// Throws Interrupted when the control says so, std::bad_alloc when memory runs out, FileError
// when the checkpoint belongs to another problem or is damaged.
BlockResult count_blocks(const frontier::Sweep& sweep, const Plan& plan,
                         const BlockOptions& options, Control& control);

}  // namespace babieca::sweep
