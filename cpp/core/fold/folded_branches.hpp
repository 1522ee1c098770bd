// Pieces of the searches on folded boards, each walked on its own: work that is divided among
// machines. See search/branches.hpp for the same of the plain search.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/fold/folded_stream.hpp"

namespace babieca::fold {

// The number of a folded question, and a part of its search tree.
using FoldedTask = std::pair<int, FoldedPath>;

// What a piece gave. Every tour below its tasks is either among `vertices` or below exactly one
// task that is left. Both are in the order in which streams of the questions, one after another,
// meet them.
struct FoldedPiece {
    std::int64_t nodes = 0;
    std::vector<FoldedTask> left;
    std::vector<Vertex> vertices;
};

// Walks over the tasks, one after another, until `nodes` have been entered, and hands over what has
// not been tried by then. The same arguments always give the same answer, on every machine. Throws
// std::invalid_argument when the tasks are not of these questions.
FoldedPiece walk_folded(const std::vector<Folded>& questions, const std::vector<FoldedTask>& tasks,
                        std::int64_t nodes, Control& control);

}  // namespace babieca::fold
