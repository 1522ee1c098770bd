// Tours from sweeps, decided and numbered, against plain search.
#include <map>

#include "core/control.hpp"
#include "core/files/checked_file.hpp"
#include "core/frontier/natural.hpp"
#include "core/heuristics/edge_search.hpp"
#include "core/sweep/cheapest.hpp"
#include "core/sweep/decide.hpp"
#include "core/sweep/predecessors.hpp"
#include "core/sweep/sparse.hpp"
#include "core/sweep/tour_index.hpp"
#include "tests/sweeps.hpp"

namespace babieca::sweep {
namespace {

using frontier::PackedState;
using frontier::State;

// The sweep and the edge search find a tour if and only if plain search lists it or another.
void decides(const Asked& asked) {
    const frontier::Sweep& sweep = asked.sweep;
    const auto among = [&](const Walk& tour) {
        return std::ranges::find(asked.walks, tour) != asked.walks.end();
    };
    for (const std::optional<std::uint64_t> seed : {std::optional<std::uint64_t>{}, {7}}) {
        const Decision swept = decide(sweep, {.seed = seed}, tireless);
        CHECK(swept.complete && swept.squares.empty() == asked.walks.empty());
        CHECK(swept.squares.empty() || among(swept.squares));
    }
    if (asked.constrained) return;  // the edge search knows no constraints
    const bool cycle = sweep.problem.apex < 0;
    const Vertex start = cycle ? 0 : sweep.start;
    Walk firsts{-1};
    if (start >= 0) {
        const auto neighbours = asked.graph.neighbours(start);
        firsts.insert(firsts.end(), neighbours.begin(), neighbours.end());
    }
    for (const Vertex first : firsts) {
        const bool exists = std::ranges::any_of(
            asked.walks, [&](const Walk& walk) { return first < 0 || walk[1] == first; });
        const Edges through = first < 0 ? Edges{} : Edges{std::minmax(start, first)};
        const auto searched =
            heuristics::edge_tour(asked.graph, {{!cycle, start, sweep.end, through}}, tireless);
        CHECK(searched.outcome == (exists ? Outcome::found : Outcome::impossible));
        CHECK(!exists ||
              (among(searched.squares) && obeys(edges_of(searched.squares, cycle), through)));
    }
}

TEST(tours_are_decided) {
    random_questions(60, 11, 8, decides);
}

// The least total of all tours that plain search lists, and how many have it.
TEST(the_cheapest_tour) {
    std::mt19937 random(3);
    random_questions(150, 12, 8, [&](const Asked& asked) {
        Edges edges;
        std::vector<std::int64_t> weights;
        for (Vertex v = 0; v < asked.graph.vertex_count(); ++v)
            for (Vertex u : asked.graph.neighbours(v))
                if (u < v) {
                    edges.push_back({u, v});
                    weights.push_back(static_cast<std::int64_t>(random() % 13) - 4);
                }
        const auto total = [&](const Walk& walk) {
            const auto used = edges_of(walk, asked.sweep.problem.apex < 0);
            std::int64_t sum = 0;
            for (std::size_t n = 0; n < edges.size(); ++n)
                if (used.contains(edges[n])) sum += weights[n];
            return sum;
        };
        std::map<std::int64_t, std::uint64_t> numbers;
        for (const Walk& walk : asked.walks) ++numbers[total(walk)];
        const Optimum found = cheapest_tour(asked.sweep, {edges, weights}, 0, tireless);
        CHECK(found.squares.empty() == asked.walks.empty());
        if (found.squares.empty()) return;
        const auto [least, walks] = *numbers.begin();
        CHECK(found.total == least && total(found.squares) == least);
        CHECK(found.tours.size() == 1 && found.tours[0] == walks / asked.directions);
        CHECK(std::ranges::find(asked.walks, found.squares) != asked.walks.end());
    });
}

// Bytes for the tables and for the way back are counted.
TEST(the_cheapest_tour_obeys_the_memory_limit) {
    const auto board = knight_board(5, 8);
    const frontier::Sweep sweep(board.view(), board.order);
    const std::vector<std::int64_t> none;
    const auto free = cheapest_tour(sweep, {}, 0, tireless);
    CHECK(free.total == 0 && free.tours[0] == 44202);
    CHECK(free.peak_bytes > 6 * free.states);
    CHECK(cheapest_tour(sweep, {}, free.peak_bytes, tireless).tours == free.tours);
    CHECK(throws<OutOfBudget>([&] { cheapest_tour(sweep, {}, free.peak_bytes - 1, tireless); }));
    const Edges edge{{0, 10}};
    for (const auto& weights : {none, {1, 2}, {most_total / 40 + 1}})
        CHECK(throws<std::invalid_argument>(
            [&] { cheapest_tour(sweep, {edge, weights}, 0, tireless); }));
}

// The theorems of Schwenk, and of Cull and De Curtins.
TEST(narrow_boards) {
    for (int rows = 3; rows <= 4; ++rows)
        for (int columns = rows; columns <= 20; ++columns) {
            const auto board = knight_board(rows, columns);
            const auto closed = decide({board.view(), board.order}, {}, tireless);
            CHECK(closed.squares.empty() == !schwenk(rows, columns));
            const auto open = decide({board.view(), board.order, {true}}, {}, tireless);
            const bool exists = rows == 3 ? columns == 4 || columns >= 7 : columns >= 5;
            CHECK(open.squares.empty() == !exists);
            CHECK(!exists || is_tour(board.view(), open.squares, false));
        }
}

// The two inner lines of a board with 4 rows.
Walk inner_of(int columns) {
    Walk inner(2 * columns);
    std::iota(inner.begin(), inner.end(), columns);
    return inner;
}

// A few states per square on boards of any length.
TEST(long_boards_take_few_states) {
    for (int rows = 3; rows <= 4; ++rows) {
        const int columns = 3000;
        const auto board = knight_board(rows, columns);
        const Walk inner = rows == 4 ? inner_of(columns) : Walk{};
        const frontier::Sweep sweep(board.view(), board.order, {rows != 3});
        DecideOptions options{.inner = inner, .period = 4 * rows};
        for (int seed = -1; seed < 3; ++seed) {
            if (seed >= 0) options.seed = seed;
            const auto result = decide(sweep, options, tireless);
            CHECK(is_tour(board.view(), result.squares, rows == 3));
            CHECK(result.states < 10LL * rows * columns);
        }
    }
}

// The facts about the inner lines of a board with a side of 4 change no answer.
TEST(inner_lines_change_no_answer) {
    for (int columns = 5; columns <= 7; ++columns) {
        const auto board = knight_board(4, columns);
        const Walk inner = inner_of(columns);
        for (Vertex start = 0; start < 4 * columns; ++start)
            for (Vertex end = start + 1; end < 4 * columns; ++end) {
                const frontier::Sweep sweep(board.view(), board.order, {true, start, end});
                const DecideOptions guided{.inner = inner, .period = 16};
                const bool exists = !decide(sweep, {}, tireless).squares.empty();
                const auto outer = [&](Vertex v) { return v < columns || v >= 3 * columns; };
                if (outer(start) && outer(end))
                    CHECK(exists == !decide(sweep, guided, tireless).squares.empty());
                else
                    CHECK(!exists);
            }
    }
}

TEST(limits_are_admitted) {
    const auto result = decide(board(4, 30).sweep, {.limits = {.nodes = 100}}, tireless);
    CHECK(!result.complete && result.squares.empty());
}

void predecessors_undo_successors(const frontier::Schedule& schedule) {
    using Arrow = std::tuple<PackedState, JoinedTo, PackedState>;
    std::set<PackedState> layer{{}};
    for (int t = 0; t < static_cast<int>(schedule.steps.size()); ++t) {
        std::set<Arrow> forwards, backwards;
        std::set<PackedState> next;
        for (const PackedState& packed : layer)
            frontier::for_each_successor(
                schedule, t, State::unpack(packed),
                [&](const State& after, const frontier::Choice& choice) {
                    CHECK(forwards.insert({packed, joined_to(choice), after.pack()}).second);
                    next.insert(after.pack());
                });
        for (const PackedState& packed : next)
            for_each_predecessor(
                schedule, t, State::unpack(packed),
                [&](const State& before, const JoinedTo& joined) {
                    if (layer.contains(before.pack()))
                        CHECK(backwards.insert({before.pack(), joined, packed}).second);
                });
        CHECK(forwards == backwards);
        layer = std::move(next);
    }
}

// Every number leads to a different tour, and each tour back to its number.
void numbers_are_tours(const Asked& asked) {
    const auto& [graph, sweep, walks, directions, constrained] = asked;
    if (!sweep.impossible()) predecessors_undo_successors(sweep.schedule);
    const Vertex first = sweep.start, apex = sweep.problem.apex;
    const std::uint64_t expected = asked.tours();
    const auto index = make_sparse_index(sweep, first, 0, tireless);
    CHECK(index->total() == BigNatural(expected));
    std::vector<BigNatural> numbers;
    for (std::uint64_t number = 0; number < expected; ++number) numbers.emplace_back(number);
    const auto tours = index->unrank(numbers, tireless);
    const std::size_t n = graph.vertex_count();
    CHECK(tours.size() == n * expected);
    std::set<Walk> seen;
    for (std::size_t at = 0; at < tours.size(); at += n) {
        const Walk tour(tours.begin() + at, tours.begin() + at + n);
        CHECK(is_tour(graph, tour, apex < 0));
        if (apex < 0)
            CHECK(tour[1] < tour[n - 1]);
        else
            CHECK(first >= 0 ? tour[0] == first : tour[0] < tour[n - 1]);
        CHECK(seen.insert(tour).second);
    }
    CHECK(index->rank(tours, tireless) == numbers);
}

TEST(tours_are_numbered) {
    random_questions(100, 3, 7, numbers_are_tours);
    const auto six_by_five = knight_board(6, 5);
    numbers_are_tours({six_by_five.view(), board(6, 5).sweep, std::vector<Walk>(2 * 8), 2, false});
}

// Layers in blocks, in memory and in files, give the tours the same numbers as states do.
TEST(blocks_agree_with_states) {
    const auto [sweep, plan] = board(6, 6);
    const Scratch scratch;
    const std::string folder = scratch.folder.string();
    const auto sparse = make_sparse_index(sweep, -1, 0, tireless);
    std::vector<BigNatural> numbers;
    for (std::uint64_t number : {0, 1, 17, 4321, 9860, 9861}) numbers.emplace_back(number);
    const auto tours = sparse->unrank(numbers, tireless);
    const auto agrees = [&](const TourIndex& index) {
        CHECK(index.total() == sparse->total());
        CHECK(index.unrank(numbers, tireless) == tours);
        CHECK(index.rank(tours, tireless) == numbers);
    };
    for (const int every : {1, 4, 7}) {
        const auto layers = layers_to_keep(plan, every);
        agrees(*make_block_index(sweep, -1, plan, {layers, "", 2}, tireless));
        const auto nameless =
            make_block_index(sweep, -1, plan, {layers, folder, 2, true}, tireless);
        CHECK(scratch.empty());
        agrees(*nameless);
        agrees(*make_block_index(sweep, -1, plan, {layers, folder, 2}, tireless));
        agrees(*open_block_index(sweep, -1, plan, {layers, folder, 2}));
        for (const auto& entry : fs::directory_iterator(scratch.folder)) fs::remove(entry);
    }
}

TEST(missing_layers_are_refused) {
    const Counted asked = board(5, 6);
    const Scratch scratch;
    const BlockKeeping all{layers_to_keep(asked.plan, 1), scratch.folder.string(), 1};
    make_block_index(asked.sweep, -1, asked.plan, all, tireless);
    const auto open = [&](std::vector<int> layers) {
        return open_block_index(asked.sweep, -1, asked.plan, {layers, all.directory, 1});
    };
    open(all.layers)->total();
    for (const int layer : {-1, 0, 31, 1 << 20})
        CHECK(throws<files::FileError>([&] { open({layer, 30}); }));
    CHECK(throws<files::FileError>([&] { open({})->total(); }));
    CHECK(throws<files::FileError>([&] { open({1, 2, 3})->total(); }));
    fs::copy_file(scratch.folder / "layer-29.counts", scratch.folder / "layer-30.counts",
                  fs::copy_options::overwrite_existing);
    CHECK(throws<files::FileError>([&] { open({30}); }));  // another layer's counters
}

// All kept tables count towards the budget, also the tables of the backward sweep.
TEST(budgets_are_obeyed) {
    const auto sweep = board(6, 6).sweep;
    const std::uint64_t kept = make_sparse_index(sweep, -1, 0, tireless)->bytes();
    const auto fits = [&](auto&& work) { return !throws<OutOfBudget>(work); };
    CHECK(!fits([&] { make_sparse_index(sweep, -1, kept - 1, tireless); }));
    CHECK(fits([&] { make_sparse_index(sweep, -1, 2 * kept, tireless); }));
    CHECK(!fits([&] { edge_usage(sweep, kept - 1, tireless); }));
    CHECK(fits([&] { edge_usage(sweep, 3 * kept, tireless); }));
}

// The highest limb of 2^doublings, in the fewest limbs.
std::uint64_t power_of_two(int doublings) {
    return frontier::with_enough_limbs([&]<int Limbs>() {
        frontier::Natural<Limbs> power = 1;
        for (int i = 0; i < doublings; ++i) power += power;
        return power.limb[Limbs - 1];
    });
}

TEST(naturals_are_exact_or_refuse) {
    using frontier::Natural, frontier::TooNarrow;
    Natural<2> a(~std::uint64_t{0});
    a += 1;
    CHECK(a.limb[0] == 0 && a.limb[1] == 1);
    a -= 1;
    CHECK(a == Natural<2>(~std::uint64_t{0}));
    const Natural<2> square = a * a;  // (2^64 - 1)^2 = 2^128 - 2^65 + 1
    CHECK(square.limb[0] == 1 && square.limb[1] == ~std::uint64_t{1});
    CHECK(a < square && !(square < a));
    CHECK(throws<TooNarrow>([] {
        Natural<1> narrow(~std::uint64_t{0});
        narrow += 1;
    }));
    CHECK(power_of_two(200) == std::uint64_t{1} << 8);
    CHECK(message_of<TooNarrow>([] { power_of_two(2048); }) == "count_too_long");
}

}  // namespace
}  // namespace babieca::sweep
