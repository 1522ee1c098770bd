// Where the counters of one layer live.
//
// The type vector of a layer is read as two numbers in base 3: the lower half of the slots (slot 0
// least significant) and the upper half. Each upper value owns a *segment*, inside which the blocks
// of its lower values follow one another; a block of 2k ends has (2k-1)!! counters. Only type
// vectors that can occur have a block:
//   - every slot's type is possible (frontier/schedule.hpp);
//   - the number of ends is even;
//   - colours balance. In a properly coloured graph every edge joins +1 to -1, so the degrees of
//     retired and waiting vertices, weighted by colour, add up to the number of apex edges ending
//     in +1 minus the apex edges ending in -1. With r = twice the colour sum of the retired
//     vertices and b that of the types in the frontier, r + b is 0 for cycles; for paths it depends
//     on the apex's type.
// The layout of a segment depends only on its *shape*: the number of ends of the upper value, and
// the balances that it allows the lower value. Shapes are few, so the table of offsets is small.
//
// Mirror. The lower half has the left slots of the pairs, the upper half the right slots and the
// fixed ones. The *key* of a half is its types, the most significant pair first. A type
// vector is stored if its lower key is at most its upper key; otherwise its image is stored. Blocks
// are sorted by lower key. So a segment stores the beginning of its shape, up to a last key, and
// offsets depend on the shape alone. A middle layer stores the blocks that lead to stored blocks:
// lower keys whose leading part is not above the leading part of the upper key.
//
// Cells. A stride does not change the types of the slots that it does not touch, in a state or in
// its image. The types of some untouched pairs of slots assign each half to a *key range*. So a
// stride falls into independent *phases*, one for every unordered pair of key ranges. The segments
// of a *divided* layer are cut into cells, so that a cell is written in one phase of the stride
// before and read in one phase of the stride after. Offsets of blocks are then within their cell.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/frontier/problem.hpp"
#include "core/frontier/schedule.hpp"
#include "core/frontier/state.hpp"

namespace babieca::sweep {

// One half of the slots: the numbers that do not depend on the layer.
struct Half {
    int first = 0, slots = 0;              // slots first .. first + slots - 1
    int values = 1;                        // 3^slots
    std::vector<int> weight;               // 3^i per slot of the half
    std::vector<std::uint8_t> ends;        // per value: how many types are 1
    std::vector<std::uint32_t> end_slots;  // per value: bit i is set if slot first + i has type 1

    Half(int first, int slots);
    int type(int value, int slot) const { return value / weight[slot - first] % 3; }
    int value_of(std::uint64_t types) const;         // of packed types, two bits per slot
    int part(int value, std::uint32_t slots) const;  // the types of these slots, others 0
    bool has(int slot) const { return slot >= first && slot < first + slots; }
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
struct KeyRanges {
    std::vector<int> significance;
    std::vector<std::uint32_t> begin{0};  // the first key of each

    int count() const { return static_cast<int>(begin.size()); }
    int of(std::uint32_t key) const {
        return static_cast<int>(std::upper_bound(begin.begin(), begin.end(), key) - begin.begin()) -
               1;
    }
    std::uint32_t end(int range) const {  // the first key after the range
        return range + 1 < count() ? begin[range + 1] : ~std::uint32_t{0};
    }
};

// The key ranges of the strides before and after a layer.
struct Division {
    KeyRanges before, after;
};

// The phase of two key ranges.
constexpr std::size_t phase_of(std::size_t one, std::size_t other) {
    const auto [low, high] = std::minmax(one, other);
    return high * (high + 1) / 2 + low;
}
constexpr std::size_t phases_of(std::size_t key_ranges) {
    return key_ranges * (key_ranges + 1) / 2;
}

// Invariant: two layouts of the same schedule layer and division are identical.
struct BlockLayout {
    struct SegmentShape {
        int upper_ends;
        std::uint64_t size;                  // counters of a segment that stores all keys
        std::vector<std::uint64_t> offset;   // per lower value: of its block in the segment or cell
        std::vector<std::uint32_t> present;  // the lower values that have a block, by cell and key
        // If divided:
        std::vector<std::uint32_t> first;      // per cell: its first index in `present`; the end
        std::vector<std::uint64_t> cell_size;  // per cell: its counters

        std::uint64_t block_size(const Halves& halves, std::uint32_t lower) const {
            return frontier::matching_count[(upper_ends + halves.lower.ends[lower]) / 2];
        }
    };
    std::vector<SegmentShape> shapes;
    std::vector<std::int32_t> shape_of;    // per upper value; -1: it cannot occur
    std::vector<std::uint32_t> key;        // per lower value; all 0 without a mirror
    std::vector<std::uint32_t> last_key;   // per upper value: the largest key stored
    std::vector<std::uint64_t> size;       // per upper value: counters of its segment
    std::vector<std::uint32_t> blocks_of;  // per upper value: how many of `present` are stored
    std::uint64_t counters = 0;
    std::uint64_t blocks = 0;
    int most_pairs = 0;             // of any block
    std::vector<std::int32_t> row;  // of a wide frontier: BlockBits::row
    std::size_t rows = 0;           // of block bits
    int cells = 1;
    std::vector<std::uint16_t> cell;  // per lower value
    // If divided:
    std::vector<std::uint16_t> range_of_cell;   // per cell: its key range in the next stride
    std::vector<std::uint16_t> range_of_upper;  // per upper value: the key range of its image there
    std::vector<std::uint64_t> written;  // per phase of the stride before: about how many counters
    std::vector<std::uint64_t> read;     // the same for the stride after

    bool divided() const { return !read.empty(); }
    const SegmentShape& of(int upper) const { return shapes[shape_of[upper]]; }
    bool stores(int upper, int lower) const { return key[lower] <= last_key[upper]; }
    // The offset of the first block with at least this key. The layer is not divided.
    std::uint64_t begin_of(int upper, std::uint32_t first_key) const;

    // The number of a cell among the cells of all segments; without a division, the upper value.
    int cell_number(int upper, int lower) const { return upper * cells + cell[lower]; }
    std::size_t phase(int cell_number) const {  // the phase of the next stride that reads the cell
        return phase_of(range_of_upper[cell_number / cells], range_of_cell[cell_number % cells]);
    }
    std::uint64_t size_at(int cell_number) const;  // counters of a segment or cell
};

// Planning needs the sizes of segments, not their blocks.
enum class Detail { sizes, blocks };

// Divided if there is a division.
BlockLayout make_layout(const frontier::Sweep& sweep, int layer, const Halves& halves,
                        Detail detail = Detail::blocks,
                        const std::optional<Division>& division = {});

}  // namespace babieca::sweep
