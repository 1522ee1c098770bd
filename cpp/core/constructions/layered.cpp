// Tours of boards with three or more dimensions, in linear time.
//
// A board that has a closed tour (Erde, Golénia and Golénia 2012: some side even, the largest at
// least 4, the second largest at least 3) has three axes that satisfy the same condition by
// themselves. These are cut into parts of 4 with one part of 4 to 7 at the end of each, all other
// axes into layers one square thick; every block is then a small three-dimensional board that the
// theorem admits, and closed tours of each shape of block are found by search. Each block touches
// the block before it, and a rail joins the two: an edge a-b of one tour and an edge c-d of the
// other such that a-c and b-d are moves; exchanging the two pairs makes one tour of two (Parberry
// 1997 does this on the plane).
//
// A board with only odd sides has no closed tour. There, one odd block around the start gets an
// open path, and the rest is divided into boxes with an even side: their closed tours are joined to
// the path by rails.
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <stdexcept>

#include "core/constructions/constructions.hpp"
#include "core/constructions/links.hpp"
#include "core/heuristics/finders.hpp"

namespace babieca::constructions::layered {

namespace {

// The number of tours per shape of block, and of tours that are tried to find a rail.
constexpr int palette = 4, most_tries = 64;

struct Box {
    std::vector<int> origin, sides;

    bool contains(const std::vector<int>& square) const {
        for (std::size_t axis = 0; axis < sides.size(); ++axis)
            if (square[axis] < origin[axis] || square[axis] >= origin[axis] + sides[axis])
                return false;
        return true;
    }
    // Steps to the next square in row-major order; false after the last.
    bool next(std::vector<int>& square) const {
        for (std::size_t axis = sides.size(); axis-- > 0;) {
            if (++square[axis] < origin[axis] + sides[axis]) return true;
            square[axis] = origin[axis];
        }
        return false;
    }
};

// The links of a tour under construction on a box: two moves per square.
//
// Invariant: if v has a move to u, u has the move back. Every square laid so far has two moves,
// except the ends of the one open path, if any. A square takes two bytes in up to eight dimensions,
// four beyond.
class Weave {
  public:
    Weave(const std::vector<int>& sides, std::uint64_t seed, Control& control)
        : dimensions_(static_cast<int>(sides.size())),
          steps_along_(sides.size()),
          dice_(seed),
          control_(control) {
        for (const Displacement& move : Board{{sides.begin(), sides.end()}}.moves())
            moves_.emplace_back(move.begin(), move.end());
        wide_ = moves_.size() > 0xff;
        std::int64_t cells = 1;
        for (int axis = dimensions_; axis-- > 0; cells *= sides[axis]) steps_along_[axis] = cells;
        links_.resize(cells * (wide_ ? 4 : 2), 0xff);
        for (auto& onward : onward_) onward.resize(dimensions_);
        const std::vector<int> origin(dimensions_, 0);
        for (std::size_t code = 0; code < moves_.size(); ++code) {
            for (int axis = 0; axis < dimensions_; ++axis)
                if (const int step = moves_[code][axis]; step != 0)
                    onward_[step > 0][axis].push_back(static_cast<Code>(code));
            steps_.push_back(index_of(moves_[code]));
            opposite_.push_back(code_of(moves_[code], origin));
        }
    }

    // Lays one closed tour over the block. Requires: no link leaves the block.
    void lay_closed(const Box& block) {
        std::vector<Pattern>& known = patterns_[block.sides];
        const int choice = dice_.below(palette);
        if (choice < static_cast<int>(known.size())) return lay(block, known[choice]);
        known.push_back(search(block, -1, true));
        lay(block, known.back());
    }

    // Lays an open path that begins at the start and covers the block.
    void lay_open(const Box& block, const std::vector<int>& start) {
        Vertex local = 0;
        for (int axis = 0; axis < dimensions_; ++axis)
            local = local * block.sides[axis] + start[axis] - block.origin[axis];
        lay(block, search(block, local, false));
    }

    // Joins the tours of two boxes side by side along an axis. `fresh`: no link leaves the second
    // box, so if there is no rail, other tours are laid over it.
    void join(const Box& first, const Box& second, int axis, bool fresh) {
        for (int tries = fresh ? most_tries : 1; tries > 0; --tries) {
            if (find_rail(first, second, axis)) return;
            if (fresh) lay_closed(second);
        }
        throw std::logic_error("no rail between two boxes");
    }

    // Follows the links from the start until they end or come back to it.
    std::vector<Vertex> walk(Vertex start) const {
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
            here += steps_[code];
        } while (here != start);
        return squares;
    }

  private:
    using Code = std::uint16_t;  // the number of a move
    static constexpr Code none = 0xffff;

    // A tour of one shape of block: for each square, in row-major order, its index in the whole box
    // relative to the first square of the block, and its two links.
    struct Pattern {
        std::vector<Vertex> squares;
        std::vector<Code> links;
    };

    // Board::moves lists the planes by their axes, the moves of links.hpp for each. `none`: it is
    // no move.
    Code code_of(const std::vector<int>& from, const std::vector<int>& to) const {
        int axes[2], steps[2] = {0, 0}, changed = 0;
        for (int axis = 0; axis < dimensions_; ++axis) {
            if (to[axis] == from[axis]) continue;
            if (changed == 2) return none;
            axes[changed] = axis;
            steps[changed++] = to[axis] - from[axis];
        }
        const int number = constructions::code_of(steps[0], steps[1]);
        if (number < 0) return none;
        const int plane = axes[0] * (2 * dimensions_ - axes[0] - 1) / 2 + axes[1] - axes[0] - 1;
        return static_cast<Code>(kMoves * plane + number);
    }

    Code link(Vertex v, int side) const {
        const std::int64_t at = 2 * static_cast<std::int64_t>(v) + side;
        if (wide_) return static_cast<Code>(links_[2 * at] | links_[2 * at + 1] << 8);
        return links_[at] == 0xff ? none : links_[at];
    }

    void set_link(Vertex v, int side, Code code) {
        const std::int64_t at = (2 * static_cast<std::int64_t>(v) + side) * (wide_ ? 2 : 1);
        links_[at] = static_cast<std::uint8_t>(code & 0xff);
        if (wide_) links_[at + 1] = static_cast<std::uint8_t>(code >> 8);
    }

    Vertex index_of(const std::vector<int>& square) const {
        return static_cast<Vertex>(std::inner_product(square.begin(), square.end(),
                                                      steps_along_.begin(), std::int64_t{0}));
    }

    // Searches a tour of the block: closed, or open from the square `start` of the block.
    Pattern search(const Box& block, Vertex start, bool closed) {
        const Place place(Board{{block.sides.begin(), block.sides.end()}});
        const heuristics::EdgesRequest how{{!closed, start}, {}, dice_.roll()};
        const auto squares = heuristics::rotation_extension(place.graph(), how, control_).squares;
        Pattern pattern;
        std::vector<std::vector<int>> coordinates;
        const Box local{std::vector<int>(dimensions_, 0), block.sides};
        std::vector<int> square = local.origin;
        do {
            coordinates.push_back(square);
            pattern.squares.push_back(index_of(square));
        } while (local.next(square));
        pattern.links.assign(2 * squares.size(), none);
        for (std::size_t i = closed ? 0 : 1; i < squares.size(); ++i) {
            const Vertex from = i == 0 ? squares.back() : squares[i - 1], to = squares[i];
            pattern.links[2 * from + 1] = code_of(coordinates[from], coordinates[to]);
            pattern.links[2 * to] = code_of(coordinates[to], coordinates[from]);
        }
        return pattern;
    }

    void lay(const Box& block, const Pattern& pattern) {
        const Vertex base = index_of(block.origin);
        for (std::size_t i = 0; i < pattern.links.size(); ++i)
            set_link(base + pattern.squares[i / 2], i % 2, pattern.links[i]);
    }

    void relink(Vertex v, Vertex old_neighbour, Code code) {
        const Code first = link(v, 0);
        set_link(v, first != none && v + steps_[first] == old_neighbour ? 0 : 1, code);
    }

    // Looks for edges a-b of the first box and c-d of the second, and makes them a-c and b-d.
    bool find_rail(const Box& first, const Box& second, int axis) {
        const bool up = second.origin[axis] > first.origin[axis];
        // No move reaches further than two squares: only the facing end of the first box matters.
        Box facing = first;
        facing.sides[axis] = std::min(2, first.sides[axis]);
        if (up) facing.origin[axis] += first.sides[axis] - facing.sides[axis];
        std::vector<int> at = facing.origin, beside(dimensions_), over(dimensions_),
                         across(dimensions_);
        const auto moved = [&](std::vector<int>& to, const std::vector<int>& from, Code code) {
            for (int k = 0; k < dimensions_; ++k) to[k] = from[k] + moves_[code][k];
        };
        do {
            const Vertex a = index_of(at);
            for (Code along : onward_[up][axis]) {
                moved(over, at, along);
                if (!second.contains(over)) continue;
                const Vertex c = a + steps_[along];
                for (int side = 0; side < 4; ++side) {
                    const Code from_a = link(a, side & 1), from_c = link(c, side >> 1);
                    if (from_a == none || from_c == none) continue;
                    moved(beside, at, from_a);
                    moved(across, over, from_c);
                    const Code parallel = code_of(beside, across);
                    if (parallel == none || !first.contains(beside) || !second.contains(across))
                        continue;
                    const Vertex b = a + steps_[from_a], d = c + steps_[from_c];
                    relink(a, b, along);
                    relink(b, a, parallel);
                    relink(c, d, opposite_[along]);
                    relink(d, c, opposite_[parallel]);
                    return true;
                }
            }
        } while (facing.next(at));
        return false;
    }

    int dimensions_;
    std::vector<std::int64_t> steps_along_;
    std::vector<std::vector<int>> moves_;
    std::vector<Vertex> steps_;
    std::vector<Code> opposite_;
    std::vector<std::vector<Code>> onward_[2];  // moves that go down, up along each axis
    bool wide_;                                 // two bytes per code instead of one
    std::vector<std::uint8_t> links_;
    std::map<std::vector<int>, std::vector<Pattern>> patterns_;
    Dice dice_;
    Control& control_;
};

struct Part {
    int origin, length;
};

// The last of the parts of a side: 4 to 7, so that all parts of an even side are even; a side below
// 8 is one part.
int last_part(int side) {
    return side < 8 ? side : 4 + side % 4;
}

// Parts of 4 and the last part, or parts of 1.
std::vector<Part> cut(int origin, int side, bool thick) {
    std::vector<Part> parts;
    const int last = thick ? last_part(side) : 1;
    for (int x = 0; x < side - last; x += thick ? 4 : 1)
        parts.push_back({origin + x, thick ? 4 : 1});
    parts.push_back({origin + side - last, last});
    return parts;
}

// The axes by decreasing length.
std::vector<int> axes_by_length(const std::vector<int>& sides) {
    std::vector<int> axes(sides.size());
    std::iota(axes.begin(), axes.end(), 0);
    std::ranges::stable_sort(axes, std::ranges::greater{}, [&](int axis) { return sides[axis]; });
    return axes;
}

bool is_even(int side) {
    return side % 2 == 0;
}

// Three axes that satisfy the theorem by themselves: the two longest and, if neither is even, the
// longest even one, else the third longest.
std::array<int, 3> supporting_axes(const std::vector<int>& sides) {
    const std::vector<int> axes = axes_by_length(sides);
    int third = axes[2];
    if (!is_even(sides[axes[0]]) && !is_even(sides[axes[1]]))
        third = *std::ranges::find_if(axes, [&](int axis) { return is_even(sides[axis]); });
    return {axes[0], axes[1], third};
}

// One closed tour over the whole region.
void weave_region(Weave& weave, const Box& region, Control& control) {
    const int dimensions = static_cast<int>(region.sides.size());
    const auto support = supporting_axes(region.sides);
    std::vector<std::vector<Part>> parts(dimensions);
    std::int64_t blocks = 1;
    for (int axis = 0; axis < dimensions; ++axis) {
        const bool thick = std::ranges::find(support, axis) != support.end();
        parts[axis] = cut(region.origin[axis], region.sides[axis], thick);
        blocks *= static_cast<std::int64_t>(parts[axis].size());
    }
    // The last axis runs to and fro, so each block touches the block before it.
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
        if (done > 0) weave.join(before, block, moved, true);
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
            core.sides[axis] = last_part(side);
            core.origin[axis] = std::min(x / 4 * 4, side - core.sides[axis]);
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
    // Cut off the boxes below and above the core, the thin axes first, so that every region has two
    // long sides.
    std::vector<int> axes = axes_by_length(sides);
    std::ranges::reverse(axes);
    Box rest{std::vector<int>(dimensions, 0), sides};
    for (int axis : axes) {
        Box below = rest, above = rest;
        below.sides[axis] = core.origin[axis];
        above.origin[axis] = core.origin[axis] + core.sides[axis];
        above.sides[axis] = sides[axis] - above.origin[axis];
        for (const Box& region : {below, above}) {
            if (region.sides[axis] == 0) continue;
            weave_region(weave, region, control);
            weave.join(core, region, axis, false);
        }
        rest.origin[axis] = core.origin[axis];
        rest.sides[axis] = core.sides[axis];
    }
}

}  // namespace

bool has_closed_tour(const std::vector<int>& sides) {
    const std::vector<int> axes = axes_by_length(sides);
    return std::ranges::any_of(sides, is_even) && sides[axes[0]] >= 4 && sides[axes[1]] >= 3;
}

bool has_open_tour(const std::vector<int>& sides) {
    if (has_closed_tour(sides)) return true;
    return std::ranges::none_of(sides, is_even) && std::ranges::max(sides) >= 5;
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
