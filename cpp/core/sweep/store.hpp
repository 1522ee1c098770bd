// The counters of one layer: a segment per upper value and a bit per block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/sweep/arena.hpp"
#include "core/sweep/block_layout.hpp"

namespace babieca::sweep {

// A bit per block of a layer, per upper value in the order of lower values. Invariant: the counters
// of a block whose bit is 0 are all zero, and its memory is never read. Upper values never share a
// word, so threads may write to different ones.
struct BlockBits {
    std::vector<std::uint64_t> words;
    std::size_t stride;  // words per upper value

    explicit BlockBits(const Halves& halves)
        : stride((static_cast<std::size_t>(halves.lower.values) + 63) / 64) {
        words.assign(stride * halves.upper.values, 0);
    }

    std::uint64_t* of(int upper) { return words.data() + stride * upper; }
    const std::uint64_t* of(int upper) const { return words.data() + stride * upper; }
    bool any(int upper) const {
        return std::any_of(of(upper), of(upper) + stride,
                           [](std::uint64_t word) { return word != 0; });
    }
};

// Invariant: a segment that is null has no block whose bit is 1, unless it was released.
template <typename Counter>
struct Store {
    std::vector<Counter*> segments;  // per upper value
    BlockBits bits;

    explicit Store(const Halves& halves) : segments(halves.upper.values, nullptr), bits(halves) {}

    void allocate(Arena& arena, const BlockLayout& layout, int upper) {
        const std::uint64_t size = layout.classes[layout.class_of[upper]].size;
        segments[upper] = static_cast<Counter*>(arena.allocate(size * sizeof(Counter)));
    }
    void release(Arena& arena, const BlockLayout& layout, int upper) {
        if (!segments[upper]) return;
        const std::uint64_t size = layout.classes[layout.class_of[upper]].size;
        arena.release(segments[upper], size * sizeof(Counter));
        segments[upper] = nullptr;
    }
};

}  // namespace babieca::sweep
