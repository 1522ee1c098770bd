// An open file, and the bytes at a place in it. Whatever goes wrong is a FileError that says which
// file and what to do about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace babieca::files {

struct FileError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Says what errno says.
[[noreturn]] void failed(const std::string& what, const std::string& path);

// Closes what it holds.
class Descriptor {
  public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();
    int number() const { return number_; }

  private:
    int number_;
};

// As many bytes as the file has there; the path is for the error.
std::size_t get(const Descriptor& file, const std::string& path, void* data, std::size_t bytes,
                std::uint64_t offset);
void put(const Descriptor& file, const std::string& path, const void* data, std::size_t bytes,
         std::uint64_t offset);

// Tells what was written from what is read, as fast as memory.
std::uint64_t checksum(const void* data, std::size_t bytes);

}  // namespace babieca::files
