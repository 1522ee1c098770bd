#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <new>

#include "core/system/pages.hpp"

namespace babieca::system {

void* reserve_pages(std::size_t bytes) {
    void* memory = VirtualAlloc(nullptr, bytes, MEM_RESERVE, PAGE_READWRITE);
    if (!memory) throw std::bad_alloc();
    return memory;
}

void* take_pages(std::size_t bytes) {
    void* memory = VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (!memory) throw std::bad_alloc();
    return memory;
}

void release_pages(void* memory, std::size_t) {
    VirtualFree(memory, 0, MEM_RELEASE);
}

void use_pages(void* memory, std::size_t bytes) {
    if (!VirtualAlloc(memory, bytes, MEM_COMMIT, PAGE_READWRITE)) throw std::bad_alloc();
}

void drop_pages(void* memory, std::size_t bytes) {
    VirtualFree(memory, bytes, MEM_DECOMMIT);
}

void return_free_memory() {}

}  // namespace babieca::system
