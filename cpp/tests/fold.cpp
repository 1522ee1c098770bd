// Sweeps over maps of states and folded sweeps, against listing every tour of a graph.
#include <array>
#include <map>
#include <stdexcept>

#include "core/fold/fold.hpp"
#include "core/frontier/problem.hpp"
#include "core/frontier/retirement_order.hpp"
#include "core/frontier/state.hpp"
#include "tests/sweeps.hpp"

namespace babieca::frontier {
namespace {

std::uint64_t swept(const Sweep& sweep) {
    if (sweep.problem.contradiction) return 0;
    const Schedule& schedule = sweep.schedule;
    std::map<PackedState, std::uint64_t> layer{{{}, 1}};
    for (int t = 0; t < sweep.steps(); ++t) {
        std::map<PackedState, std::uint64_t> next;
        for (const auto& entry : layer) {
            const State state = State::unpack(entry.first);
            CHECK(state.pack() == entry.first);
            for_each_successor(schedule, t, state, [&](const State& after, const Choice&) {
                next[after.pack()] += entry.second;
            });
        }
        layer = std::move(next);
    }
    return layer[PackedState{}];
}

TEST(matchings_round_trip) {
    for (int k = 0; k <= 5; ++k) {
        const std::uint64_t points = 0b10110111011101u & ((1u << 14) - 1);
        std::uint64_t used = 0;
        for (std::uint64_t p = points; std::popcount(used) < 2 * k; p &= p - 1) used |= p & -p;
        for (std::uint64_t rank = 0; rank < matching_count[k]; ++rank) {
            std::array<std::uint8_t, 32> mate{};
            unrank_matching(used, rank, mate);
            for (int i = 0; i < 32; ++i)
                if (used >> i & 1) CHECK(mate[mate[i]] == i && mate[i] != i);
            CHECK(rank_matching(used, mate) == rank);
        }
    }
}

TEST(states_count_tours) {
    random_questions(250, 7, 8,
                     [](const auto& asked) { CHECK(swept(asked.sweep) == asked.tours()); });
    for (auto [rows, columns, paths, start, wanted] : {std::tuple{6, 6, false, -1, 9862u},
                                                       {10, 3, false, -1, 16u},
                                                       {6, 5, false, -1, 8u},
                                                       {5, 5, true, -1, 864u},
                                                       {5, 5, true, 0, 304u}}) {
        const auto owned = knight_board(rows, columns);
        CHECK(swept({owned.view(), owned.order, {paths, start}}) == wanted);
    }
}

TEST(the_knight_order_keeps_two_rows) {
    for (int columns = 5; columns <= 10; ++columns) {
        const auto board = knight_board(12, columns);
        CHECK(make_schedule(board.view(), board.order).slot_count == 2 * columns);
    }
}

TEST(the_width_is_known_without_a_schedule) {
    std::mt19937 random(5);
    for (int round = 0; round < 100; ++round) {
        const int n = 1 + static_cast<int>(random() % 20);
        const Drawn drawn(n, 0.3, random, false);
        const Graph graph = drawn.graph.view();
        CHECK(frontier_width(graph, drawn.order) == make_schedule(graph, drawn.order).slot_count);
    }
}

TEST(bad_orders_are_refused) {
    const auto board = knight_board(3, 4);
    for (const Walk& order :
         {Walk(12, 0), Walk{0, 1}, Walk{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12}}) {
        CHECK(throws<std::invalid_argument>([&] { make_schedule(board.view(), order); }));
        CHECK(throws<std::invalid_argument>([&] { frontier_width(board.view(), order); }));
    }
}

}  // namespace
}  // namespace babieca::frontier

namespace babieca::fold {
namespace {

using Tours = std::set<std::set<Edge>>;  // undirected

Tours all_tours(const Graph& graph, bool closed) {
    Tours all;
    for (const auto& walk : listed(graph, closed)) all.insert(edges_of(walk, closed));
    return all;
}

bool is_symmetric(const std::set<Edge>& tour, const Walk& image) {
    return std::ranges::all_of(tour, [&](const Edge& edge) {
        return tour.contains(std::minmax(image[edge.first], image[edge.second]));
    });
}

std::uint64_t symmetric(const Tours& tours, const Walk& image) {
    return std::ranges::count_if(tours, [&](auto& tour) { return is_symmetric(tour, image); });
}

std::uint64_t swept(const Folded& folded, Vertex n) {
    const auto order = folded_order(folded, in_order(n), tireless);
    return count_folded(folded, order, 0, tireless).count.rest(0);
}

// Checks that the search lists different tours of `all`; returns their number.
std::uint64_t searched(const Folded& folded, Vertex n, bool closed, const Tours& all) {
    const auto piece = walk_folded({folded}, {{0, {}}}, INT64_MAX, tireless);
    CHECK(piece.left.empty() && piece.vertices.size() % n == 0);
    Tours seen;
    for (std::size_t at = 0; at < piece.vertices.size(); at += n) {
        const auto tour = edges_of(std::span(piece.vertices).subspan(at, n), closed);
        CHECK(all.contains(tour) && seen.insert(tour).second);
    }
    return seen.size();
}

// Whether a tour of the folded graph unfolds. Every unfolded tour must be symmetric.
bool unfolds(const Folded& folded, bool closed, const Walk& image, const Tours& all) {
    if (folded.impossible) return false;
    const OwnedGraph simple = simple_graph(folded);
    bool found = false;
    for (Walk orbits : listed(simple.view(), true)) {
        if (folded.apex >= 0) {
            std::rotate(orbits.begin(), std::ranges::find(orbits, folded.apex), orbits.end());
            orbits.erase(orbits.begin());
            const auto& ends = folded.edges[folded.apex];
            const auto joins = [&](Vertex orbit, int voltage) {
                return std::ranges::any_of(
                    ends, [&](auto& e) { return e.to == orbit && e.voltage == voltage; });
            };
            if (!joins(orbits.front(), !closed) || !joins(orbits.back(), 0)) continue;
            if (std::ranges::any_of(folded.forced, [&](const Edge& edge) {
                    return edge.first != orbits.front() && edge.first != orbits.back();
                }))
                continue;
        }
        const Walk tour = unfold(folded, orbits);
        if (tour.empty()) continue;
        const auto edges = edges_of(tour, closed);
        CHECK(all.contains(edges) && is_symmetric(edges, image));
        found = true;
    }
    return found;
}

// Cut into pieces of a few nodes at random, the searches give the same tours in the same order.
void check_pieces(const std::vector<Folded>& questions, std::mt19937& random) {
    std::vector<FoldedTask> left;
    while (left.size() < questions.size())
        left.emplace_back(static_cast<int>(left.size()), std::vector<int>{});
    const Walk alone = walk_folded(questions, left, INT64_MAX, tireless).vertices;
    Walk together;
    while (!left.empty()) {
        const auto cut = left.begin() + 1 + static_cast<std::ptrdiff_t>(random() % left.size());
        const auto nodes = static_cast<std::int64_t>(1 + random() % 9);
        FoldedPiece piece = walk_folded(questions, {left.begin(), cut}, nodes, tireless);
        CHECK(piece.nodes <= nodes);
        together.insert(together.end(), piece.vertices.begin(), piece.vertices.end());
        piece.left.insert(piece.left.end(), cut, left.end());
        left = std::move(piece.left);
    }
    CHECK(together == alone);
}

// Random graphs made symmetric by a permutation with a chosen number of fixed points.
TEST(random_symmetric_graphs) {
    std::mt19937 random(11);
    std::uint64_t closed_seen = 0, path_seen = 0;
    for (int round = 0; round < 400; ++round) {
        const int m = std::array{2, 2, 2, 3, 4}[round % 5];
        const int fixed = m == 2 ? static_cast<int>(random() % 4) : 0;
        const int orbits = m == 2 ? 3 : m == 3 ? 3 : 3 - round % 2;
        const int n = m * orbits + fixed;
        if (orbits + fixed < 3 || n > 10) continue;
        Walk image = in_order(n);
        for (int v = 0; v < m * orbits; ++v) image[v] = v / m * m + (v + 1) % m;
        std::set<Edge> edges;
        for (auto [u, v] : random_edges(n, m == 2 ? 0.3 : 0.2, random))
            for (Vertex a = u, b = v; edges.insert(std::minmax(a, b)).second;
                 a = image[a], b = image[b]) {
            }
        const auto owned = graph_of(n, Edges(edges.begin(), edges.end()));
        const Graph graph = owned.view();
        if (symmetry_order(graph, image) == 1) continue;
        const auto all_cycles = all_tours(graph, true), all_paths = all_tours(graph, false);
        const auto cycles = symmetric(all_cycles, image);
        const auto paths = symmetric(all_paths, image);
        const Folded rotations = fold::fold(graph, image, SymmetricTours::rotations);
        const Folded reflections = fold::fold(graph, image, SymmetricTours::reflections);
        const Folded folded_paths = fold::fold(graph, image, SymmetricTours::paths);
        CHECK(swept(rotations, n) + swept(reflections, n) == cycles);
        CHECK(searched(rotations, n, true, all_cycles) +
                  searched(reflections, n, true, all_cycles) ==
              cycles);
        CHECK(swept(folded_paths, n) == paths);
        CHECK(searched(folded_paths, n, false, all_paths) == paths);
        check_pieces({rotations, reflections, folded_paths}, random);
        for (const Folded* folded : {&rotations, &reflections})
            CHECK(unfolds(*folded, true, image, all_cycles) == (swept(*folded, n) > 0));
        CHECK(unfolds(folded_paths, false, image, all_paths) == (paths > 0));
        closed_seen += cycles, path_seen += paths;
    }
    CHECK(closed_seen > 100 && path_seen > 100);
}

TEST(half_turns_and_quarter_turns_of_6x6) {
    const auto board = knight_board(6, 6);
    Walk half(36), quarter(36);
    for (int v = 0; v < 36; ++v) {
        half[v] = 35 - v;
        quarter[v] = v % 6 * 6 + 5 - v / 6;
    }
    for (const auto& [image, wanted] : {std::pair{half, 78u}, {quarter, 10u}}) {
        CHECK(swept(fold::fold(board.view(), image, SymmetricTours::rotations), 36) == wanted);
        CHECK(swept(fold::fold(board.view(), image, SymmetricTours::reflections), 36) == 0);
    }
    // Tasks that are no part of the search are refused.
    const std::vector<Folded> questions{fold::fold(board.view(), half, SymmetricTours::rotations)};
    for (const FoldedTask& task :
         {FoldedTask{1, {}}, FoldedTask{-1, {}}, FoldedTask{0, {99}}, FoldedTask{0, {-1}}})
        CHECK(throws<std::invalid_argument>([&] { walk_folded(questions, {task}, 10, tireless); }));
    walk_folded(questions, {{0, {0}}}, 10, tireless);
    const Folded paths = fold::fold(board.view(), half, SymmetricTours::paths);
    for (const Walk& orbits : {Walk{}, Walk{0, -1}, Walk{0, paths.apex}})
        CHECK(throws<std::invalid_argument>([&] { unfold(paths, orbits); }));
}

TEST(other_permutations_are_refused) {
    const auto board = knight_board(3, 4);
    Walk image = in_order(12);
    std::swap(image[0], image[1]);
    CHECK(throws<std::invalid_argument>([&] { symmetry_order(board.view(), image); }));
}

}  // namespace
}  // namespace babieca::fold
