// The free ranges of a line of addresses.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace babieca::sweep {

class Ranges {
  public:
    static std::uint64_t rounded(std::uint64_t size) { return (size + 63) / 64 * 64; }

    explicit Ranges(std::uint64_t capacity) {
        if (capacity > 0) insert(0, capacity);
    }

    // Takes the beginning of a free range that is not much larger, at a low address: low addresses
    // are likely to have memory behind them.
    std::optional<std::uint64_t> take(std::uint64_t size);
    // Takes the whole free range that begins there.
    void take_whole(std::uint64_t begin) { erase(by_begin_.find(begin)); }
    // Takes a given range. Returns false if not all of it is free.
    bool take_at(std::uint64_t begin, std::uint64_t size);
    void give(std::uint64_t begin, std::uint64_t size);

    const std::map<std::uint64_t, std::uint64_t>& free() const { return by_begin_; }  // begin, size

  private:
    void erase(std::map<std::uint64_t, std::uint64_t>::iterator range);
    void insert(std::uint64_t begin, std::uint64_t size);

    // Invariant: both describe the same free ranges, no two of which touch.
    std::map<std::uint64_t, std::uint64_t> by_begin_;
    std::set<std::pair<int, std::uint64_t>> by_size_;  // the number of bits of the size, and begin
};

}  // namespace babieca::sweep
