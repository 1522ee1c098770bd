#include "core/graphs/box.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace babieca {

double symmetry_count(const std::vector<int>& sides) {
    double count = 1;
    for (std::size_t axis = 0; axis < sides.size(); ++axis)
        if (sides[axis] > 1)
            count *= 2.0 * (1 + std::count(sides.begin(), sides.begin() + axis, sides[axis]));
    return count;
}

std::vector<Image> symmetries(const Box& box, Vertex vertex_count) {
    Image own(vertex_count);
    std::iota(own.begin(), own.end(), 0);
    if (box.none() || symmetry_count(box.sides) > most_symmetries) return {own};
    const int dimensions = box.dimensions();
    std::vector<std::vector<int>> permuted{{}};
    for (int axis = 0; axis < dimensions; ++axis) {
        std::vector<std::vector<int>> longer;
        for (const auto& axes : permuted)
            for (int image = 0; image < dimensions; ++image) {
                const bool alike =
                    box.sides[image] == box.sides[axis] && box.joined[image] == box.joined[axis];
                if (box.sides[axis] > 1 ? !alike : image != axis) continue;
                if (std::ranges::find(axes, image) != axes.end()) continue;
                longer.push_back(axes);
                longer.back().push_back(image);
            }
        permuted = std::move(longer);
    }
    std::vector<Image> found;
    for (const auto& axes : permuted)
        for (unsigned flips = 0; flips < 1u << dimensions; ++flips) {
            const auto flipped = [&](int axis) { return flips >> (dimensions - 1 - axis) & 1; };
            bool kept = true;
            for (int axis = 0; axis < dimensions; ++axis)
                kept = kept && !(flipped(axis) && box.sides[axis] == 1);
            Image image(vertex_count);
            for (Vertex cell = 0; cell < box.cells() && kept; ++cell) {
                const std::vector<int> from = box.square(cell);
                std::vector<int> to(dimensions);
                for (int axis = 0; axis < dimensions; ++axis) {
                    const int at = from[axes[axis]];
                    to[axis] = flipped(axis) ? box.sides[axes[axis]] - 1 - at : at;
                }
                const Vertex v = box.vertex[cell], u = box.vertex[box.cell(to)];
                kept = (v < 0) == (u < 0);
                if (v >= 0) image[v] = u;
            }
            if (kept) found.push_back(std::move(image));
        }
    return found;
}

std::vector<Image> involutions(const Box& box, Vertex vertex_count) {
    Image own(vertex_count), cell_of(vertex_count);
    std::iota(own.begin(), own.end(), 0);
    for (Vertex cell = 0; cell < box.cells(); ++cell)
        if (box.vertex[cell] >= 0) cell_of[box.vertex[cell]] = cell;
    std::vector<std::vector<int>> shifts{{}};
    for (int axis = 0; axis < box.dimensions(); ++axis) {
        const int side = box.sides[axis];
        std::set<int> steps{0};
        if (box.joined[axis]) steps.insert({1 % side, side / 2});
        std::vector<std::vector<int>> longer;
        for (const auto& shift : shifts)
            for (int step : steps) {
                longer.push_back(shift);
                longer.back().push_back(step);
            }
        shifts = std::move(longer);
    }
    std::set<Image> seen{own};
    std::vector<Image> found;
    for (const Image& symmetry : symmetries(box, vertex_count))
        for (const auto& shift : shifts) {
            Image image(vertex_count);
            bool whole = true;
            for (Vertex v = 0; v < vertex_count && whole; ++v) {
                std::vector<int> at = box.square(cell_of[symmetry[v]]);
                for (int axis = 0; axis < box.dimensions(); ++axis)
                    at[axis] = (at[axis] - shift[axis] + box.sides[axis]) % box.sides[axis];
                image[v] = box.vertex[box.cell(at)];
                whole = image[v] >= 0;
            }
            if (!whole || !seen.insert(image).second) continue;
            bool involution = true;
            for (Vertex v = 0; v < vertex_count && involution; ++v)
                involution = image[image[v]] == v;
            if (involution) found.push_back(std::move(image));
        }
    return found;
}

}  // namespace babieca
