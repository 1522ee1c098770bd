// Counts the tours of many prefixes of a retirement order by one sweep (frontier/prefixes.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/big_natural.hpp"
#include "core/frontier/problem.hpp"
#include "core/sweep/blocks.hpp"

namespace babieca::sweep {

// A sweep of closed tours or paths that also builds the tours of prefixes. `order` ends with
// vertices that belong to no wanted prefix, as prefixes.hpp requires.
frontier::Sweep prefix_sweep(const Graph& graph, std::span<const Vertex> order, bool paths);

// By blocks: BlockResult::sums has one number per prefix. `prefixes`: numbers of vertices, at least
// 2, increasing.
BlockResult count_prefixes(const frontier::Sweep& sweep, const Plan& plan,
                           const std::vector<int>& prefixes, BlockOptions options,
                           Control& control);

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
