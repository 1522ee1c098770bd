// Are these sequences tours? One pass over each, and the first fault by name.
//
// Whether any square is missing is for the caller to see from the length: without repetitions, the
// right length means nothing is missing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/boards/shape.hpp"
#include "core/graphs/graph.hpp"

namespace babieca {

enum class Fault : int { none, outside, repeated, not_a_move };

struct Verdict {
    Fault fault = Fault::none;
    std::int64_t row = 0;   // the first faulty sequence, from 0
    std::int64_t step = 0;  // position in it of the first fault, from 0
    // Without fault, per sequence: are its last square and its first one a move apart?
    std::vector<std::uint8_t> ends_meet;
};

// Sequences of one length, one after another.
template <typename Index>
struct Rows {
    std::span<const Index> squares;
    std::int64_t count = 0;
    std::int64_t length = 0;

    std::span<const Index> operator[](std::int64_t row) const {
        return squares.subspan(row * length, length);
    }
};

// Squares by their index in the box; `holes` are the indices that are no squares, increasing.
template <typename Index>
Verdict check_on_board(const Rows<Index>& rows, const Shape& shape,
                       std::span<const std::int64_t> holes);

Verdict check_on_graph(const Rows<Vertex>& rows, const Graph& graph);

}  // namespace babieca
