// A file for the segments that do not fit the memory.
//
// Ranges are written once, read, and freed in any order. Free ranges are written again before the
// file grows. Once the file is longer than its budget, the disk blocks of free ranges go back to
// the system, so gaps between ranges cost addresses but no disk.
//
// Usually the file has no name, so nothing is left of it however the process ends. A file with a
// name serves a checkpoint that refers to its ranges. Invariant: *held* ranges are neither written
// nor given back until other ranges are held, so the checkpoint can be read whenever the process
// ends. At its end a file with a name keeps the held ranges; without any, it is removed.
//
// Bytes are read and written, not mapped, so that the process uses no more memory than it plans. A
// checksum per range stays in memory and is compared when the range is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/files/checked_file.hpp"
#include "core/sweep/ranges.hpp"

namespace babieca::sweep {

class ScratchFile {
  public:
    static constexpr std::uint64_t block = 4096;  // ranges are counted in these

    struct Place {
        std::uint64_t begin = ~std::uint64_t{0};
        std::uint64_t sum = 0;
        bool somewhere() const { return begin != ~std::uint64_t{0}; }
    };
    struct Range {
        Place place;
        std::size_t bytes;
    };

    // Opens a new file, or an old one if some of its ranges are held. Throws FileError, as every
    // function here that moves bytes.
    ScratchFile(std::string directory, std::uint64_t budget, const std::string& name = {},
                const std::vector<Range>& held = {});
    ~ScratchFile();
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    Place write(const void* data, std::size_t bytes);
    void read(const Place& place, void* data, std::size_t bytes) const;
    // Asks the system to read ahead.
    void expect(const Place& place, std::size_t bytes) const;
    void give(const Place& place, std::size_t bytes);

    void sync() const;  // waits until everything written is on the disk
    // Replaces the held ranges. All of them are in use.
    void hold(const std::vector<Range>& ranges);

    std::uint64_t budget() const { return budget_; }
    std::uint64_t peak() const { return peak_; }  // the most bytes in use
    std::uint64_t free_bytes() const;             // of the disk

  private:
    static std::uint64_t rounded(std::size_t bytes) { return (bytes + block - 1) / block * block; }
    void open_new();
    void open_again(const std::vector<Range>& held);
    void give_back(std::uint64_t begin, std::uint64_t size);
    void drop_all_but_held() const;

    std::string directory_, path_;  // empty path: no name
    system::File file_;
    std::mutex mutex_;
    Ranges ranges_;
    std::map<std::uint64_t, std::uint64_t> held_;  // begin, size
    std::vector<std::uint64_t> waiting_;           // held ranges that were given back
    std::uint64_t budget_;
    std::uint64_t end_ = 0;  // of the last range ever written
    std::uint64_t used_ = 0, peak_ = 0;
};

}  // namespace babieca::sweep
