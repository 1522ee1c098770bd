// Memory pages of the system: address space is reserved first, memory is used on first touch and
// freed at once, so that the memory budget holds for the process. Huge pages are requested, since
// they make random access faster.
#pragma once

#include <cstddef>

namespace babieca::system {

// Reserves address space. Throws std::bad_alloc.
void* reserve_pages(std::size_t bytes);
// Allocates memory that will all be used. Throws std::bad_alloc.
void* take_pages(std::size_t bytes);
void release_pages(void* memory, std::size_t bytes);

// Commits a part of the reserved pages, on systems that need it. Throws std::bad_alloc.
void use_pages(void* memory, std::size_t bytes);
// Frees the memory of a part of the pages; their contents are lost.
void drop_pages(void* memory, std::size_t bytes);

// Returns the free memory of the C allocator to the system, where it can.
void return_free_memory();

}  // namespace babieca::system
