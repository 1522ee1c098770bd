// A stride, compiled for blocks: everything between two stored layers.
//
// A *stride* is one step; with a mirror, the two steps that retire a vertex and its image, with an
// unstored *middle* layer between them. A step changes only the types of the slots it touches.
//
// Upper values that agree on the slots that the stride does not touch form a *wave*. The targets of
// a wave need only its own sources and its own part of the middle layer. So waves can be computed
// one by one, and the sources of a finished wave can be freed. With a mirror, targets also need
// stored images of sources, which lie in later waves. Then *phases* (block_layout.hpp) cut across
// waves, and the sources of a finished phase can be freed, phases in any order.
//
// The *program* of a step says, for each setting of its touched slots in the target, which settings
// of the source contribute, and how.
#pragma once

#include <cstdint>
#include <vector>

#include "core/frontier/choices.hpp"
#include "core/sweep/block_layout.hpp"

namespace babieca::sweep {

struct Contribution {
    int source;  // index in the target's sources
    int shift;   // source's lower value minus target's lower value
    frontier::Effect effect;
    int first, second;  // slots; for contract and insert first < second
    int choice;         // its number
};

// All contributions to the targets with one setting of the touched slots.
struct TargetCase {
    int lower;                                // touched part of the target's lower value
    std::vector<Contribution> contributions;  // insertions last: they reach only some counters
};

struct UpperCase {
    int upper;  // touched part of the target's upper value
    std::vector<TargetCase> cases;
    std::vector<int> sources;    // touched parts of the upper values that contribute
    std::vector<int> last_uses;  // touched parts of the sources that no later target needs
};

struct Program {
    int step;
    std::vector<UpperCase> targets;  // in the order that frees sources soonest
    // Settings of the upper slots that the stride touches and this step does not. An upper value is
    // wave + subwave + touched part.
    std::vector<int> subwaves;
    std::uint32_t touched;                    // a bit per touched slot
    std::vector<frontier::JoinedTo> choices;  // all choices of the step, by their numbers
};

// A part of a wave with its own part of the middle layer, which is dropped after the slice. Slices
// differ in the slots that only the first step touches.
struct Slice {
    struct Segment {
        int subwave;
        int target;  // index in the program's targets
    };
    std::vector<std::vector<Segment>> segments;  // per step: the segments that it writes
};

struct Stride {
    int first, last;                // the stored layers
    std::vector<Program> programs;  // of its steps
    std::vector<Slice> slices;      // of each wave, in any order
    std::vector<int> waves;         // untouched parts, in the order in which to compute them
    std::vector<int> sources;       // touched parts of the upper values of the first layer
    // Per setting of the touched upper slots in the middle layer: its number; -1: impossible.
    std::vector<int> middle_number;
    int middle_parts = 0;
    // Ranges of the lower keys of the last layer, which divide a wave by phases. No step of the
    // stride touches the slots that tell key ranges apart. Without a mirror there is one key range.
    KeyRanges key_ranges;
};

// The layout of a stored layer in a sweep: with a mirror, divided by the key ranges of the stride
// to the layer and of the next stride.
BlockLayout stored_layout(const frontier::Sweep& sweep, int layer, const Halves& halves,
                          Detail detail = Detail::blocks);

Stride make_stride(const frontier::Schedule& schedule, int layer, const Halves& halves,
                   const BlockLayout& after);

}  // namespace babieca::sweep
