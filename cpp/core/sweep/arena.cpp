#include "core/sweep/arena.hpp"

#include <algorithm>
#include <new>

#include "core/system/pages.hpp"

namespace babieca::sweep {

Arena::Arena(std::size_t most)
    : capacity_((3 * most / unit + 16) * unit),
      budget_units_(most / unit + 1),
      drop_from_(budget_units_),
      ranges_(capacity_) {
    base_ = static_cast<std::byte*>(system::reserve_pages(capacity_));
    held_.assign(capacity_ / unit, false);
}

Arena::~Arena() {
    system::release_pages(base_, capacity_);
}

void* Arena::allocate(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto begin = ranges_.take(bytes);
    if (!begin) throw std::bad_alloc();
    touch(*begin, Ranges::rounded(bytes));
    return base_ + *begin;
}

void Arena::allow(std::size_t budget) {
    const std::lock_guard lock(mutex_);
    drop_from_ = budget_units_ = budget / unit + 1;
}

void Arena::touch(std::size_t begin, std::size_t size) {
    const std::size_t first = begin / unit, last = (begin + size - 1) / unit;
    for (std::size_t u = first; u <= last; ++u) {
        held_units_ += !held_[u];
        held_[u] = true;
    }
    if (held_units_ > drop_from_) {
        // Units that are free in part cannot go: so it is not tried again at once.
        const std::size_t some = budget_units_ / 64;
        drop_free_units(budget_units_ - some);
        drop_from_ = std::max(budget_units_, held_units_ + some);
    }
    peak_units_ = std::max(peak_units_, held_units_);
    system::use_pages(base_ + first * unit, (last - first + 1) * unit);
}

void Arena::drop_free_units(std::size_t enough) {
    const auto& free = ranges_.free();
    for (auto range = free.rbegin(); range != free.rend() && held_units_ > enough; ++range) {
        const auto [begin, size] = *range;
        const std::size_t first = (begin + unit - 1) / unit, last = (begin + size) / unit;
        for (std::size_t u = first; u < last; ++u) {
            std::size_t end = u;
            while (end < last && held_[end]) held_[end++] = false;
            if (end == u) continue;
            system::drop_pages(base_ + u * unit, (end - u) * unit);
            held_units_ -= end - u;
            u = end;
        }
    }
}

void Arena::release(void* memory, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    ranges_.give(static_cast<std::size_t>(static_cast<std::byte*>(memory) - base_), bytes);
}

}  // namespace babieca::sweep
