// Memory for the segments of the layers.
//
// Segments are cut from regions and freed in any order, so the memory of consumed sources serves
// the targets of the same stride. The system gives regions one by one: only if no free range is
// large enough, and after all regions that are entirely free went back. So the reserved addresses,
// which RLIMIT_DATA and RLIMIT_AS count, follow the use.
//
// Gaps between segments must not cost memory: once more than the budget has been touched, pages of
// free ranges go back to the system, those at the highest addresses first, because the lowest are
// taken first.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "core/sweep/ranges.hpp"

namespace babieca::sweep {

class Arena {
  public:
    // `most`: how many bytes are in use at once, at most.
    explicit Arena(std::uint64_t most);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    // Throws std::bad_alloc.
    std::byte* allocate(std::size_t bytes);
    void release(std::byte* memory, std::size_t bytes);

    // Sets how many bytes may be touched before the pages of free ranges go back.
    void allow(std::uint64_t budget);

    std::size_t used() const { return used_; }                    // bytes, rounded
    std::size_t peak() const { return peak_units_ * unit; }       // the most touched at once
    std::size_t peak_reserved() const { return peak_reserved_; }  // the most addresses

  private:
    static constexpr std::size_t unit = std::size_t{1} << 12;  // touched memory is counted in these
    struct Region {
        std::byte* memory;
        std::size_t bytes;
        std::vector<bool> touched;  // per unit
    };

    void add_region(std::size_t bytes);
    void release_free_regions();
    std::map<std::uint64_t, Region>::iterator region_at(std::uint64_t address);
    std::byte* touch(std::uint64_t address, std::size_t bytes);
    void drop_free_units(std::size_t enough);  // until only `enough` are touched

    const std::size_t region_bytes_;
    std::uint64_t budget_units_;
    std::uint64_t drop_from_;  // touched units from which free ones go back
    std::size_t touched_units_ = 0, peak_units_ = 0;
    std::size_t reserved_ = 0, peak_reserved_ = 0;
    std::atomic<std::size_t> used_{0};
    std::mutex mutex_;
    std::map<std::uint64_t, Region> regions_;  // by address
    Ranges ranges_{0};                         // free addresses; no range crosses regions
};

}  // namespace babieca::sweep
