// Counting on several threads, in rounds, from saved states; random probes against exact numbers.
#include <cmath>

#include "core/search/count.hpp"
#include "core/search/studies.hpp"
#include "core/search/walks.hpp"
#include "tests/check.hpp"
#include "tests/graphs.hpp"

using namespace babieca;
using namespace babieca::search;

namespace {

Instance closed(const Graph& graph, unsigned rules) {
    return prepare(
        {.graph = graph},
        {.rules = rules, .subtour_squares = graph.vertex_count() / 2, .subtour_bytes = 1 << 16});
}

Instance paths_from(const Graph& graph, Vertex start, unsigned rules) {
    return prepare({.graph = graph, .kind = Kind::path, .start = start}, {.rules = rules});
}

void check_parallel(const Graph& graph, unsigned rules, std::int64_t wanted) {
    Control control;
    TourCount serial(closed(graph, rules), 1);
    CHECK(serial.run(1e9, control));
    CHECK(serial.tally().solutions == wanted);
    for (int threads : {2, 5}) {
        TourCount parallel(closed(graph, rules), threads);
        CHECK(parallel.run(1e9, control));
        CHECK(parallel.tasks().empty());
        CHECK(parallel.tally().solutions == wanted);
        // Without a table, the tree is the same however it is shared.
        if ((rules & rule::equivalent) == 0) CHECK(parallel.tally() == serial.tally());
    }
}

// Stops again and again and goes on from the saved state in a new object every time.
void check_resumed(const Graph& graph, unsigned rules, std::int64_t wanted) {
    Control control;
    StopAtOnce stop;
    std::vector<Task> tasks;
    Tally tally;
    bool finished = false;
    for (int round = 0; !finished; ++round) {
        if (round == 0) tasks = root_tasks(closed(graph, rules));
        TourCount count(closed(graph, rules), 2, tasks, tally);
        try {
            finished = round % 2 == 0 ? count.run(0, control) : count.run(1e9, stop);
        } catch (const Interrupted&) {
        }
        tasks = count.tasks();
        tally = count.tally();
    }
    CHECK(tally.solutions == wanted);
}

void check_foreign_tasks_are_refused(const Graph& graph) {
    for (const Task& task : {Task{5, {0, 8}}, Task{0, {0}}, Task{0, {0, 8, 0}}, Task{0, {0, 8, 9}}})
        CHECK(throws<std::invalid_argument>(
            [&] { TourCount(closed(graph, rule::forced), 1, {task}, {}); }));
}

bool close(double estimate, double variance, double exact) {
    return std::abs(estimate - exact) <= 5 * std::sqrt(variance) + 1e-9;
}

void check_probes() {
    const OwnedGraph owned = knight_graph({5, 5});
    const Graph graph = owned.view();
    Control control;
    const auto levels = estimate_levels(paths_from(graph, 0, 0), 20000, 1, control);
    for (int steps : {1, 2, 3, 8, 12, 24}) {
        const auto exact = static_cast<double>(count_partial_paths(graph, 0, steps, control));
        CHECK(close(levels.mean[steps + 1], levels.variance[steps + 1], exact));
    }
    CHECK(count_partial_paths(graph, 0, 24, control) == 304);

    const Instance instance = paths_from(graph, 0, rule::island | rule::dangling_colour);
    TourCount all(instance, 1);
    CHECK(all.run(1e9, control));
    const auto subtrees = sample_subtrees(instance, 4000, 8, 2, control);
    for (Ending ending : {Ending::stuck, Ending::island, Ending::dangling, Ending::solution}) {
        const auto which = static_cast<int>(ending);
        double sum = 0, squares = 0;
        for (const Subtree& subtree : subtrees) {
            const double value =
                subtree.weight * static_cast<double>(subtree.tally.attempts[which]);
            sum += value;
            squares += value * value;
        }
        const auto n = static_cast<double>(subtrees.size());
        const double variance = (squares / n - sum / n * (sum / n)) / n;
        CHECK(close(sum / n, variance, static_cast<double>(all.tally().attempts[which])));
    }
}

void check_stream() {
    const OwnedGraph owned = knight_graph({6, 6});
    Control control;
    TourStream in_batches(closed(owned.view(), rule::forced));
    TourStream at_once(closed(owned.view(), rule::forced));
    std::vector<Vertex> all, pieces;
    at_once.next(1 << 20, all, control);
    CHECK(all.size() == 36U * 9862U);
    for (std::size_t before = 1; before != pieces.size();) {
        before = pieces.size();
        in_batches.next(700, pieces, control);
    }
    CHECK(pieces == all);
}

// Pieces of any length add up to the tree, list it in its order, and are the same each time.
void check_branches(const Graph& graph, unsigned rules, std::int64_t wanted) {
    Control control;
    const Instance instance = closed(graph, rules);
    std::vector<Vertex> whole;
    TourStream(instance).next(1 << 20, whole, control);
    const std::size_t size = graph.vertex_count();
    CHECK(whole.size() == wanted * size);
    for (std::int64_t nodes : {1, 100, 5000}) {
        std::vector<Task> tasks = root_tasks(instance);
        Tally tally;
        std::vector<Vertex> squares;
        while (!tasks.empty()) {
            Walked walked = walk_branches(instance, tasks, nodes, true, control);
            const Walked again = walk_branches(instance, tasks, nodes, true, control);
            CHECK(again.tally == walked.tally && again.squares == walked.squares);
            CHECK(again.left.size() == walked.left.size());
            tally += walked.tally;
            squares.insert(squares.end(), walked.squares.begin(), walked.squares.end());
            tasks = std::move(walked.left);
        }
        CHECK(tally.solutions == wanted);
        CHECK(squares == whole);
    }
}

}  // namespace

int main() {
    const OwnedGraph six = knight_graph({6, 6}), long_board = knight_graph({3, 12});
    for (unsigned rules : {15U, 31U, 31U + 64U, 128U, 128U + 64U + 32U}) {
        check_parallel(six.view(), rules, 9862);
        check_resumed(long_board.view(), rules, 176);
    }
    check_resumed(six.view(), rule::forced, 9862);
    check_foreign_tasks_are_refused(six.view());
    check_branches(long_board.view(), 31U, 176);
    check_branches(six.view(), rule::forced, 9862);
    check_probes();
    check_stream();
    return 0;
}
