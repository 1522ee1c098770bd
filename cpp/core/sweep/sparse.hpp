// Counts Hamiltonian cycles by sweeping a hash table of states: the same steps as the blocks, for
// frontiers too wide for blocks but sparsely reached.
#pragma once

#include <cstdint>

#include "core/control.hpp"
#include "core/frontier/problem.hpp"

namespace babieca::sweep {

struct SparseOptions {
    std::uint64_t modulus = 0;       // 0: the counters wrap at 2^64; otherwise at most 2^63
    std::uint64_t memory_bytes = 0;  // of both tables; 0: no limit
};

struct SparseResult {
    std::uint64_t residue = 0;
    bool exact = false;             // proved: no counter ever wrapped
    std::uint64_t counters = 0;     // states over all layers
    std::uint64_t peak_states = 0;  // of one layer
    std::uint64_t peak_bytes = 0;
};

// Throws OutOfBudget when the tables would outgrow the memory allowed.
struct OutOfBudget : std::runtime_error {
    using std::runtime_error::runtime_error;
};

SparseResult count_sparse(const frontier::Schedule& schedule, const SparseOptions& options,
                          Control& control);

}  // namespace babieca::sweep
