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

// What becomes of the old counters of a target block. `set` replaces all of them, those the
// operation does not reach by 0; `add` adds.
enum class Onto : std::uint8_t { set, add };

// Offsets are in counters and relative to their segments, not to one memory: segments have fewer
// than 2^32 counters (BlockLayout::addressable), so a transfer takes 16 bytes, and a list stays
// true wherever its segments lie. A piece has few sources, at most one per way to choose two slots.
struct Transfer {
    std::uint32_t source;      // where the block begins in its segment
    std::uint32_t target;      // where the block begins in the target segment
    std::uint16_t segment;     // which of the piece's sources
    Operation operation;       // any but extract, which occurs in parts of others only
    std::uint8_t pairs, i, j;  // as decompose.hpp has them
    Onto onto;

    int target_pairs() const { return pairs - (operation == Operation::contract); }
};
static_assert(std::is_trivially_copyable_v<Transfer> && sizeof(Transfer) == 16);

// Invariants
//   - All transfers to one target block are adjacent; the first one sets, the others add. So the
//     list may be cut between blocks and the cuts be run in any order, or at once.
//   - Target blocks do not overlap, and a target block without transfers is absent: nobody reads
//     it, nobody has to clear it.
//   - Source blocks are present. A source without present blocks is named by no transfer and need
//     not have an address.
//   - Sources and target belong to different layers and never share memory.
struct Piece {
    int target = 0;            // the upper value whose segment is computed
    std::vector<int> sources;  // the upper values whose segments it may read
    std::vector<Transfer> transfers;
};

}  // namespace babieca::sweep
