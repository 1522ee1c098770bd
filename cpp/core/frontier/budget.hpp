// A memory limit that is checked before each allocation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace babieca::frontier {

struct OutOfBudget : std::runtime_error {
    OutOfBudget() : std::runtime_error("the states outgrow the memory allowed") {}
};

class Budget {
  public:
    explicit Budget(std::uint64_t bytes) : bytes_(bytes) {}  // 0: no limit

    // Throws OutOfBudget if holding so many bytes at once exceeds the limit.
    void allow(std::uint64_t bytes) {
        if (bytes_ && bytes > bytes_) throw OutOfBudget();
        peak_ = std::max(peak_, bytes);
    }
    std::uint64_t peak() const { return peak_; }

  private:
    std::uint64_t bytes_;
    std::uint64_t peak_ = 0;
};

}  // namespace babieca::frontier
