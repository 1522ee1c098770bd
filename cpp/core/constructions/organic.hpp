// Makes a tour of a board in the plane look like any other, without a trace of how it was found.
//
// A *switch*: two parallel moves a-b and c-d of the tour, where a-c and b-d are moves that it does
// not make, are exchanged for those two (a, b, d, c is a parallelogram of two moves). Every square
// keeps its number of moves, so what is left is a set of disjoint cycles, and of one path with the
// same ends if there was one. Many random switches forget where they began, ignoring into how many
// pieces the tour falls apart; then pieces are joined, each by a switch whose two moves lie in
// different ones, which always makes one piece of two.
//
// A tour that a symmetry g of the board keeps is switched in orbits: a switch and its images under
// g at once, or none of them. Fold the board by g (core/fold/fold.hpp): a set of cycles that g
// keeps folds to a set of folded cycles, and an orbit of switches to one folded switch, around a
// folded 4-cycle whose voltages add up to 0. So the parity of all voltages together never changes,
// and joining folded cycles until one is left gives a folded cycle with the parity of the tour it
// began with: odd, and for orders 1, 2 and 4 that is a generator, so it unfolds to a single cycle.
// Where g runs the tour backwards, what is left is a folded path, which always unfolds to one. A
// switch that is its own image would change the parity; such a switch is in its own way and never
// made.
//
// It is not uniform over all tours; numbering them all is the only way we know to that.
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
    // Moves that stay, and moves that are never made.
    std::vector<std::pair<Vertex, Vertex>> kept = {};
    std::vector<std::pair<Vertex, Vertex>> avoided = {};
    int tries = 50;  // switches tried per square before any joins
    std::uint64_t seed = 0;
    // The symmetry: coordinate i of the image is coordinate i, or the other, and then flipped.
    bool turned = false;
    bool flips[2] = {false, false};
    // `order` may be several pieces, one after another: their lengths. All but the first are
    // cycles.
    std::vector<std::int64_t> lengths = {};
};

// `order` lists the squares of a tour by their index in the box (holes are simply not listed), or
// of pieces that cover the board; the symmetry keeps it, and folded voltages have the parity above.
// Returns another tour with the same ends, kept moves and avoided moves, written from the same
// first square; nothing if the pieces could not be joined.
std::vector<Vertex> organic(std::span<const Vertex> order, const OrganicTask& task,
                            Control& control);

}  // namespace babieca::constructions
