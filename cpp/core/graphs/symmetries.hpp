// The symmetries of a board.
#pragma once

#include <vector>

#include "core/graphs/board.hpp"

namespace babieca {

using Image = std::vector<Vertex>;  // the image of every vertex

// The most symmetries that are listed: a cube of seven dimensions has more.
constexpr double most_symmetries = 100'000;

// The symmetries of a board with these sides, without holes and wrapped sides; sides of 1 add none.
double symmetry_count(const std::vector<std::int64_t>& sides);

// The rotations and reflections of a board, the identity first. A plain graph, and a board with
// more than `most_symmetries`, has only the identity.
std::vector<Image> symmetries(const Place& place);

// The automorphisms of a board, except the identity, that are their own inverses: rotations and
// reflections, followed by a translation along wrapped sides, by one square or by half a side.
// Other translations give equivalent automorphisms.
std::vector<Image> involutions(const Place& place);

}  // namespace babieca
