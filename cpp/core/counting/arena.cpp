#include "core/counting/arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <new>

namespace babieca::counting {

Arena::Arena(std::size_t bytes) : capacity_(rounded(std::max<std::size_t>(bytes, 64))) {
    void* memory = mmap(nullptr, capacity_, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    madvise(memory, capacity_, MADV_HUGEPAGE);  // fewer page faults; an unheeded hint does no harm
#endif
    base_ = static_cast<std::byte*>(memory);
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
    peak_ = std::max(peak_, begin + size);
    return base_ + begin;
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

}  // namespace babieca::counting
