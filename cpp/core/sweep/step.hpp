// One step of the sweep, resolved: what flows into one segment of the targets, as plain data.
//
// A *transfer* brings one source block to one target block by one operation on matchings. Who made
// the list (resolve.hpp) knows frontiers, choices and layouts but no counters; who runs it
// (execute.hpp on threads here; a GPU or another machine could) needs nothing but the list, the
// addresses of the segments, and an arithmetic.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/sweep/decompose.hpp"

namespace babieca::sweep {

// Offsets are in counters and relative to their segments, not to one memory, so that a list stays
// true wherever its segments lie.
struct Transfer {
    std::uint64_t source : 40;   // where the block begins in its segment
    std::uint64_t segment : 24;  // which of the piece's sources
    Operation operation;         // any but extract, which occurs in parts of others only
    std::uint8_t pairs, i, j;    // as decompose.hpp has them
    std::uint16_t choice = 0;    // which of the program's: nobody needs it who only counts
};
static_assert(std::is_trivially_copyable_v<Transfer> && sizeof(Transfer) == 16);

// A block and what it receives: its transfers from `first` on, up to the next target's first. The
// sum of the first `mirrored` of them is the mirror image of what is meant: the ends in reverse
// order, but for the `fixed_count` ones from position `fixed_first` on, which keep theirs.
struct Target {
    std::uint64_t offset : 48;  // where the block begins in the target segment
    std::uint64_t cell : 16;    // in which of its cells
    std::uint32_t first;
    std::uint8_t pairs;
    std::uint8_t mirrored;
    std::uint8_t fixed_first, fixed_count;
};
static_assert(std::is_trivially_copyable_v<Target> && sizeof(Target) == 16);

// Invariants
//   - Every target has a transfer, and everything a block receives is in one list: it is replaced,
//     not added to. So the list may be cut between targets and the cuts be run in any order, or at
//     once. A block that is no target is absent: nobody reads it, nobody has to clear it.
//   - Target blocks do not overlap.
//   - Source blocks are present, and every source has an address.
//   - Sources and target belong to different layers and never share memory.
struct Piece {
    int target = 0;            // the upper value whose segment is computed
    std::vector<int> sources;  // what it reads, as BlockLayout::place has it
    std::vector<Target> targets;
    std::vector<Transfer> transfers;

    std::uint32_t end(std::size_t target) const {  // of a target's transfers
        return target + 1 < targets.size() ? targets[target + 1].first
                                           : static_cast<std::uint32_t>(transfers.size());
    }
};

}  // namespace babieca::sweep
