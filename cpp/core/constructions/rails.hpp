// Rails join the cycle of a tile with the rest.
//
// Two parallel links a-b (in the tile) and c-d (outside) with c = a + x and d = b + x for a knight
// move x are a rail. Replacing them by a-c and b-d joins the cycle and the other component: to a
// cycle if that was a cycle, to a path with the same ends if it was a path. Only links between the
// two outermost lines of the tile can be part of a rail. (Parberry 1997; Lin and Wei 2005 use fixed
// rails; here any rail is taken.)
#pragma once

#include <cstdint>

#include "core/constructions/links.hpp"
#include "core/constructions/tiling.hpp"

namespace babieca::constructions {

enum class Side { below, above, left, right };

// A link that must stay: the first move of the question. None: square -1.
struct Protected {
    std::int64_t square = -1;
    int code = -1;
};

// Joins the cycle of the tile on `tile` with the links beyond its side; false if there is no rail.
// Requires: the links outside the tile are one component, those of the tile another. `random`
// chooses where along the side to begin; null: at its first square.
bool join(Links& links, const Area& tile, Side side, const Protected& kept, Dice* random);

}  // namespace babieca::constructions
