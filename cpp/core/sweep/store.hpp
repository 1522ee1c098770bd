// The counters of one layer: a segment per upper value, or its cells, and a bit per block.
//
// Invariant: what a layer that is divided has is numbered as BlockLayout::place says, and given
// back by the phases in which the next stride reads it; else by segments.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "core/files/checked_file.hpp"
#include "core/frontier/page_allocator.hpp"
#include "core/sweep/block_layout.hpp"
#include "core/sweep/pools.hpp"
#include "core/sweep/room.hpp"
#include "core/system/thread_pool.hpp"

namespace babieca::sweep {

// Zero until they are written: where few types are possible, most of them never are.
using Words = std::vector<std::uint64_t, frontier::ZeroAllocator<std::uint64_t>>;

// A bit per block, in rows of the lower values; a row per upper value, or per part of a wave.
// Invariant: the counters of a block whose bit is 0 are all zero, and its memory is never read.
// Rows never share a word, so threads may write to different ones.
struct BlockBits {
    std::size_t stride;  // words per row
    Words words;

    BlockBits(const Halves& halves, std::size_t rows)
        : stride((static_cast<std::size_t>(halves.lower.values) + 63) / 64), words(stride * rows) {}
    explicit BlockBits(const Halves& halves) : BlockBits(halves, halves.upper.values) {}

    std::uint64_t* of(int row) { return words.data() + stride * row; }
    const std::uint64_t* of(int row) const { return words.data() + stride * row; }
    void clear(int row) { std::fill_n(of(row), stride, 0); }
    bool any(int row) const {
        return std::any_of(of(row), of(row) + stride, [](std::uint64_t word) { return word != 0; });
    }
};

// Invariant: a segment that is neither in memory nor in scratch has no block whose bit is 1, unless
// it was released. Threads may call for different segments at the same time. Layers in scratch are
// not divided.
struct Store {
    // Per place: in memory, or null. A cell begins where its segment would, were it whole.
    std::vector<std::byte*> segments;
    std::vector<ScratchFile::Place> places;  // per segment: in scratch
    BlockBits bits;
    int width;    // bytes of a counter
    Pools pools;  // none, unless the layer is divided

    Store(const Halves& halves, const BlockLayout& layout, int bytes, int threads = 1)
        : segments(halves.upper.values * static_cast<std::size_t>(layout.cells), nullptr),
          places(layout.divided() ? 0 : halves.upper.values),
          bits(halves),
          width(bytes),
          pools(layout.read.size(), threads) {}

    // A new segment or cell, in memory.
    std::byte* allocate(Room& room, const BlockLayout& layout, int place, int thread = 0) {
        if (!layout.divided()) return segments[place] = room.allocate(bytes_of(layout, place));
        const auto [begin, end] = layout.range(place);
        std::byte* const memory =
            pools.allocate(room, layout.phase(place), thread, (end - begin) * width);
        return segments[place] = memory - begin * width;
    }
    // Where the counters of a block are, in memory.
    std::byte* block(const BlockLayout& layout, int upper, int lower) const {
        return segments[layout.place(upper, lower)] + layout.of(upper).offset[lower] * width;
    }
    // All of a phase, which nobody needs any more; all that there is.
    void release_phase(Room& room, std::size_t phase) { pools.release(room, phase); }
    void clear(Room& room, const BlockLayout& layout);

    // The segment is written, once: it may leave the memory until it is loaded.
    void finish(Room& room, const BlockLayout& layout, int upper) {
        if (in_scratch(upper)) throw std::logic_error("a segment is finished twice");
        if (!room.scratch || room.used <= room.kept) return;
        places[upper] = room.scratch->write(segments[upper], bytes_of(layout, upper));
        forget(room, layout, upper);
    }
    // The segment in memory; null if there is none.
    std::byte* load(Room& room, const BlockLayout& layout, int place) {
        if (segments[place] || !in_scratch(place)) return segments[place];
        allocate(room, layout, place);
        room.scratch->read(places[place], segments[place], bytes_of(layout, place));
        return segments[place];
    }
    // It need not be in memory any more, if it is in scratch.
    void unload(Room& room, const BlockLayout& layout, int upper) {
        if (in_scratch(upper)) forget(room, layout, upper);
    }
    // It will be loaded soon.
    void expect(Room& room, const BlockLayout& layout, int upper) const {
        if (!segments[upper] && in_scratch(upper))
            room.scratch->expect(places[upper], bytes_of(layout, upper));
    }
    void release(Room& room, const BlockLayout& layout, int upper) {
        forget(room, layout, upper);
        if (!in_scratch(upper)) return;
        room.scratch->give(places[upper], bytes_of(layout, upper));
        places[upper] = {};
    }

    // Copies a segment to where it lies whole, as `whole` has it, counters that nobody computed 0;
    // and back.
    void copy_out(Room& room, const BlockLayout& layout, const BlockLayout& whole,
                  const Halves& halves, int upper, std::byte* to);
    void copy_in(Room& room, const BlockLayout& layout, const BlockLayout& whole,
                 const Halves& halves, int upper, const std::byte* from);

    // The block bits, with scratch the places in it, then the segments that have any bit and are
    // not there, or all of them if they are to be together, as `whole` has them; layouts need no
    // saving. Calls `after` each.
    void write(files::CheckedWriter& writer, Room& room, const BlockLayout& layout,
               const BlockLayout& whole, const Halves& halves, bool together,
               const std::function<void()>& after);
    // Into a store that is empty: first the bits and places, then the segments that are not there.
    void read_places(files::SequentialFile& reader, const BlockLayout& layout, bool scratch);
    void read_segments(files::SequentialFile& reader, Room& room, const BlockLayout& layout,
                       const BlockLayout& whole, const Halves& halves);
    std::vector<ScratchFile::Range> ranges(const BlockLayout& layout) const;  // in scratch

    // The same counters in words of so many bytes, which are more; these are released unless they
    // are to be kept.
    std::shared_ptr<Store> widened(Room& room, const BlockLayout& layout, const Halves& halves,
                                   int bytes, bool keep, system::ThreadPool& pool, int threads,
                                   const std::function<void()>& poll);

  private:
    std::size_t bytes_of(const BlockLayout& layout, int upper) const {
        return layout.size[upper] * width;
    }
    bool in_scratch(int upper) const { return !places.empty() && places[upper].somewhere(); }
    void forget(Room& room, const BlockLayout& layout, int upper) {
        if (segments[upper]) room.release(segments[upper], bytes_of(layout, upper));
        segments[upper] = nullptr;
    }
};

}  // namespace babieca::sweep
