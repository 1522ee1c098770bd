// Puzzles: the random tours are tours, the solution is the only one, and a seed makes the same
// puzzle on every machine.
#include "core/puzzles/puzzles.hpp"

#include <set>

#include "core/search/step_search.hpp"
#include "tests/graphs.hpp"

namespace babieca::puzzles {
namespace {

std::int64_t solutions(const Graph& graph, Kind kind, const Givens& givens) {
    return search::StepSearch({graph, kind, givens, {}, {}, 0}).next(2, nullptr, tireless);
}

TEST(random_tours_are_tours_of_their_kind) {
    const auto board = knight_graph({6, 6});
    const Graph graph = board.view();
    for (const Kind kind : {Kind::closed, Kind::path, Kind::open}) {
        RandomTours tours(graph, kind, 5);
        std::set<std::vector<Vertex>> seen;
        std::vector<Vertex> tour;
        for (int i = 0; i < 8; ++i) {
            CHECK(tours.next(tour, tireless));
            CHECK(std::set<Vertex>(tour.begin(), tour.end()).size() == 36);
            for (int step = 1; step < 36; ++step) CHECK(graph.adjacent(tour[step - 1], tour[step]));
            if (kind != Kind::path)
                CHECK(graph.adjacent(tour.front(), tour.back()) == (kind == Kind::closed));
            seen.insert(tour);
        }
        CHECK(seen.size() == 8);
    }
    const auto narrow = knight_graph({4, 4});
    std::vector<Vertex> none;
    CHECK(!RandomTours(narrow.view(), Kind::closed, 1).next(none, tireless));
}

TEST(no_minimal_given_can_be_removed) {
    const auto board = knight_graph({5, 6});
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Request request;
        request.graph = board.view();
        request.kind = Kind::path;
        request.minimal = true;
        request.seed = seed;
        const Made made = make(request, tireless);
        CHECK(made.outcome == Outcome::found);
        CHECK(solutions(request.graph, request.kind, made.givens) == 1);
        for (std::size_t left_out = 0; left_out < made.givens.size(); ++left_out) {
            Givens fewer = made.givens;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(left_out));
            CHECK(solutions(request.graph, request.kind, fewer) == 2);
        }
    }
}

// The page makes the same puzzle of the day as Python: these cases run in a browser's engine too.
TEST(a_seed_makes_the_same_puzzle_everywhere) {
    const auto board = knight_graph({5, 5});
    Request request;
    request.graph = board.view();
    request.kind = Kind::path;
    request.ends = true;
    request.seed = 20261117;
    const Made made = make(request, tireless);
    const Givens expected = {{4, 0}, {9, 9}, {23, 17}, {20, 24}};
    CHECK(made.givens == expected);
    CHECK(made.grade.level == Level::medium);
}

TEST(limits_say_what_was_reached) {
    const auto board = knight_graph({5, 5});
    Request request;
    request.graph = board.view();
    request.kind = Kind::path;
    request.givens = 1;
    request.tours = 3;
    const Made made = make(request, tireless);
    CHECK(made.outcome == Outcome::limits_reached && made.tours == 3 && made.reached >= 2);
    request.givens = 0;
    StopAfter soon(1);
    CHECK(throws<Interrupted>([&] { make(request, soon); }));
}

}  // namespace
}  // namespace babieca::puzzles
