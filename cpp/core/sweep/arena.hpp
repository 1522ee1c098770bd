// Memory for the segments of the layers.
//
// One range of addresses is reserved once; segments are cut from it and given back in any order, so
// the sources a step has consumed make room for its targets and a sweep needs one copy of a layer
// plus a few waves. Gaps between segments cost addresses, which are plenty, but must not cost
// memory: when more than the budget has been touched, pages of free ranges go back to the system,
// those behind the highest addresses first, since the lowest are taken first.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "core/sweep/ranges.hpp"

namespace babieca::sweep {

class Arena {
  public:
    // Reserves three times the most that is ever held in addresses. Throws std::bad_alloc.
    explicit Arena(std::size_t most);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    // The smallest free range that is large enough. Throws std::bad_alloc when there is none.
    void* allocate(std::size_t bytes);
    void release(void* memory, std::size_t bytes);

    // What may be held from now on before the pages of free ranges are given back.
    void allow(std::size_t budget);

    std::size_t peak() const { return peak_units_ * unit; }  // the most memory held at once

  private:
    static constexpr std::size_t unit = std::size_t{1} << 12;  // memory is followed in these
    void touch(std::size_t begin, std::size_t size);
    void drop_free_units(std::size_t enough);  // until no more are held

    std::byte* base_ = nullptr;
    std::size_t capacity_ = 0;
    std::size_t budget_units_ = 0;
    std::size_t drop_from_ = 0;  // held units from which free ones are given back
    std::size_t held_units_ = 0, peak_units_ = 0;
    std::vector<bool> held_;  // per unit: whether it has memory behind it
    std::mutex mutex_;
    Ranges ranges_;
};

}  // namespace babieca::sweep
