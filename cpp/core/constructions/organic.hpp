// Makes a tour of a board in the plane look like any other, without a trace of how it was found.
//
// A *switch*: two parallel moves a-b and c-d of the tour, where a-c and b-d are moves that it does
// not make, are exchanged for those two (a, b, d, c is a parallelogram of two moves). Every square
// keeps its number of moves, so what is left is a set of disjoint cycles, and of one path with the
// same ends if there was one. Many random switches forget where they began, ignoring into how many
// pieces the tour falls apart; then pieces are joined, each by a switch whose two moves lie in
// different ones, which always makes one piece of two.
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
    int tries = 50;  // switches tried per square
    std::uint64_t seed = 0;
};

// `order` lists the squares of a tour by their index in the box (holes are simply not listed).
// Returns another tour with the same ends, kept moves and avoided moves, written from the same
// first square; the one given if the pieces could not be joined.
std::vector<Vertex> organic(std::span<const Vertex> order, const OrganicTask& task,
                            Control& control);

}  // namespace babieca::constructions
