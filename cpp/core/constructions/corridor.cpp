#include "core/constructions/corridor.hpp"

#include <vector>

#include "core/constructions/tiles.hpp"

namespace babieca::constructions {

namespace {

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

std::vector<int> every_square(const Area& area) {
    std::vector<int> squares(area.rows * area.columns);
    for (std::size_t i = 0; i < squares.size(); ++i) squares[i] = static_cast<int>(i);
    return squares;
}

}  // namespace

bool lay_corridor(Links& links, const Tiling& tiling, const Ends& ends, Dice& random) {
    const std::int64_t columns = links.columns();
    const Place from = tiling.place_of(ends.start);
    const auto places = corridor(from, ends.end < 0 ? from : tiling.place_of(ends.end));
    std::int64_t last = -1;  // where the path has come to
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
            task.to = every_square(area);
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

}  // namespace babieca::constructions
