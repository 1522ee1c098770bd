// Counts the Hamiltonian cycles of a folded graph whose total voltage is accepted.
//
// Quantity: tours that a symmetry keeps (fold/fold.hpp). Recurrence: frontier/choices.hpp over a
// hash table of states, with two counts per state where the parity of the total voltage decides,
// and with a voltage per fragment elsewhere. Time: states times choices. Memory: two tables of 32
// or at least 24 bytes per entry.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/fold/fold.hpp"

namespace babieca::fold {

struct FoldedCount {
    std::vector<std::uint64_t> count;  // little-endian words
    std::uint64_t states = 0;          // of all layers
    std::uint64_t peak_states = 0;     // of the largest layer
    std::uint64_t peak_bytes = 0;
    int slots = 0;
};

// `order` is a retirement order of the folded graph. Throws frontier::OutOfBudget before the tables
// outgrow `memory_bytes` (0: no limit).
FoldedCount count_folded(const Folded& folded, std::span<const Vertex> order,
                         std::uint64_t memory_bytes, Control& control);

}  // namespace babieca::fold
