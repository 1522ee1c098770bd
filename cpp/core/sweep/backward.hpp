// How often every choice of every step is made: a sweep by blocks forwards, and one backwards.
//
// Quantity: for each step and each choice of what the retiring vertex is joined to, the Hamiltonian
// cycles that make it; edges and ends are sums of those. Recurrence: the ways to go on from a state
// are the sum of those of its successors (transpose.hpp), and as many cycles pass from a state to a
// successor as there are ways to reach the one, times ways to go on from the other.
//
// The backward sweep needs the layers of the forward one in reverse. Where they do not all fit the
// memory, only some are kept, and each section between two of them is swept again when its turn
// comes: two sweeps forwards in all, whatever the number of sections.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/choices.hpp"
#include "core/sweep/sections.hpp"

namespace babieca::sweep {

struct BackwardOptions {
    Sections sections;
    int threads = 1;
    std::uint64_t memory = 0;  // bytes that may be held; 0: no limit
};

struct ChoiceUse {
    Vertex vertex;              // that retires
    frontier::JoinedTo joined;  // the later vertices it is joined to
    std::uint64_t tours;
};

struct BackwardResult {
    std::uint64_t tours = 0;
    std::vector<ChoiceUse> uses;  // of every choice that some state offers
    std::uint64_t counters = 0;   // computed, forwards and backwards
    std::uint64_t peak_bytes = 0;
};

// Not for mirrored sweeps. Throws Interrupted when the control says so, frontier::OutOfBudget
// before more than the memory allowed is held, frontier::TooNarrow when there may be 2^63 tours or
// more.
BackwardResult count_choices(const frontier::Sweep& sweep, const Plan& plan,
                             const BackwardOptions& options, Control& control);

}  // namespace babieca::sweep
