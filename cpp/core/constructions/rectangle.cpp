#include "core/constructions/rectangle.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/constructions/tiles.hpp"

namespace babieca::constructions {

namespace {

// The tiles along the row of `from` to the column of `to`, then along that column to `to`.
std::vector<Place> corridor(Place from, Place to) {
    std::vector<Place> places{from};
    while (places.back().column != to.column) {
        Place next = places.back();
        next.column += next.column < to.column ? 1 : -1;
        places.push_back(next);
    }
    while (places.back().row != to.row) {
        Place next = places.back();
        next.row += next.row < to.row ? 1 : -1;
        places.push_back(next);
    }
    return places;
}

bool contains(const Area& area, std::int64_t row, std::int64_t column) {
    return row >= area.row && row < area.row + area.rows && column >= area.column &&
           column < area.column + area.columns;
}

// The squares of `here` from which a knight can jump into `there`.
std::vector<int> doors(const Area& here, const Area& there) {
    std::vector<int> squares;
    for (int square = 0; square < here.rows * here.columns; ++square)
        for (const Move& move : kKnight)
            if (contains(there, here.row + square / here.columns + move.row,
                         here.column + square % here.columns + move.column)) {
                squares.push_back(square);
                break;
            }
    return squares;
}

// The squares of `here` a knight can jump to from `square` of the board.
std::vector<int> landings(const Area& here, std::int64_t square, std::int64_t columns) {
    std::vector<int> squares;
    for (const Move& move : kKnight) {
        std::int64_t row = square / columns + move.row, column = square % columns + move.column;
        if (contains(here, row, column))
            squares.push_back(inside(here, row * columns + column, columns));
    }
    return squares;
}

// Covers the corridor by one path from `start` to `end` (-1: anywhere in the tile of the start);
// the second square is `first` (-1: any), in the tile of the start. The path of every tile leads
// from a square next to the last one of the previous tile to a square next to the following tile.
// False if a tile had no such path; then `links` is useless.
bool lay_corridor(Links& links, const Tiling& tiling, const RectangleTask& ends, Dice& random) {
    const std::int64_t columns = links.columns();
    const Place from = tiling.place_of(ends.start);
    const auto places = corridor(from, ends.end < 0 ? from : tiling.place_of(ends.end));
    std::int64_t last = -1;  // the end of the path so far
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Area area = tiling.area(places[i]);
        TileTask task{area.rows, area.columns};
        if (i == 0) {
            task.from = {inside(area, ends.start, columns)};
            if (ends.first >= 0) task.forced = {{task.from[0], inside(area, ends.first, columns)}};
        } else {
            task.from = landings(area, last, columns);
        }
        if (i + 1 < places.size())
            task.to = doors(area, tiling.area(places[i + 1]));
        else if (ends.end >= 0)
            task.to = {inside(area, ends.end, columns)};
        else
            for (int square = 0; square < area.rows * area.columns; ++square)
                task.to.push_back(square);
        auto tile = search_tile(task, random);
        if (!tile) return false;
        lay(links, *tile, area.row, area.column);
        if (i > 0) {
            const std::int64_t landing = outside(area, tile->start, columns);
            links.link(last, code_of(landing / columns - last / columns,
                                     landing % columns - last % columns));
        }
        last = outside(area, tile->end, columns);
    }
    return true;
}

class Construction {
  public:
    Construction(const RectangleTask& task, Control& control, int variation, Dice& random)
        : task_(task),
          control_(control),
          variation_(variation),
          random_(random),
          library_(variation == 0 ? 1 : 8, random),
          links_(task.rows, task.columns) {}

    bool run() {
        if (!lay_out() || !lay_base()) return false;
        const std::int64_t tile_rows = tiling_.tile_rows();
        for (std::int64_t row = base_.row; row < tile_rows; ++row)
            if (!lay_row(row)) return false;
        for (std::int64_t row = base_.row - 1; row >= 0; --row)
            if (!lay_row(row)) return false;
        return true;
    }

    Links take() { return std::move(links_); }

  private:
    Interval together(std::int64_t (*axis)(std::int64_t, std::int64_t)) const {
        if (task_.start < 0) return {};
        std::int64_t low = axis(task_.start, task_.columns), high = low;
        if (task_.first >= 0) {
            low = std::min(low, axis(task_.first, task_.columns));
            high = std::max(high, axis(task_.first, task_.columns));
        }
        return {low, high};
    }

    bool lay_out() {
        Parity rows = Parity::one_odd, columns = Parity::one_odd;
        if (task_.rows % 2 == 0)
            rows = Parity::even, columns = Parity::any;
        else if (task_.columns % 2 == 0)
            rows = Parity::any, columns = Parity::even;
        auto row_of = [](std::int64_t square, std::int64_t width) { return square / width; };
        auto column_of = [](std::int64_t square, std::int64_t width) { return square % width; };
        tiling_.row_cuts = cut({task_.rows, rows, together(row_of), variation_}, random_);
        tiling_.column_cuts =
            cut({task_.columns, columns, together(column_of), variation_}, random_);
        return !tiling_.row_cuts.empty() && !tiling_.column_cuts.empty();
    }

    // Lays the component that all other tiles join: the corridor of a path, or the cycle of a tile
    // with the first move.
    bool lay_base() {
        if (!task_.cycle) {
            if (!lay_corridor(links_, tiling_, task_, random_)) return false;
            corridor_from_ = tiling_.place_of(task_.start);
            corridor_to_ = task_.end < 0 ? corridor_from_ : tiling_.place_of(task_.end);
        } else {
            if (task_.start >= 0) corridor_from_ = tiling_.place_of(task_.start);
            corridor_to_ = corridor_from_;
            const Area area = tiling_.area(corridor_from_);
            if (task_.first < 0) {
                const Tile* tile = library_.pick(area.rows, area.columns);
                if (!tile) return false;
                lay(links_, *tile, area.row, area.column);
            } else {
                TileTask first{area.rows, area.columns};
                first.forced = {{inside(area, task_.start, task_.columns),
                                 inside(area, task_.first, task_.columns)}};
                const auto tile = search_tile(first, random_);
                if (!tile) return false;
                lay(links_, *tile, area.row, area.column);
            }
        }
        if (task_.first >= 0)
            kept_ = {task_.start,
                     code_of(task_.first / task_.columns - task_.start / task_.columns,
                             task_.first % task_.columns - task_.start % task_.columns)};
        base_ = {corridor_from_.row, corridor_to_.column};
        return true;
    }

    bool in_corridor(Place place) const {
        auto between = [](std::int64_t x, std::int64_t a, std::int64_t b) {
            return std::min(a, b) <= x && x <= std::max(a, b);
        };
        return (place.row == base_.row &&
                between(place.column, corridor_from_.column, corridor_to_.column)) ||
               (place.column == base_.column &&
                between(place.row, corridor_from_.row, corridor_to_.row));
    }

    // Rows are laid outward from the base row, tiles outward from the base column, so that the
    // neighbours of a tile towards both are there already.
    bool lay_row(std::int64_t row) {
        control_.check({laid_, task_.rows});
        laid_ += tiling_.row_cuts[row + 1] - tiling_.row_cuts[row];
        for (std::int64_t column = base_.column; column < tiling_.tile_columns(); ++column)
            if (!attach({row, column})) return false;
        for (std::int64_t column = base_.column - 1; column >= 0; --column)
            if (!attach({row, column})) return false;
        return true;
    }

    bool attach(Place place) {
        if (in_corridor(place)) return true;
        std::array<Side, 2> sides;
        int count = 0;
        if (place.column != base_.column)
            sides[count++] = place.column > base_.column ? Side::left : Side::right;
        if (place.row != base_.row)
            sides[count++] = place.row > base_.row ? Side::below : Side::above;
        if (count == 2 && variation_ > 0 && random_.below(2)) std::swap(sides[0], sides[1]);
        const Area area = tiling_.area(place);
        constexpr int kTries = 30;
        for (int i = 0; i < kTries; ++i) {
            const Tile* tile = library_.pick(area.rows, area.columns, i > 0);
            if (!tile) return false;
            lay(links_, *tile, area.row, area.column);
            for (int side = 0; side < count; ++side)
                if (join(links_, area, sides[side], kept_, variation_ > 0 ? &random_ : nullptr))
                    return true;
        }
        return false;
    }

    const RectangleTask& task_;
    Control& control_;
    int variation_;
    Dice& random_;
    TileLibrary library_;
    Links links_;
    Tiling tiling_;
    Protected kept_;
    Place corridor_from_{0, 0};
    Place corridor_to_{0, 0};
    Place base_{0, 0};
    std::int64_t laid_ = 0;
};

}  // namespace

std::optional<Links> construct(const RectangleTask& task, Control& control) {
    Dice random(task.seed);
    constexpr int kVariations = 40;
    for (int i = 0; i < kVariations; ++i) {
        Construction construction(task, control, i + (task.variety ? 1 : 0), random);
        if (construction.run()) return construction.take();
    }
    return std::nullopt;
}

}  // namespace babieca::constructions
