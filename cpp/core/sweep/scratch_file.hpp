// A file for the segments that do not fit the memory.
//
// It never has a name, so nothing is left of it whatever ends the process. Ranges of it are written
// once, read, and given back in any order; those that are free are written again before the file
// grows. Gaps between ranges cost addresses, which are plenty, but must not cost room on the disk:
// once the file is longer than the budget, the blocks of all free ranges go back to the system.
//
// Bytes are moved by reads and writes, not mapped, so that the memory of the process is what it
// says. Every range is read only as it was written: its checksum stays in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include "core/files/bytes.hpp"
#include "core/sweep/ranges.hpp"

namespace babieca::sweep {

class ScratchFile {
  public:
    static constexpr std::uint64_t block = 4096;  // files are followed in these

    struct Place {
        std::uint64_t begin = ~std::uint64_t{0};
        std::uint64_t sum = 0;
        bool somewhere() const { return begin != ~std::uint64_t{0}; }
    };

    // Throws FileError, as all that moves bytes.
    ScratchFile(std::string directory, std::uint64_t budget);

    Place write(const void* data, std::size_t bytes);
    void read(const Place& place, void* data, std::size_t bytes) const;
    // It will be read soon.
    void expect(const Place& place, std::size_t bytes) const;
    void give(const Place& place, std::size_t bytes);

    std::uint64_t budget() const { return budget_; }
    std::uint64_t peak() const { return peak_; }  // the most that was written and not given back
    std::uint64_t free_bytes() const;             // of the disk

  private:
    static std::uint64_t rounded(std::size_t bytes) { return (bytes + block - 1) / block * block; }

    std::string directory_;
    system::File file_;
    std::mutex mutex_;
    Ranges ranges_;
    std::uint64_t budget_;
    std::uint64_t end_ = 0;  // nothing was ever written behind it
    std::uint64_t used_ = 0, peak_ = 0;
};

}  // namespace babieca::sweep
