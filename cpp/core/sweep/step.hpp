// One step of the sweep, resolved: all transfers into one segment of targets, as plain data.
//
// A *transfer* brings one source block to one target block by one operation on matchings. The
// resolver (resolve.hpp) knows frontiers, choices and layouts but no counters. An executor
// (execute.hpp on threads, gpu/ on a GPU) needs only the list, the addresses of the segments, and
// an arithmetic.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/sweep/rank_maps.hpp"

namespace babieca::sweep {

// Offsets are in counters, from the beginning of a segment, so a list does not depend on the
// addresses of the segments.
struct Transfer {
    std::uint64_t source : 40;   // where the block begins in its segment
    std::uint64_t segment : 24;  // index in the piece's sources
    Operation operation;         // never extract, which occurs only in parts of other operations
    std::uint8_t pairs, i, j;    // see Operation
    std::uint16_t choice = 0;    // its number: the factor of a weighted sweep, if there is one
};
static_assert(std::is_trivially_copyable_v<Transfer> && sizeof(Transfer) == 16);

// A target block and its transfers, from `first` to the next target's first. The sum of the first
// `mirrored` transfers is the mirror image of its contribution: the ends are in reverse order,
// except for the `fixed_count` ends from position `fixed_first` on, which keep their order.
struct Target {
    std::uint64_t offset : 48;  // of the block in the target segment or cell
    std::uint64_t cell : 16;
    std::uint32_t first;
    std::uint8_t pairs;
    std::uint8_t mirrored;
    std::uint8_t fixed_first, fixed_count;
};
static_assert(std::is_trivially_copyable_v<Target> && sizeof(Target) == 16);

// Invariants
//   - Every target has a transfer, and all transfers to a block are in one list: its counters are
//     replaced, not added to. So the list may be cut between targets, and the parts may run in
//     parallel. A block without transfers is absent: it is neither read nor cleared.
//   - Target blocks do not overlap.
//   - Source blocks are present, and every source has an address.
//   - Sources and target belong to different layers and never share memory.
struct Piece {
    int target = 0;            // the upper value whose segment is computed
    std::vector<int> sources;  // the cell numbers (BlockLayout) of the sources
    std::vector<Target> targets;
    std::vector<Transfer> transfers;

    std::uint32_t end(std::size_t target) const {  // after the target's last transfer
        return target + 1 < targets.size() ? targets[target + 1].first
                                           : static_cast<std::uint32_t>(transfers.size());
    }
};

}  // namespace babieca::sweep
