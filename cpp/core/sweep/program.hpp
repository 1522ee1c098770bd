// One step of the sweep, compiled for blocks.
//
// A step changes only the types of the slots it touches: the retiring vertex's and its candidates'.
// Upper values that agree on the untouched slots form a *wave*: the targets of a wave are fed by
// the sources of the same wave and by nothing else, so waves are independent, and the sources of a
// finished wave can be thrown away. Within a wave the program says, for each setting of the touched
// slots of the target, which settings of the source contribute and how.
#pragma once

#include <cstdint>
#include <vector>

#include "core/frontier/choices.hpp"
#include "core/sweep/block_layout.hpp"

namespace babieca::sweep {

struct Contribution {
    int source;  // which of the target's sources
    int shift;   // source's lower value minus target's lower value
    frontier::Effect effect;
    int first, second;  // slots; for contract and insert first < second
};

// All contributions to the targets whose touched slots are set in one way.
struct TargetCase {
    int lower;                                // touched part of the target's lower value
    std::vector<Contribution> contributions;  // those that reach every counter of a block first
};

struct UpperCase {
    int upper;  // touched part of the target's upper value
    std::vector<TargetCase> cases;
    std::vector<int> sources;    // touched parts of the upper values that contribute
    std::vector<int> last_uses;  // touched parts of the sources nobody needs after this target
};

struct Program {
    std::vector<UpperCase> targets;  // in the order in which they are best computed
    std::vector<int> waves;          // untouched parts: upper = wave + touched part
    std::vector<int> lower_touched;  // the touched slots of the lower half
};

Program make_program(const frontier::Schedule& schedule, int step, const Halves& halves);

}  // namespace babieca::sweep
