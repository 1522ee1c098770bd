// Tours through many sets of edges by one sweep backwards, against tours listed one by one.
#include <set>

#include "core/frontier/budget.hpp"
#include "core/sweep/onward.hpp"
#include "tests/check.hpp"
#include "tests/oracle.hpp"

using namespace babieca;
using namespace babieca::sweep;
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

std::uint64_t listed(const frontier::Sweep& sweep, const std::vector<std::vector<Vertex>>& walks,
                     const std::vector<Edge>& edges) {
    std::uint64_t found = 0;
    for (std::vector<Vertex> walk : walks) {
        if (sweep.problem.apex >= 0) walk.push_back(sweep.problem.apex);
        std::set<Edge> used;
        for (std::size_t i = 0; i < walk.size(); ++i) {
            const Vertex u = walk[i], v = walk[(i + 1) % walk.size()];
            used.insert({std::min(u, v), std::max(u, v)});
        }
        found += std::all_of(edges.begin(), edges.end(),
                             [&](const Edge& edge) { return used.contains(edge); });
    }
    return found;
}

void agrees(const frontier::Sweep& sweep, const std::vector<std::vector<Vertex>>& walks,
            std::uint64_t directions, std::mt19937& random) {
    Control control;
    const Plan plan = make_plan(sweep, control);
    for (int layer = 0; layer <= sweep.steps(); layer += 1 + layer / 2) {
        const Onward exact(sweep, plan, {layer, 0, 1}, control);
        const Onward residues(sweep, plan, {layer, modulus, 2}, control);
        for (int round = 0; round < 4; ++round) {
            const auto edges = round ? drawn(sweep, layer, random) : std::vector<Edge>{};
            const std::uint64_t wanted = listed(sweep, walks, edges);
            CHECK(exact.tours(edges).residue * directions == wanted && exact.tours(edges).exact);
            CHECK(residues.tours(edges).residue * directions == wanted);
            CHECK(!residues.tours(edges).exact);
        }
    }
}

void random_graphs() {
    std::mt19937 random(11);
    for (int round = 0; round < 60; ++round) {
        const int n = 3 + static_cast<int>(random() % 5);
        const oracle::Drawn drawn(n, 0.7, random, round % 3 == 0);
        const auto& [owned, order, through, avoiding] = drawn;
        const Graph graph = owned.view();
        const auto walks = [&](bool closed, Vertex from, const oracle::Edges& with,
                               const oracle::Edges& without) {
            std::vector<std::vector<Vertex>> list;
            oracle::Search search{graph, with, without, closed, -1, {}, std::vector<bool>(n)};
            search.list = &list;
            for (Vertex v = 0; v < n; ++v)
                if (from < 0 || v == from) search.visit(v);
            return list;
        };
        const frontier::Constraints constraints{through, avoiding};
        agrees({graph, order, false}, walks(true, 0, {}, {}), 2, random);
        agrees({graph, order, true}, walks(false, -1, {}, {}), 2, random);
        agrees({graph, order, false, -1, -1, constraints}, walks(true, 0, through, avoiding), 2,
               random);
        agrees({graph, order, true, order[0], -1, constraints},
               walks(false, order[0], through, avoiding), 1, random);
    }
}

frontier::Sweep closed_tours(int rows, int columns) {
    const auto board = oracle::knight_board(rows, columns);
    return {board.view(), oracle::knight_order(rows, columns), false};
}

template <typename Error, typename Work>
bool throws(Work&& work) {
    try {
        work();
    } catch (const Error&) {
        return true;
    }
    return false;
}

class Stopped : public Control {
  public:
    bool keep_going(const Progress& progress) override {
        CHECK(progress.done >= 0 && progress.done <= progress.total);
        return progress.done < progress.total / 2;
    }
};

void limits_are_kept() {
    const auto sweep = closed_tours(6, 6);
    Control control;
    const Plan plan = make_plan(sweep, control);
    const Onward whole(sweep, plan, {3, 0, 2}, control);
    CHECK(whole.tours({}).residue == 9862 && whole.counters() > 0);
    CHECK(throws<frontier::OutOfBudget>(
        [&] { Onward(sweep, plan, {3, 0, 2, whole.peak_bytes() / 4}, control); }));
    CHECK(throws<Interrupted>([&] {
        Stopped stopped;
        Onward(sweep, plan, {3, 0, 1}, stopped);
    }));
    // The last edge of the board is not decided by the first three squares.
    const std::vector<Edge> late{{22, 35}};
    CHECK(throws<std::invalid_argument>([&] { whole.tours(late); }));
    CHECK(throws<std::invalid_argument>([&] { Onward(sweep, plan, {37, 0, 1}, control); }));
}

// The 5x24 board has more than 2^63 closed tours; residues do not depend on where they are asked
// for.
void numbers_larger_than_a_word() {
    const auto sweep = closed_tours(24, 5);
    Control control;
    const Plan plan = make_plan(sweep, control);
    const std::vector<Edge> corner{{0, 7}, {0, 11}};
    for (const std::uint64_t by : {std::uint64_t{0}, modulus}) {
        const Onward early(sweep, plan, {1, by, 2}, control),
            late(sweep, plan, {9, by, 2}, control);
        CHECK(!early.tours({}).exact);
        CHECK(early.tours({}).residue == late.tours({}).residue);
        CHECK(early.tours(corner).residue == early.tours({}).residue);
    }
}

}  // namespace

int main() {
    random_graphs();
    limits_are_kept();
    numbers_larger_than_a_word();
}
