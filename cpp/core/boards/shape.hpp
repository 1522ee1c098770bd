// The shape of a board and its leaper: tells whether two squares are a move apart, without a graph.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace babieca {

class Shape {
  public:
    // `wraps`, per axis: are its two ends joined?
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

}  // namespace babieca
