// Questions for the tests of sweeps, with the tours that plain search lists.
#pragma once

#include "core/control.hpp"
#include "core/frontier/sweep.hpp"
#include "tests/check.hpp"
#include "tests/oracle.hpp"

namespace questions {

using babieca::Edge;
using babieca::Graph;
using babieca::Vertex;
using babieca::frontier::Sweep;

inline Sweep closed_tours(int rows, int columns) {
    const auto board = oracle::knight_board(rows, columns);
    return {board.view(), oracle::knight_order(rows, columns), false};
}

struct Asked {
    Graph graph;
    Sweep sweep;
    std::vector<oracle::Walk> walks;  // directed
    std::uint64_t directions;         // walks per tour
    bool constrained;                 // some edges are required or avoided

    std::uint64_t tours() const { return walks.size() / directions; }
};

// The edges of a walk; the apex of the sweep stands at the end of a path.
inline std::vector<Edge> edges_of(const Sweep& sweep, oracle::Walk walk) {
    if (sweep.problem.apex >= 0) walk.push_back(sweep.problem.apex);
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < walk.size(); ++i)
        edges.push_back(std::minmax(walk[i], walk[(i + 1) % walk.size()]));
    return edges;
}

// Calls visit(asked) for cycles and paths, with and without ends and constraints.
template <typename Visit>
void all_questions(const Graph& graph, std::span<const Vertex> order, const oracle::Edges& through,
                   const oracle::Edges& avoiding, Vertex start, Vertex end, Visit&& visit) {
    const auto ask = [&](bool paths, Vertex from, Vertex to, const oracle::Edges& with,
                         const oracle::Edges& without) {
        visit(Asked{graph,
                    {graph, order, paths, from, to, {with, without}},
                    oracle::listed(graph, !paths, from, to, with, without),
                    from < 0 ? 2u : 1u,
                    !with.empty() || !without.empty()});
    };
    for (const auto& [with, without] :
         {std::pair<oracle::Edges, oracle::Edges>{}, {through, avoiding}}) {
        ask(false, -1, -1, with, without);
        ask(true, -1, -1, with, without);
        ask(true, start, -1, with, without);
        ask(true, start, end, with, without);
    }
}

// The same for random graphs of 3 .. largest vertices, every third of them bipartite.
template <typename Visit>
void random_questions(int rounds, unsigned seed, int largest, Visit&& visit) {
    std::mt19937 random(seed);
    for (int round = 0; round < rounds; ++round) {
        const int n = 3 + static_cast<int>(random() % (largest - 2));
        const oracle::Drawn drawn(n, 0.7, random, round % 3 == 0);
        all_questions(drawn.graph.view(), drawn.order, drawn.through, drawn.avoiding,
                      drawn.order[0], drawn.order[1], visit);
    }
}

// Checks that progress never decreases, and stops after some reports.
class StopAfter : public babieca::Control {
  public:
    explicit StopAfter(int reports) : left_(reports) {}
    bool keep_going(const babieca::Progress& progress) override {
        CHECK(progress.done >= last_.done && progress.done <= progress.total);
        last_ = progress;
        return left_-- > 0;
    }
    babieca::Progress last() const { return last_; }

  private:
    int left_;
    babieca::Progress last_;
};

}  // namespace questions
