// Files of the system; file_posix.cpp and file_windows.cpp implement them.
//
// No function throws: the caller reports a failure, and last_error() has its reason. Paths are
// UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace babieca::system {

// An open file, or none. It may be renamed and removed while it is open.
class File {
  public:
    File() = default;
    File(File&& other) noexcept : handle_(other.handle_) { other.handle_ = none; }
    File& operator=(File&& other) noexcept;
    ~File();

    static File to_read(const std::string& path);  // never waits, even for a pipe without a writer
    static File created(const std::string& path);  // fails if the file exists
    static File to_change(const std::string& path);   // to read and write; fails without the file
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
    // One call of the system; it may handle fewer bytes. 0 bytes: the end of the file.
    std::optional<std::size_t> read_part(void* data, std::size_t bytes, std::uint64_t offset) const;
    std::optional<std::size_t> write_part(const void* data, std::size_t bytes,
                                          std::uint64_t offset) const;
    std::intptr_t handle_ = none;
};

bool exists(const std::string& path);
void remove(const std::string& path);
bool rename(const std::string& from, const std::string& to);  // replaces a file of that name
// Makes a rename survive a power cut, where the system can. Otherwise the name may stand for the
// old file, which is whole too.
void sync_folder(const std::filesystem::path& folder);

std::filesystem::path native(const std::string& path);
std::string last_error();
std::uint64_t process_number();

}  // namespace babieca::system
