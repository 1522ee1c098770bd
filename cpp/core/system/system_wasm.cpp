// WebAssembly in a browser: no files, and one growing memory that is never given back.
#include <cstdlib>

#include "core/system/system.hpp"

namespace babieca::system {

// Opening fails, so the other functions on files are never called.
File::~File() = default;
File::File(const std::string&, Mode) {}
File File::nameless(const std::string&) {
    return {};
}
std::optional<File::Facts> File::facts() const {
    return {};
}
void File::lock() const {}
bool File::try_lock() const {
    return false;
}
std::optional<std::size_t> File::read(void*, std::size_t, std::uint64_t) const {
    return {};
}
bool File::write(const void*, std::size_t, std::uint64_t) const {
    return false;
}
bool File::sync() const {
    return false;
}
void File::expect(std::uint64_t, std::uint64_t) const {}
void File::drop(std::uint64_t, std::uint64_t) const {}
const unsigned char* File::map(std::size_t) const {
    return nullptr;
}
void File::unmap(const unsigned char*, std::size_t) {}
void File::forget_pages(const unsigned char*, std::size_t) {}

bool rename(const std::string&, const std::string&) {
    return false;
}
void sync_folder(const std::filesystem::path&) {}
std::string last_error() {
    return "a browser has no files";
}
std::uint64_t process_number() {
    return 0;
}

const std::size_t page_size = std::size_t{1} << 16;

void* reserve_pages(std::size_t bytes) {
    void* const memory = std::malloc(bytes);
    if (!memory) throw std::bad_alloc();
    return memory;
}

void* take_pages(std::size_t bytes) {
    void* const memory = std::calloc(bytes, 1);
    if (!memory) throw std::bad_alloc();
    return memory;
}

void release_pages(void* memory, std::size_t) {
    std::free(memory);
}

void use_pages(void*, std::size_t) {}
void drop_pages(void*, std::size_t) {}
void return_free_memory() {}

}  // namespace babieca::system
