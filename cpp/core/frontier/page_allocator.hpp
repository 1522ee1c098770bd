// An allocator that takes large tables directly from the system.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>

#include "core/system/pages.hpp"

namespace babieca::frontier {

template <typename Value>
struct PageAllocator {
    using value_type = Value;

    PageAllocator() = default;
    template <typename Other>
    PageAllocator(const PageAllocator<Other>&) {}  // NOLINT: allocators convert

    Value* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(Value);
        if (bytes < large) return static_cast<Value*>(::operator new(bytes));
        return static_cast<Value*>(system::take_pages(bytes));
    }
    void deallocate(Value* memory, std::size_t count) {
        const std::size_t bytes = count * sizeof(Value);
        if (bytes < large)
            ::operator delete(memory);
        else
            system::release_pages(memory, bytes);
    }
    bool operator==(const PageAllocator&) const = default;

    static constexpr std::size_t large = std::size_t{1} << 20;
};

// The same for tables of zeros: default-constructed values keep the zeros of the system, so that
// the unused part of a table costs neither time nor memory. Invariant: a vector with this allocator
// has its full length from the beginning and never reuses memory.
template <typename Value>
struct ZeroAllocator : PageAllocator<Value> {
    using value_type = Value;

    ZeroAllocator() = default;
    template <typename Other>
    ZeroAllocator(const ZeroAllocator<Other>&) {}  // NOLINT: allocators convert

    Value* allocate(std::size_t count) {
        Value* const memory = PageAllocator<Value>::allocate(count);
        if (count * sizeof(Value) < PageAllocator<Value>::large)
            std::fill_n(memory, count, Value{});
        return memory;
    }
    template <typename Made, typename... From>
    void construct(Made* place, From&&... from) {
        if constexpr (sizeof...(From) > 0) *place = Made(std::forward<From>(from)...);
    }
    bool operator==(const ZeroAllocator&) const = default;
};

}  // namespace babieca::frontier
