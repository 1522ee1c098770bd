// The counters of one layer: in a sweep, lent and kept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/files/checked_file.hpp"
#include "core/sweep/block_layout.hpp"
#include "core/sweep/memory.hpp"
#include "core/system/system.hpp"
#include "core/system/thread_pool.hpp"

namespace babieca::sweep {

// Zero until written. Pages that are never written take no memory.
template <typename Value>
using ZeroBuffer = std::vector<Value, system::ZeroAllocator<Value>>;
using CounterBuffer = ZeroBuffer<std::byte>;  // counters of any width

// A bit per block, in rows of the lower values: a row per upper value, or per part of a wave. In a
// layer of a wide frontier only the upper values that can occur have a row (BlockLayout::row).
// Invariant: the counters of a block whose bit is 0 are zero, and their memory is never read. Rows
// share no limb (64 bits), so threads may write to different rows.
struct BlockBits {
    std::size_t row_limbs;
    std::vector<std::int32_t> row;  // per upper value; -1: it cannot occur; empty: all have a row
    ZeroBuffer<std::uint64_t> limbs;

    BlockBits(const Halves& halves, std::size_t rows)
        : row_limbs((static_cast<std::size_t>(halves.lower.values) + 63) / 64),
          limbs(row_limbs * rows) {}
    BlockBits(const Halves& halves, const BlockLayout& layout) : BlockBits(halves, layout.rows) {
        row = layout.row;
    }

    // Requires: the upper value can occur.
    std::uint64_t* of(int upper) { return limbs.data() + row_limbs * number(upper); }
    const std::uint64_t* of(int upper) const { return limbs.data() + row_limbs * number(upper); }
    void set(int upper, int lower) { of(upper)[lower / 64] |= std::uint64_t{1} << (lower % 64); }
    void clear(int upper) { std::fill_n(of(upper), row_limbs, 0); }

    bool has(int upper, int lower) const {
        return number(upper) >= 0 && of(upper)[lower / 64] >> (lower % 64) & 1;
    }
    bool any(int upper) const {
        return number(upper) >= 0 && std::any_of(of(upper), of(upper) + row_limbs, std::identity{});
    }

  private:
    std::ptrdiff_t number(int upper) const { return row.empty() ? upper : row[upper]; }
};

// The bits of all blocks that a layout stores.
BlockBits all_blocks(const BlockLayout& layout, const Halves& halves);

// The counters of one layer in a sweep: a segment per upper value, or its cells, and a bit per
// block. Divided layers are indexed by BlockLayout::cell_number and freed by phase, others by upper
// value.
//
// Invariant: a segment that is neither in memory nor in scratch has no block whose bit is 1, unless
// it was released. Threads may call for different segments at the same time. Layers in scratch are
// not divided. The destructor frees all segments.
struct Store {
    const Halves& halves;
    LayerMemory& memory;
    std::shared_ptr<const BlockLayout> layout;
    std::vector<std::byte*> segments;  // by cell number; null: not in memory
    BlockBits bits;
    const int width;  // bytes of a counter

    Store(const Halves& halves, LayerMemory& memory, std::shared_ptr<const BlockLayout> layout,
          int width, int threads = 1);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    // Allocates a segment or cell in memory.
    std::byte* allocate(int cell_number, int thread = 0);
    // The counters of a block in memory.
    std::byte* block(int upper, int lower) const {
        return segments[layout->cell_number(upper, lower)] +
               layout->of(upper).offset[lower] * width;
    }
    void release(int upper);
    void release_phase(std::size_t phase) { pools_.release(memory, phase); }

    // Call once, when the segment is written. May move the segment to scratch.
    void finish(int upper);
    // Brings a segment or cell to memory. Returns null if it has no counters.
    std::byte* load(int cell_number);
    // Frees the memory of a segment that is in scratch.
    void unload(int upper);
    // Asks the system to read the segment ahead.
    void expect(int upper) const;

    // Copies a segment to memory in the undivided layout `whole`. Blocks whose bit is 0 become 0.
    void copy_out(const BlockLayout& whole, int upper, std::byte* to);
    // Copies the blocks whose bit is 1 back, and finishes the segment.
    void copy_in(const BlockLayout& whole, int upper, const std::byte* from);

    // Writes the block bits; with scratch, the addresses there; then the segments that have a bit,
    // without the segments in scratch unless `together`. Calls `after` each segment.
    void write(files::CheckedWriter& writer, const BlockLayout& whole, bool together,
               const std::function<void()>& after);
    // Reads bits and addresses into an empty store.
    void read_addresses(files::SequentialFile& reader, bool scratch);
    // Reads the segments that are not in scratch. Call it after read_addresses().
    void read_segments(files::SequentialFile& reader, const BlockLayout& whole);
    std::vector<ScratchFile::Range> ranges() const;  // in scratch

    // Returns a copy with wider counters. Unless `hold`, frees each segment once it is copied.
    std::shared_ptr<Store> widened(int bytes, bool hold, system::ThreadPool& pool, int threads,
                                   const std::function<void()>& poll);

  private:
    std::size_t bytes_of(int upper) const { return layout->size[upper] * width; }
    bool in_scratch(int upper) const { return !addresses_.empty() && addresses_[upper].is_set(); }
    void forget(int upper);

    std::vector<ScratchFile::Address> addresses_;  // in scratch, per segment; none if divided
    PhasePools pools_;                             // none unless divided
};

// A layer whose segments lie whole. Counters of blocks whose bit is 0 are zero.
struct WholeLayer {
    int layer;
    const BlockLayout& layout;
    const BlockBits& bits;
    int width;      // bytes of a counter
    int largest;    // no exact counter has more bits
    bool residues;  // of the modulus, no longer exact
};

// A kept layer in memory.
struct LayerView : WholeLayer {
    std::vector<const std::byte*> segments;  // per upper value; null: no block
};

// A finished layer, for receive_layer to copy.
struct LentLayer : WholeLayer {
    std::function<void(int upper, std::byte* to)> copy;  // copies a segment that has any block
};

// A layer of a sweep, kept in memory, in scratch or in a file.
//
// Invariant: ways() is the number of ways to reach a state, 0 if its block is absent.
class KeptLayer {
  public:
    KeptLayer(const LentLayer& lent, ScratchFile* scratch = nullptr);  // null: in memory
    KeptLayer(BlockLayout layout, const Halves& halves, std::unique_ptr<files::MappedFile> file);
    ~KeptLayer();
    static void write(const LentLayer& lent, files::CheckedWriter& writer);

    std::uint64_t ways(int upper, int lower, std::uint64_t matching) const;
    std::uint64_t bytes() const;
    std::uint64_t counters() const { return counters_; }
    void forget_pages() const {
        if (file_) file_->forget_pages();
    }

    void load(BlockLayout layout);  // from scratch to memory; the layout is computed again
    void unload();                  // frees that memory

    int layer() const { return layer_; }
    LayerView view() const;  // of a layer in memory

  private:
    void lay_out_segments();
    bool has_segment(int upper) const { return begin_[upper + 1] > begin_[upper]; }
    int layer_ = -1;
    BlockLayout layout_;
    BlockBits bits_;
    int width_ = sizeof(std::uint64_t);  // bytes of a counter; in files always 8
    int largest_ = 64;
    bool residues_ = false;
    std::vector<std::uint64_t> begin_;  // per upper value: its first counter; then the end
    std::uint64_t counters_ = 0;
    std::unique_ptr<std::byte[]> memory_;
    std::unique_ptr<files::MappedFile> file_;  // if the counters are not in memory
    ScratchFile* scratch_ = nullptr;
    std::vector<ScratchFile::Range> ranges_;  // in scratch: the bits, then the counters in order
};

}  // namespace babieca::sweep
