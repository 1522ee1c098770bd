// Memory for the segments of the layers.
//
// One range of addresses is reserved once; segments are cut from it and given back in any order, so
// the sources a step has consumed make room for its targets and a sweep needs one copy of a layer
// plus a few waves. Pages never used cost nothing.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <set>

namespace babieca::counting {

class Arena {
  public:
    explicit Arena(std::size_t bytes);  // throws std::bad_alloc
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    // The smallest free range that is large enough. Throws std::bad_alloc when there is none.
    void* allocate(std::size_t bytes);
    void release(void* memory, std::size_t bytes);

    std::size_t peak() const { return peak_; }  // the highest address ever handed out

  private:
    static std::size_t rounded(std::size_t bytes) { return (bytes + 63) / 64 * 64; }
    void erase(std::map<std::size_t, std::size_t>::iterator range);
    void insert(std::size_t begin, std::size_t size);

    std::byte* base_ = nullptr;
    std::size_t capacity_ = 0;
    std::size_t peak_ = 0;
    std::mutex mutex_;
    // Invariant: both describe the same free ranges, no two of which touch.
    std::map<std::size_t, std::size_t> by_begin_;
    std::set<std::pair<std::size_t, std::size_t>> by_size_;
};

}  // namespace babieca::counting
