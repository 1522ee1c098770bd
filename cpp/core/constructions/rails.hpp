// Rails: how a tile's cycle joins what is already laid.
//
// Two parallel links a-b (in the tile) and c-d (outside) with c = a + x and d = b + x for a knight
// move x are a rail. Replacing them by a-c and b-d turns the cycle and the other component into
// one: a cycle if that was a cycle, a path with the same ends if it was a path. Only links between
// the two outermost lines of the tile can be part of a rail (Parberry 1997; Lin and Wei 2005 use
// fixed rails; here any rail that happens to be there is taken).
#pragma once

#include <cstdint>

#include "core/constructions/links.hpp"
#include "core/heuristics/edge_search.hpp"

namespace babieca::constructions {

enum class Side { below, above, left, right };

struct Area {
    std::int64_t row;
    std::int64_t column;
    int rows;
    int columns;
};

// A link that must survive: the first move asked for. Absent: square -1.
struct Protected {
    std::int64_t square = -1;
    int code = -1;
};

// Joins the cycle of the tile lying on `tile` with what lies beyond its side. True where a rail was
// there. Requires: everything laid outside the tile is one component, the tile is another.
// `random` decides where along the side to look first; null looks from the beginning.
bool join(Links& links, const Area& tile, Side side, const Protected& kept, Dice* random);

}  // namespace babieca::constructions
