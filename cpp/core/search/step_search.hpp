// Tours with some steps given: all numberings of the squares that are walks and obey the givens.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/search/instance.hpp"

namespace babieca::search {

// A numbering gives each vertex one step 0 .. n - 1, so that consecutive steps are adjacent; the
// last and the first step too in a closed tour, and not in an open one.
struct StepQuestion {
    Graph graph = {};
    Kind kind = Kind::closed;
    std::vector<std::pair<Vertex, int>> at = {};  // vertices and their steps; closed: at least one
    std::vector<Edge> through = {};
    std::vector<Edge> avoiding = {};
    std::uint64_t seed = 0;  // 0: vertices are tried by their numbers, else in a random order
};

// A backtracking search that keeps, for each step, the vertices that may still be there, and for
// each vertex the steps where it may still be.
class StepSearch : public OneUser {
  public:
    static constexpr std::int64_t usual_nodes = 1 << 12;  // some milliseconds

    explicit StepSearch(const StepQuestion& question);

    // Finds up to `most` more tours, returns their number, and appends their vertices to `squares`
    // unless it is null. Calls `control` after every `nodes` decisions. Fewer than `most`: there
    // are no more.
    std::int64_t next(std::int64_t most, std::vector<Vertex>* squares, Control& control,
                      std::int64_t nodes = usual_nodes);

    // The decisions so far: a vertex is put on a step, or is not.
    std::int64_t nodes() const { return nodes_; }

    class Tree;  // the steps and vertices, in words of 64 bits

  private:
    std::shared_ptr<Tree> tree_;
    std::int64_t nodes_ = 0;
};

}  // namespace babieca::search
