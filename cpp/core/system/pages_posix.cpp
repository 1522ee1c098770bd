#include <sys/mman.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <new>

#include "core/system/pages.hpp"

namespace babieca::system {
namespace {

constexpr int fresh = MAP_PRIVATE | MAP_ANONYMOUS;

void* mapped(std::size_t bytes, int how) {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, how, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);  // a hint
#endif
    return memory;
}

}  // namespace

void* reserve_pages(std::size_t bytes) {
    return mapped(bytes, fresh | MAP_NORESERVE);
}

void* take_pages(std::size_t bytes) {
    return mapped(bytes, fresh);
}

void release_pages(void* memory, std::size_t bytes) {
    munmap(memory, bytes);
}

void use_pages(void*, std::size_t) {}

void drop_pages(void* memory, std::size_t bytes) {
#ifdef __APPLE__  // there, MADV_DONTNEED frees nothing
    mmap(memory, bytes, PROT_READ | PROT_WRITE, fresh | MAP_NORESERVE | MAP_FIXED, -1, 0);
#else
    madvise(memory, bytes, MADV_DONTNEED);
#endif
}

void return_free_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace babieca::system
