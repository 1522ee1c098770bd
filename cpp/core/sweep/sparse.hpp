// Counts Hamiltonian cycles by a sweep over a hash table of states (frontier/state_sweep.hpp).
//
// The steps are those of the blocks (sweep/blocks.hpp). The table suits frontiers that are too wide
// for blocks but have few reachable states. Memory: 24 bytes per entry, at most two thirds full.
#pragma once

#include <cstdint>
#include <string>

#include "core/control.hpp"
#include "core/frontier/sweep.hpp"

namespace babieca::sweep {

struct SparseOptions {
    std::uint64_t modulus = 0;       // at most 2^63; 0: the counters wrap at 2^64
    std::uint64_t memory_bytes = 0;  // of all tables; 0: no limit
    std::string checkpoint = {};     // the file to save to and to resume from; empty: none
    double checkpoint_seconds = 60;  // the least time between two saves
};

struct SparseResult {
    std::uint64_t residue = 0;
    bool exact = false;             // proved: no counter ever wrapped
    std::uint64_t counters = 0;     // states of all layers of this run
    std::uint64_t peak_states = 0;  // of the largest layer
    std::uint64_t peak_bytes = 0;   // of all tables
    int resumed_at = 0;             // the layer of the checkpoint; 0: none
};

// Throws OutOfBudget before the tables outgrow the memory limit, FileError if the checkpoint is
// damaged or belongs to another count, Interrupted after saving a checkpoint.
SparseResult count_sparse(const frontier::Sweep& sweep, const SparseOptions& options,
                          Control& control);

}  // namespace babieca::sweep
