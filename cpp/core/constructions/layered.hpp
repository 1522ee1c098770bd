// Tours of boards with three or more dimensions, in linear time.
//
// A board that has a closed tour (Erde, Golénia and Golénia 2012: some side even, the largest at
// least 4, the second largest at least 3) has three axes that satisfy the same condition by
// themselves. These are cut into parts of 4 with one part of 4 to 7 at the end of each, all other
// axes into layers one square thick; every block is then a small three-dimensional board that the
// theorem admits, and one closed tour per shape of block is found by search. Consecutive blocks,
// in an order in which each touches the one before, are joined by a rail: an edge a-b of one tour
// and an edge c-d of the other such that a-c and b-d are moves; exchanging the two pairs makes one
// tour of two (Parberry 1997 does this on the plane).
//
// A board with only odd sides has no closed tour. There, one odd block around the start gets an
// open path, and the rest is divided into boxes with an even side: their closed tours are joined to
// the path by rails.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/graphs/graph.hpp"
#include "core/heuristics/box_space.hpp"

namespace babieca::constructions::layered {

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

// Moves the last square of a path to a given square and keeps the first.
//
// A rotation (Pósa 1976) of the path p0 ... pn picks a neighbour pi of the last square and reverses
// the part after it, so that p(i+1) becomes the last square. A few hundred rotations, each towards
// the goal, reach any goal of the right colour in practice. They are made on the array only at the
// end: until then the list of pivots gives the place of every square, so the cost is the rotations
// squared plus one pass over the path.
//
// False: the goal was not reached, and the path is unchanged.
bool steer(std::vector<Vertex>& path, Vertex goal, const std::vector<int>& sides,
           const std::vector<heuristics::Displacement>& moves, std::uint64_t seed,
           Control& control);

}  // namespace babieca::constructions::layered
