#include "core/constructions/layered.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "core/constructions/weave.hpp"

namespace babieca::constructions::layered {

namespace {

struct Part {
    int origin;
    int length;
};

// Parts of 4 and a last part of 4 to 7, so that all parts of an even side are even; a side below 8
// is one part.
std::vector<Part> cut(int origin, int side) {
    std::vector<Part> parts;
    const int last = side < 8 ? side : 4 + side % 4;
    for (int x = 0; x < side - last; x += 4) parts.push_back({origin + x, 4});
    parts.push_back({origin + side - last, last});
    return parts;
}

std::vector<Part> slices(int origin, int side) {
    std::vector<Part> parts;
    for (int x = 0; x < side; ++x) parts.push_back({origin + x, 1});
    return parts;
}

// The axes by decreasing length.
std::vector<int> axes_by_length(const std::vector<int>& sides) {
    std::vector<int> axes(sides.size());
    std::iota(axes.begin(), axes.end(), 0);
    std::stable_sort(axes.begin(), axes.end(), [&](int a, int b) { return sides[a] > sides[b]; });
    return axes;
}

// Three axes that satisfy the theorem by themselves: the two longest and, if neither is even, the
// longest even one, else the third longest.
std::array<int, 3> supporting_axes(const std::vector<int>& sides) {
    const std::vector<int> axes = axes_by_length(sides);
    int third = axes[2];
    if (sides[axes[0]] % 2 != 0 && sides[axes[1]] % 2 != 0)
        third = *std::find_if(axes.begin() + 2, axes.end(),
                              [&](int axis) { return sides[axis] % 2 == 0; });
    return {axes[0], axes[1], third};
}

// One closed tour over the whole region.
void weave_region(Weave& weave, const Box& region, Control& control) {
    const int dimensions = static_cast<int>(region.sides.size());
    const auto support = supporting_axes(region.sides);
    std::vector<std::vector<Part>> parts(dimensions);
    std::int64_t blocks = 1;
    for (int axis = 0; axis < dimensions; ++axis) {
        const bool thick = std::find(support.begin(), support.end(), axis) != support.end();
        parts[axis] = thick ? cut(region.origin[axis], region.sides[axis])
                            : slices(region.origin[axis], region.sides[axis]);
        blocks *= static_cast<std::int64_t>(parts[axis].size());
    }
    // Reflected order: the last axis runs to and fro, so each block touches the one before it.
    std::vector<int> at(dimensions, 0), direction(dimensions, 1);
    Box block = region, before;
    for (std::int64_t done = 0; done < blocks; ++done) {
        if (done % 4096 == 0) control.check({done, blocks});
        int moved = -1;
        if (done > 0) {
            for (moved = dimensions - 1;; --moved) {
                const int next = at[moved] + direction[moved];
                if (next >= 0 && next < static_cast<int>(parts[moved].size())) break;
                direction[moved] = -direction[moved];
            }
            at[moved] += direction[moved];
        }
        for (int axis = 0; axis < dimensions; ++axis) {
            block.origin[axis] = parts[axis][at[axis]].origin;
            block.sides[axis] = parts[axis][at[axis]].length;
        }
        weave.lay_closed(block);
        if (done > 0) weave.join_fresh(before, block, moved);
        before = block;
    }
}

// The odd block around the start of a board with odd sides. The boxes below and above it along
// every axis have even thickness; its origin is even along every axis, so the start is on the
// colour of the block that has one square more.
Box odd_core(const std::vector<int>& sides, const std::vector<int>& start) {
    Box core{std::vector<int>(sides.size()), std::vector<int>(sides.size())};
    const std::vector<int> axes = axes_by_length(sides);
    for (std::size_t rank = 0; rank < axes.size(); ++rank) {
        const int axis = axes[rank], side = sides[axis], x = start[axis];
        if (rank < 3) {
            const int length = side < 8 ? side : 4 + side % 4;
            core.sides[axis] = length;
            core.origin[axis] = std::min(x / 4 * 4, side - length);
        } else {
            core.sides[axis] = x % 2 == 0 ? 1 : 3;
            core.origin[axis] = x % 2 == 0 ? x : x - 1;
        }
    }
    return core;
}

void weave_odd(Weave& weave, const std::vector<int>& sides, Vertex start, Control& control) {
    const int dimensions = static_cast<int>(sides.size());
    std::vector<int> square(dimensions);
    for (int axis = dimensions; axis-- > 0; start /= sides[axis])
        square[axis] = start % sides[axis];
    if (std::accumulate(square.begin(), square.end(), 0) % 2 != 0)
        throw std::invalid_argument("no path of an odd board starts on this colour");
    const Box core = odd_core(sides, square);
    weave.lay_open(core, square);
    // Peel off the boxes below and above the core, the thin axes first, so that every region keeps
    // two long sides.
    std::vector<int> axes = axes_by_length(sides);
    std::reverse(axes.begin(), axes.end());
    Box rest{std::vector<int>(dimensions, 0), sides};
    for (int axis : axes) {
        Box below = rest, above = rest;
        below.sides[axis] = core.origin[axis];
        above.origin[axis] = core.origin[axis] + core.sides[axis];
        above.sides[axis] = sides[axis] - above.origin[axis];
        for (const Box& region : {below, above}) {
            if (region.sides[axis] == 0) continue;
            weave_region(weave, region, control);
            weave.join(core, region, axis);
        }
        rest.origin[axis] = core.origin[axis];
        rest.sides[axis] = core.sides[axis];
    }
}

}  // namespace

bool has_closed_tour(const std::vector<int>& sides) {
    const std::vector<int> axes = axes_by_length(sides);
    return std::any_of(sides.begin(), sides.end(), [](int side) { return side % 2 == 0; }) &&
           sides[axes[0]] >= 4 && sides[axes[1]] >= 3;
}

bool has_open_tour(const std::vector<int>& sides) {
    if (has_closed_tour(sides)) return true;
    return std::all_of(sides.begin(), sides.end(), [](int side) { return side % 2 != 0; }) &&
           *std::max_element(sides.begin(), sides.end()) >= 5;
}

std::vector<Vertex> tour(const Request& request, Control& control) {
    Weave weave(request.sides, request.seed, control);
    if (has_closed_tour(request.sides))
        weave_region(weave, {std::vector<int>(request.sides.size(), 0), request.sides}, control);
    else
        weave_odd(weave, request.sides, request.start, control);
    return weave.walk(request.start);
}

}  // namespace babieca::constructions::layered
