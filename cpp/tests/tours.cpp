// Checking sequences, and telling moves from other displacements.
#include "core/tours/check.hpp"

#include <vector>

#include "core/boards/shape.hpp"
#include "tests/check.hpp"

using namespace babieca;

namespace {

Verdict check(const Shape& shape, const std::vector<int>& order, bool closed) {
    return check_sequence(
        std::span<const int>(order), shape.cells(), closed, [](std::int64_t) { return true; },
        [&](std::int64_t from, std::int64_t to) { return shape.is_move(from, to); });
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
    const std::vector<int> round = {0, 5, 6, 1, 8, 3, 2, 7};
    CHECK(check(ring, round, true).fault == Fault::none);
    CHECK(check(ring, {0, 5, 0}, false).fault == Fault::repeated);
    CHECK(check(ring, {0, 5, 0}, false).step == 2);
    CHECK(check(ring, {0, 1}, false).fault == Fault::not_a_move);
    CHECK(check(ring, {0, 5, 6}, true).fault == Fault::not_closed);
    CHECK(check(ring, {0, 9}, false).fault == Fault::outside);
    CHECK(check(ring, {-1}, false).fault == Fault::outside);
    CHECK(check(ring, {}, false).fault == Fault::none);
    return 0;
}
