// Boards of three or more dimensions: every admissible one up to 500 squares, and larger samples.
#include <functional>

#include "core/constructions/layered.hpp"
#include "core/effort.hpp"
#include "tests/check.hpp"
#include "tests/graphs.hpp"

using namespace babieca;
namespace layered = constructions::layered;

namespace {

Control control;

Vertex size_of(const std::vector<int>& sides) {
    return static_cast<Vertex>(box(sides).cells());
}

// Constructs a tour and checks it.
void check(const std::vector<int>& sides, Vertex start, std::uint64_t seed) {
    const auto squares = layered::tour({sides, start, seed}, control);
    CHECK(squares.front() == start);
    CHECK(is_tour(box(sides), squares, layered::has_closed_tour(sides)));
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

void every_admissible_board_up_to_500_squares() {
    int closed = 0, odd = 0;
    for (int dimensions = 3; dimensions <= 8; ++dimensions) {
        for_each_board(dimensions, 500, [&](const std::vector<int>& sides) {
            if (layered::has_closed_tour(sides)) {
                ++closed;
                check(sides, size_of(sides) / 3, 1);
            } else if (layered::has_open_tour(sides)) {
                ++odd;
                // With all sides odd the colour of a square is the parity of its index.
                for (Vertex start = 0; start < size_of(sides); start += 2) check(sides, start, 2);
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
        check(sides, start, dice.roll());
    }
}

void many_dimensions() {
    // More than 255 moves per square, and an odd block thick along every axis.
    check({4, 2, 2, 2, 3, 2, 2, 2, 2}, 17, 1);
    check({3, 3, 5, 3, 3, 3, 3}, (size_of({3, 3, 5, 3, 3, 3, 3}) - 1) / 2, 1);
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
