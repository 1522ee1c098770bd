// What lies between two stored layers, compiled for blocks.
//
// A *stride* is one step; with a mirror, the two steps that retire a vertex and its image, between
// which nothing is stored. Its steps change only the types of the slots they touch. Upper values
// that agree on the slots the stride does not touch form a *wave*: the targets of a wave are fed,
// through the wave's own middle, by its own sources (with a mirror, also by stored images of
// sources, which lie in waves that come later), so waves can be computed one by one, and the
// sources of a finished wave can be thrown away once all before it are finished. Within a wave the
// program of a step says, for each setting of its touched slots in the target, which settings of
// the source contribute and how.
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

struct Stride {
    int first, last;                // the stored layers
    std::vector<Program> programs;  // of its steps
    std::vector<int> waves;         // untouched parts, in the order in which to compute them
    std::vector<int> sources;       // touched parts of the upper values of the first layer
    // Settings of the touched upper slots in a layer that is not stored, numbered: by value, -1
    // where there is none.
    std::vector<int> middle_number;
    int middle_parts = 0;
    // Lower keys of a *share*: what a wave does at once between steps, so that little of a layer
    // that is not stored exists at a time. The leading pairs of slots, which no step of the stride
    // touches, tell shares apart.
    std::uint32_t share_keys = all_keys;
};

Stride make_stride(const frontier::Schedule& schedule, int layer, const Halves& halves,
                   const BlockLayout& after);

}  // namespace babieca::sweep
