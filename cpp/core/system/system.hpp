// Files and memory pages of the system; one file each for POSIX, Windows and browsers implements
// them.
//
// No function on files throws: the caller reports a failure, and last_error() has the reason. Paths
// are UTF-8.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace babieca::system {

// An open file, or none. It may be renamed and removed while it is open.
class File {
  public:
    File() = default;
    File(File&& other) noexcept : handle_(std::exchange(other.handle_, none)) {}
    File& operator=(File&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~File();

    enum class Mode {
        read,    // never waits, even for a pipe without a writer
        create,  // to read and write; fails if the file exists
        change,  // to read and write; fails without the file
    };
    File(const std::string& path, Mode mode);
    static File nameless(const std::string& folder);  // disappears when it is closed

    bool is_open() const { return handle_ != none; }

    struct Facts {
        bool regular;
        bool named;  // false: it has been removed
        std::uint64_t size;
    };
    std::optional<Facts> facts() const;

    // An advisory lock; it ends with the file or the process.
    void lock() const;
    bool try_lock() const;

    // The number of bytes read; fewer than `bytes` only at the end of the file.
    std::optional<std::size_t> read(void* data, std::size_t bytes, std::uint64_t offset) const;
    bool write(const void* data, std::size_t bytes, std::uint64_t offset) const;
    bool sync() const;                                             // to the disk
    void expect(std::uint64_t offset, std::uint64_t bytes) const;  // a hint: will be read soon
    // Frees the disk space of a part, if the file system can.
    void drop(std::uint64_t offset, std::uint64_t bytes) const;

    // Maps the file for random access; the map outlives the File. Null: it failed.
    const unsigned char* map(std::size_t bytes) const;
    static void unmap(const unsigned char* memory, std::size_t bytes);
    static void forget_pages(const unsigned char* memory, std::size_t bytes);  // of a map

  private:
    static constexpr std::intptr_t none = -1;
    explicit File(std::intptr_t handle) : handle_(handle) {}
    std::intptr_t handle_ = none;
};

inline std::filesystem::path native(const std::string& path) {
    return std::u8string(path.begin(), path.end());
}
inline bool exists(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(native(path), ignored);
}
inline void remove(const std::string& path) {
    std::error_code ignored;
    std::filesystem::remove(native(path), ignored);
}
bool rename(const std::string& from, const std::string& to);  // replaces a file of that name
// Makes a rename survive a power cut, if the system can. Otherwise the name may stand for the old
// file, which is whole too.
void sync_folder(const std::filesystem::path& folder);

std::string last_error();
std::uint64_t process_number();

// Memory pages: address space is reserved first, memory is used on first touch and freed at once,
// so that the memory budget holds for the process. Huge pages are requested, since they make random
// access faster. Functions that allocate throw std::bad_alloc.
extern const std::size_t page_size;
void* reserve_pages(std::size_t bytes);  // address space only
void* take_pages(std::size_t bytes);     // memory that will all be used
void release_pages(void* memory, std::size_t bytes);
// Commits a part of the reserved pages, on systems that need it.
void use_pages(void* memory, std::size_t bytes);
// Frees the memory of whole pages; their contents are lost.
void drop_pages(void* memory, std::size_t bytes);
// Returns the free memory of the C allocator to the system, if the allocator can.
void return_free_memory();

// An allocator that takes large tables directly from the system.
template <typename Value>
struct PageAllocator {
    using value_type = Value;

    PageAllocator() = default;
    template <typename Other>
    PageAllocator(const PageAllocator<Other>&) {}  // NOLINT: allocators convert

    Value* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(Value);
        if (bytes < large) return static_cast<Value*>(::operator new(bytes));
        return static_cast<Value*>(take_pages(bytes));
    }
    void deallocate(Value* memory, std::size_t count) {
        const std::size_t bytes = count * sizeof(Value);
        if (bytes < large)
            ::operator delete(memory);
        else
            release_pages(memory, bytes);
    }
    bool operator==(const PageAllocator&) const = default;

    static constexpr std::size_t large = std::size_t{1} << 20;
};

// An allocator for tables of zeros: default-constructed values are the zeros of the system, so that
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
    void construct(Made* at, From&&... from) {
        if constexpr (sizeof...(From) > 0) *at = Made(std::forward<From>(from)...);
    }
    bool operator==(const ZeroAllocator&) const = default;
};

}  // namespace babieca::system
