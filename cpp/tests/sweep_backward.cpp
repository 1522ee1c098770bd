// The tours through edges by backward sweeps, against tours listed one by one.
#include "core/sweep/backward.hpp"

#include <array>
#include <map>

#include "core/control.hpp"
#include "core/sweep/execute.hpp"
#include "core/sweep/execution.hpp"
#include "tests/sweeps.hpp"

namespace babieca::sweep {
namespace {

using Counters = std::vector<std::uint64_t>;
using Transposed = TransposedPieceRunner<const std::uint64_t*, Checked<std::uint64_t>>;

void agrees(const Asked& asked) {
    const Counted counted{asked.sweep};
    const auto& [sweep, plan] = counted;
    std::map<Edge, std::uint64_t> wanted;
    for (const Walk& walk : asked.walks)
        for (const Edge& edge : asked.edges(walk)) ++wanted[edge];
    const Scratch scratch;
    for (const int apart : {1, 3, 1000})
        for (const int threads : {1, 2}) {
            BackwardOptions options;
            options.threads = threads;
            options.sections.kept.clear();
            for (int t = 0; t < sweep.steps(); t += apart) {
                if (!sweep.schedule.layers[t].symmetric) ++t;
                options.sections.kept.push_back(t);
            }
            if (threads == 2) {
                options.sections.disk_bytes = 1;
                options.scratch = scratch.folder.string();
            }
            const BackwardResult result = sweep_and_back(sweep, plan, options, tireless);
            CHECK(result.tours == asked.tours());
            std::map<Edge, std::uint64_t> found;
            for (const auto& [edge, tours] : result.uses)
                if (tours) found[edge] = tours * asked.directions;
            CHECK(found == wanted);
            for (const std::uint64_t modulus : {5, 1009}) {
                options.modulus = modulus;
                const BackwardResult residues = sweep_and_back(sweep, plan, options, tireless);
                CHECK(residues.tours == result.tours % modulus);
                for (const auto& [edge, tours] : result.uses)
                    CHECK(residues.uses.at(edge) == tours % modulus);
            }
        }
}

TEST(uses_of_edges) {
    random_questions(40, 7, 7, agrees);
    for (auto [rows, columns] : {std::pair{3, 4}, {4, 5}}) {
        const auto board = knight_board(rows, columns);
        all_questions(board.view(), board.order, {{0, columns + 2}}, {{0, 2 * columns + 1}}, 0,
                      columns - 1, agrees);
    }
}

// Backwards is the transpose of forwards, in tables and beyond them.
TEST(backwards_is_the_transpose) {
    std::mt19937 random(5);
    MirrorBuffers buffers;
    const auto filled = [&](int pairs) {
        Counters counters(matching_count[pairs]);
        for (auto& counter : counters) counter = random();
        return counters;
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
        PieceRunner<Checked<std::uint64_t>> forwards(rank_maps(), {}, buffers);
        forwards.apply<Onto::add>(operation, pairs, i, j, reach.data(), target.data());
        Transposed backwards(rank_maps(), buffers);
        const std::uint64_t tours =
            backwards.bring_back(operation, pairs, i, j, reach.data(), sums.data(), onward.data());
        CHECK(tours == product(target, onward) && tours == product(reach, sums));
    }
}

// A piece of one transfer gives the same with every set of loops, at these widths.
void loops_agree(int reach_width, int width, std::uint64_t modulus) {
    std::mt19937 random(3);
    MirrorBuffers buffers;
    const bool known = !modulus || width == 4;  // whether the reach counts are known
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
                auto sums = packed(wanted, width);
                Transposed runner(rank_maps(), buffers);
                const std::uint64_t tours = runner.bring_back(operation, pairs, i, j, reach.data(),
                                                              wanted.data(), onward.data());
                const auto of_pairs = static_cast<std::uint8_t>(pairs);
                const Piece piece{
                    0, {0}, {{0, 0, 0, of_pairs, 0, 0, 0}}, {{0, 0, operation, of_pairs, i, j, 0}}};
                const auto reach_bytes = packed(reach, reach_width);
                const auto onward_bytes = packed(onward, width);
                const std::byte* const from = reach_bytes.data();
                std::byte* const to = sums.data();
                std::uint64_t uses[1] = {0};
                const std::span<const std::byte* const> sources(&from, 1);
                const std::span<std::byte* const> targets(&to, 1);
                const std::uint64_t seen =
                    loops.transpose({modulus, known ? reach_width : 0, width, rank_maps(), buffers,
                                     piece, sources, targets, onward_bytes.data(), uses, nullptr});
                if (modulus)
                    for (auto& sum : wanted) sum %= modulus;
                CHECK(sums == packed(wanted, width));
                CHECK(seen == (modulus ? 0 : runner.seen()));
                CHECK(uses[0] == (!known ? 0 : modulus ? tours % modulus : tours));
            }
}

TEST(all_loops_agree) {
    for (const int reach : {1, 2, 4, 8})
        for (const int width : {4, 8})
            for (const std::uint64_t modulus : {0, 1009}) loops_agree(reach, width, modulus);
}

TEST(memory_is_kept_and_progress_is_told) {
    const Counted asked = board(6, 6);
    const std::vector<int> widths(asked.plan.layers.size(), 8);
    const Sections whole = choose_sections(asked.plan, widths, 1, ~std::uint64_t{0});
    const Sections least = choose_sections(asked.plan, widths, 1, 0);
    CHECK(whole.single() && !least.single() && least.bytes < whole.bytes);
    const Scratch scratch;
    const auto run = [&](const Sections& sections, std::uint64_t memory,
                         Control& control = tireless) {
        const auto folder = scratch.folder.string();
        return sweep_and_back(asked.sweep, asked.plan, {sections, 0, 2, memory, folder}, control);
    };
    const BackwardResult small = run(least, least.bytes);
    CHECK(small.tours == 9862 && small.peak_bytes <= least.bytes);
    CHECK(throws<OutOfBudget>([&] { run(least, small.peak_bytes / 2); }));
    // In scratch: all layers if the disk allows, else sections, with about as little memory.
    const Sections there = choose_sections(asked.plan, widths, 2, ~std::uint64_t{0}, true);
    const Sections less = choose_sections(asked.plan, widths, 2, there.disk_bytes / 2, true);
    CHECK(there.single() && !less.single() && there.bytes < least.bytes);
    CHECK(less.disk_bytes <= there.disk_bytes / 2);
    for (const Sections& sections : {there, less}) {
        const BackwardResult result = run(sections, sections.bytes);
        CHECK(result.tours == 9862 && result.peak_bytes <= sections.bytes);
        CHECK(result.disk_bytes > 0 && result.disk_bytes <= sections.disk_bytes);
        CHECK(scratch.empty());
    }
    for (const Sections& sections : {whole, least, less}) {
        StopAfter patient(1 << 30);
        CHECK(run(sections, 0, patient).tours == 9862);
        CHECK(patient.last.done == patient.last.total);
        for (const int calls : {0, 10, 60}) {
            StopAfter soon(calls);
            CHECK(throws<Interrupted>([&] { run(sections, 0, soon); }));
        }
    }
}

// Backward only: the tours through sets of edges.

constexpr std::uint64_t large_modulus = (std::uint64_t{1} << 63) - 25;

// Some of the edges that are decided before a layer.
Edges drawn(const frontier::Sweep& sweep, int layer, std::mt19937& random) {
    Edges edges;
    const Graph graph = sweep.problem.graph();
    for (int t = 0; t < layer; ++t) {
        const Vertex v = sweep.schedule.steps[t].vertex;
        for (Vertex u : graph.neighbours(v))
            if (random() % 4 == 0) edges.push_back(std::minmax(u, v));
    }
    return edges;
}

TEST(backward_only_agrees) {
    std::mt19937 random(11);
    random_questions(40, 11, 7, [&](const Asked& asked) {
        const Counted counted{asked.sweep};
        const auto& [sweep, plan] = counted;
        for (int layer = 0; layer <= sweep.steps(); layer += 1 + layer / 2) {
            const BackwardOnly exact(sweep, plan, {layer, 0, 1}, tireless);
            const BackwardOnly residues(sweep, plan, {layer, large_modulus, 2}, tireless);
            for (int round = 0; round < 4; ++round) {
                const Edges edges = round ? drawn(sweep, layer, random) : Edges{};
                const std::uint64_t wanted =
                    std::ranges::count_if(
                        asked.walks,
                        [&](const Walk& walk) { return obeys(asked.edges(walk), edges); }) /
                    asked.directions;
                CHECK(exact.tours(edges).residue == wanted && exact.tours(edges).exact);
                CHECK(residues.tours(edges).residue == wanted);
                CHECK(!residues.tours(edges).exact);
            }
        }
    });
}

TEST(backward_only_keeps_limits) {
    const Counted asked = board(6, 6);
    const BackwardOnly whole(asked.sweep, asked.plan, {3, 0, 2}, tireless);
    CHECK(whole.tours({}).residue == 9862 && whole.counters() > 0);
    CHECK(throws<OutOfBudget>([&] {
        BackwardOnly(asked.sweep, asked.plan, {3, 0, 2, whole.peak_bytes() / 4}, tireless);
    }));
    StopAfter soon(2);
    CHECK(throws<Interrupted>([&] { BackwardOnly(asked.sweep, asked.plan, {3, 0, 1}, soon); }));
    // The last edge of the board is not decided by the first three squares.
    CHECK(throws<std::invalid_argument>([&] { whole.tours(Edges{{22, 35}}); }));
    CHECK(throws<std::invalid_argument>(
        [&] { BackwardOnly(asked.sweep, asked.plan, {37, 0, 1}, tireless); }));
}

}  // namespace
}  // namespace babieca::sweep
