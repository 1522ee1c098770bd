// Every combination of rules and orders finds the tours that plain backtracking finds.
#include <algorithm>
#include <random>
#include <set>

#include "core/search/studies.hpp"
#include "core/search/walker.hpp"
#include "tests/check.hpp"
#include "tests/graphs.hpp"

using namespace babieca;
using namespace babieca::search;

namespace {

constexpr Kind kinds[] = {Kind::closed, Kind::path, Kind::open};

using Tours = std::vector<std::vector<Vertex>>;

// Walks over all roots; `tours` gets the tours of a walker that lists.
std::int64_t walk(const Instance& instance, bool listing, std::int64_t nodes, Tours& tours) {
    const auto walker = make_walker(instance, listing);
    for (const Task& task : root_tasks(instance)) {
        walker->start(task);
        for (Event event; (event = walker->advance(nodes)) != Event::finished;)
            if (event == Event::tour) walker->tour(tours.emplace_back());
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

std::set<Edge> edges_of(const std::vector<Vertex>& tour, bool closed) {
    std::set<Edge> edges;
    for (std::size_t i = 0; i + 1 < tour.size() + closed; ++i)
        edges.insert(std::minmax(tour[i], tour[(i + 1) % tour.size()]));
    return edges;
}

std::int64_t expected(const Graph& graph, Kind kind) {
    Control control;
    if (kind == Kind::closed) {
        return graph.vertex_count() < 3 ? 0
                                        : plain_count(graph, 0, true, 1 << 30, control).tours / 2;
    }
    if (graph.vertex_count() == 1) return 1;
    if (graph.vertex_count() == 2 && kind == Kind::open) return 0;
    std::int64_t sum = 0;
    for (Vertex v = 0; v < graph.vertex_count(); ++v) {
        sum += plain_count(graph, v, false, 1 << 30, control).tours;
        if (kind == Kind::open) sum -= plain_count(graph, v, true, 1 << 30, control).tours;
    }
    return sum / 2;
}

void check_all_rules(const OwnedGraph& owned, unsigned rule_step) {
    const Graph graph = owned.view();
    std::vector<Vertex> reversed, degrees;
    for (Vertex v = 0; v < graph.vertex_count(); ++v) {
        const auto list = graph.neighbours(v);
        reversed.insert(reversed.end(), list.rbegin(), list.rend());
        degrees.push_back(graph.degree(v));
    }
    for (Kind kind : kinds) {
        const std::int64_t wanted = expected(graph, kind);
        for (unsigned rules = 0; rules < 256; rules += rule_step)
            for (Order order : {Order::increasing, Order::listed, Order::warnsdorff}) {
                Options options{.rules = rules,
                                .order = order,
                                .subtour_squares = graph.vertex_count() / 2,
                                .subtour_bytes = 1 << 12};
                if (order == Order::listed) options.listed = reversed;
                if (order == Order::increasing) options.rank = degrees;
                check_tours({.graph = graph, .kind = kind}, options, wanted);
            }
    }
}

// Tours that begin with a given walk, against a filter over all tours from its start.
void check_beginnings(const OwnedGraph& owned, std::mt19937& random) {
    const Graph graph = owned.view();
    for (Kind kind : kinds) {
        for (unsigned rules : {0U, 15U, 16U + 64U, 255U}) {
            const Options options{.rules = rules, .subtour_squares = graph.vertex_count() / 2};
            Question all{.graph = graph, .kind = kind};
            all.start = static_cast<Vertex>(random() % graph.vertex_count());
            all.directed = true;
            Question some{.graph = graph, .kind = kind};
            some.start = all.start;
            some.begin = {all.start};
            const std::size_t most = 2 + random() % graph.vertex_count();
            while (some.begin.size() < most) {
                const Vertex at = some.begin.back();
                if (graph.degree(at) == 0) break;
                const Vertex next = graph.neighbours(at)[random() % graph.degree(at)];
                if (std::ranges::find(some.begin, next) != some.begin.end()) break;
                some.begin.push_back(next);
            }
            if (some.begin.size() < 2) continue;
            std::size_t wanted = 0;
            for (const auto& tour : list(prepare(all, options)))
                wanted += std::equal(some.begin.begin(), some.begin.end(), tour.begin());
            for (const auto& tour : check_tours(some, options, wanted))
                CHECK(std::equal(some.begin.begin(), some.begin.end(), tour.begin()));
        }
    }
}

// Tours through and around given edges, against a filter over all tours.
void check_edges(const OwnedGraph& owned, std::mt19937& random) {
    const Graph graph = owned.view();
    if (graph.targets.size() < 6) return;
    for (Kind kind : kinds) {
        for (unsigned rules : {0U, 15U, 16U + 64U, 255U}) {
            const Question all{.graph = graph, .kind = kind};
            Question some = all;
            for (int i = 0; i < 3; ++i) {
                const auto u = static_cast<Vertex>(random() % graph.vertex_count());
                if (graph.degree(u) == 0) continue;
                const Vertex v = graph.neighbours(u)[random() % graph.degree(u)];
                const Edge edge = std::minmax(u, v);
                const auto taken = [&](const auto& edges) {
                    return std::ranges::find(edges, edge) != edges.end();
                };
                if (taken(some.through) || taken(some.avoiding)) continue;
                (i < 2 ? some.through : some.avoiding).push_back(edge);
            }
            const Options options{.rules = rules, .subtour_squares = graph.vertex_count() / 2};
            std::size_t wanted = 0;
            for (const auto& tour : list(prepare(all, options))) {
                const auto used = edges_of(tour, kind == Kind::closed);
                const auto makes = [&](Edge edge) { return used.contains(edge); };
                wanted += std::ranges::all_of(some.through, makes) &&
                          std::ranges::none_of(some.avoiding, makes);
            }
            check_tours(some, options, wanted);
        }
    }
}

void check_half_turn(int rows, int columns) {
    const OwnedGraph owned = knight_graph({rows, columns});
    const Vertex n = owned.view().vertex_count();
    Question question = {.graph = owned.view()};
    std::size_t wanted = 0;
    for (const auto& tour : list(prepare(question, {.rules = rule::forced}))) {
        const auto edges = edges_of(tour, true);
        wanted += std::all_of(edges.begin(), edges.end(), [&](auto edge) {
            return edges.contains(std::minmax(n - 1 - edge.first, n - 1 - edge.second));
        });
    }
    for (Vertex v = 0; v < n; ++v) question.twin.push_back(n - 1 - v);
    for (unsigned rules = 0; rules < 256; rules += 5)
        check_tours(question, {.rules = rules, .subtour_squares = 8}, wanted);
}

}  // namespace

int main() {
    std::mt19937 random(20260101);
    for (int vertices = 1; vertices <= 8; ++vertices) {
        for (int round = 0; round < 6; ++round) {
            const OwnedGraph graph = random_graph(vertices, 0.35 + 0.1 * round, random);
            check_all_rules(graph, 1 + 2 * static_cast<unsigned>(round));
            check_edges(graph, random);
            check_beginnings(graph, random);
        }
    }
    check_all_rules(knight_graph({3, 4}), 7);
    check_all_rules(grid_graph(4, 4), 11);
    check_edges(knight_graph({3, 4}), random);
    check_edges(knight_graph({4, 5}), random);
    for (int round = 0; round < 20; ++round) check_beginnings(knight_graph({3, 4}), random);
    for (int round = 0; round < 5; ++round) check_beginnings(knight_graph({4, 5}), random);
    check_half_turn(6, 5);
    check_half_turn(6, 6);
    check_half_turn(3, 10);

    // Known counts (OEIS A001230, A083386); a ladder in sets of every size; and complete graphs,
    // whose degrees need more bits, with a beginning that leaves three squares.
    const Options options{.rules = rule::forced};
    CHECK(count(prepare({.graph = knight_graph({6, 6}).view()}, options)) == 9862);
    CHECK(count(prepare({.graph = knight_graph({5, 5}).view(), .kind = Kind::path}, options)) ==
          864);
    for (int rungs : {32, 33, 64, 65, 128, 129, 500})
        CHECK(count(prepare({.graph = grid_graph(2, rungs).view()}, options)) == 1);
    for (int vertices : {20, 70, 200}) {
        const OwnedGraph graph = graph_where(vertices, [](Vertex, Vertex) { return true; });
        Question question = {.graph = graph.view(), .kind = Kind::path};
        question.start = 0;
        for (Vertex v = 0; v + 3 < vertices; ++v) question.begin.push_back(v);
        for (unsigned rules : {0U, 15U, 128U}) check_tours(question, {.rules = rules}, 6);
    }
    return 0;
}
