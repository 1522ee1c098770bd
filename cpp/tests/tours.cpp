// The check of sequences, and moves on boards of any shape.
#include "core/tours/check.hpp"

#include <vector>

#include "tests/check.hpp"

using namespace babieca;

namespace {

Verdict check(const Shape& shape, const std::vector<std::int32_t>& squares,
              const std::vector<std::int64_t>& holes = {}, std::int64_t count = 1) {
    const auto length = static_cast<std::int64_t>(squares.size()) / count;
    return check_on_board(Rows<std::int32_t>{squares, count, length}, shape, holes);
}

bool meet(const Verdict& verdict) {
    return verdict.fault == Fault::none && verdict.ends_meet == std::vector<std::uint8_t>{1};
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
    CHECK(meet(check(ring, round)));
    CHECK(!meet(check(ring, {0, 5, 6})));
    CHECK(meet(check(ring, {0, 5})));
    CHECK(!meet(check(ring, {0})));
    CHECK(check(ring, {0, 9}).fault == Fault::outside);
    CHECK(check(ring, {-1}).fault == Fault::outside);
    CHECK(check(ring, {0, 5, 4}, {4}).fault == Fault::outside);
    CHECK(check(ring, {}).fault == Fault::none);

    // Several sequences: the first faulty one is reported.
    const Verdict three = check(ring, {0, 5, 6, 5, 6, 1, 8, 3, 4}, {}, 3);
    CHECK(three.fault == Fault::not_a_move && three.row == 2 && three.step == 2);
    const std::vector<std::int64_t> offsets = {0, 2, 4, 7, 8};  // a triangle and a tail
    const std::vector<Vertex> targets = {1, 2, 0, 2, 0, 1, 3, 2}, two = {0, 1, 2, 1, 2, 3};
    const std::vector<std::uint8_t> ends = {1, 0};
    CHECK(check_on_graph({two, 2, 3}, {offsets, targets}).ends_meet == ends);
    CHECK(check(ring, {0, 5, 6, 6}, {}, 2).row == 1);

    // A sequence far too short for its board needs no memory of the board's size.
    const Shape vast{{std::int64_t{1} << 24, std::int64_t{1} << 24}, {false, false}};
    const std::int32_t row = 1 << 24;
    CHECK(check(vast, {0, row + 2}).fault == Fault::none);
    CHECK(check(vast, {0, row + 2, 0}).fault == Fault::repeated);
    CHECK(check(vast, {0, row + 2, 5}).fault == Fault::not_a_move);
    return 0;
}
