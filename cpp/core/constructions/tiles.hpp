// Tiles: small rectangles covered by one cycle or by one path, and the rails that join them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/constructions/links.hpp"
#include "core/constructions/tiling.hpp"

namespace babieca::constructions {

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
