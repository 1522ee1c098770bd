// The counters of one layer: a segment per upper value, or its cells, and a bit per block.
//
// Divided layers are indexed by BlockLayout::place and freed by phase, others by upper value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/files/checked_file.hpp"
#include "core/frontier/page_allocator.hpp"
#include "core/sweep/block_layout.hpp"
#include "core/sweep/layer_memory.hpp"
#include "core/system/thread_pool.hpp"

namespace babieca::sweep {

// Zero until written. If few types are possible, most words are never written.
using Words = std::vector<std::uint64_t, frontier::ZeroAllocator<std::uint64_t>>;

// A bit per block, in rows of the lower values: a row per upper value, or per part of a wave.
// Invariant: the counters of a block whose bit is 0 are zero, and their memory is never read. Rows
// never share a word, so threads may write to different rows.
struct BlockBits {
    std::size_t stride;  // words per row
    Words words;

    BlockBits(const Halves& halves, std::size_t rows)
        : stride((static_cast<std::size_t>(halves.lower.values) + 63) / 64), words(stride * rows) {}
    explicit BlockBits(const Halves& halves) : BlockBits(halves, halves.upper.values) {}

    std::uint64_t* of(int row) { return words.data() + stride * row; }
    const std::uint64_t* of(int row) const { return words.data() + stride * row; }
    bool has(int row, int lower) const { return of(row)[lower / 64] >> (lower % 64) & 1; }
    void clear(int row) { std::fill_n(of(row), stride, 0); }
    bool any(int row) const {
        return std::any_of(of(row), of(row) + stride, [](std::uint64_t word) { return word != 0; });
    }
};

// Invariant: a segment that is neither in memory nor in scratch has no block whose bit is 1, unless
// it was released. Threads may call for different segments at the same time. Layers in scratch are
// not divided. The destructor frees everything.
struct Store {
    const Halves& halves;
    LayerMemory& memory;
    std::shared_ptr<const BlockLayout> layout;
    std::vector<std::byte*> segments;  // by place; null: not in memory
    BlockBits bits;
    const int width;  // bytes of a counter

    Store(const Halves& halves, LayerMemory& memory, std::shared_ptr<const BlockLayout> layout,
          int width, int threads = 1);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    // Allocates a segment or cell in memory.
    std::byte* allocate(int place, int thread = 0);
    // The counters of a block in memory.
    std::byte* block(int upper, int lower) const {
        return segments[layout->place(upper, lower)] + layout->of(upper).offset[lower] * width;
    }
    void release(int upper);
    void release_phase(std::size_t phase) { pools_.release(memory, phase); }

    // Call once, when the segment is written. It may leave the memory until it is loaded.
    void finish(int upper);
    // Brings the segment to memory. Returns null if there is none.
    std::byte* load(int place);
    // Frees the memory of a segment that is in scratch.
    void unload(int upper);
    // Asks the system to read the segment ahead.
    void expect(int upper) const;

    // Copy a segment to and from memory where it lies whole, as in `whole`. Counters of blocks
    // whose bit is 0 become 0.
    void copy_out(const BlockLayout& whole, int upper, std::byte* to);
    void copy_in(const BlockLayout& whole, int upper, const std::byte* from);

    // Writes the block bits, with scratch the places in it, then the segments that have any bit and
    // are not in scratch; all that have any bit if `together`. Calls `after` each.
    void write(files::CheckedWriter& writer, const BlockLayout& whole, bool together,
               const std::function<void()>& after);
    // Read into an empty store: first bits and places, then the segments that are not in scratch.
    void read_places(files::SequentialFile& reader, bool scratch);
    void read_segments(files::SequentialFile& reader, const BlockLayout& whole);
    std::vector<ScratchFile::Range> ranges() const;  // in scratch

    // Returns the same counters in wider words. Frees these as it goes, unless they are to be kept.
    std::shared_ptr<Store> widened(int bytes, bool keep, system::ThreadPool& pool, int threads,
                                   const std::function<void()>& poll);

  private:
    std::size_t bytes_of(int upper) const { return layout->size[upper] * width; }
    bool in_scratch(int upper) const { return !places_.empty() && places_[upper].somewhere(); }
    void forget(int upper);

    std::vector<ScratchFile::Place> places_;  // per segment: in scratch; none if divided
    PhasePools pools_;                        // none unless divided
};

}  // namespace babieca::sweep
