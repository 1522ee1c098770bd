// Tiles and rails: every start, every pair of ends and every first move, against exact searches.
#include <set>

#include "core/constructions/links.hpp"
#include "core/constructions/rectangle.hpp"
#include "core/constructions/tiles.hpp"
#include "core/heuristics/edge_search.hpp"
#include "core/sweep/decide.hpp"
#include "tests/check.hpp"
#include "tests/graphs.hpp"

using namespace babieca;
using namespace babieca::constructions;

namespace {

Control control;

bool colours_allow(int rows, int columns, int start, int end) {
    const int a = (start / columns + start % columns) % 2, b = (end / columns + end % columns) % 2;
    return rows * columns % 2 ? a == 0 && b == 0 : a != b;
}

// Constructs and checks a tour; empty if none was constructed.
std::vector<std::int32_t> construct_and_check(const RectangleTask& task) {
    auto links = construct(task, control);
    if (!links) return {};
    const std::int64_t from = std::max<std::int64_t>(task.start, 0);
    const int code = task.first < 0 ? -1
                                    : code_of(task.first / task.columns - from / task.columns,
                                              task.first % task.columns - from % task.columns);
    auto squares = walk<std::int32_t>(*links, from, code, control);
    CHECK(is_tour(box({static_cast<int>(task.rows), static_cast<int>(task.columns)}), squares,
                  task.cycle));
    CHECK(squares[0] == from);
    CHECK(task.first < 0 || squares[1] == task.first);
    CHECK(task.end < 0 || squares.back() == task.end);
    return squares;
}

RectangleTask path(int rows, int columns, int start, int end = -1, int first = -1) {
    return {.rows = rows,
            .columns = columns,
            .cycle = false,
            .start = start,
            .end = end,
            .first = first};
}

void closed_tours_up_to_60() {
    for (int rows = 5; rows <= 60; ++rows)
        for (int columns = 5; columns <= 60; ++columns)
            for (bool variety : {false, true}) {
                if (!schwenk(rows, columns)) continue;
                RectangleTask task{.rows = rows, .columns = columns, .cycle = true};
                task.variety = variety;
                task.seed = static_cast<std::uint64_t>(rows * 100 + columns);
                CHECK(!construct_and_check(task).empty());
            }
}

void every_start_of_odd_boards() {
    for (int rows = 5; rows <= 13; rows += 2)
        for (int columns = 5; columns <= 13; columns += 2)
            for (int start = 0; start < rows * columns; start += 2)
                CHECK(!construct_and_check(path(rows, columns, start)).empty());
}

void every_pair_agrees_with_the_sweep() {
    for (int rows = 5; rows <= 7; ++rows)
        for (int columns = rows; columns <= 8; ++columns) {
            const auto board = knight_board(rows, columns);
            for (int start = 0; start < rows * columns; ++start)
                for (int end = start + 1; end < rows * columns; ++end) {
                    if (!colours_allow(rows, columns, start, end)) continue;
                    const bool found =
                        !construct_and_check(path(rows, columns, start, end)).empty();
                    if (found) continue;
                    CHECK(rows == 5);
                    const frontier::Sweep asked(board.view(), board.order, true, start, end);
                    CHECK(sweep::decide(asked, {}, control).squares.empty());
                }
        }
}

// A first move and an end together can be impossible at a corner; then the edge search proves it.
void first_moves_agree_with_the_edge_search() {
    Dice random(5);
    for (auto [rows, columns] : {std::pair{5, 6}, {6, 6}, {6, 7}, {7, 7}, {8, 9}, {12, 13}}) {
        const auto board = knight_board(rows, columns);
        const bool even = rows * columns % 2 == 0;
        for (int start = 0; start < rows * columns; ++start) {
            if (!even && start % 2) continue;
            for (Vertex first : board.view().neighbours(start)) {
                RectangleTask task = path(rows, columns, start, -1, first);
                task.cycle = even;
                const bool found = !construct_and_check(task).empty();
                CHECK(found || rows == 5);
                if (!found) {
                    const heuristics::EdgesTask exact{
                        .cycle = even, .start = start, .first = first};
                    CHECK(heuristics::edge_tour(board.view(), exact, control).squares.empty());
                }
                const int end = random.below(rows * columns);
                if (!colours_allow(rows, columns, start, end) || end == first) continue;
                if (end == start) continue;
                if (!construct_and_check(path(rows, columns, start, end, first)).empty()) continue;
                const heuristics::EdgesTask exact{
                    .cycle = false, .start = start, .end = end, .first = first};
                const auto answer = heuristics::edge_tour(board.view(), exact, control);
                CHECK(answer.outcome == Outcome::impossible);
            }
        }
    }
}

void large_boards_and_long_corridors() {
    Dice random(9);
    for (int i = 0; i < 30; ++i) {
        const int rows = 5 + random.below(300);
        const int columns = 20 + random.below(300);
        const int start = random.below(rows * columns);
        const int end = random.below(rows * columns);
        if (start == end || !colours_allow(rows, columns, start, end)) continue;
        RectangleTask task = path(rows, columns, start, end);
        task.variety = i % 2;
        task.seed = static_cast<std::uint64_t>(i);
        CHECK(!construct_and_check(task).empty());
    }
}

void seeds_give_different_tours() {
    std::set<std::vector<std::int32_t>> tours;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        RectangleTask task{.rows = 20, .columns = 20, .cycle = true};
        task.variety = true;
        task.seed = seed;
        const auto squares = construct_and_check(task);
        CHECK(squares == construct_and_check(task));
        tours.insert(squares);
    }
    CHECK(tours.size() == 20);
}

void cuts_keep_their_promises() {
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
                CHECK(piece >= 6 || length == 5);
                CHECK(!(cuts[i] > together.low && cuts[i] <= together.high));
                if (piece % 2 == 0) continue;
                ++odd;
                CHECK(cuts[i] <= together.low && together.high < cuts[i + 1]);
            }
            CHECK(odd == length % 2);
        }
}

void stops_when_asked() {
    StopAtOnce stop;
    CHECK(throws<Interrupted>(
        [&] { construct({.rows = 100, .columns = 100, .cycle = true}, stop); }));
}

}  // namespace

int main() {
    closed_tours_up_to_60();
    every_start_of_odd_boards();
    every_pair_agrees_with_the_sweep();
    first_moves_agree_with_the_edge_search();
    large_boards_and_long_corridors();
    seeds_give_different_tours();
    cuts_keep_their_promises();
    stops_when_asked();
}
