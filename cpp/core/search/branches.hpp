// A piece of the search tree walked on its own: work that is divided among machines.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/search/walker.hpp"

namespace babieca::search {

// What a piece gave. Every tour below its tasks is either in the tally (and, where tours are
// listed, in `squares`, one after another) or below exactly one task that is left. Both are in the
// order in which one walker alone meets them.
struct Walked {
    Tally tally;
    std::vector<Task> left;
    std::vector<Vertex> squares;
};

// Walks over the tasks, one after another, until `nodes` have been entered, and hands over what has
// not been tried by then. The same arguments always give the same answer, on every machine. Throws
// std::invalid_argument when the tasks are not of this tree.
Walked walk_branches(const Instance& instance, const std::vector<Task>& tasks, std::int64_t nodes,
                     bool listing, Control& control);

}  // namespace babieca::search
