// Every combination of rules and orders finds the tours that plain backtracking finds.
#include <algorithm>
#include <random>
#include <set>

#include "core/search/plain_count.hpp"
#include "core/search/walker.hpp"
#include "tests/check.hpp"
#include "tests/search_graphs.hpp"

using namespace babieca;
using namespace babieca::search;

namespace {

Question ask(const Graph& graph, Kind kind) {
    Question question;
    question.graph = graph;
    question.kind = kind;
    return question;
}

std::vector<std::vector<Vertex>> list(const Instance& instance) {
    std::vector<std::vector<Vertex>> tours;
    const auto walker = make_walker(instance, true);
    for (std::size_t i = 0; i < instance.roots.size(); ++i) {
        walker->start({static_cast<int>(i), instance.roots[i].prefix});
        for (;;) {
            const Event event = walker->advance(7);
            if (event == Event::finished) break;
            if (event == Event::pause) continue;
            tours.emplace_back();
            walker->tour(tours.back());
        }
    }
    CHECK(walker->tally().solutions == static_cast<std::int64_t>(tours.size()));
    return tours;
}

std::int64_t count(const Instance& instance) {
    const auto walker = make_walker(instance, false);
    for (std::size_t i = 0; i < instance.roots.size(); ++i) {
        walker->start({static_cast<int>(i), instance.roots[i].prefix});
        while (walker->advance(1000) != Event::finished) {
        }
    }
    return walker->tally().solutions;
}

void check_tours(const Question& question, const std::vector<std::vector<Vertex>>& tours) {
    const Graph& graph = question.graph;
    const std::set<std::vector<Vertex>> different(tours.begin(), tours.end());
    CHECK(different.size() == tours.size());
    for (const auto& tour : tours) {
        CHECK(tour.size() == static_cast<std::size_t>(graph.vertex_count()));
        CHECK((std::set<Vertex>(tour.begin(), tour.end()).size()) == tour.size());
        for (std::size_t i = 0; i + 1 < tour.size(); ++i)
            CHECK(graph.adjacent(tour[i], tour[i + 1]));
        if (question.kind == Kind::closed) CHECK(graph.adjacent(tour.front(), tour.back()));
    }
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
    for (Kind kind : {Kind::closed, Kind::path, Kind::open}) {
        const std::int64_t wanted = expected(graph, kind);
        for (unsigned rules = 0; rules < 256; rules += rule_step) {
            for (Order order : {Order::increasing, Order::listed, Order::warnsdorff}) {
                Question question = ask(graph, kind);
                Options options;
                options.rules = rules;
                options.order = order;
                options.subtour_squares = graph.vertex_count() / 2;
                options.subtour_bytes = 1 << 12;
                if (order == Order::listed) {
                    options.listed = reversed_neighbours(owned);
                }
                if (order == Order::increasing) {
                    for (Vertex v = 0; v < graph.vertex_count(); ++v) {
                        options.rank.push_back(graph.degree(v));
                    }
                }
                const Instance instance = prepare(question, options);
                const auto tours = list(instance);
                check_tours(question, tours);
                CHECK(static_cast<std::int64_t>(tours.size()) == wanted);
                CHECK(count(instance) == wanted);
            }
        }
    }
}

// Tours that begin with a given walk, against a filter over all tours from its start.
void check_beginnings(const OwnedGraph& owned, std::mt19937& random) {
    const Graph graph = owned.view();
    for (Kind kind : {Kind::closed, Kind::path, Kind::open}) {
        for (unsigned rules : {0U, 15U, 16U + 64U, 255U}) {
            Options options;
            options.rules = rules;
            options.subtour_squares = graph.vertex_count() / 2;
            Question all = ask(graph, kind);
            all.start = static_cast<Vertex>(random() % graph.vertex_count());
            all.directed = true;
            Question some = ask(graph, kind);
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
            const Instance instance = prepare(some, options);
            const auto tours = list(instance);
            check_tours(some, tours);
            for (const auto& tour : tours)
                CHECK(std::equal(some.begin.begin(), some.begin.end(), tour.begin()));
            CHECK(tours.size() == wanted);
            CHECK(count(instance) == static_cast<std::int64_t>(wanted));
        }
    }
}

// Tours through and around given edges, against a filter over all tours.
void check_edges(const OwnedGraph& owned, std::mt19937& random) {
    const Graph graph = owned.view();
    if (graph.targets.size() < 6) return;
    for (Kind kind : {Kind::closed, Kind::path, Kind::open}) {
        for (unsigned rules : {0U, 15U, 16U + 64U, 255U}) {
            const Question all = ask(graph, kind);
            Question some = all;
            for (int i = 0; i < 3; ++i) {
                const auto u = static_cast<Vertex>(random() % graph.vertex_count());
                if (graph.degree(u) == 0) continue;
                const Vertex v = graph.neighbours(u)[random() % graph.degree(u)];
                const std::pair<Vertex, Vertex> edge{u, v}, turned{v, u};
                auto taken = [&](const auto& edges) {
                    return std::find(edges.begin(), edges.end(), edge) != edges.end() ||
                           std::find(edges.begin(), edges.end(), turned) != edges.end();
                };
                if (taken(some.through) || taken(some.avoiding)) continue;
                (i < 2 ? some.through : some.avoiding).push_back(edge);
            }
            Options options;
            options.rules = rules;
            options.subtour_squares = graph.vertex_count() / 2;
            std::size_t wanted = 0;
            for (const auto& tour : list(prepare(all, options))) {
                std::set<std::pair<Vertex, Vertex>> used;
                for (std::size_t i = 0; i < tour.size(); ++i) {
                    if (i + 1 == tour.size() && kind != Kind::closed) break;
                    const Vertex u = tour[i], v = tour[(i + 1) % tour.size()];
                    used.insert({u, v});
                    used.insert({v, u});
                }
                bool good = true;
                for (auto edge : some.through) good = good && used.contains(edge);
                for (auto edge : some.avoiding) good = good && !used.contains(edge);
                wanted += good;
            }
            const Instance instance = prepare(some, options);
            CHECK(list(instance).size() == wanted);
            CHECK(count(instance) == static_cast<std::int64_t>(wanted));
        }
    }
}

void check_half_turn(int rows, int columns) {
    const OwnedGraph owned = knight_graph(rows, columns);
    const Vertex n = owned.view().vertex_count();
    Options options;
    options.rules = rule::forced;
    Question question = ask(owned.view(), Kind::closed);
    std::size_t wanted = 0;
    for (const auto& tour : list(prepare(question, options))) {
        std::set<std::pair<Vertex, Vertex>> edges;
        for (Vertex i = 0; i < n; ++i) {
            edges.insert(std::minmax(tour[i], tour[(i + 1) % n]));
        }
        wanted += std::all_of(edges.begin(), edges.end(), [&](auto edge) {
            const Vertex u = n - 1 - edge.first, v = n - 1 - edge.second;
            return edges.contains(std::minmax(u, v));
        });
    }
    for (Vertex v = 0; v < n; ++v) question.twin.push_back(n - 1 - v);
    for (unsigned rules = 0; rules < 256; rules += 5) {
        options.rules = rules;
        options.subtour_squares = 8;
        const Instance instance = prepare(question, options);
        const auto tours = list(instance);
        check_tours(question, tours);
        CHECK(tours.size() == wanted);
        CHECK(count(instance) == static_cast<std::int64_t>(wanted));
    }
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
    check_all_rules(knight_graph(3, 4), 7);
    check_all_rules(grid_graph(4, 4), 11);
    check_edges(knight_graph(3, 4), random);
    check_edges(knight_graph(4, 5), random);
    for (int round = 0; round < 20; ++round) check_beginnings(knight_graph(3, 4), random);
    for (int round = 0; round < 5; ++round) check_beginnings(knight_graph(4, 5), random);
    check_half_turn(6, 5);
    check_half_turn(6, 6);
    check_half_turn(3, 10);

    // Known counts (OEIS A001230, A083386), and a ladder in one, two, four and sixteen words.
    Options options;
    options.rules = rule::forced;
    CHECK(count(prepare(ask(knight_graph(6, 6).view(), Kind::closed), options)) == 9862);
    CHECK(count(prepare(ask(knight_graph(5, 5).view(), Kind::path), options)) == 864);
    for (int rungs : {32, 33, 64, 65, 128, 129, 500}) {
        CHECK(count(prepare(ask(grid_graph(2, rungs).view(), Kind::closed), options)) == 1);
    }
    return 0;
}
