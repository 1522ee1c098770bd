// Magic tours: the step numbers along every row, and along every column, have one sum.
//
// A board with sides 4k and 4l is cut into 4x4 blocks, and each block into its four *quads*,
// circuits of four moves (the classical "squares and diamonds"). A quad has one square in each row
// and column of its block, so a tour that takes quad after quad, four steps each, is magic if the
// quads of every row and column balance. The search chooses their order and their first squares.
//
// Half of the tour, a_1 ... a_T, takes one of each pair of quads that the left-right reflection s
// swaps. It is a circuit, a_T next to a_1, and the other half is its image run backwards from
// s(a_C), which must be next to a_T, round to s(a_{C+1}). Then the numbers of a square and its
// image add up to T+1+C if the one in the half is at most C, and to T more if not. So rows are
// magic if a_1 ... a_C has the same share of every row. The sum of columns c and s(c) is right if
// a_1 ... a_C has the same share of each such pair; their difference must be 0, and also that of
// the diagonals.
//
// A closed tour also has s(a_{C+1}) next to a_1. Then the differences are not 0, but if they are
// equal in every four columns, the same tour numbered from another square may be magic: all squares
// are tried.
//
// The search goes depth first, in random order, with restarts. A failure proves nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/effort.hpp"
#include "core/graphs/graph.hpp"

namespace babieca::constructions {

struct MagicTask {
    int rows;  // multiples of 4
    int columns;
    bool closed;
    bool full;  // the two long diagonals as well; the sides are equal
    std::uint64_t seed = 0;
};

// The squares in order; empty if the limits were reached, or the board has no tour of this kind.
std::vector<Vertex> magic_tour(const MagicTask& task, const Limits& limits, Control& control);

}  // namespace babieca::constructions
