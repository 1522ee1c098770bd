// Counts the tours of many prefixes of a retirement order by one sweep (frontier/prefixes.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/big_natural.hpp"
#include "core/frontier/problem.hpp"
#include "core/sweep/plan.hpp"

namespace babieca::sweep {

// A sweep of closed tours or paths that also builds the tours of prefixes. `order` ends with
// vertices that belong to no wanted prefix, as prefixes.hpp requires.
frontier::Sweep prefix_sweep(const Graph& graph, std::span<const Vertex> order, bool paths);

struct PrefixOptions {
    std::vector<int> prefixes;          // numbers of vertices, at least 2, increasing
    std::vector<std::uint64_t> moduli;  // as BlockOptions has them
    int threads = 1;
    std::uint64_t memory = 0;  // bytes; 0: no limit
};

struct PrefixCounts {
    std::vector<std::uint64_t> residues;  // for each modulus, one per prefix
    std::uint64_t counters = 0;           // computed by the sweeps
    std::uint64_t peak_bytes = 0;
};

// By blocks. Throws as count_blocks does.
PrefixCounts count_prefixes(const frontier::Sweep& sweep, const Plan& plan,
                            const PrefixOptions& options, Control& control);

struct ExactPrefixCounts {
    std::vector<BigNatural> counts;  // per prefix
    std::uint64_t states = 0;        // of all layers
    std::uint64_t largest = 0;       // states of the largest layer
    std::uint64_t peak_bytes = 0;
};

// By a hash table of states with numbers of up to 2048 bits. Throws OutOfBudget and TooNarrow.
ExactPrefixCounts count_prefixes_exactly(const frontier::Sweep& sweep,
                                         const std::vector<int>& prefixes,
                                         std::uint64_t memory_bytes, Control& control);

}  // namespace babieca::sweep
