// Memory for large tables straight from the system; for small ones as usual.
#pragma once

#include <cstddef>
#include <new>

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

  private:
    static constexpr std::size_t large = std::size_t{1} << 20;
};

}  // namespace babieca::frontier
