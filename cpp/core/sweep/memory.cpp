#include "core/sweep/memory.hpp"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <iterator>
#include <new>
#include <utility>

namespace babieca::sweep {
namespace {

constexpr int most_tries = 16;  // ranges of the right bit width that take() tries

// A region has 1/most_regions of the most bytes in use at once, within these two bounds.
constexpr std::uint64_t most_regions = 16;
constexpr std::size_t least_region = std::size_t{1} << 16, largest_region = std::size_t{1} << 25;

// At the end of a region, so that neighbouring regions never join to one free range.
constexpr std::size_t gap = 64;

}  // namespace

void FreeRanges::erase(std::map<std::uint64_t, std::uint64_t>::iterator range) {
    by_size_.erase({std::bit_width(range->second), range->first});
    by_begin_.erase(range);
}

void FreeRanges::insert(std::uint64_t begin, std::uint64_t size) {
    by_begin_.emplace(begin, size);
    by_size_.emplace(std::bit_width(size), begin);
}

std::optional<std::uint64_t> FreeRanges::take(std::uint64_t size) {
    size = rounded(size);
    const int bits = static_cast<int>(std::bit_width(size));
    auto found = by_size_.lower_bound({bits, 0});
    // A range of the same bit width may be too small; a range of a greater bit width is not.
    for (int tries = 0; found != by_size_.end() && by_begin_.at(found->second) < size; ++tries)
        found = tries < most_tries ? std::next(found) : by_size_.lower_bound({bits + 1, 0});
    if (found == by_size_.end()) return std::nullopt;
    const std::uint64_t begin = found->second, whole = by_begin_.at(begin);
    erase(by_begin_.find(begin));
    if (whole > size) insert(begin + size, whole - size);
    return begin;
}

bool FreeRanges::take_at(std::uint64_t begin, std::uint64_t size) {
    size = rounded(size);
    const auto after = by_begin_.upper_bound(begin);
    if (after == by_begin_.begin()) return false;
    const auto found = std::prev(after);
    const auto [first, whole] = *found;
    const std::uint64_t before = begin - first;
    if (before > whole || size > whole - before) return false;
    erase(found);
    if (before > 0) insert(first, before);
    if (before + size < whole) insert(begin + size, whole - before - size);
    return true;
}

void FreeRanges::give(std::uint64_t begin, std::uint64_t size) {
    size = rounded(size);
    auto after = by_begin_.lower_bound(begin);
    if (after != by_begin_.end() && after->first == begin + size) {
        size += after->second;
        erase(after++);
    }
    if (after != by_begin_.begin()) {
        const auto before = std::prev(after);
        if (before->first + before->second == begin) {
            begin = before->first;
            size += before->second;
            erase(before);
        }
    }
    insert(begin, size);
}

Arena::Arena(std::uint64_t most, std::size_t unit)
    : unit_(unit),
      region_bytes_(rounded_up(std::min<std::uint64_t>(most / most_regions, largest_region - 1) + 1,
                               std::max(least_region, unit))),
      budget_units_(most / unit_ + 1),
      drop_from_(budget_units_) {}

Arena::~Arena() {
    for (const auto& [address, region] : regions_)
        system::release_pages(region.memory, region.bytes);
}

std::byte* Arena::allocate(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    bytes = FreeRanges::rounded(bytes);
    auto address = ranges_.take(bytes);
    if (!address) {
        release_free_regions();
        address = add_region(bytes + gap);
        ranges_.take_at(*address, bytes);
    }
    used_ += bytes;
    return touch(*address, bytes);
}

void Arena::release(std::byte* memory, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    ranges_.give(reinterpret_cast<std::uintptr_t>(memory), bytes);
    used_ -= FreeRanges::rounded(bytes);
}

void Arena::allow(std::uint64_t budget) {
    const std::lock_guard lock(mutex_);
    drop_from_ = budget_units_ = budget / unit_ + 1;
}

// Adds a region of the usual size, or of the least if the system refuses; returns its address.
std::uint64_t Arena::add_region(std::size_t least) {
    const std::size_t small = rounded_up(least, unit_), usual = std::max(small, region_bytes_);
    Region region{nullptr, usual, {}};
    try {
        region.memory = static_cast<std::byte*>(system::reserve_pages(usual));
    } catch (const std::bad_alloc&) {
        if (small == usual) throw;
        region = {static_cast<std::byte*>(system::reserve_pages(small)), small, {}};
    }
    region.touched.assign(region.bytes / unit_, false);
    reserved_ += region.bytes;
    peak_reserved_ = std::max(peak_reserved_, reserved_);
    const auto address = reinterpret_cast<std::uintptr_t>(region.memory);
    ranges_.give(address, region.bytes - gap);
    return regions_.emplace(address, std::move(region)).first->first;
}

void Arena::release_free_regions() {
    std::erase_if(regions_, [&](const auto& entry) {
        const auto& [address, region] = entry;
        const auto free = ranges_.free().find(address);
        if (free == ranges_.free().end() || free->second < region.bytes - gap) return false;
        ranges_.take_whole(address);
        touched_units_ -= std::count(region.touched.begin(), region.touched.end(), true);
        reserved_ -= region.bytes;
        system::release_pages(region.memory, region.bytes);
        return true;
    });
}

std::byte* Arena::touch(std::uint64_t address, std::size_t bytes) {
    auto& [begin, region] = *region_at(address);
    const std::size_t at = address - begin, first = at / unit_, last = (at + bytes - 1) / unit_;
    for (std::size_t u = first; u <= last; ++u) {
        touched_units_ += !region.touched[u];
        region.touched[u] = true;
    }
    if (touched_units_ > drop_from_) {
        // A unit that is free only in part cannot go, so the next attempt waits for `some` more.
        const std::size_t some = budget_units_ / 64;
        drop_free_units(budget_units_ - some);
        drop_from_ = std::max<std::uint64_t>(budget_units_, touched_units_ + some);
    }
    peak_units_ = std::max(peak_units_, touched_units_);
    system::use_pages(region.memory + first * unit_, (last - first + 1) * unit_);
    return region.memory + at;
}

void Arena::drop_free_units(std::size_t enough) {
    const auto& free = ranges_.free();
    for (auto range = free.rbegin(); range != free.rend() && touched_units_ > enough; ++range) {
        auto& [begin, region] = *region_at(range->first);
        const std::size_t first = (range->first - begin + unit_ - 1) / unit_;
        const std::size_t last = (range->first - begin + range->second) / unit_;
        for (std::size_t u = first; u < last; ++u) {
            std::size_t end = u;
            while (end < last && region.touched[end]) region.touched[end++] = false;
            if (end == u) continue;
            system::drop_pages(region.memory + u * unit_, (end - u) * unit_);
            touched_units_ -= end - u;
            u = end;
        }
    }
}

ScratchFile::ScratchFile(std::string directory, std::uint64_t budget, const std::string& name,
                         const std::vector<Range>& pinned)
    : directory_(std::move(directory)), ranges_(std::uint64_t{1} << 62), budget_(budget) {
    if (!name.empty()) path_ = directory_ + "/" + name;
    if (!pinned.empty()) {
        open_again(pinned);
        return;
    }
    if (path_.empty()) {
        file_ = system::File::nameless(directory_);
    } else {
        system::remove(path_);  // of a checkpoint that no longer exists
        file_ = system::File(path_, system::File::Mode::create);
    }
    if (!file_.is_open()) files::failed("write in", directory_);
}

ScratchFile::~ScratchFile() {
    if (path_.empty()) return;
    if (pinned_.empty())
        system::remove(path_);
    else
        drop_all_but_pinned();
}

void ScratchFile::open_again(const std::vector<Range>& pinned) {
    file_ = system::File(path_, system::File::Mode::change);
    if (!file_.is_open())
        throw files::FileError("layers of the checkpoint are not in " + directory_ +
                               "; give the same scratch, or delete the checkpoint to start again");
    for (const auto& [address, bytes] : pinned) {
        const std::uint64_t size = rounded_up(bytes, disk_block);
        if (!ranges_.take_at(address.begin, size))
            throw files::FileError("the checkpoint of " + path_ + " is damaged; delete it");
        pinned_[address.begin] = size;
        end_ = std::max(end_, address.begin + size);
        used_ += size;
    }
    peak_ = used_;
    // A killed process may have written more after its checkpoint.
    if (const auto facts = file_.facts()) end_ = std::max(end_, facts->size);
    drop_all_but_pinned();
}

ScratchFile::Address ScratchFile::write(const void* data, std::size_t bytes) {
    Address address;
    {
        const std::lock_guard lock(mutex_);
        const std::uint64_t taken = rounded_up(bytes, disk_block);
        address.begin = *ranges_.take(taken);
        const std::uint64_t end = address.begin + taken;
        if (end > budget_ && end_ <= budget_)
            for (const auto& [begin, size] : ranges_.free())
                if (begin < end) file_.drop(begin, std::min<std::uint64_t>(size, end - begin));
        end_ = std::max(end_, end);
        used_ += taken;
        peak_ = std::max(peak_, used_);
    }
    address.sum = files::checksum(data, bytes);
    files::put(file_, directory_, data, bytes, address.begin);
    return address;
}

void ScratchFile::read(const Address& address, void* data, std::size_t bytes) const {
    if (files::get(file_, directory_, data, bytes, address.begin) == bytes &&
        files::checksum(data, bytes) == address.sum)
        return;
    if (path_.empty())
        throw files::FileError("a segment in " + directory_ +
                               " is damaged; check the disk, or use another scratch");
    throw files::FileError(path_ + " is damaged; delete the checkpoint to start again");
}

void ScratchFile::give(const Address& address, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (pinned_.contains(address.begin))
        waiting_.push_back(address.begin);
    else
        give_back(address.begin, rounded_up(bytes, disk_block));
}

void ScratchFile::give_back(std::uint64_t begin, std::uint64_t size) {
    if (end_ > budget_) file_.drop(begin, size);
    ranges_.give(begin, size);
    used_ -= size;
}

void ScratchFile::sync() const {
    if (!file_.sync()) files::failed("write in", directory_);
    system::sync_folder(system::native(directory_));
}

void ScratchFile::pin(const std::vector<Range>& ranges) {
    const std::lock_guard lock(mutex_);
    for (std::uint64_t begin : waiting_) give_back(begin, pinned_.at(begin));
    waiting_.clear();
    pinned_.clear();
    for (const auto& [at, bytes] : ranges) pinned_[at.begin] = rounded_up(bytes, disk_block);
}

void ScratchFile::drop_all_but_pinned() const {
    std::uint64_t at = 0;
    for (const auto& [begin, size] : pinned_) {
        if (begin > at) file_.drop(at, begin - at);
        at = begin + size;
    }
    if (end_ > at) file_.drop(at, end_ - at);
}

std::uint64_t ScratchFile::free_bytes() const {
    std::error_code failed;
    const auto space = std::filesystem::space(system::native(directory_), failed);
    return failed ? 0 : space.available;
}

std::byte* PhasePools::allocate(LayerMemory& memory, std::size_t phase, int thread,
                                std::size_t bytes) {
    bytes = rounded_up(bytes, 8);
    Chunk& open = open_[static_cast<std::size_t>(thread) * chunks_.size() + phase];
    if (bytes > open.bytes) {
        const std::size_t unit = memory.chunk / 16;
        const bool large = bytes > 4 * unit;
        const std::size_t whole = large ? rounded_up(bytes, unit) : memory.chunk;
        const Chunk chunk{memory.arena.allocate(whole), whole};
        const std::lock_guard lock(mutex_);
        chunks_[phase].push_back(chunk);
        if (large) return chunk.memory;
        open = chunk;
    }
    std::byte* const found = open.memory;
    open = {found + bytes, open.bytes - bytes};
    return found;
}

void PhasePools::release(LayerMemory& memory, std::size_t phase) {
    const std::lock_guard lock(mutex_);
    for (const Chunk& chunk : chunks_[phase]) memory.arena.release(chunk.memory, chunk.bytes);
    chunks_[phase].clear();
}

}  // namespace babieca::sweep
