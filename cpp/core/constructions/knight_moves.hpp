// The eight knight moves, numbered around the ring so that a move and its reverse differ by 4.
#pragma once

#include <array>
#include <cstdint>

namespace babieca::constructions {

struct Move {
    int row;
    int column;
};

inline constexpr int kMoves = 8;
inline constexpr std::array<Move, kMoves> kKnight{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

constexpr int reverse_of(int code) {
    return code ^ 4;
}

// The number of the move by (rows, columns), or -1 where a knight has no such move.
constexpr int code_of(std::int64_t rows, std::int64_t columns) {
    for (int code = 0; code < kMoves; ++code)
        if (kKnight[code].row == rows && kKnight[code].column == columns) return code;
    return -1;
}

}  // namespace babieca::constructions
