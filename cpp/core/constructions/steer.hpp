// Moving the far end of a path to a square of one's choice, the near end kept.
//
// A rotation (Pósa 1976) of the path p0 ... pn picks a neighbour pi of the last square and reverses
// what follows it, so that p(i+1) becomes the last square. A few hundred of them, each chosen to
// come closer to the goal, reach any goal of the right colour in practice. None is carried out on
// the array until the goal is reached: a list of the pivots is enough to know what stands where, so
// the cost is the rotations squared plus one pass over the path.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/graphs/graph.hpp"
#include "core/heuristics/box_space.hpp"

namespace babieca::constructions {

// True and the path changed, or false and the path as it was if the goal was not reached.
bool steer(std::vector<Vertex>& path, Vertex goal, const std::vector<int>& sides,
           const std::vector<heuristics::Displacement>& moves, std::uint64_t seed,
           Control& control);

}  // namespace babieca::constructions
