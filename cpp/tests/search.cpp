// The search: every combination of rules and orders, several threads, saved states, random probes.
#include <initializer_list>

#include "core/search/step_count.hpp"
#include "core/search/walks.hpp"
#include "tests/graphs.hpp"

namespace babieca::search {
namespace {

constexpr Kind kinds[] = {Kind::closed, Kind::path, Kind::open};
const Options quick{.rules = rule::forced};

using Tours = std::vector<Walk>;

// Walks over all roots; `tours` gets the tours of a walker that lists.
std::int64_t walk(const Instance& instance, bool listing, std::int64_t nodes, Tours& tours) {
    const auto walker = make_walker(instance, listing);
    for (const Task& task : root_tasks(instance)) {
        walker->start(task);
        for (Event event; (event = walker->advance(nodes)) != Event::finished;)
            if (event == Event::tour) walker->append_tour(tours.emplace_back());
    }
    return walker->tally().solutions;
}

Tours list(const Instance& instance) {
    Tours tours;
    CHECK(walk(instance, true, 7, tours) == static_cast<std::int64_t>(tours.size()));
    return tours;
}

std::int64_t count(const Instance& instance) {
    Tours none;
    return walk(instance, false, 1000, none);
}

// Lists and counts `wanted` different tours of the graph.
Tours check_tours(const Question& question, const Options& options, std::size_t wanted) {
    const Instance instance = prepare(question, options);
    const Tours tours = list(instance);
    CHECK(tours.size() == wanted);
    CHECK((std::set(tours.begin(), tours.end()).size()) == wanted);
    for (const auto& tour : tours)
        CHECK(is_tour(question.graph, tour, question.kind == Kind::closed));
    CHECK(count(instance) == static_cast<std::int64_t>(wanted));
    return tours;
}

std::int64_t expected(const Graph& graph, Kind kind) {
    const Vertex n = graph.vertex_count();
    const auto from = [&](Vertex start, bool closed) {
        return plain_count(graph, start, closed, 1 << 30, tireless).tours;
    };
    if (kind == Kind::closed) return n < 3 ? 0 : from(0, true) / 2;
    if (n == 1) return 1;
    if (n == 2 && kind == Kind::open) return 0;
    std::int64_t sum = 0;
    for (Vertex v = 0; v < n; ++v) sum += from(v, false) - (kind == Kind::open ? from(v, true) : 0);
    return sum / 2;
}

void check_all_rules(const OwnedGraph& owned, unsigned rule_step) {
    const Graph graph = owned.view();
    Walk reversed, degrees;
    for (Vertex v = 0; v < graph.vertex_count(); ++v) {
        const auto list = graph.neighbours(v);
        reversed.insert(reversed.end(), list.rbegin(), list.rend());
        degrees.push_back(graph.degree(v));
    }
    for (Kind kind : kinds) {
        const std::int64_t wanted = expected(graph, kind);
        for (unsigned rules = 0; rules < 256; rules += rule_step)
            for (auto moves : {MoveOrder::increasing, MoveOrder::listed, MoveOrder::warnsdorff}) {
                Options options{.rules = rules,
                                .move_order = moves,
                                .subtour_squares = graph.vertex_count() / 2,
                                .subtour_bytes = 1 << 12};
                if (moves == MoveOrder::listed) options.listed = reversed;
                if (moves == MoveOrder::increasing) options.rank = degrees;
                check_tours({.graph = graph, .kind = kind}, options, wanted);
            }
    }
}

// Calls check(question, options) for every kind and some rules.
template <typename Check>
void for_some_rules(const Graph& graph, Check&& check) {
    for (Kind kind : kinds)
        for (unsigned rules : {0U, 15U, 16U + 64U, 255U})
            check(Question{.graph = graph, .kind = kind},
                  Options{.rules = rules, .subtour_squares = graph.vertex_count() / 2});
}

// Tours that begin with a given walk, against a filter over all tours from its start.
void check_beginnings(const OwnedGraph& owned, std::mt19937& random) {
    const Graph graph = owned.view();
    for_some_rules(graph, [&](Question all, const Options& options) {
        all.start = static_cast<Vertex>(random() % graph.vertex_count());
        Question some = all;
        all.directed = true;
        some.begin = {all.start};
        const std::size_t most = 2 + random() % graph.vertex_count();
        while (some.begin.size() < most) {
            const Vertex at = some.begin.back();
            if (graph.degree(at) == 0) break;
            const Vertex next = graph.neighbours(at)[random() % graph.degree(at)];
            if (std::ranges::find(some.begin, next) != some.begin.end()) break;
            some.begin.push_back(next);
        }
        if (some.begin.size() < 2) return;
        const auto begins = [&](const Walk& tour) {
            return std::equal(some.begin.begin(), some.begin.end(), tour.begin());
        };
        const auto wanted = std::ranges::count_if(list(prepare(all, options)), begins);
        CHECK(std::ranges::all_of(check_tours(some, options, wanted), begins));
    });
}

// Tours through and around given edges, against a filter over all tours.
void check_edges(const OwnedGraph& owned, std::mt19937& random) {
    const Graph graph = owned.view();
    if (graph.targets.size() < 6) return;
    for_some_rules(graph, [&](const Question& all, const Options& options) {
        Question some = all;
        for (int i = 0; i < 3; ++i) {
            const auto u = static_cast<Vertex>(random() % graph.vertex_count());
            if (graph.degree(u) == 0) continue;
            const Edge edge = std::minmax(u, graph.neighbours(u)[random() % graph.degree(u)]);
            const auto taken = [&](const auto& edges) {
                return std::ranges::find(edges, edge) != edges.end();
            };
            if (taken(some.through) || taken(some.avoiding)) continue;
            (i < 2 ? some.through : some.avoiding).push_back(edge);
        }
        const auto wanted = std::ranges::count_if(list(prepare(all, options)), [&](auto& tour) {
            return obeys(edges_of(tour, all.kind == Kind::closed), some.through, some.avoiding);
        });
        check_tours(some, options, wanted);
    });
}

TEST(random_graphs_by_all_rules) {
    std::mt19937 random(20260101);
    for (int vertices = 1; vertices <= 8; ++vertices)
        for (int round = 0; round < 6; ++round) {
            const OwnedGraph graph =
                graph_of(vertices, random_edges(vertices, 0.35 + 0.1 * round, random));
            check_all_rules(graph, 1 + 2 * static_cast<unsigned>(round));
            check_edges(graph, random);
            check_beginnings(graph, random);
        }
}

TEST(boards_by_all_rules) {
    std::mt19937 random(20260101);
    check_all_rules(knight_graph({3, 4}), 7);
    check_all_rules(graph_of(Board{{4, 4}, {}, 0, 1}), 11);
    check_edges(knight_graph({3, 4}), random);
    check_edges(knight_graph({4, 5}), random);
    for (int round = 0; round < 20; ++round) check_beginnings(knight_graph({3, 4}), random);
    for (int round = 0; round < 5; ++round) check_beginnings(knight_graph({4, 5}), random);
}

TEST(half_turns) {
    for (auto [rows, columns] : {std::pair{6, 5}, {6, 6}, {3, 10}}) {
        const OwnedGraph owned = knight_graph({rows, columns});
        const Vertex n = rows * columns;
        Question question = {.graph = owned.view()};
        const auto wanted = std::ranges::count_if(list(prepare(question, quick)), [&](Walk tour) {
            const auto edges = edges_of(tour, true);
            for (Vertex& v : tour) v = n - 1 - v;
            return edges == edges_of(tour, true);
        });
        for (Vertex v = 0; v < n; ++v) question.twin.push_back(n - 1 - v);
        for (unsigned rules = 0; rules < 256; rules += 5)
            check_tours(question, {.rules = rules, .subtour_squares = 8}, wanted);
    }
}

// Known counts (OEIS A001230, A083386); a ladder in sets of every size; and complete graphs, whose
// degrees need more bits, with a beginning that leaves three squares.
TEST(known_counts) {
    CHECK(count(prepare({.graph = knight_graph({6, 6}).view()}, quick)) == 9862);
    CHECK(count(prepare({.graph = knight_graph({5, 5}).view(), .kind = Kind::path}, quick)) == 864);
    for (int rungs : {32, 33, 64, 65, 128, 129, 500}) {
        const OwnedGraph ladder = graph_of(Board{{2, rungs}, {}, 0, 1});
        CHECK(count(prepare({.graph = ladder.view()}, quick)) == 1);
    }
    std::mt19937 random;
    for (int vertices : {20, 70, 200}) {
        const OwnedGraph complete = graph_of(vertices, random_edges(vertices, 1, random));
        const Question question = {.graph = complete.view(),
                                   .kind = Kind::path,
                                   .start = 0,
                                   .begin = in_order(vertices - 3)};
        for (unsigned rules : {0U, 15U, 128U}) check_tours(question, {.rules = rules}, 6);
    }
}

Instance closed(const Graph& graph, unsigned rules) {
    return prepare(
        {.graph = graph},
        {.rules = rules, .subtour_squares = graph.vertex_count() / 2, .subtour_bytes = 1 << 16});
}

const auto some_rules = {15U, 31U, 31U + 64U, 128U, 128U + 64U + 32U};

TEST(threads_agree) {
    const OwnedGraph six = knight_graph({6, 6});
    for (unsigned rules : some_rules) {
        const Instance instance = closed(six.view(), rules);
        Tally serial;
        for (int threads : {1, 2, 5}) {
            TourCount count(instance, threads);
            CHECK(count.run(1e9, tireless) && count.tasks().empty());
            CHECK(count.tally().solutions == 9862);
            if (threads == 1) serial = count.tally();
            // Without a table, the tree does not depend on the threads.
            if ((rules & rule::equivalent) == 0) CHECK(count.tally() == serial);
        }
    }
}

// Stops a count again and again; each time a new object resumes from the saved state.
void check_resumed(const Graph& graph, unsigned rules, std::int64_t wanted) {
    std::vector<Task> tasks = root_tasks(closed(graph, rules));
    Tally tally;
    bool finished = false;
    for (int round = 0; !finished; ++round) {
        TourCount count(closed(graph, rules), 2, tasks, tally);
        StopAfter stop(0);
        try {
            finished = round % 2 == 0 ? count.run(0, tireless) : count.run(1e9, stop);
        } catch (const Interrupted&) {
        }
        tasks = count.tasks();
        tally = count.tally();
    }
    CHECK(tally.solutions == wanted);
}

TEST(counts_are_resumed) {
    const OwnedGraph six = knight_graph({6, 6}), long_board = knight_graph({3, 12});
    for (unsigned rules : some_rules) check_resumed(long_board.view(), rules, 176);
    check_resumed(six.view(), rule::forced, 9862);
    for (const Task& task : {Task{5, {0, 8}}, Task{0, {0}}, Task{0, {0, 8, 0}}, Task{0, {0, 8, 9}}})
        CHECK(throws<Refused>(
            [&] { TourCount(closed(six.view(), rule::forced), 1, std::vector{task}); }));
}

// The Python tests compare the estimates with exact numbers.
TEST(probes_walk_down_the_tree) {
    const OwnedGraph owned = knight_graph({5, 5});
    const Question question{.graph = owned.view(), .kind = Kind::path, .start = 0};
    for (unsigned rules : {0U, rule::island | rule::dangling_colour}) {
        const Instance instance = prepare(question, {.rules = rules});
        const auto levels = estimate_levels(instance, 500, 1, tireless);
        CHECK(levels.mean[2] == 2 && levels.variance[2] == 0);
        CHECK(sample_subtrees(instance, 50, 8, 2, tireless).size() == 50);
    }
    CHECK(count_partial_paths(owned.view(), 0, 24, tireless) == 304);
}

// Pieces of any length add up to the tree and list its tours in order; a rerun gives the same.
void check_branches(const Graph& graph, unsigned rules, std::int64_t wanted) {
    const Instance instance = closed(graph, rules);
    Walk whole;
    TourStream(instance).next(1 << 20, &whole, tireless);
    const std::size_t size = graph.vertex_count();
    CHECK(whole.size() == wanted * size);
    for (std::int64_t nodes : {1, 100, 5000}) {
        std::vector<Task> tasks = root_tasks(instance);
        Tally tally;
        Walk squares;
        while (!tasks.empty()) {
            Walked walked = walk_branches(instance, tasks, nodes, true, tireless);
            const Walked again = walk_branches(instance, tasks, nodes, true, tireless);
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

TEST(branches_add_up) {
    check_branches(knight_graph({3, 12}).view(), 31U, 176);
    check_branches(knight_graph({6, 6}).view(), rule::forced, 9862);
}

// All numberings of a graph's tours: in both directions and, if closed, from every vertex.
Tours numberings(const Graph& graph, Kind kind) {
    Question question{graph, kind};
    question.directed = true;
    Tours tours = list(prepare(question, quick));
    if (kind != Kind::closed) return tours;
    Tours turned;
    for (Walk tour : tours)
        for (std::size_t turn = 0; turn < tour.size(); ++turn) {
            std::ranges::rotate(tour, tour.begin() + 1);
            turned.push_back(tour);
        }
    return turned;
}

TEST(steps_of_random_graphs) {
    std::mt19937 random(5);
    std::int64_t found = 0;
    for (int round = 0; round < 120; ++round) {
        const int n = 4 + round % 6;
        const OwnedGraph graph = graph_of(n, random_edges(n, 0.8, random, round % 2));
        for (Kind kind : kinds) {
            const Tours all = numberings(graph.view(), kind);
            StepQuestion question{graph.view(), kind};
            const Walk vertices = shuffled(n, random), steps = shuffled(n, random);
            for (int given = 0; given < 1 + round % 3; ++given)
                question.at.emplace_back(vertices[given], steps[given]);
            question.seed = round % 4;
            Tours wanted, listed;
            for (const Walk& tour : all)
                if (std::ranges::all_of(question.at,
                                        [&](auto pair) { return tour[pair.second] == pair.first; }))
                    wanted.push_back(tour);
            Walk squares;
            CHECK(StepSearch(question).next(1 << 20, &squares, tireless, 3) ==
                  static_cast<std::int64_t>(wanted.size()));
            for (std::size_t at = 0; at < squares.size(); at += n)
                listed.emplace_back(squares.begin() + at, squares.begin() + at + n);
            std::ranges::sort(wanted);
            std::ranges::sort(listed);
            CHECK(listed == wanted);
            StepSearch again({graph.view(), kind});
            again.restart(question.at);
            CHECK(again.next(2, nullptr, tireless) ==
                  static_cast<std::int64_t>(std::min<std::size_t>(wanted.size(), 2)));
            StepCount count(question, 1, 1 << 16);
            CHECK(count.run(1e9, tireless));
            CHECK(count.state().tours == wanted.size());
            found += static_cast<std::int64_t>(wanted.size());
        }
    }
    CHECK(found > 1000);
}

// The complete graph has a tour for every numbering of the vertices that are not given.
TEST(steps_of_complete_graphs) {
    for (const int vertices : {5, 9, 70}) {
        OwnedGraph graph;
        for (Vertex v = 0; v < vertices; ++v) {
            Walk others;
            for (Vertex u = 0; u < vertices; ++u)
                if (u != v) others.push_back(u);
            graph.add(others);
        }
        const int given = vertices < 70 ? 2 : vertices - 9;
        StepQuestion question{graph.view(), Kind::path};
        for (int step = 0; step < given; ++step) question.at.emplace_back(step, step);
        TourNumber wanted = 1;
        for (int left = 2; left <= vertices - given; ++left) wanted *= left;
        StepCount count(question, 2, 1 << 24);
        while (!count.run(0.05, tireless)) {
        }
        CHECK(count.state().tours == wanted);
    }
}

}  // namespace
}  // namespace babieca::search
