// Where the counters of one layer live.
//
// The type vector of a layer is read as two numbers in base 3: the lower half of the slots (slot 0
// least significant) and the upper half. Each upper value owns a *segment*, inside which the blocks
// of its lower values follow one another; a block of 2k ends holds (2k-1)!! counters. Only type
// vectors that can occur have a block:
//   - every slot's type is possible (frontier/schedule.hpp);
//   - the number of ends is even;
//   - colours balance. In a properly coloured graph every edge joins +1 to -1, so the degrees of
//     retired and waiting vertices, weighted by colour, add up to the number of apex edges ending
//     in +1 minus those ending in -1. With r = twice the colour sum of the retired vertices and b
//     that of the types in the frontier, r + b is 0 for cycles; for paths it depends on the apex's
//     type.
// The layout of a segment depends only on its *class*: the number of ends of the upper value, and
// the balances that it allows the lower one. Classes are few, so the table of offsets is small.
//
// Mirror. The lower half holds the left slots of the pairs, the upper half the right slots and the
// fixed ones. The *key* of a half is its types in the order of the layer's significance. Of a type
// vector and its image, the one is stored whose lower key is not above its upper key. Blocks are
// sorted by lower key, so a segment stores the beginning of its class, up to a limit, and offsets
// depend on the class alone. A middle layer stores the blocks that lead to stored ones: lower keys
// whose leading part is not above the leading part of the upper key.
//
// Cells. A stride does not change the types of the slots that it does not touch, in a state or in
// its image. The types of some untouched pairs of slots assign each half to a *share*. So a stride
// falls into independent *phases*, one for every unordered pair of shares. The segments of a
// *divided* layer are cut into cells, so that a cell is written in one phase of the stride before
// and read in one phase of the stride after. Its counters have offsets within their cell.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/frontier/problem.hpp"
#include "core/frontier/schedule.hpp"

namespace babieca::sweep {

// One half of the slots: the numbers that do not depend on the layer.
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

// The mirror image of (lower, upper) is (lower_image[upper], upper_image[lower] + fixed[upper]).
struct Mirror {
    std::vector<int> lower_image;           // per upper value
    std::vector<int> upper_image;           // per lower value; the fixed slots are 0
    std::vector<int> fixed;                 // per upper value: the part of the fixed slots
    std::vector<std::uint32_t> image_ends;  // per lower value: the end slots of its upper image
    std::uint32_t fixed_slots = 0;          // which slots of the upper half are fixed
};

struct Halves {
    Half lower, upper;
    int pairs;  // of mirrored slots; 0: no mirror
    Mirror mirror;

    explicit Halves(const frontier::Schedule& schedule);
    int image(int slot) const {  // the slot of the mirror image
        return slot < pairs || slot >= upper.first + upper.slots - pairs
                   ? upper.first + upper.slots - 1 - slot
                   : slot;
    }
};

// Ranges of lower keys, given by the types of the most significant pairs. Invariant: `begin` starts
// with 0 and increases.
struct Shares {
    std::vector<int> significance;
    std::vector<std::uint32_t> begin{0};  // the first key of each

    int count() const { return static_cast<int>(begin.size()); }
    int of(std::uint32_t key) const {
        return static_cast<int>(std::upper_bound(begin.begin(), begin.end(), key) - begin.begin()) -
               1;
    }
    std::uint32_t end(int share) const {  // the first key behind it
        return share + 1 < count() ? begin[share + 1] : ~std::uint32_t{0};
    }
};

// The shares of the strides before and after a layer.
struct Division {
    Shares before, after;
};

// The phase of two shares.
constexpr std::size_t phase_of(std::size_t one, std::size_t other) {
    const auto [low, high] = std::minmax(one, other);
    return high * (high + 1) / 2 + low;
}
constexpr std::size_t phases_of(std::size_t shares) {
    return shares * (shares + 1) / 2;
}

// Invariant: two layouts of the same schedule layer and division are identical.
struct BlockLayout {
    struct SegmentClass {
        int upper_ends;
        std::uint64_t size;                  // counters of a segment without a limit
        std::vector<std::uint64_t> offset;   // per lower value: of its block in the segment or cell
        std::vector<std::uint32_t> present;  // the lower values that have a block, by cell and key
        // If divided, per cell: its first index in `present`, and the end; its counters.
        std::vector<std::uint32_t> first;
        std::vector<std::uint64_t> cell_size;
    };
    std::vector<SegmentClass> classes;
    std::vector<std::int32_t> class_of;    // per upper value; -1: it cannot occur
    std::vector<std::uint32_t> key;        // per lower value; all 0 without a mirror
    std::vector<std::uint32_t> limit;      // per upper value: the largest key stored
    std::vector<std::uint64_t> size;       // per upper value: counters of its segment
    std::vector<std::uint32_t> blocks_of;  // per upper value: how many of `present` are stored
    std::uint64_t counters = 0;
    std::uint64_t blocks = 0;
    int cells = 1;
    std::vector<std::uint16_t> cell;  // per lower value
    // If divided: the share in the next stride, per cell, and per upper value for its image; about
    // how many counters each phase of the stride before writes, and of the stride after reads.
    std::vector<std::uint16_t> share_of_cell, share_of_upper;
    std::vector<std::uint64_t> written, read;

    bool divided() const { return !read.empty(); }
    const SegmentClass& of(int upper) const { return classes[class_of[upper]]; }
    bool stores(int upper, int lower) const { return key[lower] <= limit[upper]; }
    // The offset of the first block with at least this key. The layer is not divided.
    std::uint64_t begin_of(int upper, std::uint32_t first_key) const;

    // The number of a cell among those of all segments.
    int place(int upper, int lower) const { return upper * cells + cell[lower]; }
    std::size_t phase(int place) const {  // of the next stride
        return phase_of(share_of_upper[place / cells], share_of_cell[place % cells]);
    }
    std::uint64_t size_at(int place) const;  // counters of a segment or cell
};

// Planning needs the sizes of segments, not their blocks.
enum class Detail { sizes, blocks };

// Divided if there is a division.
BlockLayout make_layout(const frontier::Problem& problem, const frontier::Schedule& schedule,
                        int layer, const Halves& halves, Detail detail = Detail::blocks,
                        const Division* division = nullptr);

}  // namespace babieca::sweep
