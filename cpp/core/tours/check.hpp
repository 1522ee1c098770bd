// Is this sequence a tour? One pass, one bit per square, and the first fault by name.
//
// Whether any square is missing is for the caller to see from the length: without repetitions, the
// right length means nothing is missing.
#pragma once

#include <cstdint>
#include <span>

#include "core/boards/shape.hpp"
#include "core/graphs/graph.hpp"

namespace babieca {

enum class Fault : int { none, outside, repeated, not_a_move };

struct Verdict {
    Fault fault = Fault::none;
    std::int64_t step = 0;  // position in the sequence of the first fault, from 0
    bool closes = false;    // without fault: is the last square a move from the first?
};

// Squares by their index in the box; `holes` are the indices that are no squares, increasing.
template <typename Index>
Verdict check_on_board(std::span<const Index> order, const Shape& shape,
                       std::span<const std::int64_t> holes);

Verdict check_on_graph(std::span<const Vertex> order, const Graph& graph);

}  // namespace babieca
