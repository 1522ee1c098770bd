// The free parts of a line of addresses, from which ranges are cut and given back in any order.
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

    // Takes the beginning of a free range that is not much larger, as near to the beginning of the
    // line as can be: what was given back last is likely to lie there, and in use.
    std::optional<std::uint64_t> take(std::uint64_t size);
    // Takes all of the free range that begins there.
    void take_whole(std::uint64_t begin) { erase(by_begin_.find(begin)); }
    // Takes a given one; false: not all of it is free.
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
