// How many Hamiltonian cycles use each edge: a sweep by blocks forwards, and one backwards.
//
// Quantity: for each edge of a problem's graph, the cycles that use it; edges of the apex say how
// many paths end at a vertex. Recurrence: the ways to go on from a state are the sum of those of
// its successors (transpose.hpp), and as many cycles pass from a state to a successor as there are
// ways to reach the one, times ways to go on from the other; the step decides which edges they use.
// Time: about three counts, four where layers are swept again; memory: sections.hpp.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/control.hpp"
#include "core/sweep/sections.hpp"

namespace babieca::sweep {

struct BackwardOptions {
    Sections sections;
    std::uint64_t modulus = 0;  // an odd one below 2^31: all numbers are residues; 0: none
    int threads = 1;
    std::uint64_t memory = 0;  // bytes that may be held; 0: no limit
    std::string scratch;       // a directory, if the sections are in scratch
};

struct BackwardResult {
    std::uint64_t tours = 0;
    std::map<Edge, std::uint64_t> uses;  // of the edges that any state may choose
    std::uint64_t counters = 0;          // computed, forwards and backwards
    std::uint64_t peak_bytes = 0;
    std::uint64_t disk_bytes = 0;  // the most that was in scratch
};

// Throws Interrupted when the control says so, frontier::OutOfBudget before more than the memory
// allowed is held, frontier::TooNarrow when without a modulus there may be 2^63 tours or more.
BackwardResult sweep_and_back(const frontier::Sweep& sweep, const Plan& plan,
                              const BackwardOptions& options, Control& control);

}  // namespace babieca::sweep
