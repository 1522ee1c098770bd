#include "core/boards/shape.hpp"

#include <cstdlib>

namespace babieca {

std::int64_t Shape::cells() const {
    std::int64_t product = 1;
    for (std::int64_t side : sides) product *= side;
    return product;
}

bool Shape::spans(std::size_t axis, std::int64_t difference, std::int64_t length) const {
    if (!wraps[axis]) return std::abs(difference) == length;
    return (difference - length) % sides[axis] == 0 || (difference + length) % sides[axis] == 0;
}

// A move spans the shorter length along one axis, the longer along another, and stays put along the
// rest. On a wrapped axis a length may equal the other one or 0 modulo the side, so every pair of
// axes is tried.
bool Shape::is_move(std::int64_t from, std::int64_t to) const {
    constexpr std::size_t most_axes = 64;
    bool at_rest[most_axes], short_leg[most_axes], long_leg[most_axes];
    if (from == to) return false;
    const std::size_t axes = sides.size();
    std::size_t moving = 0;
    for (std::size_t axis = axes; axis-- > 0;) {
        const std::int64_t difference = to % sides[axis] - from % sides[axis];
        to /= sides[axis];
        from /= sides[axis];
        at_rest[axis] = spans(axis, difference, 0);
        short_leg[axis] = spans(axis, difference, shorter);
        long_leg[axis] = spans(axis, difference, longer);
        if (!at_rest[axis] && ++moving > 2) return false;
    }
    if (shorter == 0 && axes == 1) return long_leg[0];
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
