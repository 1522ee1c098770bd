// Checking sequences, and telling moves from other displacements.
#include "core/tours/check.hpp"

#include <vector>

#include "tests/check.hpp"

using namespace babieca;

namespace {

Verdict check(const Shape& shape, const std::vector<std::int32_t>& order,
              const std::vector<std::int64_t>& holes = {}) {
    return check_on_board(std::span<const std::int32_t>(order), shape, holes);
}

int degree(const Shape& shape, std::int64_t square) {
    int moves = 0;
    for (std::int64_t other = 0; other < shape.cells(); ++other)
        moves += shape.is_move(square, other);
    return moves;
}

}  // namespace

int main() {
    const Shape chess{{8, 8}, {false, false}};
    CHECK(degree(chess, 0) == 2 && degree(chess, 1) == 3 && degree(chess, 27) == 8);
    CHECK(degree(Shape{{4, 4, 4}, {false, false, false}}, 0) == 6);
    // On a 4x4 torus moves by +2 and -2 meet, on 3x3 moves by 2 are moves by -1.
    CHECK(degree(Shape{{4, 4}, {true, true}}, 5) == 4);
    CHECK(degree(Shape{{3, 3}, {true, true}}, 4) == 4);
    CHECK(degree(Shape{{5, 5}, {true, false}}, 0) == 4);
    CHECK(degree(Shape{{7}, {false}, 0, 1}, 3) == 2);
    CHECK(degree(Shape{{4, 4}, {false, false}, 0, 1}, 5) == 4);

    const Shape ring{{3, 3}, {false, false}};
    const std::vector<std::int32_t> round = {0, 5, 6, 1, 8, 3, 2, 7};
    CHECK(check(ring, round).fault == Fault::none);
    CHECK(check(ring, {0, 5, 0}).fault == Fault::repeated);
    CHECK(check(ring, {0, 5, 0}).step == 2);
    CHECK(check(ring, {0, 1}).fault == Fault::not_a_move);
    CHECK(check(ring, round).closes);
    CHECK(!check(ring, {0, 5, 6}).closes);
    CHECK(!check(ring, {0, 5}).closes);
    CHECK(check(ring, {0, 9}).fault == Fault::outside);
    CHECK(check(ring, {-1}).fault == Fault::outside);
    CHECK(check(ring, {0, 5, 4}, {4}).fault == Fault::outside);
    CHECK(check(ring, {}).fault == Fault::none);
    return 0;
}
