#include "core/sweep/arena.hpp"

#include <algorithm>
#include <iterator>
#include <new>

#include "core/system/pages.hpp"

namespace babieca::sweep {
namespace {

// A region is a part of the memory: at least and at most so many bytes.
constexpr std::uint64_t most_regions = 16;
constexpr std::size_t least_region = std::size_t{1} << 16, largest_region = std::size_t{1} << 25;

// At the end of a region, so that neighbouring regions never join to one free range.
constexpr std::size_t gap = 64;

std::size_t in_units(std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

}  // namespace

Arena::Arena(std::uint64_t most)
    : region_bytes_(in_units(std::min<std::uint64_t>(most / most_regions, largest_region - 1) + 1,
                             least_region)),
      budget_units_(most / unit + 1),
      drop_from_(budget_units_) {}

Arena::~Arena() {
    for (const auto& [address, region] : regions_)
        system::release_pages(region.memory, region.bytes);
}

std::byte* Arena::allocate(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    auto address = ranges_.take(bytes);
    if (!address) {
        release_free_regions();
        add_region(Ranges::rounded(bytes) + gap);
        address = ranges_.take(bytes);
    }
    used_ += Ranges::rounded(bytes);
    return touch(*address, Ranges::rounded(bytes));
}

void Arena::release(std::byte* memory, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    ranges_.give(reinterpret_cast<std::uintptr_t>(memory), bytes);
    used_ -= Ranges::rounded(bytes);
}

void Arena::allow(std::uint64_t budget) {
    const std::lock_guard lock(mutex_);
    drop_from_ = budget_units_ = budget / unit + 1;
}

// A region of the usual size if the system grants it, else one as small as can be.
void Arena::add_region(std::size_t least) {
    const std::size_t small = in_units(least, unit), usual = std::max(small, region_bytes_);
    Region region{nullptr, usual, {}};
    try {
        region.memory = static_cast<std::byte*>(system::reserve_pages(usual));
    } catch (const std::bad_alloc&) {
        if (small == usual) throw;
        region = {static_cast<std::byte*>(system::reserve_pages(small)), small, {}};
    }
    region.touched.assign(region.bytes / unit, false);
    reserved_ += region.bytes;
    peak_reserved_ = std::max(peak_reserved_, reserved_);
    const auto address = reinterpret_cast<std::uintptr_t>(region.memory);
    ranges_.give(address, region.bytes - gap);
    regions_.emplace(address, std::move(region));
}

void Arena::release_free_regions() {
    for (auto at = regions_.begin(); at != regions_.end();) {
        const auto& [address, region] = *at;
        const auto free = ranges_.free().find(address);
        if (free == ranges_.free().end() || free->second < region.bytes - gap) {
            ++at;
            continue;
        }
        ranges_.take_whole(address);
        touched_units_ -= std::count(region.touched.begin(), region.touched.end(), true);
        reserved_ -= region.bytes;
        system::release_pages(region.memory, region.bytes);
        at = regions_.erase(at);
    }
}

std::map<std::uint64_t, Arena::Region>::iterator Arena::region_at(std::uint64_t address) {
    return std::prev(regions_.upper_bound(address));
}

std::byte* Arena::touch(std::uint64_t address, std::size_t bytes) {
    auto& [begin, region] = *region_at(address);
    const std::size_t first = (address - begin) / unit, last = (address - begin + bytes - 1) / unit;
    for (std::size_t u = first; u <= last; ++u) {
        touched_units_ += !region.touched[u];
        region.touched[u] = true;
    }
    if (touched_units_ > drop_from_) {
        // Units that are free in part cannot go, so the next attempt waits for some more.
        const std::size_t some = budget_units_ / 64;
        drop_free_units(budget_units_ - some);
        drop_from_ = std::max(budget_units_, touched_units_ + some);
    }
    peak_units_ = std::max(peak_units_, touched_units_);
    system::use_pages(region.memory + first * unit, (last - first + 1) * unit);
    return region.memory + (address - begin);
}

void Arena::drop_free_units(std::size_t enough) {
    const auto& free = ranges_.free();
    for (auto range = free.rbegin(); range != free.rend() && touched_units_ > enough; ++range) {
        auto& [begin, region] = *region_at(range->first);
        const std::size_t first = (range->first - begin + unit - 1) / unit;
        const std::size_t last = (range->first - begin + range->second) / unit;
        for (std::size_t u = first; u < last; ++u) {
            std::size_t end = u;
            while (end < last && region.touched[end]) region.touched[end++] = false;
            if (end == u) continue;
            system::drop_pages(region.memory + u * unit, (end - u) * unit);
            touched_units_ -= end - u;
            u = end;
        }
    }
}

}  // namespace babieca::sweep
