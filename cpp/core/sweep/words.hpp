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
    Word48(std::uint64_t value) {
        const auto low = static_cast<std::uint32_t>(value);
        const auto high = static_cast<std::uint16_t>(value >> 32);
        std::memcpy(bytes_, &low, sizeof low);
        std::memcpy(bytes_ + sizeof low, &high, sizeof high);
    }
    operator std::uint64_t() const {
        std::uint32_t low;
        std::uint16_t high;
        std::memcpy(&low, bytes_, sizeof low);
        std::memcpy(&high, bytes_ + sizeof low, sizeof high);
        return low | static_cast<std::uint64_t>(high) << 32;
    }

  private:
    std::uint8_t bytes_[6];
};
static_assert(sizeof(Word48) == 6 && alignof(Word48) == 1);

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
