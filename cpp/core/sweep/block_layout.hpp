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
// What a segment looks like depends only on its *class*: the number of ends of the upper value and
// the balances it allows the lower one. Classes are few, so the table of offsets is small.
//
// Mirror. The lower half then holds the left slots of the pairs, the upper half the right ones and
// the fixed slots. Each half has a *key*: its types in the order of the layer's significance. Of a
// type vector and its image the one is stored whose lower key is not above the upper key. Blocks
// are laid out by lower key, so what a segment stores is the beginning of what its class lists, up
// to a limit of its own, and offsets still depend on the class alone. A layer that is not symmetric
// stores what leads to stored blocks: lower keys whose leading part is not above the upper one's.
//
// Cells. What two halves hold on pairs of slots that a stride does not touch stays as it is, and
// with it what their images hold. So a stride falls into *phases* that have nothing to do with one
// another: one for every two *shares*, in whatever order, to which the two halves belong by what
// such pairs of slots hold. A layer that is *divided* has its segments cut into cells, so that what
// one phase of the stride before writes and one phase of the next stride reads lies in cells of its
// own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/frontier/problem.hpp"
#include "core/frontier/schedule.hpp"

namespace babieca::sweep {

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

// What lower values are told apart by: ranges of keys, that is, what the first few pairs of an
// order of significance hold. Invariant: begin at 0, increasing.
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

// The shares of the stride that leads to a layer, and of the next one.
struct Division {
    Shares before, after;
};

// The phase of two shares, and how many phases there are of so many shares.
constexpr std::size_t phase_of(std::size_t one, std::size_t other) {
    const auto [low, high] = std::minmax(one, other);
    return high * (high + 1) / 2 + low;
}
constexpr std::size_t phases_of(std::size_t shares) {
    return shares * (shares + 1) / 2;
}

// Invariant: a whole layer is addressed by the segment of an upper value and the offset of a lower
// value in the segment's class; two layouts of the same schedule layer and division are identical.
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
    std::vector<std::uint32_t> blocks_of;  // per upper value: the first so many present ones
    std::uint64_t counters = 0;
    std::uint64_t blocks = 0;
    int cells = 1;
    std::vector<std::uint16_t> cell;  // per lower value
    // If it is divided: the share of the next stride of a cell, and per upper value of its image;
    // and about how many counters each phase writes and reads.
    std::vector<std::uint16_t> share_of_cell, share_of_upper;
    std::vector<std::uint64_t> written, read;

    bool divided() const { return !read.empty(); }
    const SegmentClass& of(int upper) const { return classes[class_of[upper]]; }
    bool stores(int upper, int lower) const { return key[lower] <= limit[upper]; }
    // Where the blocks from a key on begin in a segment; the layer is not divided.
    std::uint64_t begin_of(int upper, std::uint32_t first_key) const;

    // Cells of all segments are numbered.
    int place(int upper, int lower) const { return upper * cells + cell[lower]; }
    std::size_t phase(int place) const {  // of the next stride
        return phase_of(share_of_upper[place / cells], share_of_cell[place % cells]);
    }
    std::uint64_t size_at(int place) const;  // counters of a segment or cell
};

// Planning needs to know how large segments are, not where their blocks lie.
enum class Detail { sizes, blocks };

// Divided if there is a division.
BlockLayout make_layout(const frontier::Problem& problem, const frontier::Schedule& schedule,
                        int layer, const Halves& halves, Detail detail = Detail::blocks,
                        const Division* division = nullptr);

}  // namespace babieca::sweep
