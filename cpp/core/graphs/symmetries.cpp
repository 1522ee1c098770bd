#include "core/graphs/symmetries.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace babieca {

double symmetry_count(const std::vector<std::int64_t>& sides) {
    double count = 1;
    for (std::size_t axis = 0; axis < sides.size(); ++axis)
        if (sides[axis] > 1)
            count *= 2.0 * (1 + std::count(sides.begin(), sides.begin() + axis, sides[axis]));
    return count;
}

std::vector<Image> symmetries(const Place& place) {
    Image own(place.size());
    std::iota(own.begin(), own.end(), 0);
    if (!place.board() || symmetry_count(place.board()->sides) > most_symmetries) return {own};
    const Board& board = *place.board();
    const auto& sides = board.sides;
    const std::size_t dimensions = sides.size();
    std::vector<std::vector<std::size_t>> permuted{{}};
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
        std::vector<std::vector<std::size_t>> longer;
        for (const auto& axes : permuted)
            for (std::size_t image = 0; image < dimensions; ++image) {
                const bool alike = sides[image] == sides[axis] &&
                                   board.wraps_along(image) == board.wraps_along(axis);
                if (sides[axis] > 1 ? !alike : image != axis) continue;
                if (std::ranges::find(axes, image) != axes.end()) continue;
                longer.push_back(axes);
                longer.back().push_back(image);
            }
        permuted = std::move(longer);
    }
    const std::vector<Vertex> vertices = board.vertices();
    std::vector<Image> found;
    for (const auto& axes : permuted)
        for (unsigned flips = 0; flips < 1u << dimensions; ++flips) {
            const auto flipped = [&](std::size_t axis) {
                return flips >> (dimensions - 1 - axis) & 1;
            };
            bool kept = true;
            for (std::size_t axis = 0; axis < dimensions; ++axis)
                kept = kept && !(flipped(axis) && sides[axis] == 1);
            Image image(place.size());
            for (std::int64_t index = 0; index < board.cells() && kept; ++index) {
                const auto from = board.coordinates(index);
                std::vector<std::int64_t> to(dimensions);
                for (std::size_t axis = 0; axis < dimensions; ++axis) {
                    const std::int64_t at = from[axes[axis]];
                    to[axis] = flipped(axis) ? sides[axes[axis]] - 1 - at : at;
                }
                const Vertex v = vertices[index], u = vertices[board.index_at(to)];
                kept = (v < 0) == (u < 0);
                if (v >= 0) image[v] = u;
            }
            if (kept) found.push_back(std::move(image));
        }
    return found;
}

std::vector<Image> involutions(const Place& place) {
    if (!place.board()) return {};
    const Board& board = *place.board();
    const std::vector<Vertex> vertices = board.vertices();
    std::vector<std::vector<std::int64_t>> shifts{{}};
    for (std::size_t axis = 0; axis < board.sides.size(); ++axis) {
        const std::int64_t side = board.sides[axis];
        std::set<std::int64_t> steps{0};
        if (board.wraps_along(axis)) steps.insert({1 % side, side / 2});
        std::vector<std::vector<std::int64_t>> longer;
        for (const auto& shift : shifts)
            for (std::int64_t step : steps) {
                longer.push_back(shift);
                longer.back().push_back(step);
            }
        shifts = std::move(longer);
    }
    Image own(place.size());
    std::iota(own.begin(), own.end(), 0);
    std::set<Image> seen{own};
    std::vector<Image> found;
    for (const Image& symmetry : symmetries(place))
        for (const auto& shift : shifts) {
            Image image(own.size());
            bool whole = true;
            for (std::size_t v = 0; v < own.size() && whole; ++v) {
                auto at = board.coordinates(board.index_of(symmetry[v]));
                for (std::size_t axis = 0; axis < at.size(); ++axis)
                    at[axis] = (at[axis] - shift[axis] + board.sides[axis]) % board.sides[axis];
                image[v] = vertices[board.index_at(at)];
                whole = image[v] >= 0;
            }
            if (!whole || !seen.insert(image).second) continue;
            bool involution = true;
            for (std::size_t v = 0; v < own.size() && involution; ++v)
                involution = image[image[v]] == static_cast<Vertex>(v);
            if (involution) found.push_back(std::move(image));
        }
    return found;
}

}  // namespace babieca
