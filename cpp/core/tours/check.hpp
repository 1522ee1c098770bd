// Checks sequences of squares: one pass over each, up to the first fault. The caller compares the
// length: without repetitions, the right length means that no square is missing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/graphs/board.hpp"

namespace babieca {

enum class Fault : int { none, outside, repeated, not_a_move };

struct FirstFault {
    Fault fault = Fault::none;
    std::int64_t row = 0;   // the first faulty sequence, from 0
    std::int64_t step = 0;  // position in it of the first fault, from 0
    // Without a fault, per sequence: whether its ends are a move apart.
    std::vector<std::uint8_t> ends_meet;
};

// Sequences of equal length, one after another.
template <typename Index>
struct Rows {
    std::span<const Index> squares;
    std::int64_t count = 0;
    std::int64_t length = 0;

    std::span<const Index> operator[](std::int64_t row) const {
        return squares.subspan(row * length, length);
    }
};

// Squares are row-major indices in the board, holes included.
template <typename Index>
FirstFault check_on_board(const Rows<Index>& rows, const Board& board);

FirstFault check_on_graph(const Rows<Vertex>& rows, const Graph& graph);

}  // namespace babieca
