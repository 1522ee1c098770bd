#include "core/heuristics/box_space.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace babieca::heuristics {

std::vector<Displacement> leaper_moves(int dimensions, int shorter, int longer) {
    const int a = shorter, b = longer;
    // (row, column) pairs by increasing angle from the right.
    const std::pair<int, int> turns[] = {{a, b},   {b, a},   {b, -a}, {a, -b},
                                         {-a, -b}, {-b, -a}, {-b, a}, {-a, b}};
    std::vector<Displacement> moves;
    for (int first = 0; first < dimensions; ++first) {
        for (int second = first + 1; second < dimensions; ++second) {
            for (auto [along_first, along_second] : turns) {
                Displacement move(dimensions, 0);
                move[first] = along_first;
                move[second] = along_second;
                // A wazir (0, 1) or a ferz (1, 1) would list its moves more than once.
                if (std::find(moves.begin(), moves.end(), move) == moves.end())
                    moves.push_back(std::move(move));
            }
        }
    }
    return moves;
}

OwnedGraph ordered_adjacency(const std::vector<int>& sides,
                             const std::vector<std::vector<int>>& moves, Control& control) {
    const int dimensions = static_cast<int>(sides.size());
    Vertex size = 1;
    for (int side : sides) size *= side;
    OwnedGraph adjacency;
    std::vector<int> square(dimensions, 0);
    for (Vertex v = 0; v < size; ++v) {
        for (const auto& move : moves) {
            Vertex target = 0;
            bool inside = true;
            for (int axis = 0; axis < dimensions && inside; ++axis) {
                const int x = square[axis] + move[axis];
                inside = x >= 0 && x < sides[axis];
                target = target * sides[axis] + x;
            }
            if (inside) adjacency.targets.push_back(target);
        }
        adjacency.offsets.push_back(static_cast<std::int64_t>(adjacency.targets.size()));
        for (int axis = dimensions - 1; axis >= 0 && ++square[axis] == sides[axis]; --axis)
            square[axis] = 0;
        if (v % (1 << 20) == 0) control.check({v, size});
    }
    return adjacency;
}

OwnedGraph box_graph(const std::vector<int>& sides, int shorter, int longer, Control& control) {
    const auto moves = leaper_moves(static_cast<int>(sides.size()), shorter, longer);
    OwnedGraph graph = ordered_adjacency(sides, moves, control);
    for (std::size_t v = 0; v + 1 < graph.offsets.size(); ++v)
        std::sort(graph.targets.begin() + graph.offsets[v],
                  graph.targets.begin() + graph.offsets[v + 1]);
    return graph;
}

namespace {

int reach_of(const std::vector<Displacement>& moves) {
    int reach = 0;
    for (const Displacement& move : moves)
        for (int step : move) reach = std::max(reach, std::abs(step));
    return reach;
}

}  // namespace

bool BoxSpace::fits(const std::vector<int>& sides, const std::vector<Displacement>& moves) {
    const int reach = reach_of(moves);
    double cells = 1, padded = 1, stride = 1;
    for (std::size_t axis = sides.size(); axis-- > 0;) {
        cells *= sides[axis];
        stride = padded;
        padded *= sides[axis] + reach;
    }
    // Thin boxes of many dimensions are mostly padding: an adjacency list takes less memory.
    return moves.size() < blocked && padded + 4 * reach * stride < 2e9 &&
           padded < 32 * cells + 4096;
}

BoxSpace::BoxSpace(std::vector<int> sides, std::vector<Displacement> moves)
    : sides_(std::move(sides)),
      moves_(std::move(moves)),
      dimensions_(static_cast<int>(sides_.size())),
      strides_(sides_.size()) {
    const int reach = reach_of(moves_);
    std::vector<std::int64_t> vertex_strides(dimensions_);
    std::int64_t padded = 1, cells = 1;
    for (int axis = dimensions_; axis-- > 0;) {
        strides_[axis] = padded;
        vertex_strides[axis] = cells;
        padded *= sides_[axis] + reach;
        cells *= sides_[axis];
    }
    size_ = static_cast<Vertex>(cells);
    margin_ = 2 * reach * strides_[0];
    left_.resize(padded + 2 * margin_);
    for (const Displacement& move : moves_) {
        std::int64_t step = 0, vertex_step = 0;
        displacements_.insert(displacements_.end(), move.begin(), move.end());
        for (int axis = 0; axis < dimensions_; ++axis) {
            step += move[axis] * strides_[axis];
            vertex_step += move[axis] * vertex_strides[axis];
        }
        steps_.push_back(static_cast<std::int32_t>(step));
        vertex_steps_.push_back(static_cast<std::int32_t>(vertex_step));
    }
    coordinates_.resize(dimensions_);
}

std::int64_t BoxSpace::position_of(Vertex vertex) const {
    std::int64_t position = margin_;
    for (std::size_t axis = sides_.size(); axis-- > 0;) {
        position += vertex % sides_[axis] * strides_[axis];
        vertex /= sides_[axis];
    }
    return position;
}

// Line by line along the last axis: each move adds one to a stretch of the line.
void BoxSpace::fill_degrees() {
    std::fill(left_.begin(), left_.end(), blocked);
    const int last = static_cast<int>(sides_.size()) - 1;
    const int length = sides_[last];
    std::vector<int> line(sides_.size(), 0);
    for (Vertex first = 0; first < size_; first += length) {
        std::uint8_t* degrees = &left_[position_of(first)];
        std::fill(degrees, degrees + length, 0);
        for (const Displacement& move : moves_) {
            bool inside = true;
            for (int axis = 0; axis < last; ++axis) {
                const int x = line[axis] + move[axis];
                inside &= x >= 0 && x < sides_[axis];
            }
            if (!inside) continue;
            const int from = std::max(0, -move[last]);
            const int to = std::min(length, length - move[last]);
            for (int x = from; x < to; ++x) ++degrees[x];
        }
        for (int axis = last - 1; axis >= 0 && ++line[axis] == sides_[axis]; --axis) line[axis] = 0;
    }
}

void BoxSpace::place(Vertex start) {
    fill_degrees();
    vertex_ = start;
    position_ = position_of(start);
    for (std::size_t axis = sides_.size(); axis-- > 0;) {
        coordinates_[axis] = start % sides_[axis];
        start /= sides_[axis];
    }
    visit();
}

void BoxSpace::visit() {
    left_[position_] = blocked;
    for (std::int32_t step : steps_) {
        std::uint8_t& there = left_[position_ + step];
        there = static_cast<std::uint8_t>(there - (there != blocked));
    }
}

void BoxSpace::advance(int move) {
    position_ += steps_[move];
    vertex_ += vertex_steps_[move];
    for (int axis = 0; axis < dimensions_; ++axis)
        coordinates_[axis] += displacements_[move * dimensions_ + axis];
    visit();
}

bool BoxSpace::adjacent(Vertex a, Vertex b) const {
    const std::int64_t step = position_of(b) - position_of(a);
    return std::find(steps_.begin(), steps_.end(), step) != steps_.end();
}

}  // namespace babieca::heuristics
