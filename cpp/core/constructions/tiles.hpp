// Tiles: the grid into which a board is cut, small rectangles covered by one cycle or by one path,
// and the rails that join them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/constructions/links.hpp"
#include "core/effort.hpp"
#include "core/heuristics/edge_search.hpp"

namespace babieca::constructions {

// The lengths of the pieces: all even; any; or all even except one, which is odd and contains the
// interval `together`.
enum class Parity { even, any, one_odd };

// Positions low..high (both included) that must lie in one piece; low > high: none.
struct Interval {
    std::int64_t low = 0;
    std::int64_t high = -1;
};

struct CutRequest {
    std::int64_t length;
    Parity parity;
    Interval together = {};
    // 0: always the same cut, with pieces as near to 8 as possible. Above: a random cut, whose
    // longest pieces grow with the number, since a larger tile may have a tour if a smaller has
    // none.
    int variation = 0;
};

// From a side of 6 on, a path joins any two squares whose colours allow it (Conrad, Hindrichs,
// Morsy and Wegener 1994). A board with a side of 5 is one tile wide.
constexpr int kShortest = 6;
constexpr int kLongest = 11;

// Cuts one side of the board: the beginnings of the pieces, and its length. Empty: no cut exists.
inline std::vector<std::int64_t> cut(const CutRequest& how, Dice& random) {
    if (how.length < kShortest) return {0, how.length};
    const int longest = std::min(kLongest + std::max(0, how.variation - 1), 16);
    // possible[p][k]: the rest from p on can be cut, with k odd pieces still to come; k counts only
    // for the parity one_odd.
    std::vector<std::array<bool, 2>> possible(how.length + 1, {false, false});
    const auto takes_odd = [&](int piece) {
        return how.parity == Parity::one_odd && piece % 2 == 1 ? 1 : 0;
    };
    const auto allowed = [&](std::int64_t from, int piece, int odd_left) {
        const std::int64_t to = from + piece;
        if (to > how.length || (to > how.together.low && to <= how.together.high)) return false;
        if (piece % 2 == 1 && how.parity == Parity::even) return false;
        if (takes_odd(piece) && (!odd_left || from > how.together.low || how.together.high >= to))
            return false;
        return possible[to][odd_left - takes_odd(piece)];
    };
    possible[how.length][0] = true;
    for (std::int64_t from = how.length - kShortest; from >= 0; --from)
        for (int odd_left : {0, 1})
            for (int piece = kShortest; piece <= longest; ++piece)
                if (allowed(from, piece, odd_left)) possible[from][odd_left] = true;
    int odd_left = how.parity == Parity::one_odd ? 1 : 0;
    if (!possible[0][odd_left]) return {};

    std::vector<std::int64_t> cuts{0};
    while (cuts.back() < how.length) {
        const std::int64_t from = cuts.back();
        int chosen = 0, ties = 0;
        for (int piece = kShortest; piece <= longest; ++piece) {
            if (!allowed(from, piece, odd_left)) continue;
            ++ties;
            if (how.variation == 0 ? ties == 1 || piece <= 8 : random.below(ties) == 0)
                chosen = piece;
        }
        odd_left -= takes_odd(chosen);
        cuts.push_back(from + chosen);
    }
    return cuts;
}

struct Area {
    std::int64_t row;
    std::int64_t column;
    int rows;
    int columns;

    int size() const { return rows * columns; }
    bool contains(std::int64_t r, std::int64_t c) const {
        return r >= row && r < row + rows && c >= column && c < column + columns;
    }
    // The number inside the area of a square of the board, and back.
    int inside(std::int64_t square, std::int64_t board_columns) const {
        return static_cast<int>((square / board_columns - row) * columns + square % board_columns -
                                column);
    }
    std::int64_t outside(int square, std::int64_t board_columns) const {
        return (row + square / columns) * board_columns + column + square % columns;
    }
};

struct TileAt {
    std::int64_t row;  // of the grid of tiles
    std::int64_t column;
};

struct Tiling {
    std::vector<std::int64_t> row_cuts;  // see cut()
    std::vector<std::int64_t> column_cuts;

    Area area(TileAt at) const {
        return {row_cuts[at.row], column_cuts[at.column],
                static_cast<int>(row_cuts[at.row + 1] - row_cuts[at.row]),
                static_cast<int>(column_cuts[at.column + 1] - column_cuts[at.column])};
    }
    TileAt position_of(std::int64_t square) const {
        auto piece = [](const std::vector<std::int64_t>& cuts, std::int64_t position) {
            return std::upper_bound(cuts.begin(), cuts.end(), position) - cuts.begin() - 1;
        };
        return {piece(row_cuts, square / column_cuts.back()),
                piece(column_cuts, square % column_cuts.back())};
    }
};

// Squares are row-major numbers inside the tile.
struct TileRequest {
    int rows;
    int columns;
    // A path from a square of `from` to a square of `to`; both empty: a cycle.
    std::vector<int> from = {};
    std::vector<int> to = {};
    // Two squares that the tile must link.
    std::optional<std::pair<int, int>> forced = {};
};

struct Tile {
    std::vector<std::uint8_t> bytes;  // as in Links
    int start = -1;                   // the ends of a path
    int end = -1;
};

// Searches a tile. Empty: no tile was found, which proves nothing.
inline std::optional<Tile> search_tile(const TileRequest& how, Dice& random) {
    const int squares = how.rows * how.columns;
    const bool path = !how.from.empty();
    std::vector<Edge> edges;
    std::vector<int> codes;  // the move of each edge from its first square
    for (int square = 0; square < squares; ++square)
        for (int code = 0; code < 4; ++code) {  // the other four are their reverses
            const int row = square / how.columns + kKnight[code].row;
            const int column = square % how.columns + kKnight[code].column;
            if (row >= how.rows || column < 0 || column >= how.columns) continue;
            edges.push_back({square, row * how.columns + column});
            codes.push_back(code);
        }
    const int moves = static_cast<int>(edges.size());
    std::vector<int> forced;
    if (how.forced) {
        auto [a, b] = *how.forced;
        for (int edge = 0; edge < moves; ++edge)
            if (edges[edge] == Edge(a, b) || edges[edge] == Edge(b, a)) forced.push_back(edge);
        if (forced.empty()) return std::nullopt;
    }
    if (path) heuristics::add_ends(edges, forced, squares, how.from, how.to);
    heuristics::EdgeSearch search(squares + (path ? 2 : 0), edges);
    constexpr int kRestarts = 8;
    Outcome outcome = Outcome::limits_reached;
    for (int i = 0; i < kRestarts && outcome == Outcome::limits_reached; ++i)
        outcome = search.run(forced, 50 << i, random);
    if (outcome != Outcome::found) return std::nullopt;

    Links links(how.rows, how.columns);
    Tile tile;
    for (int edge = 0; edge < static_cast<int>(edges.size()); ++edge) {
        if (!search.used(edge) || edge == moves) continue;
        auto [from, to] = edges[edge];
        if (edge < moves)
            links.link(from, codes[edge]);
        else
            (from == squares ? tile.start : tile.end) = to;
    }
    tile.bytes.assign(links.row(0, 0), links.row(0, 0) + squares);
    return tile;
}

// Replaces the links of an area by a tile of its size. Requires: no link leaves the area.
inline void lay(Links& links, const Tile& tile, const Area& area) {
    for (int r = 0; r < area.rows; ++r)
        std::copy_n(tile.bytes.data() + r * area.columns, area.columns,
                    links.row(area.row + r, area.column));
}

// Closed tours by shape, several of each, so that tours differ and a rail is found.
class TileLibrary {
  public:
    TileLibrary(int variety, Dice& random) : variety_(variety), random_(random) {}

    // Null: no closed tour of this shape was found. `another`: search one more.
    const Tile* pick(int rows, int columns, bool another = false) {
        auto& tiles = tiles_[{rows, columns}];
        if (another || static_cast<int>(tiles.size()) < variety_) {
            auto tile = search_tile({rows, columns}, random_);
            if (tile) tiles.push_back(std::move(*tile));
            return tile ? &tiles.back() : nullptr;
        }
        return &tiles[variety_ == 1 ? 0 : random_.below(static_cast<int>(tiles.size()))];
    }

  private:
    int variety_;
    Dice& random_;
    std::map<std::pair<int, int>, std::vector<Tile>> tiles_;
};

// Two parallel links a-b (in the tile) and c-d (outside) with c = a + x and d = b + x for a knight
// move x are a rail. Replacing them by a-c and b-d joins the cycle of the tile and the other
// component: to a cycle if the component is a cycle, else to a path with the same ends. Only
// links between the two outermost lines of the tile can be part of a rail. (Parberry 1997; Lin and
// Wei 2005 use fixed rails; here any rail is taken.)
enum class Side { below, above, left, right };

struct Axes {
    Leap along;
    Leap outward;
};

// By Side.
constexpr Axes kAxes[] = {{{0, 1}, {-1, 0}}, {{0, 1}, {1, 0}}, {{1, 0}, {0, -1}}, {{1, 0}, {0, 1}}};

constexpr int oriented(const Axes& axes, int along, int outward) {
    return code_of(along * axes.along.row + outward * axes.outward.row,
                   along * axes.along.column + outward * axes.outward.column);
}

// A link that must stay: the first move of the question. None: square -1.
struct Protected {
    std::int64_t square = -1;
    int code = -1;
};

// Joins the cycle on `tile` with the links beyond its side; false if there is no rail. Requires:
// the links outside the tile are one component, the links of the tile another. `random` chooses the
// square of the side with which the search begins; null: the first square.
inline bool join(Links& links, const Area& tile, Side side, const Protected& fixed, Dice* random) {
    const Axes axes = kAxes[static_cast<int>(side)];
    const bool vertical = axes.along.row == 1;
    const int length = vertical ? tile.rows : tile.columns;
    // The corner square from which the side runs, on the outermost line.
    const std::int64_t corner_row = tile.row + (side == Side::above ? tile.rows - 1 : 0);
    const std::int64_t corner_column = tile.column + (side == Side::right ? tile.columns - 1 : 0);

    const int count = (length - 2) * 2;
    const int offset = random ? random->below(count) : 0;
    for (int i = 0; i < count; ++i) {
        const int number = (i + offset) % count;
        const int position = number / 2;
        const int depth = number % 2;  // of a; b lies two further along, on the other line
        const int code = oriented(axes, 2, depth == 1 ? 1 : -1);
        const std::int64_t a =
            links.index(corner_row + position * axes.along.row - depth * axes.outward.row,
                        corner_column + position * axes.along.column - depth * axes.outward.column);
        if (!links.linked(a, code)) continue;
        for (int shift : {1, -1}) {
            // c and d must be on the board along the side; beyond it lies at least one more tile.
            const std::int64_t low = (vertical ? corner_row : corner_column) + position + shift;
            if (low < 0 || low + 2 >= (vertical ? links.rows() : links.columns())) continue;
            const int crossing = oriented(axes, shift, 2);
            const std::int64_t c = a + links.step(crossing);
            if (!links.linked(c, code)) continue;
            if (fixed.square >= 0 &&
                ((c == fixed.square && code == fixed.code) ||
                 (c + links.step(code) == fixed.square && reverse_of(code) == fixed.code)))
                continue;
            const std::int64_t b = a + links.step(code);
            links.unlink(a, code);
            links.unlink(c, code);
            links.link(a, crossing);
            links.link(b, crossing);
            return true;
        }
    }
    return false;
}

}  // namespace babieca::constructions
