// Counts Hamiltonian cycles by sweeping a hash table of states: the same steps as the blocks, for
// frontiers too wide for blocks but sparsely reached.
//
// Quantity and recurrence: as in sweep/blocks.hpp. Time: states times choices; memory: two tables
// of 24 bytes per place, three while one of them grows.
#pragma once

#include <cstdint>
#include <string>

#include "core/control.hpp"
#include "core/frontier/sweep.hpp"

namespace babieca::sweep {

struct SparseOptions {
    std::uint64_t modulus = 0;       // 0: the counters wrap at 2^64; otherwise at most 2^63
    std::uint64_t memory_bytes = 0;  // of all tables; 0: no limit
    std::string checkpoint = {};     // a file to save to and to resume from; empty: none
    double checkpoint_seconds = 60;  // at least this long between two saves
};

struct SparseResult {
    std::uint64_t residue = 0;
    bool exact = false;             // proved: no counter ever wrapped
    std::uint64_t counters = 0;     // states over all layers of this run
    std::uint64_t peak_states = 0;  // of one layer
    std::uint64_t peak_bytes = 0;   // of all tables
    int resumed_at = 0;             // the layer a checkpoint gave; 0: started from nothing
};

// Throws OutOfBudget before the tables outgrow the memory allowed, FileError when the checkpoint is
// damaged or belongs to another count, Interrupted when the control says so; the layer reached is
// then in the checkpoint.
SparseResult count_sparse(const frontier::Sweep& sweep, const SparseOptions& options,
                          Control& control);

}  // namespace babieca::sweep
