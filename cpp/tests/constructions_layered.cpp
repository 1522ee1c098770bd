// Boards of three or more dimensions: every admissible one up to 500 squares, and larger samples.
#include <cstdlib>
#include <functional>

#include "core/constructions/layered.hpp"
#include "core/effort.hpp"
#include "tests/check.hpp"

using namespace babieca;
namespace layered = constructions::layered;

namespace {

Control nobody;

Vertex size_of(const std::vector<int>& sides) {
    Vertex size = 1;
    for (int side : sides) size *= side;
    return size;
}

std::vector<int> square_of(const std::vector<int>& sides, Vertex v) {
    std::vector<int> square(sides.size());
    for (std::size_t axis = sides.size(); axis-- > 0; v /= sides[axis])
        square[axis] = v % sides[axis];
    return square;
}

bool is_move(const std::vector<int>& sides, Vertex a, Vertex b) {
    const auto from = square_of(sides, a), to = square_of(sides, b);
    int ones = 0, twos = 0, rest = 0;
    for (std::size_t axis = 0; axis < sides.size(); ++axis) {
        const int step = std::abs(to[axis] - from[axis]);
        ones += step == 1;
        twos += step == 2;
        rest += step > 2;
    }
    return ones == 1 && twos == 1 && rest == 0;
}

bool is_tour(const std::vector<int>& sides, const std::vector<Vertex>& squares, bool closed) {
    const Vertex size = size_of(sides);
    if (static_cast<Vertex>(squares.size()) != size) return false;
    std::vector<char> seen(size, 0);
    for (Vertex v : squares) {
        if (v < 0 || v >= size || seen[v]) return false;
        seen[v] = 1;
    }
    for (Vertex i = 0; i + 1 < size; ++i)
        if (!is_move(sides, squares[i], squares[i + 1])) return false;
    return !closed || is_move(sides, squares.front(), squares.back());
}

// All boards with sides in increasing order and at most `most` squares.
void for_each_board(int dimensions, int most,
                    const std::function<void(const std::vector<int>&)>& visit) {
    std::vector<int> sides;
    const std::function<void(int, int)> extend = [&](int least, int size) {
        if (static_cast<int>(sides.size()) == dimensions) {
            visit(sides);
            return;
        }
        for (int side = least; size * side <= most; ++side) {
            sides.push_back(side);
            extend(side, size * side);
            sides.pop_back();
        }
    };
    extend(2, 1);
}

void check_open(const std::vector<int>& sides, Vertex start, std::uint64_t seed) {
    const auto squares = layered::tour({sides, start, seed}, nobody);
    CHECK(squares.front() == start && is_tour(sides, squares, false));
}

void every_admissible_board_up_to_500_squares() {
    int closed = 0, odd = 0;
    for (int dimensions = 3; dimensions <= 8; ++dimensions) {
        for_each_board(dimensions, 500, [&](const std::vector<int>& sides) {
            if (layered::has_closed_tour(sides)) {
                ++closed;
                const Vertex start = size_of(sides) / 3;
                const auto squares = layered::tour({sides, start, 1}, nobody);
                CHECK(squares.front() == start && is_tour(sides, squares, true));
            } else if (layered::has_open_tour(sides)) {
                ++odd;
                // With all sides odd the colour of a square is the parity of its index.
                for (Vertex start = 0; start < size_of(sides); start += 2)
                    check_open(sides, start, 2);
            }
        });
    }
    CHECK(closed > 1000 && odd > 20);
}

void axes_in_any_order_and_larger_boards() {
    Dice dice(5);
    for (int round = 0; round < 60; ++round) {
        std::vector<int> sides(3 + dice.below(3));
        do {
            for (int& side : sides) side = 2 + dice.below(sides.size() == 3 ? 30 : 9);
        } while (!layered::has_open_tour(sides));
        Vertex start = dice.below(size_of(sides));
        if (!layered::has_closed_tour(sides)) start -= start % 2;
        const auto squares = layered::tour({sides, start, dice.roll()}, nobody);
        CHECK(squares.front() == start);
        CHECK(is_tour(sides, squares, layered::has_closed_tour(sides)));
    }
}

void many_dimensions() {
    // More than 255 moves per square, and an odd block thick along every axis.
    check_open({4, 2, 2, 2, 3, 2, 2, 2, 2}, 17, 1);
    check_open({3, 3, 5, 3, 3, 3, 3}, (size_of({3, 3, 5, 3, 3, 3, 3}) - 1) / 2, 1);
}

void conditions() {
    CHECK(layered::has_closed_tour({2, 3, 4}));
    CHECK(!layered::has_closed_tour({2, 2, 8}) && !layered::has_open_tour({2, 2, 8}));
    CHECK(!layered::has_closed_tour({3, 3, 2}) && !layered::has_open_tour({3, 3, 3}));
    CHECK(!layered::has_closed_tour({3, 3, 5}) && layered::has_open_tour({3, 3, 5}));
}

}  // namespace

int main() {
    every_admissible_board_up_to_500_squares();
    axes_in_any_order_and_larger_boards();
    many_dimensions();
    conditions();
}
