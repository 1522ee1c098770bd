// A path from square to square through a corridor of tiles.
#pragma once

#include <cstdint>

#include "core/constructions/links.hpp"
#include "core/constructions/tiling.hpp"

namespace babieca::constructions {

struct Ends {
    std::int64_t start;
    std::int64_t end = -1;    // -1: anywhere in the tile of the start
    std::int64_t first = -1;  // the square after the start, in the same tile; -1: any
};

// Covers the tiles of the corridor by one path: along the tiles of the start's row to the column of
// the end, then along that column to the tile of the end. Every tile is crossed by a path of its
// own, from a square next to the previous tile's last to a square next to the following tile.
// False where some tile had no such path; then `links` is to be thrown away.
bool lay_corridor(Links& links, const Tiling& tiling, const Ends& ends, Dice& random);

}  // namespace babieca::constructions
