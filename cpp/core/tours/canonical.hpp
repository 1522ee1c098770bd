// The canonical form of tours: one way to write a tour, up to its direction and to symmetries.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tours/check.hpp"

namespace babieca {

// How tours are compared and written. A closed tour is compared from the square of least rank: by
// its first move, its last square, then its other moves, each by rank. A path is compared by its
// first square, then by the ranks of its moves. Among its two directions, a tour takes the lesser,
// unless `directed` or a given end of a path tells the direction.
template <typename Index>
struct FormRules {
    bool closed = true;
    bool directed = false;
    Index start = -1, end = -1;  // the given ends of a path; -1: free
    // One symmetry after another, the identity first: the image of each square. Empty: only the
    // identity.
    std::span<const Index> images;
    std::span<const Index> ranks;  // by square; needed only if there are images
};

template <typename Index>
struct Forms {
    // Per tour, the number of the symmetry with the least image: 0 if it is the tour itself.
    std::vector<std::int32_t> symmetries;
    // The least image, one row per tour. A closed tour is written from its least square towards the
    // lesser neighbour; `directed`: onwards.
    std::vector<Index> squares;
};

// All rows visit the same squares.
template <typename Index>
Forms<Index> canonical_forms(const Rows<Index>& rows, const FormRules<Index>& rules);

}  // namespace babieca
