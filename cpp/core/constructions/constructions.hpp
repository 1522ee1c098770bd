// Tours by construction; the head of each .cpp file explains how.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/effort.hpp"
#include "core/graphs/board.hpp"

namespace babieca::constructions {

struct RectangleRequest {
    std::int64_t rows;  // at least 5, as the columns
    std::int64_t columns;
    // A cycle through every square, or a path from `start` (required) to `end` (-1: anywhere).
    bool cycle;
    std::int64_t start = -1;
    std::int64_t end = -1;
    // The square next to `start`; -1: any.
    std::int64_t first = -1;
    // Equal seeds give equal tours. Without variety: the same cut and one tour per shape of tile.
    bool variety = false;
    std::uint64_t seed = 0;
};

// The squares of a tour from `start`, or from square 0; empty if no tour was found. A tour is
// always found for a cycle without a first move, and for a path without end and first move from a
// square that colours allow. `Index` is std::int32_t or std::int64_t.
template <typename Index>
std::vector<Index> construct(const RectangleRequest& how, Control& control);

// A symmetry that a tour keeps: rows and columns are exchanged, then flipped.
struct PlaneSymmetry {
    bool transposed = false;
    std::array<bool, 2> flips = {false, false};
};

struct OrganicRequest {
    // In the plane; a wrapped side is at least twice the leap + 1, and the lengths of the leaper
    // are different from one another and from 0.
    Board board;
    bool cycle = true;
    std::vector<Edge> required = {};  // moves that are never switched away
    std::vector<Edge> avoided = {};   // moves that are never made
    int tries = 50;                   // random switches tried per square
    std::uint64_t seed = 0;
    PlaneSymmetry symmetry = {};
    // The lengths of the pieces in `squares`; all but the first are cycles. Empty: one piece.
    std::vector<std::int64_t> lengths = {};
};

// `squares` lists the squares (without holes) of a tour, or of pieces that cover the board, by
// their index in the box. They are symmetric, and the folded voltages have an odd sum. Returns a
// tour with the same ends and the same first square; empty if pieces could not be joined.
std::vector<Vertex> organic(std::span<const Vertex> squares, const OrganicRequest& how,
                            Control& control);

struct MagicRequest {
    int rows;  // multiples of 4
    int columns;
    bool closed;
    bool full;  // the two long diagonals as well; the sides are equal
    std::uint64_t seed = 0;
};

// The squares of the tour; empty if the limits were reached, or the board has no tour of this kind.
std::vector<Vertex> magic_tour(const MagicRequest& how, const Limits& limits, Control& control);

// Tours of boards with three or more dimensions.
namespace layered {

struct Request {
    std::vector<int> sides;  // three or more, each at least 2, at most 2^31 - 1 squares
    Vertex start = 0;        // on a board with odd sides, the sum of its coordinates must be even
    std::uint64_t seed = 0;
};

// Whether these sides have a tour: closed by the theorem; open also if all sides are odd, unless
// every side is 3, where the central square has no move.
bool has_closed_tour(const std::vector<int>& sides);
bool has_open_tour(const std::vector<int>& sides);

// The squares of a tour from the start, closed if has_closed_tour. Requires: has_open_tour.
std::vector<Vertex> tour(const Request& request, Control& control);

// Changes a path of a board so that it ends on `goal`; its first square stays. False: the goal was
// not reached, and the path is unchanged.
bool steer(std::vector<Vertex>& path, Vertex goal, const Board& board, std::uint64_t seed,
           Control& control);

}  // namespace layered

}  // namespace babieca::constructions
