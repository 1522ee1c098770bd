// Natural numbers of a fixed width. An addition that overflows throws TooNarrow; the caller then
// starts again with a wider type (with_enough_words).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <stdexcept>

namespace babieca::frontier {

struct TooNarrow : std::runtime_error {
    explicit TooNarrow(const char* what = "the count has more than 2048 bits")
        : std::runtime_error(what) {}
};

// Little-endian in 64-bit words.
template <int Words>
struct Natural {
    static constexpr int words = Words;
    std::array<std::uint64_t, Words> word{};

    Natural() = default;
    Natural(std::uint64_t value) { word[0] = value; }  // NOLINT: numbers convert

    bool is_zero() const {
        for (std::uint64_t w : word)
            if (w) return false;
        return true;
    }

    Natural& operator+=(const Natural& other) {
        unsigned __int128 carry = 0;
        for (int i = 0; i < Words; ++i) {
            carry += static_cast<unsigned __int128>(word[i]) + other.word[i];
            word[i] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        if (carry) throw TooNarrow();
        return *this;
    }

    // Requires: `other` is not larger.
    Natural& operator-=(const Natural& other) {
        std::uint64_t borrow = 0;
        for (int i = 0; i < Words; ++i) {
            const std::uint64_t taken = other.word[i] + borrow;
            borrow = taken < borrow || word[i] < taken;
            word[i] -= taken;
        }
        return *this;
    }

    // Requires: the product fits.
    friend Natural operator*(const Natural& a, const Natural& b) {
        Natural product;
        for (int i = 0; i < Words; ++i) {
            std::uint64_t carry = 0;
            for (int j = 0; i + j < Words; ++j) {
                const unsigned __int128 sum =
                    static_cast<unsigned __int128>(a.word[i]) * b.word[j] + product.word[i + j] +
                    carry;
                product.word[i + j] = static_cast<std::uint64_t>(sum);
                carry = static_cast<std::uint64_t>(sum >> 64);
            }
        }
        return product;
    }

    std::strong_ordering operator<=>(const Natural& other) const {
        for (int i = Words - 1; i > 0; --i)
            if (word[i] != other.word[i]) return word[i] <=> other.word[i];
        return word[0] <=> other.word[0];
    }
    bool operator==(const Natural& other) const = default;
};

constexpr int most_words = 32;  // 2048 bits, as TooNarrow says

// Calls work.template operator()<Words>() with the narrowest of 1, 2, 4 .. 32 words that suffices.
template <int Words = 1, typename Work>
auto with_enough_words(Work&& work) {
    try {
        return work.template operator()<Words>();
    } catch (const TooNarrow&) {
        if constexpr (Words < most_words)
            return with_enough_words<2 * Words>(work);
        else
            throw;
    }
}

}  // namespace babieca::frontier
