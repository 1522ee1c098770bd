// Counts Hamiltonian cycles by sweeping blocks of counters (docs/counting.md; README.md here).
//
// Quantity: the Hamiltonian cycles of a problem's graph that use its forced edges, as a residue.
// Recurrence: frontier/choices.hpp, grouped by type vector. Time: about one addition per state and
// choice. Memory: one layer of counters and a wave per thread; half of it with a mirror.
//
// Counters have 1, 2, 4, 6 or 8 bytes. A layer is exact if no sum has the highest bit of its
// counter set. If a sum sets it, the stride under way widens its targets and goes on. At full width
// counters become residues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/weighting.hpp"
#include "core/sweep/layers.hpp"
#include "core/sweep/plan.hpp"

namespace babieca::sweep {

// A counter to read: of the state of a finished layer that has these types and one pair of ends.
struct Reading {
    int layer;
    std::uint64_t types;  // two bits per slot
    int sum;              // the sum that the counter is added to
};

struct BlockOptions {
    // Each modulus gives a residue; 0 or 2^counter_bits: the counters wrap. If the memory suffices
    // to hold one exact layer, exact layers are computed once for all moduli.
    std::vector<std::uint64_t> moduli{0};
    int counter_bits = 64;  // full width: 8, 16, 32 or 64; a modulus is at most half the range
    std::uint64_t six_bytes_from = large_layer;  // bytes of a layer in 8-byte counters
    int threads = 1;
    std::uint64_t memory = 0;  // bytes; 0: as many as full width needs
    // A directory for segments that do not fit the memory; empty: none. Only without a mirror: with
    // a mirror, a wave reads images from all over a layer.
    std::string scratch = {};
    std::string checkpoint = {};     // the file to save to and to resume from; empty: none
    std::string scratch_name = {};   // the file in scratch that a checkpoint refers to
    double checkpoint_seconds = 60;  // at least this long between two saves
    // Finished layers for which wants_layer is true are lent to receive_layer, never in 6-byte
    // counters.
    std::function<bool(int layer)> wants_layer = {};
    std::function<void(const LentLayer&)> receive_layer = {};
    const LayerView* from = nullptr;  // a kept layer, exact or of the only modulus; null: layer 0
    int until = -1;                   // the last layer of the sweep; -1: all layers
    // The sum of the products of the tours' weights is wanted, modulo its modulus, which is the
    // only modulus. Counters have 8 bytes in all layers. No checkpoint, and no layer is lent or
    // given.
    const frontier::Weighting* weighting = nullptr;
    std::vector<int> least_widths = {};  // bytes that each layer is known to need; empty: unknown
    std::vector<Reading> readings = {};  // by layer; without a mirror and a checkpoint
    int sums = 0;                        // of readings
};

struct BlockResult {
    std::vector<std::uint64_t> residues;   // one per modulus
    bool exact = false;                    // proved: no counter wrapped; and a modulus is 0
    std::uint64_t counters = 0;            // targets computed by this run
    std::uint64_t peak_bytes = 0;          // of counters, in memory
    std::uint64_t reserved_bytes = 0;      // of addresses for them
    std::uint64_t disk_bytes = 0;          // the most that was in scratch
    int resumed_at = 0;                    // the layer of the checkpoint; 0: no checkpoint
    std::vector<int> widths = {};          // bytes per counter of each computed layer
    std::vector<std::uint64_t> sums = {};  // of readings: for each modulus, one after another
};

// Throws Interrupted if the control asks for it, std::bad_alloc if the system has no memory,
// FileError if the checkpoint belongs to another problem or is damaged, OutOfBudget if counters of
// the necessary width need more memory than allowed.
BlockResult count_blocks(const frontier::Sweep& sweep, const Plan& plan,
                         const BlockOptions& options, Control& control);

}  // namespace babieca::sweep
