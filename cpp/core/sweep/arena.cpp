#include "core/sweep/arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <new>

namespace babieca::sweep {

Arena::Arena(std::size_t budget)
    : capacity_((2 * budget / unit + 2) * unit), budget_units_(budget / unit + 1) {
    void* memory = mmap(nullptr, capacity_, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    madvise(memory, capacity_, MADV_HUGEPAGE);  // fewer page faults; an unheeded hint does no harm
#endif
    base_ = static_cast<std::byte*>(memory);
    held_.assign(capacity_ / unit, false);
    insert(0, capacity_);
}

Arena::~Arena() {
    munmap(base_, capacity_);
}

void Arena::erase(std::map<std::size_t, std::size_t>::iterator range) {
    by_size_.erase({range->second, range->first});
    by_begin_.erase(range);
}

void Arena::insert(std::size_t begin, std::size_t size) {
    by_begin_.emplace(begin, size);
    by_size_.emplace(size, begin);
}

void* Arena::allocate(std::size_t bytes) {
    const std::size_t size = rounded(bytes);
    const std::lock_guard lock(mutex_);
    const auto found = by_size_.lower_bound({size, 0});
    if (found == by_size_.end()) throw std::bad_alloc();
    const auto [whole, begin] = *found;
    erase(by_begin_.find(begin));
    if (whole > size) insert(begin + size, whole - size);
    touch(begin, size);
    return base_ + begin;
}

void Arena::touch(std::size_t begin, std::size_t size) {
    for (std::size_t u = begin / unit; u <= (begin + size - 1) / unit; ++u) {
        held_units_ += !held_[u];
        held_[u] = true;
    }
    if (held_units_ > budget_units_) drop_free_units();
    peak_units_ = std::max(peak_units_, held_units_);
}

void Arena::drop_free_units() {
    for (const auto& [begin, size] : by_begin_) {
        const std::size_t first = (begin + unit - 1) / unit, last = (begin + size) / unit;
        for (std::size_t u = first; u < last; ++u) {
            std::size_t end = u;
            while (end < last && held_[end]) held_[end++] = false;
            if (end == u) continue;
            madvise(base_ + u * unit, (end - u) * unit, MADV_DONTNEED);
            held_units_ -= end - u;
            u = end;
        }
    }
}

void Arena::release(void* memory, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    std::size_t begin = static_cast<std::size_t>(static_cast<std::byte*>(memory) - base_);
    std::size_t size = rounded(bytes);
    auto after = by_begin_.lower_bound(begin);
    if (after != by_begin_.end() && after->first == begin + size) {
        size += after->second;
        const auto next = std::next(after);
        erase(after);
        after = next;
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

}  // namespace babieca::sweep
