// What the core asks of the system about files; file_posix.cpp and file_windows.cpp answer.
//
// Nothing here throws: who asked knows what to say about a failure, and last_error() why it was.
// Paths are UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace babieca::system {

// An open file, or none; closed at the end. May be renamed and removed while it is open.
class File {
  public:
    File() = default;
    File(File&& other) noexcept : handle_(other.handle_) { other.handle_ = none; }
    File& operator=(File&& other) noexcept;
    ~File();

    static File to_read(const std::string& path);  // never waits, even for a pipe without a writer
    static File created(const std::string& path);  // fails if there is one
    static File to_change(const std::string& path);  // to read and write; fails if there is none

    static File nameless(const std::string& folder);  // gone when it is closed, whatever happens

    bool is_open() const { return handle_ != none; }

    struct Facts {
        bool regular;
        bool named;  // false: it has been removed
        std::uint64_t size;
    };
    std::optional<Facts> facts() const;

    // Among processes that ask; ends with the file or the process.
    void lock() const;
    bool try_lock() const;

    // How many bytes were read, which are fewer than asked for only at the end of the file.
    std::optional<std::size_t> read(void* data, std::size_t bytes, std::uint64_t offset) const;
    bool write(const void* data, std::size_t bytes, std::uint64_t offset) const;
    bool sync() const;                                             // all of it is on the disk
    void expect(std::uint64_t offset, std::uint64_t bytes) const;  // will be read soon
    // Gives back the room of a part; where the file system cannot, it stays taken.
    void drop(std::uint64_t offset, std::uint64_t bytes) const;

    // For access in any order; outlives the file. Null: it failed.
    const unsigned char* map(std::size_t bytes) const;
    static void unmap(const unsigned char* memory, std::size_t bytes);
    static void forget_pages(const unsigned char* memory, std::size_t bytes);  // of a map

  private:
    static constexpr std::intptr_t none = -1;
    explicit File(std::intptr_t handle) : handle_(handle) {}
    std::intptr_t handle_ = none;
};

bool exists(const std::string& path);
void remove(const std::string& path);
bool rename(const std::string& from, const std::string& to);  // over what is there
// Makes a rename last through a power cut. Some systems cannot be asked to; whatever they do, the
// name stands for one whole file, so that is no failure.
void sync_folder(const std::filesystem::path& folder);

std::filesystem::path native(const std::string& path);
std::string last_error();
std::uint64_t process_number();

}  // namespace babieca::system
