// Checks sequences of squares: one pass over each, up to the first fault. The caller compares the
// length: without repetitions, the right length means that no square is missing.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca {

// The shape of a board and its leaper: tells whether two squares are a move apart, without a graph.
class Shape {
  public:
    // `wraps`, per axis: whether its two ends are joined.
    Shape(std::vector<std::int64_t> sides, std::vector<bool> wraps, std::int64_t shorter = 1,
          std::int64_t longer = 2);

    std::int64_t cells() const { return cells_; }

    // Squares are given by their row-major index in the box.
    bool is_move(std::int64_t from, std::int64_t to) const {
        return is_plane_
                   ? is_plane_move(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to))
                   : is_box_move(from, to);
    }

  private:
    // The fast case of large boards: two axes, no wrapping, indices of 32 bits.
    bool is_plane_move(std::uint32_t from, std::uint32_t to) const {
        const std::uint32_t columns = static_cast<std::uint32_t>(sides_[1]);
        const std::int64_t up = std::abs(std::int64_t{to / columns} - std::int64_t{from / columns});
        const std::int64_t along =
            std::abs(std::int64_t{to % columns} - std::int64_t{from % columns});
        return (up == shorter_ && along == longer_) || (up == longer_ && along == shorter_);
    }

    bool is_box_move(std::int64_t from, std::int64_t to) const;
    bool spans(std::size_t axis, std::int64_t difference, std::int64_t length) const;

    std::vector<std::int64_t> sides_;
    std::vector<bool> wraps_;
    std::int64_t shorter_;
    std::int64_t longer_;
    std::int64_t cells_ = 1;
    bool is_plane_;
};

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

// Squares are indices in the box; `holes` are the indices without a square, increasing.
template <typename Index>
FirstFault check_on_board(const Rows<Index>& rows, const Shape& shape,
                          std::span<const std::int64_t> holes);

FirstFault check_on_graph(const Rows<Vertex>& rows, const Graph& graph);

}  // namespace babieca
