// The box of squares of a board: its sides, its joined axes, its holes and its symmetries.
#pragma once

#include <algorithm>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca {

// Cells are numbered row by row, the last axis fastest; vertices are the cells without holes.
struct Box {
    std::vector<int> sides = {};      // empty: the graph is of no board
    std::vector<int> joined = {};     // per axis: 1 if its two ends are joined
    std::vector<Vertex> vertex = {};  // per cell; -1: a hole
    bool plain = false;               // a knight's rectangle without holes and joined sides

    bool none() const { return sides.empty(); }
    int dimensions() const { return static_cast<int>(sides.size()); }
    Vertex cells() const { return static_cast<Vertex>(vertex.size()); }
    Vertex vertex_count() const {
        return static_cast<Vertex>(std::ranges::count_if(vertex, [](Vertex v) { return v >= 0; }));
    }
    std::vector<int> square(Vertex cell) const {
        std::vector<int> at(sides.size());
        for (int axis = dimensions() - 1; axis >= 0; --axis) {
            at[axis] = cell % sides[axis];
            cell /= sides[axis];
        }
        return at;
    }
    Vertex cell(const std::vector<int>& square) const {
        Vertex found = 0;
        for (int axis = 0; axis < dimensions(); ++axis) found = found * sides[axis] + square[axis];
        return found;
    }
};

using Image = std::vector<Vertex>;  // the image of every vertex

// The most symmetries that are listed: a cube of seven dimensions has more.
constexpr double most_symmetries = 100'000;

// The symmetries of a box without holes and joined sides; sides of 1 add none.
double symmetry_count(const std::vector<int>& sides);

// The rotations and reflections of a board, the identity first. A plain graph, and a box with more
// than `most_symmetries`, has only the identity.
std::vector<Image> symmetries(const Box& box, Vertex vertex_count);

// The automorphisms of a board, except the identity, that are their own inverses: rotations and
// reflections, followed by a translation along joined sides, by one square or by half a side. Other
// translations give equivalent automorphisms.
std::vector<Image> involutions(const Box& box, Vertex vertex_count);

}  // namespace babieca
