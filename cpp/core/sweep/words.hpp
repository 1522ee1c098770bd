// The words in which counters are kept: of 1, 2, 4, 6 or 8 bytes.
#pragma once

#include <cstdint>
#include <cstring>

namespace babieca::sweep {

// The next wider word, and the next narrower.
constexpr int wider(int bytes) {
    return bytes < 4 ? 2 * bytes : bytes + 2;
}
constexpr int narrower(int bytes) {
    return bytes > 4 ? bytes - 2 : bytes / 2;
}

// Whether targets of so many bytes can be computed from sources of so many, without widening them.
constexpr bool readable(int source, int target) {
    return source == target || source == narrower(target) || 2 * source == target;
}

// Six bytes, little endian, where they fit into memory and eight would not. Sums of them are those
// of words of eight.
class Word48 {
  public:
    Word48() = default;
    Word48(std::uint64_t value)
        : low_{static_cast<std::uint16_t>(value), static_cast<std::uint16_t>(value >> 16)},
          high_(static_cast<std::uint16_t>(value >> 32)) {}
    operator std::uint64_t() const {
        std::uint32_t low;
        std::memcpy(&low, low_, sizeof low);
        return low | static_cast<std::uint64_t>(high_) << 32;
    }

  private:
    std::uint16_t low_[2], high_;
};
static_assert(sizeof(Word48) == 6 && alignof(Word48) == 2);

// What sums of counters are computed in.
template <typename Word>
struct SumOf {
    using Type = Word;
};
template <>
struct SumOf<Word48> {
    using Type = std::uint64_t;
};

}  // namespace babieca::sweep
