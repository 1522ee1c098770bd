// Counts the Hamiltonian cycles of a folded graph whose total voltage is accepted.
//
// Quantity: tours kept by a symmetry (fold/fold.hpp). Recurrence: frontier/choices.hpp over a
// hash table of packed states, with the parity of the total voltage where that is enough
// (fold/parity_sweep.hpp) and a voltage per fragment elsewhere (fold/voltage_step.hpp).
// Time: states times choices; memory: two tables of 32 or 24 bytes and more per state.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/fold/fold.hpp"

namespace babieca::fold {

struct FoldedCount {
    std::vector<std::uint64_t> count;  // little-endian words
    std::uint64_t states = 0;          // over all layers
    std::uint64_t peak_states = 0;     // of one layer
    std::uint64_t peak_bytes = 0;
    int slots = 0;
};

// `order` is an order of the folded graph's vertices. Throws frontier::OutOfBudget before the
// tables outgrow `memory_bytes` (0: no limit).
FoldedCount count_folded(const Folded& folded, std::span<const Vertex> order,
                         std::uint64_t memory_bytes, Control& control);

}  // namespace babieca::fold
