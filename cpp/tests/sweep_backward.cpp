// The tours through edges by backward sweeps, against tours listed one by one.
#include <array>
#include <cstring>
#include <map>
#include <numeric>
#include <set>

#include "core/frontier/budget.hpp"
#include "core/frontier/natural.hpp"
#include "core/sweep/backward.hpp"
#include "core/sweep/execute.hpp"
#include "core/sweep/execution.hpp"
#include "core/sweep/transpose.hpp"
#include "tests/questions.hpp"
#include "tests/scratch.hpp"

using namespace babieca;
using namespace babieca::sweep;
using questions::closed_tours;
using questions::StopAfter;

namespace {

using Uses = std::map<Edge, std::uint64_t>;
using Counters = std::vector<std::uint64_t>;
using Transposed =
    TransposedExecutor<Reached<std::uint64_t>, std::uint64_t, Checked<std::uint64_t>>;

BackwardResult counted(const frontier::Sweep& sweep, std::vector<int> kept, int threads,
                       const Scratch* scratch = nullptr, std::uint64_t modulus = 0) {
    Control control;
    BackwardOptions options;
    options.sections.kept = std::move(kept);
    options.modulus = modulus;
    options.threads = threads;
    if (scratch) {
        options.sections.disk_bytes = 1;
        options.scratch = scratch->folder().string();
    }
    return sweep_and_back(sweep, make_plan(sweep, control), options, control);
}

void agrees(const questions::Asked& asked) {
    const auto& [graph, sweep, walks, directions, constrained] = asked;
    Uses wanted;
    for (const oracle::Walk& walk : walks)
        for (const Edge& edge : questions::edges_of(sweep, walk)) ++wanted[edge];
    const Scratch scratch;
    for (const int apart : {1, 3, 1000})
        for (const int threads : {1, 2}) {
            std::vector<int> kept;
            for (int t = 0; t < sweep.steps(); t += apart) {
                if (!sweep.schedule.layers[t].symmetric) ++t;
                kept.push_back(t);
            }
            const BackwardResult result =
                counted(sweep, kept, threads, threads == 2 ? &scratch : nullptr);
            CHECK(result.tours == asked.tours());
            Uses found;
            for (const auto& [edge, tours] : result.uses)
                if (tours) found[edge] = tours * directions;
            CHECK(found == wanted);
            for (const std::uint64_t modulus : {5, 1009}) {
                const BackwardResult residues =
                    counted(sweep, kept, threads, threads == 2 ? &scratch : nullptr, modulus);
                CHECK(residues.tours == result.tours % modulus);
                for (const auto& [edge, tours] : result.uses)
                    CHECK(residues.uses.at(edge) == tours % modulus);
            }
        }
}

void boards() {
    for (auto [rows, columns] : {std::pair{3, 4}, {4, 5}}) {
        const auto board = oracle::knight_board(rows, columns);
        questions::all_questions(board.view(), oracle::knight_order(rows, columns),
                                 {{0, columns + 2}}, {{0, 2 * columns + 1}}, 0, columns - 1,
                                 agrees);
    }
}

void every_tour_passes_every_vertex() {
    for (auto [rows, columns] : {std::pair{6, 6}, {5, 8}}) {
        const auto sweep = closed_tours(rows, columns);
        const BackwardResult result = counted(sweep, {0, 11, 20, 30}, 2);
        std::vector<std::uint64_t> ends(rows * columns, 0);
        for (const auto& [edge, tours] : result.uses) {
            ends[edge.first] += tours;
            ends[edge.second] += tours;
        }
        CHECK(result.tours == (rows == 6 ? 9862u : 44202u));
        for (const auto uses : ends) CHECK(uses == 2 * result.tours);
    }
}

// Backwards is the transpose of forwards, in tables and beyond them.
void backwards_is_the_transpose() {
    std::mt19937 random(5);
    RankMaps tables;
    tables.grow(table_pairs);
    TurnBuffers buffers;
    const auto filled = [&](int pairs) {
        Counters words(matching_count[pairs]);
        for (auto& word : words) word = random();
        return words;
    };
    const auto product = [](const Counters& a, const Counters& b) {
        return std::inner_product(a.begin(), a.end(), b.begin(), std::uint64_t{0});
    };
    for (int round = 0; round < 400; ++round) {
        const int pairs = round % 10 == 0 ? 7 : 2 + static_cast<int>(random() % 5);
        const auto operation = static_cast<Operation>(random() % 5);
        int i = static_cast<int>(random() % (2 * pairs)),
            j = static_cast<int>(random() % (2 * pairs));
        if (operation != Operation::move && i == j) continue;
        if (operation != Operation::move && i > j) std::swap(i, j);
        const bool fewer = operation == Operation::contract || operation == Operation::extract;
        const Counters reach = filled(pairs - (operation == Operation::insert));
        const Counters onward = filled(pairs - fewer);
        Counters target(onward.size(), 0), sums(reach.size(), 0);
        Executor<Wrapping<std::uint64_t>> forwards(tables, {}, buffers);
        forwards.apply<Onto::add>(operation, pairs, i, j, reach.data(), target.data());
        Transposed backwards(tables, buffers);
        const std::uint64_t tours = backwards.bring_back(operation, pairs, i, j, {reach.data()},
                                                         sums.data(), onward.data());
        CHECK(tours == product(target, onward) && tours == product(reach, sums));
    }
}

std::vector<std::byte> packed(const std::vector<std::uint64_t>& values, int width) {
    std::vector<std::byte> bytes(values.size() * width);
    for (std::size_t n = 0; n < values.size(); ++n)
        std::memcpy(&bytes[n * width], &values[n], width);
    return bytes;
}

// A piece of one transfer gives the same with every set of loops, at these widths.
void loops_agree(int reach_width, int onward_width, int sum_width, std::uint64_t modulus) {
    std::mt19937 random(3);
    RankMaps tables;
    tables.grow(table_pairs);
    TurnBuffers buffers;
    const bool known = !modulus || sum_width == 4;  // the ways to reach the sources
    for (const Loops& loops : available_loops())
        for (int pairs = 2; pairs < 6; ++pairs)
            for (const auto operation :
                 {Operation::copy, Operation::move, Operation::insert, Operation::contract}) {
                const auto i = static_cast<std::uint8_t>(random() % (2 * pairs - 1));
                const auto j = static_cast<std::uint8_t>(i + 1);
                Counters reach(matching_count[pairs - (operation == Operation::insert)]);
                Counters onward(matching_count[pairs - (operation == Operation::contract)]);
                for (auto& counter : reach) counter = random() % 100;
                for (auto& counter : onward) counter = random() % 1000;
                Counters wanted(reach.size(), 7);
                auto sums = packed(wanted, sum_width);
                Transposed executor(tables, buffers);
                const std::uint64_t tours = executor.bring_back(
                    operation, pairs, i, j, {reach.data()}, wanted.data(), onward.data());
                const auto of_pairs = static_cast<std::uint8_t>(pairs);
                const Piece piece{
                    0, {0}, {{0, 0, 0, of_pairs, 0, 0, 0}}, {{0, 0, operation, of_pairs, i, j, 0}}};
                const auto reach_bytes = packed(reach, reach_width);
                const auto onward_bytes = packed(onward, onward_width);
                const std::byte* const from = reach_bytes.data();
                std::byte* const to = sums.data();
                std::uint64_t uses[1] = {0};
                const std::uint64_t seen = loops.transpose({modulus,
                                                            modulus == 0,
                                                            known ? reach_width : 0,
                                                            onward_width,
                                                            sum_width,
                                                            tables,
                                                            buffers,
                                                            piece,
                                                            {&from, 1},
                                                            {&to, 1},
                                                            onward_bytes.data(),
                                                            uses,
                                                            nullptr});
                if (modulus)
                    for (auto& sum : wanted) sum %= modulus;
                CHECK(sums == packed(wanted, sum_width));
                CHECK(seen == (modulus ? 0 : executor.seen()));
                CHECK(uses[0] == (!known ? 0 : modulus ? tours % modulus : tours));
            }
}

void all_loops_agree() {
    for (const auto& [reach, onward, sum] : {std::array{1, 4, 4}, {2, 4, 8}, {4, 8, 8}, {8, 8, 8}})
        loops_agree(reach, onward, sum, 0);
    for (const auto& [reach, onward, sum] : {std::array{1, 4, 4}, {8, 4, 4}, {8, 4, 8}, {8, 8, 8}})
        loops_agree(reach, onward, sum, 1009);
}

void memory_is_kept_and_progress_is_told() {
    const auto sweep = closed_tours(6, 6);
    Control control;
    const Plan plan = make_plan(sweep, control);
    const std::vector<int> widths(plan.layers.size(), 8);
    const Sections whole = choose_sections(plan, widths, 1, ~std::uint64_t{0});
    const Sections least = choose_sections(plan, widths, 1, 0);
    CHECK(whole.single() && !least.single() && least.bytes < whole.bytes);
    const Scratch scratch;
    const auto run = [&](const Sections& sections, std::uint64_t memory, Control& watched) {
        const auto folder = scratch.folder().string();
        return sweep_and_back(sweep, plan, {sections, 0, 2, memory, folder}, watched);
    };
    const auto tours = run(whole, 0, control).tours;
    const BackwardResult small = run(least, least.bytes, control);
    CHECK(small.tours == tours && small.peak_bytes <= least.bytes);
    CHECK(throws<frontier::OutOfBudget>([&] { run(least, small.peak_bytes / 2, control); }));
    // In scratch: all layers if the disk allows, else sections, with about as little memory.
    const Sections there = sections_in_scratch(plan, widths, 2, ~std::uint64_t{0});
    const Sections less = sections_in_scratch(plan, widths, 2, there.disk_bytes / 2);
    CHECK(there.single() && !less.single() && there.bytes < least.bytes);
    CHECK(less.disk_bytes <= there.disk_bytes / 2);
    for (const Sections& sections : {there, less}) {
        const BackwardResult result = run(sections, sections.bytes, control);
        CHECK(result.tours == tours && result.peak_bytes <= sections.bytes);
        CHECK(result.disk_bytes > 0 && result.disk_bytes <= sections.disk_bytes);
        CHECK(std::filesystem::is_empty(scratch.folder()));
    }
    for (const Sections& sections : {whole, least, less}) {
        StopAfter patient(1 << 30);
        run(sections, 0, patient);
        CHECK(patient.last().done == patient.last().total);
        for (const int calls : {0, 10, 60}) {
            StopAfter soon(calls);
            CHECK(throws<Interrupted>([&] { run(sections, 0, soon); }));
        }
    }
}

// Backward only: the tours through sets of edges.

constexpr std::uint64_t large_modulus = (std::uint64_t{1} << 63) - 25;

// Some of the edges that are decided before a layer.
std::vector<Edge> drawn(const frontier::Sweep& sweep, int layer, std::mt19937& random) {
    std::vector<Edge> edges;
    const Graph graph = sweep.problem.graph();
    for (int t = 0; t < layer; ++t) {
        const Vertex v = sweep.schedule.steps[t].vertex;
        for (Vertex u : graph.neighbours(v))
            if (random() % 4 == 0) edges.push_back({std::min(u, v), std::max(u, v)});
    }
    return edges;
}

// The walks that use all of these edges.
std::uint64_t listed(const questions::Asked& asked, const std::vector<Edge>& edges) {
    return std::ranges::count_if(asked.walks, [&](const oracle::Walk& walk) {
        const auto list = questions::edges_of(asked.sweep, walk);
        const std::set<Edge> used(list.begin(), list.end());
        return std::ranges::all_of(edges, [&](const Edge& edge) { return used.contains(edge); });
    });
}

void backward_only_agrees(const questions::Asked& asked) {
    static std::mt19937 random(11);
    const frontier::Sweep& sweep = asked.sweep;
    Control control;
    const Plan plan = make_plan(sweep, control);
    for (int layer = 0; layer <= sweep.steps(); layer += 1 + layer / 2) {
        const BackwardOnly exact(sweep, plan, {layer, 0, 1}, control);
        const BackwardOnly residues(sweep, plan, {layer, large_modulus, 2}, control);
        for (int round = 0; round < 4; ++round) {
            const auto edges = round ? drawn(sweep, layer, random) : std::vector<Edge>{};
            const std::uint64_t wanted = listed(asked, edges) / asked.directions;
            CHECK(exact.tours(edges).residue == wanted && exact.tours(edges).exact);
            CHECK(residues.tours(edges).residue == wanted);
            CHECK(!residues.tours(edges).exact);
        }
    }
}

void backward_only_keeps_limits() {
    const auto sweep = closed_tours(6, 6);
    Control control;
    const Plan plan = make_plan(sweep, control);
    const BackwardOnly whole(sweep, plan, {3, 0, 2}, control);
    CHECK(whole.tours({}).residue == 9862 && whole.counters() > 0);
    CHECK(throws<frontier::OutOfBudget>(
        [&] { BackwardOnly(sweep, plan, {3, 0, 2, whole.peak_bytes() / 4}, control); }));
    questions::StopAfter soon(2);
    CHECK(throws<Interrupted>([&] { BackwardOnly(sweep, plan, {3, 0, 1}, soon); }));
    // The last edge of the board is not decided by the first three squares.
    const std::vector<Edge> late{{22, 35}};
    CHECK(throws<std::invalid_argument>([&] { whole.tours(late); }));
    CHECK(throws<std::invalid_argument>([&] { BackwardOnly(sweep, plan, {37, 0, 1}, control); }));
}

// The 5x24 board has more than 2^63 closed tours; residues do not depend on where they are asked
// for.
void numbers_larger_than_a_word() {
    const auto sweep = closed_tours(24, 5);
    Control control;
    const Plan plan = make_plan(sweep, control);
    const std::vector<Edge> corner{{0, 7}, {0, 11}};
    for (const std::uint64_t by : {std::uint64_t{0}, large_modulus}) {
        const BackwardOnly early(sweep, plan, {1, by, 2}, control),
            late(sweep, plan, {9, by, 2}, control);
        CHECK(!early.tours({}).exact);
        CHECK(early.tours({}).residue == late.tours({}).residue);
        CHECK(early.tours(corner).residue == early.tours({}).residue);
    }
}

}  // namespace

int main() {
    questions::random_questions(40, 7, 7, agrees);
    boards();
    backwards_is_the_transpose();
    all_loops_agree();
    every_tour_passes_every_vertex();
    memory_is_kept_and_progress_is_told();
    questions::random_questions(40, 11, 7, backward_only_agrees);
    backward_only_keeps_limits();
    numbers_larger_than_a_word();
}
