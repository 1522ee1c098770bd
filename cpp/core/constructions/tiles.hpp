// Tiles: small rectangles covered by one cycle or by one path.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/constructions/links.hpp"
#include "core/heuristics/edge_search.hpp"

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

}  // namespace babieca::constructions
