// Disjoint paths and cycles on a board, one byte per square.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/heuristics/finders.hpp"

namespace babieca::constructions {

inline constexpr int kMoves = 8;
inline constexpr std::array<Leap, kMoves> kKnight = leaps(1, 2);

constexpr int reverse_of(int code) {
    return code ^ 4;
}

// The number of the move by (rows, columns); -1: a knight has no such move.
constexpr int code_of(std::int64_t rows, std::int64_t columns) {
    for (int code = 0; code < kMoves; ++code)
        if (kKnight[code].row == rows && kKnight[code].column == columns) return code;
    return -1;
}

// The codes of the two moves of every square, one in each half of its byte. Invariant: if a square
// has the move `code`, the square it leads to has the reverse move.
class MoveBytes {
  public:
    static constexpr std::uint8_t kNone = 8;  // an unused half
    static constexpr std::uint8_t kBare = kNone | kNone << 4;

    explicit MoveBytes(std::int64_t size) : bytes_(static_cast<std::size_t>(size), kBare) {}

    int low(std::int64_t square) const { return bytes_[square] & 15; }
    int high(std::int64_t square) const { return bytes_[square] >> 4; }
    bool linked(std::int64_t square, int code) const {
        return low(square) == code || high(square) == code;
    }
    bool bare(std::int64_t square) const { return bytes_[square] == kBare; }

  protected:
    void replace(std::int64_t square, int was, int becomes) {
        std::uint8_t& byte = bytes_[square];
        if ((byte & 15) == was)
            byte = static_cast<std::uint8_t>((byte & 0xf0) | becomes);
        else
            byte = static_cast<std::uint8_t>((byte & 0x0f) | becomes << 4);
    }

    std::vector<std::uint8_t> bytes_;
};

// Knight moves on a rectangle. The bytes do not depend on the position of a square, so a finished
// tile is copied row by row.
class Links : public MoveBytes {
  public:
    Links(std::int64_t rows, std::int64_t columns)
        : MoveBytes(rows * columns), rows_(rows), columns_(columns) {
        for (int code = 0; code < kMoves; ++code)
            step_[code] = kKnight[code].row * columns + kKnight[code].column;
    }

    std::int64_t rows() const { return rows_; }
    std::int64_t columns() const { return columns_; }
    std::int64_t size() const { return rows_ * columns_; }
    std::int64_t index(std::int64_t row, std::int64_t column) const {
        return row * columns_ + column;
    }
    std::int64_t step(int code) const { return step_[code]; }
    std::uint8_t* row(std::int64_t row, std::int64_t column) { return &bytes_[index(row, column)]; }

    void link(std::int64_t square, int code) {
        replace(square, kNone, code);
        replace(square + step_[code], kNone, reverse_of(code));
    }
    void unlink(std::int64_t square, int code) {
        replace(square, code, kNone);
        replace(square + step_[code], reverse_of(code), kNone);
    }

  private:
    std::int64_t rows_;
    std::int64_t columns_;
    std::array<std::int64_t, kMoves> step_;
};

}  // namespace babieca::constructions
