// From the two neighbours of every vertex to the list of vertices.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca {

using Neighbours = std::vector<std::array<Vertex, 2>>;  // -1: not known yet

inline void link(Neighbours& neighbours, Vertex one, Vertex other) {
    for (auto [from, to] : {std::pair{one, other}, std::pair{other, one}})
        neighbours[from][neighbours[from][0] < 0 ? 0 : 1] = to;
}

// The vertices of the cycle in order from `start`; the second is `next` if it is not negative.
// Requires: every vertex has two neighbours, and they are one cycle.
inline std::vector<Vertex> list_cycle(const Neighbours& neighbours, Vertex start, Vertex next) {
    std::vector<Vertex> list{start};
    list.reserve(neighbours.size());
    Vertex before = start, here = next >= 0 ? next : neighbours[start][0];
    while (list.size() < neighbours.size()) {
        list.push_back(here);
        const auto [one, other] = neighbours[here];
        before = std::exchange(here, one == before ? other : one);
    }
    return list;
}

}  // namespace babieca
