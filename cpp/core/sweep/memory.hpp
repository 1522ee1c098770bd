// Memory for the counters of layers: an arena, and a scratch file for segments that do not fit.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/files/checked_file.hpp"
#include "core/system/system.hpp"

namespace babieca::sweep {

constexpr std::uint64_t rounded_up(std::uint64_t size, std::uint64_t unit) {
    return (size + unit - 1) / unit * unit;
}

// The free ranges of one address space.
class FreeRanges {
  public:
    static std::uint64_t rounded(std::uint64_t size) { return rounded_up(size, 64); }

    explicit FreeRanges(std::uint64_t capacity) {
        if (capacity > 0) insert(0, capacity);
    }

    // Takes the beginning of a free range of about this size. Prefers low addresses, which probably
    // have memory already.
    std::optional<std::uint64_t> take(std::uint64_t size);
    // Takes the whole free range that begins at `begin`.
    void take_whole(std::uint64_t begin) { erase(by_begin_.find(begin)); }
    // Takes a given range. Returns false if a part of the range is not free.
    bool take_at(std::uint64_t begin, std::uint64_t size);
    void give(std::uint64_t begin, std::uint64_t size);

    const std::map<std::uint64_t, std::uint64_t>& free() const { return by_begin_; }  // begin, size

  private:
    void erase(std::map<std::uint64_t, std::uint64_t>::iterator range);
    void insert(std::uint64_t begin, std::uint64_t size);

    // Invariant: both describe the same free ranges, no two of which touch.
    std::map<std::uint64_t, std::uint64_t> by_begin_;
    std::set<std::pair<int, std::uint64_t>> by_size_;  // the number of bits of the size, and begin
};

// Memory for the segments of the layers.
//
// Segments are cut from regions and freed in any order, so the memory of consumed sources serves
// the targets of the same stride. If no free range is large enough, the arena first returns all
// regions that are entirely free, then reserves one more region. So the reserved addresses, which
// RLIMIT_DATA and RLIMIT_AS count, follow the use.
//
// Gaps between segments must not cost memory: once more than the budget has been touched, pages of
// free ranges go back to the system. The highest addresses go first, because the lowest are taken
// first.
class Arena {
  public:
    // `most`: the most bytes in use at once. `unit`: whole pages of the system, in bytes.
    explicit Arena(std::uint64_t most, std::size_t unit = system::page_size);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    // Throws std::bad_alloc.
    std::byte* allocate(std::size_t bytes);
    void release(std::byte* memory, std::size_t bytes);

    // Sets how many bytes may be touched before the pages of free ranges go back.
    void allow(std::uint64_t budget);

    std::size_t used() const { return used_; }                    // bytes, rounded
    std::size_t peak() const { return peak_units_ * unit_; }      // the most touched at once
    std::size_t peak_reserved() const { return peak_reserved_; }  // the most addresses

  private:
    struct Region {
        std::byte* memory;
        std::size_t bytes;
        std::vector<bool> touched;  // per unit
    };

    std::uint64_t add_region(std::size_t bytes);
    void release_free_regions();
    std::map<std::uint64_t, Region>::iterator region_at(std::uint64_t address) {
        return std::prev(regions_.upper_bound(address));
    }
    std::byte* touch(std::uint64_t address, std::size_t bytes);
    void drop_free_units(std::size_t enough);  // until only `enough` are touched

    const std::size_t unit_;  // touched memory is counted and returned in units of so many bytes
    const std::size_t region_bytes_;
    std::uint64_t budget_units_;
    std::uint64_t drop_from_;  // if more units are touched, free units go back
    std::size_t touched_units_ = 0, peak_units_ = 0;
    std::size_t reserved_ = 0, peak_reserved_ = 0;
    std::atomic<std::size_t> used_{0};
    std::mutex mutex_;
    std::map<std::uint64_t, Region> regions_;  // by address
    FreeRanges ranges_{0};                     // free addresses; no range crosses regions
};

// A file for the segments that do not fit the memory.
//
// Ranges are written once, read, and freed in any order. Free ranges are written again before the
// file grows. Once the file is longer than its budget, the disk blocks of free ranges go back to
// the system, so gaps between ranges cost addresses but no disk.
//
// Usually the file has no name, so it disappears however the process ends. A file with a name
// serves a checkpoint that refers to its ranges. Invariant: *pinned* ranges are neither written nor
// given back until other ranges are pinned, so the checkpoint can be read whenever the process
// ends. When a file with a name is closed, it is removed unless ranges are pinned.
//
// Bytes are read and written, not mapped, so that the process uses no more memory than it plans. A
// checksum per range stays in memory and is compared when the range is read.
class ScratchFile {
  public:
    static constexpr std::uint64_t disk_block = 4096;  // ranges have whole disk blocks

    struct Address {
        std::uint64_t begin = ~std::uint64_t{0};
        std::uint64_t sum = 0;
        bool is_set() const { return begin != ~std::uint64_t{0}; }
    };
    struct Range {
        Address address;
        std::size_t bytes;
    };

    // Creates a file; if ranges are pinned, opens the file that has them. This and every function
    // here that moves bytes throws FileError.
    ScratchFile(std::string directory, std::uint64_t budget, const std::string& name = {},
                const std::vector<Range>& pinned = {});
    ~ScratchFile();
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    Address write(const void* data, std::size_t bytes);
    void read(const Address& address, void* data, std::size_t bytes) const;
    // Asks the system to read ahead.
    void expect(const Address& at, std::size_t bytes) const { file_.expect(at.begin, bytes); }
    void give(const Address& address, std::size_t bytes);

    void sync() const;  // waits until all written bytes are on the disk
    // Replaces the pinned ranges. Requires: the new ranges are in use.
    void pin(const std::vector<Range>& ranges);

    std::uint64_t budget() const { return budget_; }
    std::uint64_t peak() const { return peak_; }  // the most bytes in use
    std::uint64_t free_bytes() const;             // of the disk

  private:
    void open_again(const std::vector<Range>& pinned);
    void give_back(std::uint64_t begin, std::uint64_t size);
    void drop_all_but_pinned() const;

    std::string directory_, path_;  // empty path: no name
    system::File file_;
    std::mutex mutex_;
    FreeRanges ranges_;
    std::map<std::uint64_t, std::uint64_t> pinned_;  // begin, size
    std::vector<std::uint64_t> waiting_;             // pinned ranges that were given back
    std::uint64_t budget_;
    std::uint64_t end_ = 0;  // the highest end of any range so far
    std::uint64_t used_ = 0, peak_ = 0;
};

// Invariant: with scratch, a finished segment stays in memory only while the arena has at most
// `resident` bytes in use. The rest of the memory is for the waves under way.
struct LayerMemory {
    Arena arena;
    std::unique_ptr<ScratchFile> scratch;  // null: every segment is in memory
    std::uint64_t resident = 0;
    std::size_t chunk = 0;  // bytes that PhasePools take from the arena at once

    explicit LayerMemory(std::uint64_t most) : arena(most) {}
};

// The cells of a divided layer, by the phase that frees them.
//
// Cells are cut from chunks, each of one phase and one thread. A cell of more than a quarter of a
// chunk that does not fit the open chunk is allocated alone, in whole sixteenths of a chunk, so
// that the memory of one phase fits the next one.
class PhasePools {
  public:
    PhasePools(std::size_t phases, int threads)
        : chunks_(phases), open_(phases * static_cast<std::size_t>(threads)) {}

    // Threads may call with different thread numbers at the same time.
    std::byte* allocate(LayerMemory& memory, std::size_t phase, int thread, std::size_t bytes);
    // Requires: no thread allocates in the phase any more.
    void release(LayerMemory& memory, std::size_t phase);

    std::size_t size() const { return chunks_.size(); }
    bool empty(std::size_t phase) const { return chunks_[phase].empty(); }

  private:
    struct Chunk {
        std::byte* memory = nullptr;
        std::size_t bytes = 0;
    };
    std::vector<std::vector<Chunk>> chunks_;  // by phase
    std::vector<Chunk> open_;                 // by thread and phase: the free end of a chunk
    std::mutex mutex_;
};

}  // namespace babieca::sweep
