// The bytes at a place in a file. Whatever goes wrong is a FileError that says which file and what
// to do about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/system/file.hpp"

namespace babieca::files {

struct FileError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Says what the system says.
[[noreturn]] void failed(const std::string& what, const std::string& path);

// As many bytes as the file has there; the path is for the error.
std::size_t get(const system::File& file, const std::string& path, void* data, std::size_t bytes,
                std::uint64_t offset);
void put(const system::File& file, const std::string& path, const void* data, std::size_t bytes,
         std::uint64_t offset);

// Tells what was written from what is read, as fast as memory.
std::uint64_t checksum(const void* data, std::size_t bytes);

}  // namespace babieca::files
