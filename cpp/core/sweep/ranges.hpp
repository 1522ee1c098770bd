// The free parts of a line of addresses, from which ranges are cut and given back in any order.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>

namespace babieca::sweep {

class Ranges {
  public:
    static std::size_t rounded(std::size_t size) { return (size + 63) / 64 * 64; }

    explicit Ranges(std::size_t capacity) { insert(0, capacity); }

    // Takes the beginning of a free range that is not much larger, as near to the beginning of the
    // line as can be: what was given back last is likely to lie there, and in use.
    std::optional<std::size_t> take(std::size_t size);
    // Takes all of the free range that begins there.
    void take_whole(std::size_t begin) { erase(by_begin_.find(begin)); }
    // Takes a given one; false: not all of it is free.
    bool take_at(std::size_t begin, std::size_t size);
    void give(std::size_t begin, std::size_t size);

    const std::map<std::size_t, std::size_t>& free() const { return by_begin_; }  // begin, size

  private:
    void erase(std::map<std::size_t, std::size_t>::iterator range);
    void insert(std::size_t begin, std::size_t size);

    // Invariant: both describe the same free ranges, no two of which touch.
    std::map<std::size_t, std::size_t> by_begin_;
    std::set<std::pair<int, std::size_t>> by_size_;  // the number of bits of the size, and begin
};

}  // namespace babieca::sweep
