// Tiles: the grid into which a board is cut, small rectangles covered by one cycle or by one path,
// and the rails that join them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/constructions/links.hpp"
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

// Squares are row-major numbers inside the tile.
struct TileTask {
    int rows;
    int columns;
    // A path from a square of `from` to a square of `to`; both empty: a cycle.
    std::vector<int> from = {};
    std::vector<int> to = {};
    // Two squares that the tile must link.
    std::optional<std::pair<int, int>> forced = {};
};

struct Tile {
    int rows;
    int columns;
    std::vector<std::uint8_t> bytes;  // as in Links
    int start = -1;                   // the ends of a path
    int end = -1;
};

// Empty: none was found, which proves nothing.
std::optional<Tile> search_tile(const TileTask& task, Dice& random);

// Lays a tile with its lower left square at (row, column). The squares under it were bare.
void lay(Links& links, const Tile& tile, std::int64_t row, std::int64_t column);

// Closed tours by shape, several of each, so that tours differ and a rail is found.
class TileLibrary {
  public:
    TileLibrary(int variety, Dice& random) : variety_(variety), random_(random) {}

    // Null: no closed tour of this shape was found. `another`: search one more.
    const Tile* pick(int rows, int columns, bool another = false);

  private:
    int variety_;
    Dice& random_;
    std::map<std::pair<int, int>, std::vector<Tile>> tiles_;
};

// Two parallel links a-b (in the tile) and c-d (outside) with c = a + x and d = b + x for a knight
// move x are a rail. Replacing them by a-c and b-d joins the cycle of the tile and the other
// component: to a cycle if that was a cycle, to a path with the same ends if it was a path. Only
// links between the two outermost lines of the tile can be part of a rail. (Parberry 1997; Lin and
// Wei 2005 use fixed rails; here any rail is taken.)
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
