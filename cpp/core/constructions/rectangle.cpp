// Tours of rectangles by tiles and rails, in time and memory linear in the number of squares.
//
// The board is cut into tiles with sides of 6 to 11 (one tile wide if a side is 5). A path begins
// with a corridor: the tiles between its ends, among them the one odd tile of an odd board, are
// covered by one path. All other tiles have an even number of squares and a closed tour, which
// joins the links so far through a rail. Invariant after every tile: the links are one component,
// a cycle or a path with the ends of the question. (Parberry 1997 and 2020; Lin and Wei 2005.)
#include <algorithm>
#include <array>
#include <utility>

#include "core/constructions/constructions.hpp"
#include "core/constructions/tiles.hpp"

namespace babieca::constructions {

namespace {

// The number of the move from one square of the board to another.
int move_between(std::int64_t from, std::int64_t to, std::int64_t columns) {
    return code_of(to / columns - from / columns, to % columns - from % columns);
}

// The tiles along the row of `from` to the column of `to`, then along that column to `to`.
std::vector<TileAt> corridor(TileAt from, TileAt to) {
    std::vector<TileAt> tiles{from};
    while (from.row != to.row || from.column != to.column) {
        std::int64_t TileAt::* axis = from.column != to.column ? &TileAt::column : &TileAt::row;
        from.*axis += from.*axis < to.*axis ? 1 : -1;
        tiles.push_back(from);
    }
    return tiles;
}

// The squares of `there` a knight can jump to from a square of the board.
std::vector<int> landings(const Area& there, std::int64_t square, std::int64_t columns) {
    std::vector<int> squares;
    for (const Leap& move : kKnight) {
        const std::int64_t row = square / columns + move.row,
                           column = square % columns + move.column;
        if (there.contains(row, column))
            squares.push_back(there.inside(row * columns + column, columns));
    }
    return squares;
}

// Covers the corridor by one path from `start` to `end` (-1: anywhere in the tile of the start);
// the second square is `first` (-1: any), in the tile of the start. The path of every tile leads
// from a square next to the last one of the previous tile to a square next to the following tile.
// False: a tile has no such path, and `links` is incomplete.
bool lay_corridor(Links& links, const Tiling& tiling, const RectangleRequest& ends, Dice& random) {
    const std::int64_t columns = links.columns();
    const TileAt from = tiling.position_of(ends.start);
    const auto tiles = corridor(from, ends.end < 0 ? from : tiling.position_of(ends.end));
    std::int64_t last = -1;  // the end of the path so far
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const Area area = tiling.area(tiles[i]);
        TileRequest how{area.rows, area.columns};
        if (i == 0) {
            how.from = {area.inside(ends.start, columns)};
            if (ends.first >= 0) how.forced = {{how.from[0], area.inside(ends.first, columns)}};
        } else {
            how.from = landings(area, last, columns);
        }
        const bool last_tile = i + 1 == tiles.size();
        for (int square = 0; square < area.size(); ++square) {
            const std::int64_t on_board = area.outside(square, columns);
            if (last_tile ? ends.end < 0 || ends.end == on_board
                          : !landings(tiling.area(tiles[i + 1]), on_board, columns).empty())
                how.to.push_back(square);
        }
        auto tile = search_tile(how, random);
        if (!tile) return false;
        lay(links, *tile, area);
        if (i > 0)
            links.link(last, move_between(last, area.outside(tile->start, columns), columns));
        last = area.outside(tile->end, columns);
    }
    return true;
}

class Construction {
  public:
    Construction(const RectangleRequest& how, Control& control, int variation, Dice& random)
        : how_(how),
          control_(control),
          variation_(variation),
          random_(random),
          library_(variation == 0 ? 1 : 8, random),
          links_(how.rows, how.columns) {}

    // Lays the tiles outward from the base row: a tile's neighbour towards the base is laid first.
    bool run() {
        return lay_out() && lay_base() &&
               outward(base_.row, tiling_.row_cuts, [&](std::int64_t row) { return lay_row(row); });
    }

    // The squares of the tour from `start`. Requires: run() was true.
    template <typename Index>
    std::vector<Index> walk() const {
        const std::int64_t size = links_.size();
        std::vector<Index> squares(static_cast<std::size_t>(size));
        std::int64_t square = std::max<std::int64_t>(how_.start, 0);
        const int low = links_.low(square), high = links_.high(square), first = fixed_.code;
        // The exclusive or of a square's two moves with the move back is the move out.
        int back = low == first || (first < 0 && low != Links::kNone) ? high : low;
        constexpr std::int64_t kBatch = 1 << 22;
        for (std::int64_t begin = 0; begin < size; begin += kBatch) {
            control_.check({begin, size});
            const std::int64_t end = std::min(size, begin + kBatch);
            for (std::int64_t i = begin; i < end; ++i) {
                squares[i] = static_cast<Index>(square);
                const int out = links_.low(square) ^ links_.high(square) ^ back;
                if (out == Links::kNone) break;  // the other end of a path
                square += links_.step(out);
                back = reverse_of(out);
            }
        }
        return squares;
    }

  private:
    // Calls lay(i) for the pieces from `base` up and then down, while it returns true.
    template <typename Lay>
    static bool outward(std::int64_t base, const std::vector<std::int64_t>& cuts, Lay&& lay) {
        const auto pieces = static_cast<std::int64_t>(cuts.size()) - 1;
        for (std::int64_t i = base; i < pieces; ++i)
            if (!lay(i)) return false;
        for (std::int64_t i = base - 1; i >= 0; --i)
            if (!lay(i)) return false;
        return true;
    }

    // The positions of `start` and `first` along an axis.
    static Interval together(std::int64_t start, std::int64_t first) {
        return {std::min(start, first), std::max(start, first)};
    }

    bool lay_out() {
        Parity rows = Parity::one_odd, columns = Parity::one_odd;
        if (how_.rows % 2 == 0)
            rows = Parity::even, columns = Parity::any;
        else if (how_.columns % 2 == 0)
            rows = Parity::any, columns = Parity::even;
        Interval in_rows, in_columns;
        if (how_.start >= 0) {
            const std::int64_t first = how_.first < 0 ? how_.start : how_.first;
            in_rows = together(how_.start / how_.columns, first / how_.columns);
            in_columns = together(how_.start % how_.columns, first % how_.columns);
        }
        tiling_.row_cuts = cut({how_.rows, rows, in_rows, variation_}, random_);
        tiling_.column_cuts = cut({how_.columns, columns, in_columns, variation_}, random_);
        return !tiling_.row_cuts.empty() && !tiling_.column_cuts.empty();
    }

    // Lays the component that all other tiles join: the corridor of a path, or the cycle of a tile
    // with the first move.
    bool lay_base() {
        if (how_.first >= 0)
            fixed_ = {how_.start, move_between(how_.start, how_.first, how_.columns)};
        if (how_.start >= 0) corridor_from_ = tiling_.position_of(how_.start);
        corridor_to_ = how_.end < 0 ? corridor_from_ : tiling_.position_of(how_.end);
        base_ = {corridor_from_.row, corridor_to_.column};
        if (!how_.cycle) return lay_corridor(links_, tiling_, how_, random_);
        const Area area = tiling_.area(corridor_from_);
        if (how_.first < 0) {
            const Tile* tile = library_.pick(area.rows, area.columns);
            if (tile) lay(links_, *tile, area);
            return tile;
        }
        TileRequest first{area.rows, area.columns};
        first.forced = {
            {area.inside(how_.start, how_.columns), area.inside(how_.first, how_.columns)}};
        const auto tile = search_tile(first, random_);
        if (tile) lay(links_, *tile, area);
        return tile.has_value();
    }

    bool in_corridor(TileAt at) const {
        auto between = [](std::int64_t x, std::int64_t a, std::int64_t b) {
            return std::min(a, b) <= x && x <= std::max(a, b);
        };
        return (at.row == base_.row &&
                between(at.column, corridor_from_.column, corridor_to_.column)) ||
               (at.column == base_.column && between(at.row, corridor_from_.row, corridor_to_.row));
    }

    bool lay_row(std::int64_t row) {
        control_.check({laid_, how_.rows});
        laid_ += tiling_.row_cuts[row + 1] - tiling_.row_cuts[row];
        return outward(base_.column, tiling_.column_cuts,
                       [&](std::int64_t column) { return attach({row, column}); });
    }

    bool attach(TileAt at) {
        if (in_corridor(at)) return true;
        std::array<Side, 2> sides;
        int count = 0;
        if (at.column != base_.column)
            sides[count++] = at.column > base_.column ? Side::left : Side::right;
        if (at.row != base_.row) sides[count++] = at.row > base_.row ? Side::below : Side::above;
        if (count == 2 && variation_ > 0 && random_.below(2)) std::swap(sides[0], sides[1]);
        const Area area = tiling_.area(at);
        constexpr int kTries = 30;
        for (int i = 0; i < kTries; ++i) {
            const Tile* tile = library_.pick(area.rows, area.columns, i > 0);
            if (!tile) return false;
            lay(links_, *tile, area);
            for (int side = 0; side < count; ++side)
                if (join(links_, area, sides[side], fixed_, variation_ > 0 ? &random_ : nullptr))
                    return true;
        }
        return false;
    }

    const RectangleRequest& how_;
    Control& control_;
    int variation_;
    Dice& random_;
    TileLibrary library_;
    Links links_;
    Tiling tiling_;
    Protected fixed_;
    TileAt corridor_from_{0, 0};
    TileAt corridor_to_{0, 0};
    TileAt base_{0, 0};
    std::int64_t laid_ = 0;
};

}  // namespace

template <typename Index>
std::vector<Index> construct(const RectangleRequest& how, Control& control) {
    Dice random(how.seed);
    constexpr int kVariations = 40;
    for (int i = 0; i < kVariations; ++i) {
        Construction construction(how, control, i + (how.variety ? 1 : 0), random);
        if (construction.run()) return construction.walk<Index>();
    }
    return {};
}

template std::vector<std::int32_t> construct(const RectangleRequest&, Control&);
template std::vector<std::int64_t> construct(const RectangleRequest&, Control&);

}  // namespace babieca::constructions
