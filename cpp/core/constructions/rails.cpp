#include "core/constructions/rails.hpp"

namespace babieca::constructions {

namespace {

struct Axes {
    Move along;
    Move outward;
};

constexpr Axes axes_of(Side side) {
    switch (side) {
        case Side::below:
            return {{0, 1}, {-1, 0}};
        case Side::above:
            return {{0, 1}, {1, 0}};
        case Side::left:
            return {{1, 0}, {0, -1}};
        default:
            return {{1, 0}, {0, 1}};
    }
}

constexpr int oriented(const Axes& axes, int along, int outward) {
    return code_of(along * axes.along.row + outward * axes.outward.row,
                   along * axes.along.column + outward * axes.outward.column);
}

}  // namespace

bool join(Links& links, const Area& tile, Side side, const Protected& kept, Dice* random) {
    const Axes axes = axes_of(side);
    const bool vertical = axes.along.row == 1;
    const int length = vertical ? tile.rows : tile.columns;
    // The corner square from which the side runs, on the outermost line.
    const std::int64_t corner_row = tile.row + (side == Side::above ? tile.rows - 1 : 0);
    const std::int64_t corner_column = tile.column + (side == Side::right ? tile.columns - 1 : 0);

    const int places = (length - 2) * 2;
    const int offset = random ? random->below(places) : 0;
    for (int i = 0; i < places; ++i) {
        const int place = (i + offset) % places;
        const int position = place / 2;
        const int depth = place % 2;  // of a; b lies two further along, on the other line
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
            if (kept.square >= 0 &&
                ((c == kept.square && code == kept.code) ||
                 (c + links.step(code) == kept.square && reverse_of(code) == kept.code)))
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
