// Moves the last square of a path to a given square and keeps the first.
//
// A rotation (Pósa 1976) of the path p0 ... pn picks a neighbour pi of the last square and reverses
// the part after it, so that p(i+1) becomes the last square. A few hundred rotations, each towards
// the goal, reach any goal of the right colour in practice. They are made on the array only at the
// end: until then the list of pivots gives the place of every square, so the cost is the rotations
// squared plus one pass over the path.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/graphs/graph.hpp"
#include "core/heuristics/box_space.hpp"

namespace babieca::constructions {

// False: the goal was not reached, and the path is unchanged.
bool steer(std::vector<Vertex>& path, Vertex goal, const std::vector<int>& sides,
           const std::vector<heuristics::Displacement>& moves, std::uint64_t seed,
           Control& control);

}  // namespace babieca::constructions
