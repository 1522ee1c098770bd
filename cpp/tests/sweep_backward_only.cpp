// Tours through many sets of edges by one sweep backwards, against tours listed one by one.
#include <set>

#include "core/frontier/budget.hpp"
#include "core/sweep/backward_only.hpp"
#include "tests/questions.hpp"

using namespace babieca;
using namespace babieca::sweep;
using questions::closed_tours;

namespace {

constexpr std::uint64_t modulus = (std::uint64_t{1} << 63) - 25;

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

void agrees(const questions::Asked& asked) {
    static std::mt19937 random(11);
    const frontier::Sweep& sweep = asked.sweep;
    Control control;
    const Plan plan = make_plan(sweep, control);
    for (int layer = 0; layer <= sweep.steps(); layer += 1 + layer / 2) {
        const BackwardOnly exact(sweep, plan, {layer, 0, 1}, control);
        const BackwardOnly residues(sweep, plan, {layer, modulus, 2}, control);
        for (int round = 0; round < 4; ++round) {
            const auto edges = round ? drawn(sweep, layer, random) : std::vector<Edge>{};
            const std::uint64_t wanted = listed(asked, edges) / asked.directions;
            CHECK(exact.tours(edges).residue == wanted && exact.tours(edges).exact);
            CHECK(residues.tours(edges).residue == wanted);
            CHECK(!residues.tours(edges).exact);
        }
    }
}

void limits_are_kept() {
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
    for (const std::uint64_t by : {std::uint64_t{0}, modulus}) {
        const BackwardOnly early(sweep, plan, {1, by, 2}, control),
            late(sweep, plan, {9, by, 2}, control);
        CHECK(!early.tours({}).exact);
        CHECK(early.tours({}).residue == late.tours({}).residue);
        CHECK(early.tours(corner).residue == early.tours({}).residue);
    }
}

}  // namespace

int main() {
    questions::random_questions(40, 11, 7, agrees);
    limits_are_kept();
    numbers_larger_than_a_word();
}
