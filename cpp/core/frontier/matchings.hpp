// Perfect matchings of 2k points, numbered.
//
// Points are 0 .. 2k-1. The rank reads the matching greedily: the mate of the lowest free point,
// as a position among the points still free above it, is the next digit, most significant first.
// The digits have 2k-1, 2k-3, .. 1 values, so the ranks of k pairs are exactly 0 .. (2k-1)!! - 1,
// and all matchings with the same first pair are contiguous.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace babieca::frontier {

constexpr int most_pairs = 16;

// matching_count[k] = (2k-1)!!
constexpr auto matching_count = [] {
    std::array<std::uint64_t, most_pairs + 1> counts{};
    counts[0] = 1;
    for (int k = 1; k <= most_pairs; ++k) counts[k] = counts[k - 1] * (2 * k - 1);
    return counts;
}();

// Ranks the matching `mate` of the points whose bits are set in `points`; the points need not be
// consecutive, only their order matters.
template <typename Mates>
constexpr std::uint64_t rank_matching(std::uint64_t points, const Mates& mate) {
    std::uint64_t rank = 0;
    for (int pairs = std::popcount(points) / 2; pairs > 0; --pairs) {
        const int low = std::countr_zero(points);
        points &= points - 1;
        const std::uint64_t bit = std::uint64_t{1} << mate[low];
        rank = rank * (2 * pairs - 1) + std::popcount(points & (bit - 1));
        points &= ~bit;
    }
    return rank;
}

// The inverse of rank_matching: writes both directions of every pair into `mate`.
template <typename Mates>
constexpr void unrank_matching(std::uint64_t points, std::uint64_t rank, Mates& mate) {
    for (int pairs = std::popcount(points) / 2; pairs > 0; --pairs) {
        const int low = std::countr_zero(points);
        points &= points - 1;
        std::uint64_t skip = rank / matching_count[pairs - 1];
        rank %= matching_count[pairs - 1];
        std::uint64_t rest = points;
        for (; skip > 0; --skip) rest &= rest - 1;
        const int high = std::countr_zero(rest);
        mate[low] = static_cast<std::uint8_t>(high);
        mate[high] = static_cast<std::uint8_t>(low);
        points &= ~(std::uint64_t{1} << high);
    }
}

}  // namespace babieca::frontier
