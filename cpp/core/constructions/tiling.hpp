// The grid of tiles into which a board is cut.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/effort.hpp"

namespace babieca::constructions {

// The lengths of the pieces: all even; any; or all even except one, which is odd and holds the
// interval `together`.
enum class Parity { even, any, one_odd };

// Positions low..high (both included) that must lie in one piece; low > high: none.
struct Interval {
    std::int64_t low = 0;
    std::int64_t high = -1;
};

struct CutTask {
    std::int64_t length;
    Parity parity;
    Interval together = {};
    // 0: always the same cut, with pieces as near to 8 as possible. Above: a random cut, whose
    // longest pieces grow with the number, since a larger tile may succeed where one failed.
    int variation = 0;
};

// Cuts one side of the board: the beginnings of the pieces, and its length. Empty: no cut exists.
std::vector<std::int64_t> cut(const CutTask& task, Dice& random);

struct Area {
    std::int64_t row;
    std::int64_t column;
    int rows;
    int columns;
};

struct Place {
    std::int64_t row;  // of the grid of tiles
    std::int64_t column;
};

struct Tiling {
    std::vector<std::int64_t> row_cuts;  // see cut()
    std::vector<std::int64_t> column_cuts;

    std::int64_t tile_rows() const { return static_cast<std::int64_t>(row_cuts.size()) - 1; }
    std::int64_t tile_columns() const { return static_cast<std::int64_t>(column_cuts.size()) - 1; }

    Area area(Place place) const {
        return {row_cuts[place.row], column_cuts[place.column],
                static_cast<int>(row_cuts[place.row + 1] - row_cuts[place.row]),
                static_cast<int>(column_cuts[place.column + 1] - column_cuts[place.column])};
    }
    Place place_of(std::int64_t square) const {
        auto piece = [](const std::vector<std::int64_t>& cuts, std::int64_t position) {
            return std::upper_bound(cuts.begin(), cuts.end(), position) - cuts.begin() - 1;
        };
        return {piece(row_cuts, square / column_cuts.back()),
                piece(column_cuts, square % column_cuts.back())};
    }
};

// The number inside the tile of a square of the board, and back.
inline int inside(const Area& area, std::int64_t square, std::int64_t board_columns) {
    return static_cast<int>((square / board_columns - area.row) * area.columns +
                            square % board_columns - area.column);
}
inline std::int64_t outside(const Area& area, int square, std::int64_t board_columns) {
    return (area.row + square / area.columns) * board_columns + area.column + square % area.columns;
}

}  // namespace babieca::constructions
