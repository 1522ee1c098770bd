// A file for the segments that do not fit the memory.
//
// Ranges of it are written once, read, and given back in any order; those that are free are written
// again before the file grows. Gaps between ranges cost addresses, which are plenty, but must not
// cost room on the disk: once the file is longer than the budget, the blocks of all free ranges go
// back to the system.
//
// Usually it never has a name, so nothing is left of it whatever ends the process. One with a name
// serves a checkpoint that says where its ranges are. Invariant: what is *held* is neither written
// nor given back to the system until something else is held, so a checkpoint whose ranges are held
// from the moment it is on the disk can be read whenever the process ends. At its end the file
// keeps what is held and nothing else; if nothing is, it is removed.
//
// Bytes are moved by reads and writes, not mapped, so that the memory of the process is what it
// says. Every range is read only as it was written: its checksum stays in memory.
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
    static constexpr std::uint64_t block = 4096;  // files are followed in these

    struct Place {
        std::uint64_t begin = ~std::uint64_t{0};
        std::uint64_t sum = 0;
        bool somewhere() const { return begin != ~std::uint64_t{0}; }
    };
    struct Range {
        Place place;
        std::size_t bytes;
    };

    // Throws FileError, as all that moves bytes. Without a name the file has none; with one it is
    // new, unless some of an old one is held.
    ScratchFile(std::string directory, std::uint64_t budget, const std::string& name = {},
                const std::vector<Range>& held = {});
    ~ScratchFile();
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    Place write(const void* data, std::size_t bytes);
    void read(const Place& place, void* data, std::size_t bytes) const;
    // It will be read soon.
    void expect(const Place& place, std::size_t bytes) const;
    void give(const Place& place, std::size_t bytes);

    void sync() const;  // all that was written is on the disk, and the name
    // Instead of what was held before. All of it is in use.
    void hold(const std::vector<Range>& ranges);

    std::uint64_t budget() const { return budget_; }
    std::uint64_t peak() const { return peak_; }  // the most that was written and not given back
    std::uint64_t free_bytes() const;             // of the disk

  private:
    static std::uint64_t rounded(std::size_t bytes) { return (bytes + block - 1) / block * block; }
    void open_new();
    void open_again(const std::vector<Range>& held);
    void give_back(std::uint64_t begin, std::uint64_t size);
    void drop_all_but_held() const;

    std::string directory_, path_;  // no path: no name
    system::File file_;
    std::mutex mutex_;
    Ranges ranges_;
    std::map<std::uint64_t, std::uint64_t> held_;  // begin, size
    std::vector<std::uint64_t> waiting_;           // held ones that nobody else needs any more
    std::uint64_t budget_;
    std::uint64_t end_ = 0;  // nothing was ever written behind it
    std::uint64_t used_ = 0, peak_ = 0;
};

}  // namespace babieca::sweep
