// The searches that may give up: their tours are tours, and their proofs are proofs.
#include <algorithm>

#include "core/constructions/layered.hpp"
#include "core/graphs/low_points.hpp"
#include "core/heuristics/rotation.hpp"
#include "core/heuristics/stack_search.hpp"
#include "core/heuristics/warnsdorff.hpp"
#include "tests/check.hpp"
#include "tests/graphs.hpp"

using namespace babieca;
using namespace babieca::heuristics;

namespace {

Control control;
const std::vector<Criterion> by_chance = {Criterion::degree, Criterion::random};

void moves_go_counter_clockwise_from_the_upper_right() {
    const auto moves = leaper_moves(2, 1, 2);
    CHECK(moves.size() == 8);
    CHECK((moves[0] == Displacement{1, 2}) && (moves[1] == Displacement{2, 1}) &&
          (moves[7] == Displacement{-1, 2}));
    CHECK(leaper_moves(2, 0, 1).size() == 4);
    CHECK(leaper_moves(2, 1, 1).size() == 4);
    CHECK(leaper_moves(4, 1, 2).size() == 48);
}

// With the neighbours in the order of the moves, the padded box and the graph are the same walk.
void box_and_graph_walk_alike() {
    for (const std::vector<int>& sides :
         {std::vector<int>{8, 8}, {5, 7}, {4, 5, 6}, {3, 3, 4, 5}}) {
        const auto moves = leaper_moves(static_cast<int>(sides.size()), 1, 2);
        const auto adjacency = ordered_adjacency(sides, moves, control);
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
        BoxSpace box(sides, moves);
        for (const std::vector<Criterion>& criteria :
             {std::vector{Criterion::degree},
              {Criterion::degree, Criterion::random},
              {Criterion::edge, Criterion::degree, Criterion::corner},
              {Criterion::degree, Criterion::corner, Criterion::edge, Criterion::random}}) {
            for (Vertex start = 0; start < size; start += 7) {
                const Warnsdorff how{
                    .criteria = criteria, .starts = {start}, .attempts = 50, .seed = 7};
                const Answer on_box = warnsdorff(box, how, control);
                const Answer on_graph = warnsdorff(adjacency.view(), corner, edge, how, control);
                CHECK(on_box.squares == on_graph.squares && on_box.nodes == on_graph.nodes);
                CHECK(on_box.nodes <= (on_box.restarts + 1) * size);
                CHECK(on_box.squares.empty() ||
                      is_tour(knight_graph(sides).view(), on_box.squares, false));
            }
        }
    }
}

void warnsdorff_counts_its_failures() {
    BoxSpace box({4, 4}, leaper_moves(2, 1, 2));
    Warnsdorff how{.criteria = by_chance, .starts = {0}, .attempts = 5};
    Answer answer = warnsdorff(box, how, control);
    CHECK(answer.outcome == Outcome::limits_reached && answer.restarts == 4);
    CHECK(answer.squares.empty());
    how.criteria = {Criterion::degree};  // the second walk would be the same
    answer = warnsdorff(box, how, control);
    CHECK(answer.restarts == 0);
}

void closed_walks_close() {
    const auto adjacency = knight_graph({6, 6});
    BoxSpace box({6, 6}, leaper_moves(2, 1, 2));
    const Warnsdorff how{.criteria = by_chance, .starts = {7}, .closed = true, .attempts = 10000};
    const Answer answer = warnsdorff(box, how, control);
    CHECK(answer.outcome == Outcome::found && is_tour(adjacency.view(), answer.squares, true));
}

void backtracking_proves() {
    const auto adjacency = ordered_adjacency({4, 4}, leaper_moves(2, 1, 2), control);
    for (bool prune : {false, true}) {
        StackSearch how{.prune = prune};
        for (Vertex start = 0; start < 16; ++start) how.starts.push_back(start);
        const Answer answer = stack_search(adjacency.view(), how, control);
        CHECK(answer.outcome == Outcome::impossible);
        CHECK(answer.backtracks == answer.nodes);  // every square entered was left again
    }
    const StackSearch limited{.starts = {0}, .limits = {10}};
    CHECK(stack_search(adjacency.view(), limited, control).outcome == Outcome::limits_reached);
}

// Pruning must never lose a tour, and the two must agree on every small graph.
void pruning_agrees_with_trying_everything() {
    std::mt19937 random(1);
    const auto below = [&](int bound) { return static_cast<int>(random() % bound); };
    int found = 0, impossible = 0;
    for (int round = 0; round < 3000; ++round) {
        const int size = 3 + below(7);
        const auto adjacency = random_graph(size, 0.2 + 0.01 * below(60), random);
        StackSearch how{.closed = below(2) == 0};
        how.starts = {below(size)};
        if (!how.closed && below(2) == 0) how.end = (how.starts[0] + 1) % size;
        const Answer plain = stack_search(adjacency.view(), how, control);
        how.prune = true;
        const Answer pruned = stack_search(adjacency.view(), how, control);
        CHECK(plain.outcome == pruned.outcome);
        CHECK(pruned.nodes <= plain.nodes);
        if (plain.outcome == Outcome::found) {
            CHECK(is_tour(adjacency.view(), pruned.squares, how.closed));
            CHECK(how.end < 0 || pruned.squares.back() == how.end);
        }
        ++(plain.outcome == Outcome::found ? found : impossible);
    }
    CHECK(found > 300 && impossible > 300);
}

void rotation_finds() {
    const auto adjacency = knight_graph({8, 8});
    Rotation how;
    how.limits.nodes = 10'000'000;
    for (how.seed = 0; how.seed < 20; ++how.seed) {
        how.closed = true;
        how.start = 9;
        Answer answer = rotation_extension(adjacency.view(), how, control);
        CHECK(answer.outcome == Outcome::found && answer.squares.front() == 9);
        CHECK(is_tour(adjacency.view(), answer.squares, true));
        how.closed = false;
        how.end = 10;
        answer = rotation_extension(adjacency.view(), how, control);
        CHECK(answer.outcome == Outcome::found && answer.squares.back() == 10);
        CHECK(answer.squares.front() == 9 && is_tour(adjacency.view(), answer.squares, false));
        how.end = -1;
    }
    how.limits.nodes = 1000;
    const auto impossible = knight_graph({4, 4});
    CHECK(rotation_extension(impossible.view(), how, control).outcome == Outcome::limits_reached);
}

void steering_moves_the_end_only() {
    const std::vector<int> sides{8, 8};
    const auto moves = leaper_moves(2, 1, 2);
    const auto adjacency = knight_graph(sides);
    BoxSpace box(sides, moves);
    const Warnsdorff how{.criteria = by_chance, .starts = {0}};
    int reached = 0;
    for (Vertex goal : {1, 8, 10, 62, 55}) {
        auto path = warnsdorff(box, how, control).squares;
        if (!constructions::layered::steer(path, goal, sides, moves, 3, control)) continue;
        ++reached;
        CHECK(path.front() == 0 && path.back() == goal);
        CHECK(is_tour(adjacency.view(), path, false));
    }
    CHECK(reached >= 4);
}

void cut_vertices_are_seen() {
    // Two triangles that share vertex 2.
    const std::vector<std::int64_t> offsets{0, 2, 4, 8, 10, 12};
    const std::vector<Vertex> targets{1, 2, 0, 2, 0, 1, 3, 4, 2, 4, 2, 3};
    CHECK((pieces_without({offsets, targets}) == std::vector<std::int32_t>{1, 1, 2, 1, 1}));
}

void everything_can_be_interrupted() {
    const auto adjacency = knight_graph({4, 4});
    StopAtOnce stop;
    CHECK(throws<Interrupted>([&] { rotation_extension(adjacency.view(), Rotation{}, stop); }));
}

}  // namespace

int main() {
    moves_go_counter_clockwise_from_the_upper_right();
    box_and_graph_walk_alike();
    warnsdorff_counts_its_failures();
    closed_walks_close();
    backtracking_proves();
    pruning_agrees_with_trying_everything();
    rotation_finds();
    steering_moves_the_end_only();
    cut_vertices_are_seen();
    everything_can_be_interrupted();
}
