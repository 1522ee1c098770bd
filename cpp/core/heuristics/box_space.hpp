// A box of squares with a leaper, padded so that a walk never tests for the edge of the board.
//
// Each axis is padded at its far end by the leaper's reach; the padding of one line also guards the
// beginning of the next, and a margin guards both ends of the array. One byte per position:
//
//   left[p] = the number of unvisited squares a move away from p, if p is an unvisited square;
//   left[p] = blocked, if p is visited or is padding.
//
// So a walk over 25 million squares takes 25 megabytes, without an adjacency list.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/graphs/graph.hpp"

namespace babieca::heuristics {

using Displacement = std::vector<int>;

// The displacements of a leaper. In two dimensions counter-clockwise from the upper right, as
// González orders them: right and a little up comes first. In more dimensions the same
// order in each plane, planes in the order of their axes.
std::vector<Displacement> leaper_moves(int dimensions, int shorter, int longer);

// The compressed adjacency of a box, the neighbours in the order of the moves.
OwnedGraph ordered_adjacency(const std::vector<int>& sides, const std::vector<Displacement>& moves,
                             Control& control);

// The graph of a leaper on a box.
OwnedGraph box_graph(const std::vector<int>& sides, int shorter, int longer, Control& control);

class BoxSpace {
  public:
    static constexpr std::uint8_t blocked = 0xff;

    // At most 254 moves, so that a degree fits its byte; padded positions must fit 31 bits.
    BoxSpace(std::vector<int> sides, std::vector<Displacement> moves);
    static bool fits(const std::vector<int>& sides, const std::vector<Displacement>& moves);

    Vertex size() const { return size_; }
    int move_count() const { return static_cast<int>(steps_.size()); }
    int most_moves() const { return move_count(); }

    // Makes every square unvisited again and puts the leaper on `start`.
    void place(Vertex start);

    Vertex vertex() const { return vertex_; }
    Vertex target(int move) const { return vertex_ + vertex_steps_[move]; }
    // Onward moves of the target, or blocked.
    int left(int move) const { return left_[position_ + steps_[move]]; }

    // The distances of a move's target to the nearest corner, added up over the axes, and to the
    // nearest edge. With the Euclidean distance to a corner, the walk fails on large boards.
    int corner(int move) const {
        int distance = 0;
        for (int axis = 0; axis < dimensions_; ++axis) distance += border(move, axis);
        return distance;
    }
    int edge(int move) const {
        int distance = border(move, 0);
        for (int axis = 1; axis < dimensions_; ++axis)
            distance = std::min(distance, border(move, axis));
        return distance;
    }

    void advance(int move);
    bool adjacent(Vertex a, Vertex b) const;

  private:
    std::int64_t position_of(Vertex vertex) const;
    void visit();
    void fill_degrees();
    int border(int move, int axis) const {
        const int x = coordinates_[axis] + displacements_[move * dimensions_ + axis];
        return std::min(x, sides_[axis] - 1 - x);
    }

    std::vector<int> sides_;
    std::vector<Displacement> moves_;
    int dimensions_;
    std::vector<int> displacements_;          // the moves one after another
    std::vector<std::int64_t> strides_;       // of padded positions
    std::vector<std::int32_t> steps_;         // of each move, in padded positions
    std::vector<std::int32_t> vertex_steps_;  // of each move, in vertices
    std::vector<std::uint8_t> left_;
    std::int64_t margin_ = 0;
    Vertex size_ = 0;

    std::int64_t position_ = 0;
    Vertex vertex_ = 0;
    std::vector<int> coordinates_;
};

}  // namespace babieca::heuristics
