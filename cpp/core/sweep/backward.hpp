// Counts the Hamiltonian cycles through each edge: a forward sweep over blocks, then a backward
// one.
//
// Quantity: for each edge of a problem's graph, the cycles that use it; for an edge of the apex,
// the paths that end at its vertex. Recurrence: the ways to complete a state are the sum of the
// ways to complete its successors (transpose.hpp). The cycles that pass from a state to a successor
// are the ways to reach the one times the ways to complete the other; the step determines their
// edges. Time: about three counts, four if layers are swept again. Memory: sections.hpp.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/control.hpp"
#include "core/sweep/sections.hpp"

namespace babieca::sweep {

struct BackwardOptions {
    Sections sections;
    std::uint64_t modulus = 0;  // odd and below 2^31: all numbers are residues; 0: none
    int threads = 1;
    std::uint64_t memory = 0;  // bytes; 0: no limit
    std::string scratch;       // a directory, if kept layers are on disk
};

struct BackwardResult {
    std::uint64_t tours = 0;
    std::map<Edge, std::uint64_t> uses;  // the tours per edge; unused edges may be absent
    std::uint64_t counters = 0;          // computed, forwards and backwards
    std::uint64_t peak_bytes = 0;
    std::uint64_t disk_bytes = 0;  // at the peak
};

// Throws Interrupted, frontier::OutOfBudget before it holds more than the memory limit, and
// frontier::TooNarrow if there is no modulus and there may be 2^63 tours or more.
BackwardResult sweep_and_back(const frontier::Sweep& sweep, const Plan& plan,
                              const BackwardOptions& options, Control& control);

}  // namespace babieca::sweep
