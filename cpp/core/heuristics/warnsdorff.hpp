// Warnsdorff's rule (1823) with the tie-breaks of Costa and Pereira de Sá.
//
// At each step the open squares a move away are filtered by one criterion after another, in the
// order given: those with the fewest onward moves; nearest to a corner; nearest to an edge; one at
// random. Ties after the last criterion are decided by the order of the moves. One attempt is
// linear in the number of squares and never takes a move back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/effort.hpp"
#include "core/events.hpp"
#include "core/heuristics/box_space.hpp"

namespace babieca::heuristics {

enum class Criterion : std::uint8_t { degree, corner, edge, random, rank };

struct Warnsdorff {
    std::vector<Criterion> criteria = {};
    std::vector<Vertex> starts = {};  // attempt i begins at starts[i % size]; at least one
    Vertex end = -1;                  // the last square if not negative
    bool closed = false;              // accept only a last square that is a move from the first
    std::int64_t attempts = 16;
    std::uint64_t seed = 0;
    Limits limits = {};
    // Criterion `rank` (Squirrel and Cull 1996): moves with the least rank in the current table, on
    // boxes only. Entering the next switch square changes to the next table.
    std::vector<std::vector<int>> ranks = {};
    std::vector<Vertex> switches = {};  // one fewer than ranks
};

// With a log, the walk is traced, and stops when the log is full. The detail of a move is the index
// in `criteria` of the criterion that decided, or their number if the order of the moves did.
Answer warnsdorff(BoxSpace& space, const Warnsdorff& how, Control& control,
                  EventLog* log = nullptr);

// On any graph. The distances per vertex are needed only for the criteria that use them.
Answer warnsdorff(const Graph& graph, std::span<const std::int64_t> corner_distance,
                  std::span<const std::int64_t> edge_distance, const Warnsdorff& how,
                  Control& control, EventLog* log = nullptr);

}  // namespace babieca::heuristics
