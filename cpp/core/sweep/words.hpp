// The words of counters: 1, 2, 4, 6 or 8 bytes, or 16 for two residues.
#pragma once

#include <cstdint>
#include <cstring>

namespace babieca::sweep {

// The next wider word, and the next narrower.
constexpr int wider(int bytes) {
    return bytes < 4 || bytes == 8 ? 2 * bytes : bytes + 2;
}
constexpr int narrower(int bytes) {
    return bytes > 4 ? bytes - 2 : bytes / 2;
}

// Whether loops exist that compute targets of these bytes from sources of those:
// execution_loops.cpp.
constexpr bool readable(bool exact, int source, int target) {
    if (source == target) return true;
    return exact ? source == narrower(target) || 2 * source == target : source == 8 && target == 16;
}

// A word of six bytes, little endian, for layers that would not fit the memory in eight. Sums are
// computed in eight.
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

// Two counters that are computed at once: residues of two moduli, or the same exact number twice.
class Twins {
  public:
    using Lanes __attribute__((vector_size(16), aligned(8))) = std::uint64_t;

    Twins() = default;
    Twins(std::uint64_t value) : lanes_{value, value} {}
    explicit Twins(Lanes lanes) : lanes_(lanes) {}
    Lanes lanes() const { return lanes_; }

  private:
    Lanes lanes_;
};
static_assert(sizeof(Twins) == 16 && alignof(Twins) == 8);

// The type in which sums of counters are computed.
template <typename Word>
struct SumOf {
    using Type = Word;
};
template <>
struct SumOf<Word48> {
    using Type = std::uint64_t;
};

}  // namespace babieca::sweep
