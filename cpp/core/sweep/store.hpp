// The counters of one layer: a segment per upper value and a bit per block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/sweep/arena.hpp"
#include "core/sweep/block_layout.hpp"

namespace babieca::sweep {

// A bit per block, in rows of the lower values; a row per upper value, or per part of a wave.
// Invariant: the counters of a block whose bit is 0 are all zero, and its memory is never read.
// Rows never share a word, so threads may write to different ones.
struct BlockBits {
    std::vector<std::uint64_t> words;
    std::size_t stride;  // words per row

    BlockBits(const Halves& halves, std::size_t rows)
        : stride((static_cast<std::size_t>(halves.lower.values) + 63) / 64) {
        words.assign(stride * rows, 0);
    }
    explicit BlockBits(const Halves& halves) : BlockBits(halves, halves.upper.values) {}

    std::uint64_t* of(int row) { return words.data() + stride * row; }
    const std::uint64_t* of(int row) const { return words.data() + stride * row; }
    bool any(int row) const {
        return std::any_of(of(row), of(row) + stride,
                           [](std::uint64_t word) { return word != 0; });
    }
};

// Invariant: a segment that is null has no block whose bit is 1, unless it was released.
struct Store {
    std::vector<std::byte*> segments;  // per upper value
    BlockBits bits;
    int width;  // bytes of a counter

    Store(const Halves& halves, int bytes)
        : segments(halves.upper.values, nullptr), bits(halves), width(bytes) {}

    void allocate(Arena& arena, const BlockLayout& layout, int upper) {
        segments[upper] = static_cast<std::byte*>(arena.allocate(layout.size[upper] * width));
    }
    void release(Arena& arena, const BlockLayout& layout, int upper) {
        if (!segments[upper]) return;
        arena.release(segments[upper], layout.size[upper] * width);
        segments[upper] = nullptr;
    }
};

}  // namespace babieca::sweep
