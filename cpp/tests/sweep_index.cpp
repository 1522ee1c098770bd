// Predecessors against successors, and numbered tours against plain search.
#include <filesystem>
#include <map>
#include <numeric>
#include <set>

#include "core/files/checked_file.hpp"
#include "core/frontier/budget.hpp"
#include "core/frontier/natural.hpp"
#include "core/sweep/predecessors.hpp"
#include "core/sweep/tour_index.hpp"
#include "tests/questions.hpp"
#include "tests/scratch.hpp"

using namespace babieca;
using namespace babieca::sweep;
using namespace babieca::frontier;
using frontier::PackedState;
using frontier::State;

namespace {

using Arrow = std::tuple<PackedState, JoinedTo, PackedState>;

void predecessors_undo_successors(const frontier::Schedule& schedule) {
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
void numbers_are_tours(const questions::Asked& asked) {
    const auto& [graph, sweep, walks, directions, constrained] = asked;
    if (!sweep.impossible()) predecessors_undo_successors(sweep.schedule);
    const Vertex first = sweep.start;
    const std::uint64_t expected = asked.tours();
    const Vertex apex = sweep.problem.apex;
    Control control;
    const auto index = make_sparse_index(sweep, first, 0, control);
    CHECK(index->total()[0] == expected);
    std::vector<std::uint64_t> numbers(expected);
    std::iota(numbers.begin(), numbers.end(), 0);
    const auto tours = index->unrank(numbers, control);
    const std::size_t n = graph.vertex_count();
    CHECK(tours.size() == n * expected);
    std::set<std::vector<Vertex>> seen;
    for (std::size_t at = 0; at < tours.size(); at += n) {
        std::vector<Vertex> tour(tours.begin() + at, tours.begin() + at + n);
        for (std::size_t i = 1; i < n; ++i) CHECK(graph.adjacent(tour[i - 1], tour[i]));
        if (apex < 0)
            CHECK(graph.adjacent(tour[n - 1], tour[0]) && tour[1] < tour[n - 1]);
        else
            CHECK(first >= 0 ? tour[0] == first : tour[0] < tour[n - 1]);
        CHECK(std::set<Vertex>(tour.begin(), tour.end()).size() == n);
        CHECK(seen.insert(tour).second);
    }
    CHECK(index->rank(tours, control) == numbers);

    const auto usage = edge_usage(sweep, 0, control);
    std::map<Edge, std::uint64_t> listed;
    for (const auto& tour : seen)
        for (std::size_t i = 0; i < n; ++i)
            if (i + 1 < n || apex < 0) ++listed[std::minmax(tour[i], tour[(i + 1) % n])];
    for (std::size_t e = 0; e < usage.edges.size(); ++e)
        if (usage.edges[e].second != apex) CHECK(usage.counts[e] == listed[usage.edges[e]]);
}

// Layers in blocks, in memory and in files, give the tours the same numbers as states do.
void blocks_agree_with_states() {
    const auto sweep = questions::closed_tours(6, 6);
    Control control;
    const auto plan = make_plan(sweep, control);
    const Scratch scratch;
    const auto& directory = scratch.folder();
    const auto sparse = make_sparse_index(sweep, -1, 0, control);
    const std::vector<std::uint64_t> numbers{0, 1, 17, 4321, 9860, 9861};
    const auto tours = sparse->unrank(numbers, control);
    const auto agrees = [&](const TourIndex& index) {
        CHECK(index.total() == sparse->total());
        CHECK(index.unrank(numbers, control) == tours);
        CHECK(index.rank(tours, control) == numbers);
    };
    for (const int stride : {1, 4, 7}) {
        const BlockKeeping inside{layers_to_keep(plan, stride), "", 2};
        const BlockKeeping nameless{inside.layers, directory.string(), 2, true};
        const BlockKeeping outside{inside.layers, directory.string(), 2};
        agrees(*make_block_index(sweep, -1, plan, inside, control));
        const auto scratched = make_block_index(sweep, -1, plan, nameless, control);
        CHECK(std::filesystem::is_empty(directory));
        agrees(*scratched);
        agrees(*make_block_index(sweep, -1, plan, outside, control));
        agrees(*open_block_index(sweep, -1, plan, outside));
        for (const auto& entry : std::filesystem::directory_iterator(directory))
            std::filesystem::remove(entry);
    }
}

void layers_that_are_not_there_are_refused() {
    const auto sweep = questions::closed_tours(5, 6);
    Control control;
    const auto plan = make_plan(sweep, control);
    const Scratch scratch;
    const auto& directory = scratch.folder();
    const BlockKeeping all{layers_to_keep(plan, 1), directory.string(), 1};
    make_block_index(sweep, -1, plan, all, control);
    const auto open = [&](std::vector<int> layers) {
        return open_block_index(sweep, -1, plan, {layers, directory.string(), 1});
    };
    CHECK(!throws<files::FileError>([&] { open(all.layers)->total(); }));
    for (const int layer : {-1, 0, 31, 1 << 20})
        CHECK(throws<files::FileError>([&] { open({layer, 30}); }));
    CHECK(throws<files::FileError>([&] { open({})->total(); }));
    CHECK(throws<files::FileError>([&] { open({1, 2, 3})->total(); }));
    const auto last = (directory / "layer-30.counts").string();
    std::filesystem::copy_file(directory / "layer-29.counts", last,
                               std::filesystem::copy_options::overwrite_existing);
    CHECK(throws<files::FileError>([&] { open({30}); }));  // another layer's counters
}

// All kept tables count towards the budget, also those of the way back.
void budgets_are_obeyed() {
    const auto sweep = questions::closed_tours(6, 6);
    Control control;
    const auto refuses = [&](auto&& work, std::uint64_t bytes) {
        return throws<OutOfBudget>([&] { work(bytes); });
    };
    const std::uint64_t kept = make_sparse_index(sweep, -1, 0, control)->bytes();
    const auto index = [&](std::uint64_t bytes) { make_sparse_index(sweep, -1, bytes, control); };
    const auto usage = [&](std::uint64_t bytes) { edge_usage(sweep, bytes, control); };
    CHECK(refuses(index, kept - 1) && !refuses(index, 2 * kept));
    CHECK(refuses(usage, kept - 1) && !refuses(usage, 3 * kept));
}

void naturals_are_exact_or_refuse() {
    Natural<2> a(~std::uint64_t{0});
    a += 1;
    CHECK(a.word[0] == 0 && a.word[1] == 1);
    a -= 1;
    CHECK(a == Natural<2>(~std::uint64_t{0}));
    const Natural<2> square = a * a;  // (2^64 - 1)^2 = 2^128 - 2^65 + 1
    CHECK(square.word[0] == 1 && square.word[1] == ~std::uint64_t{1});
    CHECK(a < square && !(square < a));
    CHECK(throws<TooNarrow>([] {
        Natural<1> narrow(~std::uint64_t{0});
        narrow += 1;
    }));
    CHECK(with_enough_words([]<int Words>() {
              Natural<Words> power = 1;
              for (int i = 0; i < 200; ++i) power += power;
              return power.word[Words - 1];
          }) == std::uint64_t{1} << 8);
    std::string said;
    try {
        with_enough_words([]<int Words>() {
            Natural<Words> power = 1;
            for (int i = 0; i < 2048; ++i) power += power;
            return power.word[0];
        });
    } catch (const TooNarrow& error) {
        said = error.what();
    }
    CHECK(said == "the count has more than 2048 bits");
}

}  // namespace

int main() {
    naturals_are_exact_or_refuse();
    questions::random_questions(100, 3, 7, numbers_are_tours);
    blocks_agree_with_states();
    layers_that_are_not_there_are_refused();
    budgets_are_obeyed();
    const auto board = oracle::knight_board(6, 5);
    const std::vector<oracle::Walk> both_directions(2 * 8);
    numbers_are_tours({board.view(), questions::closed_tours(6, 5), both_directions, 2, false});
}
