// Natural numbers of a fixed width. An addition that overflows throws TooNarrow; the caller then
// starts again with a wider type (with_enough_limbs).
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "core/reasons.hpp"

namespace babieca::frontier {

struct TooNarrow : Told {
    using Told::Told;
};

// In *limbs* of 64 bits, the lowest first.
template <int Limbs>
struct Natural {
    static constexpr int limbs = Limbs;
    std::array<std::uint64_t, Limbs> limb{};

    Natural() = default;
    Natural(std::uint64_t value) { limb[0] = value; }  // NOLINT: numbers convert

    bool is_zero() const {
        for (std::uint64_t w : limb)
            if (w) return false;
        return true;
    }

    Natural& operator+=(const Natural& other) {
        unsigned __int128 carry = 0;
        for (int i = 0; i < Limbs; ++i) {
            carry += static_cast<unsigned __int128>(limb[i]) + other.limb[i];
            limb[i] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        if (carry) throw TooNarrow({Code::count_too_long, {{"bits", 64 * Limbs}}});
        return *this;
    }

    // Requires: `other` is not larger.
    Natural& operator-=(const Natural& other) {
        std::uint64_t borrow = 0;
        for (int i = 0; i < Limbs; ++i) {
            const std::uint64_t taken = other.limb[i] + borrow;
            borrow = taken < borrow || limb[i] < taken;
            limb[i] -= taken;
        }
        return *this;
    }

    // Requires: the product fits.
    friend Natural operator*(const Natural& a, const Natural& b) {
        Natural product;
        for (int i = 0; i < Limbs; ++i) {
            std::uint64_t carry = 0;
            for (int j = 0; i + j < Limbs; ++j) {
                const unsigned __int128 sum =
                    static_cast<unsigned __int128>(a.limb[i]) * b.limb[j] + product.limb[i + j] +
                    carry;
                product.limb[i + j] = static_cast<std::uint64_t>(sum);
                carry = static_cast<std::uint64_t>(sum >> 64);
            }
        }
        return product;
    }

    std::strong_ordering operator<=>(const Natural& other) const {
        for (int i = Limbs - 1; i > 0; --i)
            if (limb[i] != other.limb[i]) return limb[i] <=> other.limb[i];
        return limb[0] <=> other.limb[0];
    }
    bool operator==(const Natural& other) const = default;
};

constexpr int most_limbs = 32;  // 2048 bits, as TooNarrow says

// Calls work.template operator()<Limbs>() with the narrowest of 1, 2, 4 .. 32 limbs that suffices.
template <int Limbs = 1, typename Work>
auto with_enough_limbs(Work&& work) {
    try {
        return work.template operator()<Limbs>();
    } catch (const TooNarrow&) {
        if constexpr (Limbs < most_limbs)
            return with_enough_limbs<2 * Limbs>(work);
        else
            throw;
    }
}

}  // namespace babieca::frontier
