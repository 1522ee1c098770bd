// What lies between two stored layers, compiled for blocks.
//
// A *stride* is one step; with a mirror, the two steps that retire a vertex and its image, between
// which nothing is stored. Its steps change only the types of the slots they touch. Upper values
// that agree on the slots the stride does not touch form a *wave*: the targets of a wave are fed,
// through the wave's own middle, by its own sources (with a mirror, also by stored images of
// sources, which lie in waves that come later), so waves can be computed one by one, and the
// sources of a finished wave can be thrown away once all before it are finished. With a mirror,
// phases (block_layout.hpp) cut across waves, and the sources of a finished one can be thrown away
// whatever was done before it. Within a wave the program of a step says, for each setting of its
// touched slots in the target, which settings of the source contribute and how.
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
    int choice;         // which of the program's choices
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
    int step;
    std::vector<UpperCase> targets;  // in the order in which they are best computed
    // Settings of the upper slots that the stride touches and this step does not: upper = wave +
    // subwave + touched part.
    std::vector<int> subwaves;
    std::vector<int> lower_touched;           // the touched slots of the lower half
    std::vector<frontier::JoinedTo> choices;  // that any contribution makes
};

// What a wave computes before it forgets its part of a layer that is not stored: the second step
// tells apart settings of slots that only the first one touches.
struct Turn {
    struct Goal {
        int subwave;
        int target;  // which of the program's
    };
    std::vector<std::vector<Goal>> goals;  // per step
};

struct Stride {
    int first, last;                // the stored layers
    std::vector<Program> programs;  // of its steps
    std::vector<Turn> turns;        // of each wave, in any order
    std::vector<int> waves;         // untouched parts, in the order in which to compute them
    std::vector<int> sources;       // touched parts of the upper values of the first layer
    // Settings of the touched upper slots in a layer that is not stored, numbered: by value, -1
    // where there is none.
    std::vector<int> middle_number;
    int middle_parts = 0;
    // What of a wave belongs to one phase: lower keys of the last layer. No step of the stride
    // touches what tells shares apart. Without a mirror there is one.
    Shares shares;
};

// With a mirror: the shares of the stride to a stored layer and of the next one.
Division division_of(const frontier::Schedule& schedule, int layer);

Stride make_stride(const frontier::Schedule& schedule, int layer, const Halves& halves,
                   const BlockLayout& after);

}  // namespace babieca::sweep
