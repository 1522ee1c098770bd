// The exact sweep and the edge search against plain search, and the theorems about narrow boards.
#include "core/sweep/decide.hpp"

#include <algorithm>

#include "core/heuristics/edge_search.hpp"
#include "tests/graphs.hpp"
#include "tests/questions.hpp"

using namespace babieca;
using namespace babieca::sweep;
using heuristics::edge_tour;

namespace {

Control control;

// A tour if and only if plain search lists one, and then one of those listed.
void decides(const questions::Asked& asked) {
    const frontier::Sweep& sweep = asked.sweep;
    const auto among = [&](const std::vector<Vertex>& tour) {
        return std::ranges::find(asked.walks, tour) != asked.walks.end();
    };
    for (const std::optional<std::uint64_t> seed : {std::optional<std::uint64_t>{}, {7}}) {
        const Decision swept = decide(sweep, {.seed = seed}, control);
        CHECK(swept.complete && swept.squares.empty() == asked.walks.empty());
        CHECK(swept.squares.empty() || among(swept.squares));
    }
    if (asked.constrained) return;  // the edge search knows no constraints
    const bool cycle = sweep.problem.apex < 0;
    const Vertex start = cycle ? 0 : sweep.start;
    std::vector<Vertex> firsts{-1};
    if (start >= 0) {
        const auto neighbours = asked.graph.neighbours(start);
        firsts.insert(firsts.end(), neighbours.begin(), neighbours.end());
    }
    for (const Vertex first : firsts) {
        const bool exists = std::ranges::any_of(
            asked.walks, [&](const oracle::Walk& walk) { return first < 0 || walk[1] == first; });
        const auto searched =
            edge_tour(asked.graph,
                      {.cycle = cycle, .start = start, .end = sweep.end, .first = first}, control);
        CHECK(searched.outcome == (exists ? Outcome::found : Outcome::impossible));
        CHECK(!exists || (among(searched.squares) && (first < 0 || searched.squares[1] == first)));
    }
}

void narrow_boards_as_schwenk_and_cull_say() {
    for (int rows = 3; rows <= 4; ++rows)
        for (int columns = rows; columns <= 20; ++columns) {
            const auto board = knight_board(rows, columns);
            const auto closed = decide({board.view(), board.order, false}, {}, control);
            CHECK(closed.squares.empty() == !schwenk(rows, columns));
            const auto open = decide({board.view(), board.order, true}, {}, control);
            const bool exists = rows == 3 ? columns == 4 || columns >= 7 : columns >= 5;
            CHECK(open.squares.empty() == !exists);
            CHECK(!exists || is_tour(board.view(), open.squares, false));
        }
}

// A few states per square on boards of any length.
void long_boards_take_few_states() {
    for (int rows = 3; rows <= 4; ++rows) {
        const int columns = 3000;
        const auto board = knight_board(rows, columns);
        std::vector<Vertex> inner;
        if (rows == 4)
            for (Vertex v = columns; v < 3 * columns; ++v) inner.push_back(v);
        const frontier::Sweep sweep(board.view(), board.order, rows != 3);
        DecideOptions options{.inner = inner, .period = 4 * rows};
        for (int seed = -1; seed < 3; ++seed) {
            if (seed >= 0) options.seed = seed;
            const auto result = decide(sweep, options, control);
            CHECK(is_tour(board.view(), result.squares, rows == 3));
            CHECK(result.states < 10LL * rows * columns);
        }
    }
}

// The facts about the inner lines of a board with a side of 4 change no answer.
void inner_lines_change_no_answer() {
    for (int columns = 5; columns <= 7; ++columns) {
        const auto board = knight_board(4, columns);
        std::vector<Vertex> inner;
        for (Vertex v = columns; v < 3 * columns; ++v) inner.push_back(v);
        for (Vertex start = 0; start < 4 * columns; ++start)
            for (Vertex end = start + 1; end < 4 * columns; ++end) {
                const frontier::Sweep sweep(board.view(), board.order, true, start, end);
                const DecideOptions guided{.inner = inner, .period = 16};
                const bool exists = !decide(sweep, {}, control).squares.empty();
                const bool outer =
                    std::min(start, end) < columns && std::max(start, end) >= 3 * columns;
                const bool both_low = end < columns, both_high = start >= 3 * columns;
                if (!outer && !both_low && !both_high)
                    CHECK(!exists);
                else
                    CHECK(exists == !decide(sweep, guided, control).squares.empty());
            }
    }
}

void limits_are_admitted() {
    const auto board = knight_board(4, 30);
    const frontier::Sweep sweep(board.view(), board.order, false);
    const auto result = decide(sweep, {.limits = {.nodes = 100}}, control);
    CHECK(!result.complete && result.squares.empty());
}

}  // namespace

int main() {
    questions::random_questions(60, 11, 8, decides);
    narrow_boards_as_schwenk_and_cull_say();
    long_boards_take_few_states();
    inner_lines_change_no_answer();
    limits_are_admitted();
}
