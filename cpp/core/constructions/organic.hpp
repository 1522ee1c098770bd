// Makes another tour of a board in the plane by random switches.
//
// A *switch* exchanges two parallel moves a-b and c-d of the tour for a-c and b-d, moves that it
// does not make (a, b, d, c is a parallelogram of two moves). Every square keeps its number of
// moves, so the result is a set of disjoint cycles, and of one path with the same ends if there was
// one. First, many random switches are made, into any number of pieces. Then pieces are joined: a
// switch whose two moves lie in different pieces always makes one piece of them.
//
// A tour that a symmetry g of the board keeps is switched in orbits: a switch together with its
// images under g. Fold the board by g (core/fold/fold.hpp): a set of cycles that g keeps folds to a
// set of folded cycles, and an orbit of switches to one folded switch, around a folded 4-cycle with
// voltage sum 0. So the parity of the sum of all voltages never changes, and the one folded cycle
// at the end has the parity of the first tour: odd, and for orders 1, 2 and 4 that is a generator,
// so it unfolds to a single cycle. If g reverses the tour, the end is a folded path, which always
// unfolds to one. A switch that is its own image would change the parity; it is never made, since
// its image finds its moves gone.
//
// The distribution is not uniform over all tours; for that, all tours must be numbered.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/graphs/graph.hpp"

namespace babieca::constructions {

struct OrganicTask {
    int rows;
    int columns;
    bool wraps[2] = {false, false};  // rows, columns; a wrapped side is at least twice the leap + 1
    int shorter = 1;                 // the leaper's lengths, different from one another and from 0
    int longer = 2;
    bool cycle = true;
    std::vector<Edge> kept = {};     // moves that stay
    std::vector<Edge> avoided = {};  // moves that are never made
    int tries = 50;                  // random switches tried per square
    std::uint64_t seed = 0;
    // The symmetry: coordinate i of the image is coordinate i, or the other, and then flipped.
    bool turned = false;
    bool flips[2] = {false, false};
    // The lengths of the pieces in `order`; all but the first are cycles. Empty: one piece.
    std::vector<std::int64_t> lengths = {};
};

// `order` lists the squares (without holes) of a tour, or of pieces that cover the board, by their
// index in the box. The symmetry keeps them, and the folded voltages have an odd sum. Returns a
// tour with the same ends and the same first square; empty if the pieces could not be joined.
std::vector<Vertex> organic(std::span<const Vertex> order, const OrganicTask& task,
                            Control& control);

}  // namespace babieca::constructions
