// Rotation and extension (Pósa 1976) on any graph.
//
// A path grows at its tail, always into the unvisited neighbour with the fewest unvisited
// neighbours. If the tail has none, all its neighbours are in the path: for one of them, p, the
// part after p is reversed, which makes the successor of p the new tail. A path whose ends are
// neighbours is a cycle and may be opened anywhere, so in a connected graph it always grows.
#pragma once

#include <cstdint>

#include "core/effort.hpp"

namespace babieca::heuristics {

struct Rotation {
    Vertex start = -1;  // the first square if not negative
    Vertex end = -1;    // the last square if not negative; needs a start
    bool closed = false;
    std::uint64_t seed = 0;
    Limits limits = {};  // nodes are extensions and rotations; without a limit it may run for ever
};

Answer rotation_extension(const Graph& graph, const Rotation& how, Control& control);

}  // namespace babieca::heuristics
