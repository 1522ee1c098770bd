// Where the counters of one layer live.
//
// The type vector of a layer is read as two numbers in base 3: the lower half of the slots (slot 0
// least significant) and the upper half. Each upper value owns a *segment*, inside which the blocks
// of its lower values follow one another in increasing order; a block of 2k ends holds (2k-1)!!
// counters. Only type vectors that can occur have a block:
//   - every slot's type is possible (frontier/schedule.hpp);
//   - the number of ends is even;
//   - colours balance. In a properly coloured graph every edge joins +1 to -1, so the degrees of
//     retired and waiting vertices, weighted by colour, add up to the number of apex edges ending
//     in +1 minus those ending in -1. With r = twice the colour sum of the retired vertices and b
//     that of the types in the frontier, r + b is 0 for cycles; for paths it depends on the apex's
//     type.
// What a segment looks like depends only on its *class*: the number of ends of the upper value and
// the balances it allows the lower one. Classes are few, so the table of offsets is small.
#pragma once

#include <cstdint>
#include <vector>

#include "core/frontier/problem.hpp"
#include "core/frontier/schedule.hpp"

namespace babieca::sweep {

constexpr std::uint32_t absent = 0xffffffffu;

// The numbers of one half of the slots that do not depend on the layer.
struct Half {
    int first = 0, slots = 0;              // slots first .. first + slots - 1
    int values = 1;                        // 3^slots
    std::vector<int> weight;               // 3^i per slot of the half
    std::vector<std::uint8_t> ends;        // per value: how many types are 1
    std::vector<std::uint32_t> end_slots;  // per value: which (bit i: slot first + i)

    Half(int first, int slots);
    int type(int value, int slot) const { return value / weight[slot - first] % 3; }
    int value_of(std::uint64_t types) const;  // of packed types, two bits per slot
    bool holds(int slot) const { return slot >= first && slot < first + slots; }
};

// Invariant: a whole layer is addressed by layout.segments[upper] and offset(class, lower); two
// layouts of the same schedule layer are identical.
struct BlockLayout {
    struct SegmentClass {
        int upper_ends;
        std::uint64_t size;                  // counters of a segment
        std::uint64_t blocks;                // blocks of a segment
        std::vector<std::uint32_t> offset;   // per lower value; `absent` where there is no block
        std::vector<std::uint32_t> present;  // the lower values that have a block, increasing
    };
    std::vector<SegmentClass> classes;
    std::vector<std::int32_t> class_of;  // per upper value; -1: it cannot occur
    std::uint64_t counters = 0;
    std::uint64_t blocks = 0;
    bool addressable = true;  // false: a segment has 2^32 counters or more, good for planning only
};

struct Halves {
    Half lower, upper;
    explicit Halves(int slots) : lower(0, slots / 2), upper(slots / 2, slots - slots / 2) {}
};

BlockLayout make_layout(const frontier::Problem& problem, const frontier::Schedule& schedule,
                        int layer, const Halves& halves);

}  // namespace babieca::sweep
