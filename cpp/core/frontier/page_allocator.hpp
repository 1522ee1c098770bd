// Memory for large tables straight from the system: what is given back is given back at once, so
// that a budget holds for the process and not only for the books, and large pages are asked for,
// which random access rewards.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

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
        void* memory =
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
        madvise(memory, bytes, MADV_HUGEPAGE);  // an unheeded hint does no harm
#endif
        return static_cast<Value*>(memory);
    }
    void deallocate(Value* memory, std::size_t count) {
        const std::size_t bytes = count * sizeof(Value);
        if (bytes < large)
            ::operator delete(memory);
        else
            munmap(memory, bytes);
    }
    bool operator==(const PageAllocator&) const = default;

  private:
    static constexpr std::size_t large = std::size_t{1} << 20;
};

}  // namespace babieca::frontier
