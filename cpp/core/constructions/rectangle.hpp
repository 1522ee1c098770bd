// Tours of rectangles by tiles and rails, in time and memory linear in the number of squares.
//
// The board is cut into tiles with sides of 6 to 11 (one tile wide if a side is 5). A path begins
// with a corridor: the tiles between its ends, among them the one odd tile of an odd board, are
// covered by one path. All other tiles have an even number of squares and a closed tour, which
// joins the links so far through a rail. Invariant after every tile: the links are one component,
// and its ends, if it has any, are those of the question. (Parberry 1997 and 2020; Lin and Wei
// 2005.)
#pragma once

#include <cstdint>
#include <optional>

#include "core/constructions/links.hpp"
#include "core/control.hpp"

namespace babieca::constructions {

struct RectangleTask {
    std::int64_t rows;  // at least 5, as the columns
    std::int64_t columns;
    // A cycle through every square, or a path from `start` (required) to `end` (-1: anywhere).
    bool cycle;
    std::int64_t start = -1;
    std::int64_t end = -1;
    // The square next to `start`; -1: any.
    std::int64_t first = -1;
    // Equal seeds give equal tours. Without variety: the same cut and one tour per shape of tile.
    bool variety = false;
    std::uint64_t seed = 0;
};

// Empty: no tour was found. It never fails for a cycle without a first move, nor for a path without
// end and first move from a square that colours allow.
std::optional<Links> construct(const RectangleTask& task, Control& control);

}  // namespace babieca::constructions
