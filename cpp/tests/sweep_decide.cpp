// The exact sweep and the edge search against plain search, and the theorems about narrow boards.
#include "core/sweep/decide.hpp"

#include <numeric>

#include "core/heuristics/edge_search.hpp"
#include "tests/check.hpp"
#include "tests/graphs.hpp"
#include "tests/oracle.hpp"

using namespace babieca;
using namespace babieca::sweep;
using heuristics::edge_tour;

namespace {

Control control;

void check_tour(const Graph& graph, const std::vector<Vertex>& squares, bool cycle, Vertex start,
                Vertex end, Vertex first) {
    CHECK(static_cast<Vertex>(squares.size()) == graph.vertex_count());
    std::vector<bool> seen(squares.size(), false);
    for (std::size_t i = 0; i < squares.size(); ++i) {
        CHECK(!seen[squares[i]]);
        seen[squares[i]] = true;
        if (i > 0) CHECK(graph.adjacent(squares[i - 1], squares[i]));
    }
    if (cycle) CHECK(graph.adjacent(squares.back(), squares[0]));
    if (start >= 0) CHECK(squares[0] == start);
    if (end >= 0) CHECK(squares.back() == end);
    if (first >= 0) CHECK(squares[1] == first);
}

void check_edges(const std::vector<Vertex>& squares, bool cycle, const oracle::Edges& required,
                 const oracle::Edges& avoiding) {
    const auto uses = [&](Edge edge) {
        for (std::size_t i = 0; i + !cycle < squares.size(); ++i)
            if (std::minmax(squares[i], squares[(i + 1) % squares.size()]) ==
                std::minmax(edge.first, edge.second))
                return true;
        return false;
    };
    CHECK(std::all_of(required.begin(), required.end(), uses));
    CHECK(std::none_of(avoiding.begin(), avoiding.end(), uses));
}

// Random graphs: a tour if and only if the oracle counts one.
void random_graphs() {
    std::mt19937 random(11);
    int found = 0, none = 0;
    for (int round = 0; round < 400; ++round) {
        const int n = 3 + static_cast<int>(random() % 6);
        const auto edges = oracle::random_edges(n, 0.5, random, round % 3 == 0);
        const auto owned = oracle::from_edges(n, edges);
        const Graph graph = owned.view();
        std::vector<Vertex> order(n);
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random);
        const bool cycle = round % 2;
        Vertex start = static_cast<Vertex>(random() % n), end = -1, first = -1;
        oracle::Edges through;
        if (random() % 2 && graph.degree(start) > 0) {
            first = graph.neighbours(start)[random() % graph.degree(start)];
            through.push_back(std::minmax(start, first));
        }
        if (!cycle && random() % 2) end = static_cast<Vertex>((start + 1 + random() % (n - 1)) % n);
        oracle::Edges required, avoiding;
        if (round % 4 == 3)
            for (auto edge : edges) {
                if (random() % 10 == 0) required.push_back(edge);
                if (random() % 10 == 0) avoiding.push_back(edge);
            }
        const frontier::Sweep sweep(graph, order, !cycle, start, end, {required, avoiding});
        through.insert(through.end(), required.begin(), required.end());
        const auto count = cycle ? oracle::cycles(graph, through, avoiding)
                                 : oracle::paths(graph, start, end, through, avoiding);
        DecideOptions options{.first = first};
        if (round % 5 == 0) options.seed = round;
        const auto swept = decide(sweep, options, control);
        CHECK(swept.complete);
        CHECK(swept.squares.empty() == (count == 0));
        ++(count ? found : none);
        if (count) check_tour(graph, swept.squares, cycle, start, end, first);
        if (count) check_edges(swept.squares, cycle, required, avoiding);
        if (round % 4 == 3) continue;  // the edge search knows no constraints
        if (cycle && first < 0) start = -1;
        const auto searched =
            edge_tour(graph, {.cycle = cycle, .start = start, .end = end, .first = first}, control);
        CHECK((searched.outcome == Outcome::found) == (count > 0));
        CHECK((searched.outcome == Outcome::impossible) == (count == 0));
        if (count) check_tour(graph, searched.squares, cycle, start, end, first);
    }
    CHECK(found > 50 && none > 50);
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
            if (exists) check_tour(board.view(), open.squares, false, -1, -1, -1);
        }
}

// Work counters instead of seconds: a few states per square, however long the board.
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
            check_tour(board.view(), result.squares, rows == 3, -1, -1, -1);
            CHECK(result.states < 10LL * rows * columns);
        }
    }
}

// What is known about the inner lines of a board with a side of 4 changes no answer.
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
    random_graphs();
    narrow_boards_as_schwenk_and_cull_say();
    long_boards_take_few_states();
    inner_lines_change_no_answer();
    limits_are_admitted();
}
