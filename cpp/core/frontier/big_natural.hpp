// A natural number of any size, for the few operations on a result: sums, products by small
// numbers, decimal text.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/frontier/natural.hpp"

namespace babieca {

// Invariant: the highest limb is not 0. Limbs have 64 bits, the lowest first.
class BigNatural {
  public:
    BigNatural() = default;
    explicit BigNatural(std::uint64_t value) : limbs_{value} { trim(); }
    explicit BigNatural(std::span<const std::uint64_t> limbs) : limbs_(limbs.begin(), limbs.end()) {
        trim();
    }
    template <int Limbs>
    explicit BigNatural(const frontier::Natural<Limbs>& number)
        : BigNatural(std::span<const std::uint64_t>(number.limb)) {}
    // Requires: the number fits.
    template <int Limbs>
    frontier::Natural<Limbs> fixed() const {
        frontier::Natural<Limbs> number;
        std::ranges::copy(limbs_, number.limb.begin());
        return number;
    }
    // 2^bits - 1.
    static BigNatural largest_of(int bits) {
        BigNatural number;
        number.limbs_.assign(bits / 64, ~std::uint64_t{0});
        number.limbs_.push_back((std::uint64_t{1} << bits % 64) - 1);
        number.trim();
        return number;
    }
    // Requires: `text` has only digits.
    static BigNatural from_decimal(std::string_view text) {
        BigNatural number;
        for (char digit : text) number.multiply_add(10, static_cast<std::uint64_t>(digit - '0'));
        return number;
    }

    const std::vector<std::uint64_t>& limbs() const { return limbs_; }
    bool is_zero() const { return limbs_.empty(); }
    int bits() const {
        return limbs_.empty()
                   ? 0
                   : 64 * static_cast<int>(limbs_.size()) - std::countl_zero(limbs_.back());
    }

    // Multiplies by `factor`, then adds `term`.
    void multiply_add(std::uint64_t factor, std::uint64_t term) {
        unsigned __int128 carry = term;
        for (std::uint64_t& limb : limbs_) {
            carry += static_cast<unsigned __int128>(limb) * factor;
            limb = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        limbs_.push_back(static_cast<std::uint64_t>(carry));
        trim();
    }
    void shift_limb() {
        limbs_.insert(limbs_.begin(), 0);
        trim();
    }
    // Divides by `divisor` and returns the rest. The divisor 0 is 2^64, here and in `rest`.
    std::uint64_t divide(std::uint64_t divisor) {
        if (!divisor) {
            const std::uint64_t lowest = at(0);
            if (!limbs_.empty()) limbs_.erase(limbs_.begin());
            return lowest;
        }
        unsigned __int128 rest = 0;
        for (std::size_t i = limbs_.size(); i-- > 0;) {
            rest = rest << 64 | limbs_[i];
            limbs_[i] = static_cast<std::uint64_t>(rest / divisor);
            rest %= divisor;
        }
        trim();
        return static_cast<std::uint64_t>(rest);
    }
    std::uint64_t rest(std::uint64_t divisor) const {
        if (!divisor) return at(0);
        unsigned __int128 rest = 0;
        for (std::size_t i = limbs_.size(); i-- > 0;) rest = (rest << 64 | limbs_[i]) % divisor;
        return static_cast<std::uint64_t>(rest);
    }
    BigNatural& operator+=(const BigNatural& other) {
        add_product(other, 1);
        return *this;
    }
    void add_product(const BigNatural& other, std::uint64_t factor) {
        limbs_.resize(std::max(limbs_.size(), other.limbs_.size() + 1) + 1);
        unsigned __int128 carry = 0;
        for (std::size_t i = 0; i < limbs_.size(); ++i) {
            carry += limbs_[i] + static_cast<unsigned __int128>(other.at(i)) * factor;
            limbs_[i] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        trim();
    }
    // Requires: `other` is not larger.
    BigNatural& operator-=(const BigNatural& other) {
        std::uint64_t borrow = 0;
        for (std::size_t i = 0; i < limbs_.size(); ++i) {
            const std::uint64_t taken = other.at(i) + borrow;
            borrow = taken < borrow || limbs_[i] < taken;
            limbs_[i] -= taken;
        }
        trim();
        return *this;
    }
    bool operator==(const BigNatural& other) const { return limbs_ == other.limbs_; }
    bool operator<(const BigNatural& other) const {
        if (limbs_.size() != other.limbs_.size()) return limbs_.size() < other.limbs_.size();
        return std::lexicographical_compare(limbs_.rbegin(), limbs_.rend(), other.limbs_.rbegin(),
                                            other.limbs_.rend());
    }

    std::string decimal() const {
        if (is_zero()) return "0";
        std::string text;
        for (BigNatural left = *this; !left.is_zero();)
            text += static_cast<char>('0' + left.divide(10));
        std::reverse(text.begin(), text.end());
        return text;
    }

  private:
    std::uint64_t at(std::size_t i) const { return i < limbs_.size() ? limbs_[i] : 0; }
    void trim() {
        while (!limbs_.empty() && !limbs_.back()) limbs_.pop_back();
    }

    std::vector<std::uint64_t> limbs_;
};

}  // namespace babieca
