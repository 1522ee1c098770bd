// Memory straight from the system: addresses first, memory behind them when it is used, and given
// back at once, so that a budget holds for the process and not only for the books. Large pages are
// asked for, which random access rewards.
#pragma once

#include <cstddef>

namespace babieca::system {

// Addresses for so many bytes. Throws std::bad_alloc.
void* reserve_pages(std::size_t bytes);
// The same with memory that will surely be used behind them: refused at once if there is too
// little.
void* take_pages(std::size_t bytes);
void release_pages(void* memory, std::size_t bytes);

// Says that a part of what is reserved will be used; where the system gives memory on first touch,
// nothing. Throws std::bad_alloc.
void use_pages(void* memory, std::size_t bytes);
// Gives back what is behind a part of them; what stood there is lost.
void drop_pages(void* memory, std::size_t bytes);

// Gives back what the program's own allocator has free, where that can be asked.
void return_free_memory();

}  // namespace babieca::system
