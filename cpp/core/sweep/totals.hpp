// Counts Hamiltonian cycles by a sum over their edges and turns (frontier/turn_state.hpp): one
// sweep over a hash table, whose keys are turn states together with the total so far.
//
// Memory: 24 bytes per entry, at most two thirds full, while counts fit 64 bits.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/big_natural.hpp"
#include "core/frontier/turn_state.hpp"

namespace babieca::sweep {

struct Totals {
    std::vector<std::uint64_t> totals;  // that some tour has
    std::vector<BigNatural> counts;     // per total
    std::uint64_t states = 0;           // of all layers, with their totals
    std::uint64_t peak_states = 0;      // of the largest layer
};

// Requires: the total of every part of a tour has at most `total_bits` bits. Throws OutOfBudget
// before the tables outgrow the memory; 0: no limit.
Totals count_totals(const frontier::Sweep& sweep, const frontier::Addends& addends, int total_bits,
                    std::uint64_t memory_bytes, Control& control);

}  // namespace babieca::sweep
