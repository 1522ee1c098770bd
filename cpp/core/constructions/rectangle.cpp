#include "core/constructions/rectangle.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/constructions/corridor.hpp"
#include "core/constructions/cut.hpp"
#include "core/constructions/tiles.hpp"

namespace babieca::constructions {

namespace {

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

    // What every other tile will join: the corridor of a path, or a cycle with the first move.
    bool lay_base() {
        if (!task_.cycle) {
            if (!lay_corridor(links_, tiling_, {task_.start, task_.end, task_.first}, random_))
                return false;
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
                auto tile = search_tile(first, random_);
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

    // Rows are laid outward from the base, tiles outward from the base column, so that the
    // neighbour toward the base row and the one toward the base column are always laid already.
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
