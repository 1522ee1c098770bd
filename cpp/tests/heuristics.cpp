// The searches that may give up: their tours are tours, and their proofs are proofs. The check of
// tours, and the events of a traced search.
#include "core/heuristics/finders.hpp"

#include <array>

#include "core/constructions/constructions.hpp"
#include "core/effort.hpp"
#include "core/graphs/graph.hpp"
#include "core/heuristics/turning_path.hpp"
#include "core/search/walks.hpp"
#include "core/sweep/sparse.hpp"
#include "tests/graphs.hpp"

namespace babieca::heuristics {
namespace {

const std::vector<Criterion> by_chance = {Criterion::degree, Criterion::random};

// With the neighbours in the move order, the padded box and the graph give the same walk.
TEST(box_and_graph_walk_alike) {
    for (const std::vector<int>& sides :
         {std::vector<int>{8, 8}, {5, 7}, {4, 5, 6}, {3, 3, 4, 5}}) {
        const Board space = box(sides);
        const auto adjacency = ordered_graph(space, space.moves(), tireless);
        const Vertex size = adjacency.view().vertex_count();
        std::vector<std::int64_t> corner(size, 0), edge(size, 1000);
        for (Vertex v = 0; v < size; ++v) {
            Vertex rest = v;
            for (std::size_t axis = sides.size(); axis-- > 0; rest /= sides[axis]) {
                const int x = rest % sides[axis];
                const std::int64_t border = std::min(x, sides[axis] - 1 - x);
                corner[v] += border;
                edge[v] = std::min(edge[v], border);
            }
        }
        for (const std::vector<Criterion>& criteria :
             {std::vector{Criterion::degree},
              by_chance,
              {Criterion::edge, Criterion::degree, Criterion::corner},
              {Criterion::degree, Criterion::corner, Criterion::edge, Criterion::random}})
            for (Vertex start = 0; start < size; start += 7) {
                const Warnsdorff how{
                    .criteria = criteria, .starts = {start}, .attempts = 50, .seed = 7};
                const Answer on_box = warnsdorff(space, how, tireless);
                const Answer on_graph = warnsdorff(adjacency.view(), corner, edge, how, tireless);
                CHECK(on_box.squares == on_graph.squares && on_box.nodes == on_graph.nodes);
                CHECK(on_box.nodes <= (on_box.restarts + 1) * size);
                CHECK(on_box.squares.empty() ||
                      is_tour(knight_graph(sides).view(), on_box.squares, false));
            }
    }
}

TEST(closed_walks_close) {
    const Warnsdorff how{.criteria = by_chance, .starts = {7}, .closed = true, .attempts = 10000};
    const Answer answer = warnsdorff(box({6, 6}), how, tireless);
    CHECK(answer.outcome == Outcome::found && is_tour(box({6, 6}), answer.squares, true));
}

TEST(rotation_finds) {
    const auto adjacency = knight_graph({8, 8});
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        for (bool closed : {true, false}) {
            const EdgesRequest how{{!closed, 9, closed ? -1 : 10}, {10'000'000}, seed};
            const Answer answer = rotation_extension(adjacency.view(), how, tireless);
            CHECK(answer.outcome == Outcome::found && answer.squares.front() == 9);
            CHECK(is_tour(adjacency.view(), answer.squares, closed));
            CHECK(closed || answer.squares.back() == 10);
        }
    const auto impossible = knight_graph({4, 4});
    CHECK(rotation_extension(impossible.view(), {{true, 9}, {1000}}, tireless).outcome ==
          Outcome::limits_reached);
    StopAfter stop(0);
    CHECK(throws<Interrupted>([&] { rotation_extension(impossible.view(), {{true}}, stop); }));
}

TEST(a_turning_path_agrees_with_a_list) {
    std::mt19937 random(1);
    for (Vertex size : {5, 60, 700}) {
        TurningPath path(size);
        std::vector<Vertex> list;
        for (int round = 0; round < 3000; ++round) {
            if (round % 1000 == 0) path.clear(), list.clear();
            if (static_cast<Vertex>(list.size()) < size && (list.empty() || random() % 2)) {
                list.push_back(static_cast<Vertex>(list.size()));
                path.append(list.back());
            }
            const auto at = static_cast<std::ptrdiff_t>(random() % list.size()) + 1;
            const Vertex v = list[at - 1];
            if (random() % 4) {
                path.reverse_after(v);
                std::reverse(list.begin() + at, list.end());
            } else if (random() % 2) {
                path.end_with(v);
                std::rotate(list.begin(), list.begin() + at, list.end());
            } else {
                path.reverse();
                std::reverse(list.begin(), list.end());
            }
            CHECK(path.front() == list.front() && path.back() == list.back());
            const auto place = random() % list.size();
            if (place + 1 < list.size()) CHECK(path.after(list[place]) == list[place + 1]);
            if (round % 16 == 0) CHECK(path.list() == list);
        }
    }
}

TEST(steering_moves_the_end_only) {
    const Warnsdorff how{.criteria = by_chance, .starts = {0}};
    int reached = 0;
    for (Vertex goal : {1, 8, 10, 62, 55}) {
        auto path = warnsdorff(box({8, 8}), how, tireless).squares;
        if (!constructions::layered::steer(path, goal, box({8, 8}), 3, tireless)) continue;
        ++reached;
        CHECK(path.front() == 0 && path.back() == goal);
        CHECK(is_tour(box({8, 8}), path, false));
    }
    CHECK(reached >= 4);
}

TEST(cut_vertices_are_seen) {
    const auto two_triangles = graph_of(5, Edges{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {2, 4}, {3, 4}});
    CHECK((pieces_without(two_triangles.view()) == std::vector<std::int32_t>{1, 1, 2, 1, 1}));
}

// The check of tours.

int degree(const Board& board, Square square) {
    int moves = 0;
    for (Square other = 0; other < board.size(); ++other) moves += board.is_move(square, other);
    return moves;
}

TEST(moves_on_boards_of_any_shape) {
    const Board chess = box({8, 8});
    CHECK(degree(chess, 0) == 2 && degree(chess, 1) == 3 && degree(chess, 27) == 8);
    CHECK(degree(box({4, 4, 4}), 0) == 6);
    // On a 4x4 torus moves by +2 and -2 meet, on 3x3 moves by 2 are moves by -1.
    CHECK(degree(Board{{4, 4}, {true, true}}, 5) == 4);
    CHECK(degree(Board{{3, 3}, {true, true}}, 4) == 4);
    CHECK(degree(Board{{5, 5}, {true, false}}, 0) == 4);
    CHECK(degree(Board{{7}, {false}, 0, 1}, 3) == 2);
    CHECK(degree(Board{{4, 4}, {false, false}, 0, 1}, 5) == 4);
}

FirstFault check(const Board& board, const Walk& squares, std::int64_t count = 1) {
    const auto length = static_cast<std::int64_t>(squares.size()) / count;
    return check_on_board(Rows<Vertex>{squares, count, length}, board);
}

TEST(faults_are_found) {
    const Board ring = box({3, 3});
    const Walk round = {0, 5, 6, 1, 8, 3, 2, 7};
    for (const auto& [squares, fault, meet] :
         {std::tuple<Walk, Fault, bool>{round, Fault::none, true},
          {{0, 5, 6}, Fault::none, false},
          {{0, 5}, Fault::none, true},
          {{0}, Fault::none, false},
          {{0, 5, 0}, Fault::repeated, false},
          {{0, 1}, Fault::not_a_move, false},
          {{0, 9}, Fault::outside, false},
          {{-1}, Fault::outside, false}}) {
        const FirstFault verdict = check(ring, squares);
        CHECK(verdict.fault == fault);
        CHECK(meet == (fault == Fault::none && verdict.ends_meet == std::vector<std::uint8_t>{1}));
    }
    CHECK(check(ring, {0, 5, 0}).step == 2);
    CHECK(check(Board{.sides = {3, 3}, .holes = {4}}, {0, 5, 4}).fault == Fault::outside);
    CHECK(check(ring, {}).fault == Fault::none);

    // Several sequences: the first faulty one is reported.
    const FirstFault three = check(ring, {0, 5, 6, 5, 6, 1, 8, 3, 4}, 3);
    CHECK(three.fault == Fault::not_a_move && three.row == 2 && three.step == 2);
    CHECK(check(ring, {0, 5, 6, 6}, 2).row == 1);
    const auto triangle_and_tail = graph_of(4, Edges{{0, 1}, {0, 2}, {1, 2}, {2, 3}});
    const Walk two = {0, 1, 2, 1, 2, 3};
    CHECK((check_on_graph({two, 2, 3}, triangle_and_tail.view()).ends_meet ==
           std::vector<std::uint8_t>{1, 0}));

    // A sequence far too short for its board needs no memory of the board's size.
    const Board vast = box({1 << 24, 1 << 24});
    const Vertex row = 1 << 24;
    CHECK(check(vast, {0, row + 2}).fault == Fault::none);
    CHECK(check(vast, {0, row + 2, 0}).fault == Fault::repeated);
    CHECK(check(vast, {0, row + 2, 5}).fault == Fault::not_a_move);
}

// Traces: the events agree with the statistics of the search.

using Records = std::vector<std::int32_t>;

// Counts the records of a kind; checks that the records are whole.
std::int64_t number_of(Happening kind, const Records& records) {
    std::int64_t found = 0;
    std::size_t at = 0;
    while (at < records.size()) {
        CHECK(at + 5 <= records.size());
        found += records[at] == static_cast<int>(kind);
        at += 5 + static_cast<std::size_t>(records[at + 4]);
    }
    CHECK(at == records.size());
    return found;
}

TEST(a_stack_traces_every_step) {
    using enum Happening;
    const OwnedGraph graph = knight_graph({3, 6});
    const StackSearch how{{0, 1, 2}, -1, true, true, false, {}};
    EventLog log;
    const Answer answer = stack_search(graph.view(), how, tireless, &log);
    const Records all = log.take();
    CHECK(answer.outcome == Outcome::impossible);
    CHECK(number_of(start, all) == answer.restarts + 1);
    CHECK(number_of(move, all) + number_of(forced, all) + number_of(start, all) == answer.nodes);
    CHECK(number_of(backtrack, all) == answer.backtracks);

    // A trace in parts has the same events.
    Records parts;
    for (std::int64_t skipped = 0, most = 7;; skipped += most, most = skipped) {
        EventLog part(skipped, most);
        stack_search(graph.view(), how, tireless, &part);
        const bool more = part.full();
        const Records records = part.take();
        parts.insert(parts.end(), records.begin(), records.end());
        if (!more) break;
    }
    CHECK(parts == all);
}

// The Python tests compare every ending with the tally.
TEST(a_search_traces_every_node) {
    const OwnedGraph graph = knight_graph({4, 5});
    for (unsigned rules = 0; rules < 256; rules += 3) {
        const search::Question question{
            .graph = graph.view(), .kind = search::Kind::path, .start = 0};
        const search::Options options{.rules = rules, .subtour_squares = 10};
        search::TracedSearch traced(search::prepare(question, options), true);
        Records all;
        while (!traced.finished()) {
            const Records records = traced.next(100, 0, tireless);
            all.insert(all.end(), records.begin(), records.end());
        }
        using enum Happening;
        CHECK(traced.tally().solutions == 32);
        CHECK(number_of(move, all) + number_of(forced, all) == traced.tally().nodes);
        CHECK(number_of(backtrack, all) == traced.tally().nodes);
    }
    CHECK(search::plain_count(graph.view(), 0, false, 1 << 30, tireless).tours == 32);
}

TEST(a_traced_sweep_ends_with_the_count) {
    const OwnedGraph graph = knight_graph({5, 6});
    const frontier::Sweep sweep(graph.view(), in_order(30));
    const auto count = sweep::count_sparse(sweep, {}, tireless);
    for (const std::size_t most : {3, 100'000}) {
        sweep::TracedSweep traced(sweep, static_cast<int>(most), 0);
        std::vector<sweep::Example> before;
        std::uint64_t states = 0;
        int layers = 0;
        for (; !traced.finished(); ++layers) {
            auto layer = traced.next(tireless);
            states += layer.states;
            CHECK(layer.examples.size() == std::min<std::size_t>(most, layer.states));
            for (const auto& example : layer.examples) {
                if (most == 3 || layers == 0) continue;
                std::uint64_t sum = 0;
                for (const int source : example.sources) sum += before.at(source).ways;
                CHECK(sum == example.ways);
            }
            before = std::move(layer.examples);
        }
        CHECK(layers == sweep.steps() + 1);
        CHECK(states == count.counters + 1);  // the count leaves the first layer out
        CHECK(traced.tours() == count.residue);
        CHECK(count.residue == 8);
    }
}

}  // namespace
}  // namespace babieca::heuristics
