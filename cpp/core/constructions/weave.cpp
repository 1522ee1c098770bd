#include "core/constructions/weave.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/heuristics/box_space.hpp"
#include "core/heuristics/rotation.hpp"

namespace babieca::constructions::layered {

namespace {

// How many tours are kept per shape of block, and how many are tried before a rail is given up.
constexpr int palette = 4;
constexpr int most_tries = 64;

bool contains(const Box& box, const int* square) {
    for (std::size_t axis = 0; axis < box.sides.size(); ++axis)
        if (square[axis] < box.origin[axis] || square[axis] >= box.origin[axis] + box.sides[axis])
            return false;
    return true;
}

// Steps to the next square of a box in row-major order; false after the last.
bool next_square(std::vector<int>& square, const Box& box) {
    for (std::size_t axis = box.sides.size(); axis-- > 0;) {
        if (++square[axis] < box.origin[axis] + box.sides[axis]) return true;
        square[axis] = box.origin[axis];
    }
    return false;
}

std::vector<Vertex> search_block(const std::vector<int>& sides, Vertex start, bool closed,
                                 std::uint64_t seed, Control& control) {
    const OwnedGraph graph = heuristics::box_graph(sides, 1, 2, control);
    const heuristics::Rotation how{.start = start, .closed = closed, .seed = seed};
    return heuristics::rotation_extension(graph.view(), how, control).squares;
}

}  // namespace

Weave::Weave(std::vector<int> sides, std::uint64_t seed, Control& control)
    : sides_(std::move(sides)),
      dimensions_(static_cast<int>(sides_.size())),
      strides_(sides_.size()),
      moves_(heuristics::leaper_moves(dimensions_, 1, 2)),
      wide_(moves_.size() > 0xff),
      dice_(seed),
      control_(control) {
    std::int64_t cells = 1;
    for (int axis = dimensions_; axis-- > 0; cells *= sides_[axis]) strides_[axis] = cells;
    links_.resize(cells * (wide_ ? 4 : 2), 0xff);
    onward_[0].resize(dimensions_);
    onward_[1].resize(dimensions_);
    const std::vector<int> origin(dimensions_, 0);
    for (std::size_t code = 0; code < moves_.size(); ++code) {
        std::int64_t step = 0;
        for (int axis = 0; axis < dimensions_; ++axis) {
            step += moves_[code][axis] * strides_[axis];
            if (moves_[code][axis] != 0)
                onward_[moves_[code][axis] > 0][axis].push_back(static_cast<Code>(code));
        }
        steps_.push_back(step);
        opposite_.push_back(code_of(moves_[code].data(), origin.data()));
    }
}

// The planes of leaper_moves are numbered in the order of their axes, eight moves to each.
Weave::Code Weave::code_of(const int* from, const int* to) const {
    static constexpr int turn[5][5] = {{-1, 5, -1, 6, -1},
                                       {4, -1, -1, -1, 7},
                                       {-1, -1, -1, -1, -1},
                                       {3, -1, -1, -1, 0},
                                       {-1, 2, -1, 1, -1}};
    int axes[2], steps[2], changed = 0;
    for (int axis = 0; axis < dimensions_; ++axis) {
        const int step = to[axis] - from[axis];
        if (step == 0) continue;
        if (changed == 2 || step < -2 || step > 2) return none;
        axes[changed] = axis;
        steps[changed++] = step;
    }
    if (changed < 2 || turn[steps[0] + 2][steps[1] + 2] < 0) return none;
    const int plane = axes[0] * (2 * dimensions_ - axes[0] - 1) / 2 + axes[1] - axes[0] - 1;
    return static_cast<Code>(8 * plane + turn[steps[0] + 2][steps[1] + 2]);
}

Weave::Code Weave::link(Vertex v, int side) const {
    const std::int64_t slot = 2 * static_cast<std::int64_t>(v) + side;
    if (wide_) return static_cast<Code>(links_[2 * slot] | links_[2 * slot + 1] << 8);
    return links_[slot] == 0xff ? none : links_[slot];
}

void Weave::set_link(Vertex v, int side, Code code) {
    const std::int64_t slot = 2 * static_cast<std::int64_t>(v) + side;
    if (wide_) {
        links_[2 * slot] = static_cast<std::uint8_t>(code & 0xff);
        links_[2 * slot + 1] = static_cast<std::uint8_t>(code >> 8);
    } else {
        links_[slot] = static_cast<std::uint8_t>(code);
    }
}

Vertex Weave::index_of(const std::vector<int>& square) const {
    std::int64_t index = 0;
    for (int axis = 0; axis < dimensions_; ++axis) index += square[axis] * strides_[axis];
    return static_cast<Vertex>(index);
}

Weave::Pattern Weave::pattern_of(const Box& block, const std::vector<Vertex>& squares,
                                 bool closed) const {
    const std::size_t count = squares.size();
    Pattern pattern;
    std::vector<std::vector<int>> coordinates;
    const Box local{std::vector<int>(dimensions_, 0), block.sides};
    std::vector<int> square = local.origin;
    do {
        coordinates.push_back(square);
        pattern.places.push_back(index_of(square));
    } while (next_square(square, local));
    pattern.links.assign(2 * count, none);
    for (std::size_t i = 0; i < count; ++i) {
        if (i + 1 == count && !closed) break;
        const Vertex from = squares[i], to = squares[(i + 1) % count];
        pattern.links[2 * from + 1] = code_of(coordinates[from].data(), coordinates[to].data());
        pattern.links[2 * to] = code_of(coordinates[to].data(), coordinates[from].data());
    }
    return pattern;
}

const Weave::Pattern& Weave::some_pattern(const Box& block) {
    std::vector<Pattern>& known = patterns_[block.sides];
    const int choice = dice_.below(palette);
    if (choice < static_cast<int>(known.size())) return known[choice];
    const auto squares = search_block(block.sides, -1, true, dice_.roll(), control_);
    known.push_back(pattern_of(block, squares, true));
    return known.back();
}

void Weave::lay(const Box& block, const Pattern& pattern) {
    const Vertex base = index_of(block.origin);
    for (std::size_t i = 0; i < pattern.places.size(); ++i) {
        set_link(base + pattern.places[i], 0, pattern.links[2 * i]);
        set_link(base + pattern.places[i], 1, pattern.links[2 * i + 1]);
    }
}

void Weave::lay_closed(const Box& block) {
    lay(block, some_pattern(block));
}

void Weave::lay_open(const Box& block, const std::vector<int>& start) {
    Vertex local = 0;
    for (int axis = 0; axis < dimensions_; ++axis)
        local = local * block.sides[axis] + start[axis] - block.origin[axis];
    lay(block,
        pattern_of(block, search_block(block.sides, local, false, dice_.roll(), control_), false));
}

void Weave::relink(Vertex v, Vertex old_neighbour, Code code) {
    const Code first = link(v, 0);
    set_link(v, first != none && v + steps_[first] == old_neighbour ? 0 : 1, code);
}

// Edges a-b and c-d become a-c and b-d.
void Weave::exchange(Vertex a, Vertex b, Vertex c, Vertex d, Code along_a, Code along_b) {
    relink(a, b, along_a);
    relink(b, a, along_b);
    relink(c, d, opposite_[along_a]);
    relink(d, c, opposite_[along_b]);
}

bool Weave::find_rail(const Box& first, const Box& second, int axis) {
    const bool up = second.origin[axis] > first.origin[axis];
    // No move reaches further than two squares: only the facing end of the first box matters.
    Box facing = first;
    facing.sides[axis] = std::min(2, first.sides[axis]);
    if (up) facing.origin[axis] += first.sides[axis] - facing.sides[axis];
    std::vector<int> at = facing.origin, beside(dimensions_), over(dimensions_),
                     across(dimensions_);
    do {
        const Vertex a = index_of(at);
        for (Code along : onward_[up][axis]) {
            for (int k = 0; k < dimensions_; ++k) over[k] = at[k] + moves_[along][k];
            if (!contains(second, over.data())) continue;
            const auto c = static_cast<Vertex>(a + steps_[along]);
            for (int side = 0; side < 4; ++side) {
                const Code from_a = link(a, side & 1), from_c = link(c, side >> 1);
                if (from_a == none || from_c == none) continue;
                for (int k = 0; k < dimensions_; ++k) {
                    beside[k] = at[k] + moves_[from_a][k];
                    across[k] = over[k] + moves_[from_c][k];
                }
                const Code parallel = code_of(beside.data(), across.data());
                if (parallel == none || !contains(first, beside.data()) ||
                    !contains(second, across.data()))
                    continue;
                exchange(a, static_cast<Vertex>(a + steps_[from_a]), c,
                         static_cast<Vertex>(c + steps_[from_c]), along, parallel);
                return true;
            }
        }
    } while (next_square(at, facing));
    return false;
}

void Weave::join(const Box& first, const Box& second, int axis) {
    if (!find_rail(first, second, axis)) throw std::logic_error("no rail between two boxes");
}

void Weave::join_fresh(const Box& first, const Box& second, int axis) {
    for (int tries = 0; tries < most_tries; ++tries) {
        if (find_rail(first, second, axis)) return;
        lay_closed(second);
    }
    throw std::logic_error("no rail between two blocks");
}

std::vector<Vertex> Weave::walk(Vertex start) const {
    std::vector<Vertex> squares;
    const auto size = static_cast<std::int64_t>(links_.size() / (wide_ ? 4 : 2));
    squares.reserve(size);
    Vertex here = start, before = -1;
    do {
        if (squares.size() % (1 << 20) == 0)
            control_.check({static_cast<std::int64_t>(squares.size()), size});
        squares.push_back(here);
        Code code = link(here, 0);
        if (code == none || here + steps_[code] == before) code = link(here, 1);
        if (code == none) break;
        before = here;
        here = static_cast<Vertex>(here + steps_[code]);
    } while (here != start);
    return squares;
}

}  // namespace babieca::constructions::layered
