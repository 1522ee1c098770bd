// Tours with some steps given: all numberings of the squares that are walks and obey the givens.
//
// Whether a puzzle has exactly one solution, for many puzzles of one graph:
//     StepSearch search({graph, kind});                   // allocates
//     search.restart(givens);                             // allocates nothing
//     if (search.next(2, nullptr, control, nodes) == 1) … // control stops it after `nodes`
//     search.nodes();                                     // decisions since restart
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/effort.hpp"
#include "core/search/instance.hpp"

namespace babieca::search {

using Steps = std::vector<std::pair<Vertex, int>>;  // vertices and their steps, from 0

// A numbering gives each vertex one step 0 .. n - 1, so that consecutive steps are adjacent; the
// last and the first step too in a closed tour, and not in an open one.
struct StepQuestion {
    Graph graph = {};
    Kind kind = Kind::closed;
    Steps at = {};  // closed: at least one
    std::vector<Edge> through = {};
    std::vector<Edge> avoiding = {};
    std::uint64_t seed = 0;  // 0: vertices are tried by their numbers, else in a random order
};

// A backtracking search that keeps, for each step, the vertices that may still be there, and for
// each vertex the steps where it may still be.
class StepSearch : public OneUser {
  public:
    static constexpr std::int64_t usual_nodes = 1 << 12;  // some milliseconds

    // With a log, the search is traced, and ends when the log is full. `detail` of its moves is the
    // step, from 1; `depth` is the number of vertices on their steps.
    explicit StepSearch(const StepQuestion& question, EventLog* log = nullptr);

    // Begins again, with other given steps.
    void restart(const Steps& at);

    // Finds up to `most` more tours, returns their number, and appends their vertices to `squares`
    // unless it is null. Calls `control` after every `nodes` decisions. Fewer than `most`: there
    // are no more.
    std::int64_t next(std::int64_t most, std::vector<Vertex>* squares, Control& control,
                      std::int64_t nodes = usual_nodes);

    // The decisions so far: a vertex is put on a step, or is not.
    std::int64_t nodes() const { return nodes_; }

    class Walk;  // the place in the tree, with rows of 64, 128, 256 or 1024 bits

  private:
    std::shared_ptr<Walk> walk_;
    std::int64_t nodes_ = 0;
};

}  // namespace babieca::search
