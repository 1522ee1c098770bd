#include "core/boards/shape.hpp"

#include <utility>

namespace babieca {

Shape::Shape(std::vector<std::int64_t> sides, std::vector<bool> wraps, std::int64_t shorter,
             std::int64_t longer)
    : sides_(std::move(sides)), wraps_(std::move(wraps)), shorter_(shorter), longer_(longer) {
    for (std::int64_t side : sides_) cells_ *= side;
    is_plane_ = sides_.size() == 2 && !wraps_[0] && !wraps_[1] && cells_ < (std::int64_t{1} << 32);
}

bool Shape::spans(std::size_t axis, std::int64_t difference, std::int64_t length) const {
    if (!wraps_[axis]) return std::abs(difference) == length;
    return (difference - length) % sides_[axis] == 0 || (difference + length) % sides_[axis] == 0;
}

// A move spans the shorter length along one axis, the longer along another, and 0 along the rest.
// On a wrapped axis the lengths may be equal, or 0, modulo the side, so every pair of axes is
// tried.
bool Shape::is_box_move(std::int64_t from, std::int64_t to) const {
    constexpr std::size_t most_axes = 64;
    bool at_rest[most_axes], short_leg[most_axes], long_leg[most_axes];
    if (from == to) return false;
    const std::size_t axes = sides_.size();
    std::size_t moving = 0;
    for (std::size_t axis = axes; axis-- > 0;) {
        const std::int64_t difference = to % sides_[axis] - from % sides_[axis];
        to /= sides_[axis];
        from /= sides_[axis];
        at_rest[axis] = spans(axis, difference, 0);
        short_leg[axis] = spans(axis, difference, shorter_);
        long_leg[axis] = spans(axis, difference, longer_);
        if (!at_rest[axis] && ++moving > 2) return false;
    }
    if (shorter_ == 0 && axes == 1) return long_leg[0];
    for (std::size_t first = 0; first < axes; ++first) {
        if (!short_leg[first]) continue;
        for (std::size_t second = 0; second < axes; ++second) {
            if (second == first || !long_leg[second]) continue;
            if (moving == static_cast<std::size_t>(!at_rest[first]) + !at_rest[second]) return true;
        }
    }
    return false;
}

}  // namespace babieca
