// The types of counters: 1, 2, 4, 6 or 8 bytes, or 16 for two residues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace babieca::sweep {

// The next wider width.
constexpr int wider(int bytes) {
    return bytes < 4 || bytes == 8 ? 2 * bytes : bytes + 2;
}

// Whether counters of so many bytes exist.
constexpr bool is_width(int bytes) {
    int width = 1;
    while (width < bytes) width = wider(width);
    return width == bytes;
}

// Whether targets of one width can be computed from sources of another width.
constexpr bool readable(bool exact, int source, int target) {
    if (!exact) return source == target || (source == 8 && target == 16);
    return source <= target && (target != 6 || source >= 4);
}

// Six bytes, little endian, for layers that would not fit the memory in eight bytes. Sums are
// computed in eight bytes.
class Counter48 {
  public:
    Counter48() = default;
    Counter48(std::uint64_t value) {
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
static_assert(sizeof(Counter48) == 6 && alignof(Counter48) == 1);

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

// Calls work.operator()<Counter>() with the type that has `bytes` bytes, or with the last type.
template <typename First, typename... Others, typename Work>
auto with_counter(int bytes, Work&& work) {
    if constexpr (sizeof...(Others) > 0)
        if (bytes != sizeof(First)) return with_counter<Others...>(bytes, work);
    return work.template operator()<First>();
}

// Calls work with one of the types of exact counters.
template <typename Work>
auto with_exact_counter(int bytes, Work&& work) {
    return with_counter<std::uint8_t, std::uint16_t, std::uint32_t, Counter48, std::uint64_t>(bytes,
                                                                                              work);
}

// The counter of at most eight bytes at an address.
inline std::uint64_t counter_at(const std::byte* address, int bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, address, bytes);  // little endian
    return value;
}

}  // namespace babieca::sweep
