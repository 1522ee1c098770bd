// Tiles, rails, layers, switches and magic tours: checked, and compared with exact searches.
#include "core/constructions/constructions.hpp"
#include "core/constructions/links.hpp"
#include "core/constructions/tiles.hpp"
#include "core/effort.hpp"
#include "core/heuristics/edge_search.hpp"
#include "tests/graphs.hpp"

namespace babieca::constructions {
namespace {

bool colours_allow(int rows, int columns, int start, int end) {
    const int a = (start / columns + start % columns) % 2, b = (end / columns + end % columns) % 2;
    return start != end && (rows * columns % 2 ? a == 0 && b == 0 : a != b);
}

// Constructs and checks a tour; empty if none was constructed.
Walk construct_and_check(const RectangleRequest& how) {
    Walk squares = construct<Vertex>(how, tireless);
    if (squares.empty()) return {};
    CHECK(is_tour(box({static_cast<int>(how.rows), static_cast<int>(how.columns)}), squares,
                  how.cycle));
    CHECK(squares[0] == std::max<std::int64_t>(how.start, 0));
    CHECK(how.first < 0 || squares[1] == how.first);
    CHECK(how.end < 0 || squares.back() == how.end);
    return squares;
}

bool constructs(const RectangleRequest& how) {
    return !construct_and_check(how).empty();
}

RectangleRequest path(int rows, int columns, int start, int end = -1, int first = -1) {
    return {rows, columns, false, start, end, first};
}

RectangleRequest closed(int rows, int columns, bool variety, std::uint64_t seed) {
    return {rows, columns, true, -1, -1, -1, variety, seed};
}

// tests/test_constructions.py finds those without variety.
TEST(closed_tours_up_to_60) {
    for (int rows = 5; rows <= 60; ++rows)
        for (int columns = 5; columns <= 60; ++columns)
            CHECK(!schwenk(rows, columns) ||
                  constructs(closed(rows, columns, true, rows * 100 + columns)));
}

TEST(every_start_of_odd_boards) {
    for (int rows = 5; rows <= 13; rows += 2)
        for (int columns = 5; columns <= 13; columns += 2)
            for (int start = 0; start < rows * columns; start += 2)
                CHECK(constructs(path(rows, columns, start)));
}

// A first move and an end together can be impossible at a corner; then the edge search proves it.
TEST(first_moves_agree_with_the_edge_search) {
    Dice random(5);
    for (auto [rows, columns] : {std::pair{5, 6}, {6, 6}, {6, 7}, {7, 7}, {8, 9}, {12, 13}}) {
        const auto board = knight_board(rows, columns);
        const bool even = rows * columns % 2 == 0;
        const auto proved_impossible = [&](const RectangleRequest& how) {
            const auto start = static_cast<Vertex>(how.start), end = static_cast<Vertex>(how.end);
            const Edge first = std::minmax(start, static_cast<Vertex>(how.first));
            const heuristics::EdgesRequest exact{{!how.cycle, start, end, {first}}};
            return heuristics::edge_tour(board.view(), exact, tireless).outcome ==
                   Outcome::impossible;
        };
        for (int start = 0; start < rows * columns; ++start) {
            if (!even && start % 2) continue;
            for (Vertex first : board.view().neighbours(start)) {
                RectangleRequest how = path(rows, columns, start, -1, first);
                how.cycle = even;
                CHECK(constructs(how) || (rows == 5 && proved_impossible(how)));
                const int end = random.below(rows * columns);
                if (!colours_allow(rows, columns, start, end) || end == first) continue;
                how = path(rows, columns, start, end, first);
                CHECK(constructs(how) || proved_impossible(how));
            }
        }
    }
}

TEST(large_boards_and_long_corridors) {
    Dice random(9);
    for (int i = 0; i < 30; ++i) {
        const int rows = 5 + random.below(300), columns = 20 + random.below(300);
        const int start = random.below(rows * columns), end = random.below(rows * columns);
        if (!colours_allow(rows, columns, start, end)) continue;
        RectangleRequest how = path(rows, columns, start, end);
        how.variety = i % 2;
        how.seed = static_cast<std::uint64_t>(i);
        CHECK(constructs(how));
    }
}

TEST(cuts_keep_their_promises) {
    Dice random(3);
    for (int length = 6; length <= 80; ++length)
        for (int low = 0; low < length; ++low) {
            const Interval together{low, std::min(low + 2, length - 1)};
            const Parity parity = length % 2 ? Parity::one_odd : Parity::even;
            const auto cuts = cut({length, parity, together, 6}, random);
            CHECK(cuts.size() >= 2 && cuts.front() == 0 && cuts.back() == length);
            int odd = 0;
            for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
                const auto piece = cuts[i + 1] - cuts[i];
                CHECK(piece >= 6);
                CHECK(!(cuts[i] > together.low && cuts[i] <= together.high));
                if (piece % 2 == 0) continue;
                ++odd;
                CHECK(cuts[i] <= together.low && together.high < cuts[i + 1]);
            }
            CHECK(odd == length % 2);
        }
}

TEST(stops_when_asked) {
    StopAfter stop(0);
    CHECK(throws<Interrupted>([&] { construct<Vertex>(closed(100, 100, false, 0), stop); }));
}

// Boards of three or more dimensions.

Vertex size_of(const std::vector<int>& sides) {
    return static_cast<Vertex>(box(sides).cells());
}

void check_layered(const std::vector<int>& sides, Vertex start, std::uint64_t seed) {
    const Walk squares = layered::tour({sides, start, seed}, tireless);
    CHECK(squares.front() == start);
    CHECK(is_tour(box(sides), squares, layered::has_closed_tour(sides)));
}

// Calls visit(sides) for all boards with sides in increasing order and at most 500 squares.
template <typename Visit>
void for_each_board(std::vector<int>& sides, std::size_t dimensions, int size, Visit&& visit) {
    if (sides.size() == dimensions) return visit(sides);
    for (int side = sides.empty() ? 2 : sides.back(); size * side <= 500; ++side) {
        sides.push_back(side);
        for_each_board(sides, dimensions, size * side, visit);
        sides.pop_back();
    }
}

TEST(every_admissible_board_up_to_500_squares) {
    int closed = 0, odd = 0;
    std::vector<int> sides;
    for (std::size_t dimensions = 3; dimensions <= 8; ++dimensions)
        for_each_board(sides, dimensions, 1, [&](const std::vector<int>& sides) {
            if (layered::has_closed_tour(sides)) {
                ++closed;
                check_layered(sides, size_of(sides) / 3, 1);
            } else if (layered::has_open_tour(sides)) {
                ++odd;
                // With all sides odd the colour of a square is the parity of its index.
                for (Vertex start = 0; start < size_of(sides); start += 2)
                    check_layered(sides, start, 2);
            }
        });
    CHECK(closed > 1000 && odd > 20);
}

TEST(axes_in_any_order_and_larger_boards) {
    Dice dice(5);
    for (int round = 0; round < 60; ++round) {
        std::vector<int> sides(3 + dice.below(3));
        do {
            for (int& side : sides) side = 2 + dice.below(sides.size() == 3 ? 30 : 9);
        } while (!layered::has_open_tour(sides));
        Vertex start = dice.below(size_of(sides));
        if (!layered::has_closed_tour(sides)) start -= start % 2;
        check_layered(sides, start, dice.roll());
    }
    // More than 255 moves per square, and an odd block thick along every axis.
    check_layered({4, 2, 2, 2, 3, 2, 2, 2, 2}, 17, 1);
    check_layered({3, 3, 5, 3, 3, 3, 3}, (size_of({3, 3, 5, 3, 3, 3, 3}) - 1) / 2, 1);
}

TEST(wide_indices_give_the_same_tour) {
    const RectangleRequest how{
        .rows = 30, .columns = 41, .cycle = true, .variety = true, .seed = 5};
    const auto wide = construct<std::int64_t>(how, tireless);
    CHECK((Walk(wide.begin(), wide.end()) == construct<Vertex>(how, tireless)));
}

// Switches in orbits.

constexpr int side = 12;

// A tour of the lower half of the board, with its image by the half-turn.
Walk with_image(bool cycle) {
    RectangleRequest how{.rows = side / 2, .columns = side, .cycle = cycle};
    how.start = 5 * side + 4;
    if (!cycle) how.end = 5 * side + 5;  // a move away from (6, 7), the image of the start
    Walk squares = construct<Vertex>(how, tireless);
    const std::size_t count = squares.size();
    for (std::size_t i = 0; i < count; ++i) squares.push_back(side * side - 1 - squares[i]);
    return squares;
}

OrganicRequest half_turned(std::uint64_t seed) {
    return {.board = box({side, side}), .seed = seed, .symmetry = {.flips = {true, true}}};
}

TEST(the_half_turn_stays) {
    const Walk base = with_image(false);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Walk tour = organic(base, half_turned(seed), tireless);
        CHECK(is_tour(box({side, side}), tour, true));
        CHECK(tour != base);
        for (std::size_t i = 0; i < tour.size() / 2; ++i)
            CHECK(tour[i + tour.size() / 2] == side * side - 1 - tour[i]);
    }
}

TEST(an_even_voltage_never_becomes_one_tour) {
    const Walk both = with_image(true);
    OrganicRequest how = half_turned(1);
    how.lengths.assign(2, static_cast<std::int64_t>(both.size() / 2));
    for (how.seed = 0; how.seed < 20; ++how.seed) CHECK(organic(both, how, tireless).empty());
    // Without the symmetry, the same two pieces are joined by any switch.
    how.symmetry = {};
    CHECK(is_tour(box({side, side}), organic(both, how, tireless), true));
}

TEST(magic_tours_are_tours) {
    for (const bool closed : {false, true})
        CHECK(
            is_tour(box({8, 8}), magic_tour({8, 8, closed, false, 1}, {0, 60}, tireless), closed));
}

}  // namespace
}  // namespace babieca::constructions
