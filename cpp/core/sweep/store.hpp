// The counters of one layer: a segment per upper value and a bit per block.
#pragma once

#include <cstdint>
#include <vector>

#include "core/sweep/arena.hpp"
#include "core/sweep/block_layout.hpp"

namespace babieca::sweep {

// Invariant: a segment is null when no block of it was reached; the counters of a block whose bit
// is 0 are all zero and its memory is never read.
template <typename Counter>
struct Store {
    std::vector<Counter*> segments;
    std::vector<std::uint64_t> bits;  // `words` per upper value, one bit per lower value
    std::size_t words;

    explicit Store(const Halves& halves)
        : segments(halves.upper.values, nullptr),
          words((static_cast<std::size_t>(halves.lower.values) + 63) / 64) {
        bits.assign(words * segments.size(), 0);
    }

    std::uint64_t* bits_of(int upper) { return bits.data() + words * upper; }
    const std::uint64_t* bits_of(int upper) const { return bits.data() + words * upper; }

    void allocate(Arena& arena, const Layout& layout, int upper) {
        const std::uint64_t size = layout.classes[layout.class_of[upper]].size;
        segments[upper] = static_cast<Counter*>(arena.allocate(size * sizeof(Counter)));
    }
    void release(Arena& arena, const Layout& layout, int upper) {
        if (!segments[upper]) return;
        const std::uint64_t size = layout.classes[layout.class_of[upper]].size;
        arena.release(segments[upper], size * sizeof(Counter));
        segments[upper] = nullptr;
    }
};

}  // namespace babieca::sweep
