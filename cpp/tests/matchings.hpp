// Operations on explicit matchings, one at a time: what the rank maps are compared with.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/frontier/matchings.hpp"
#include "core/sweep/decompose.hpp"

namespace explicitly {

using babieca::sweep::Operation;
using Matching = std::vector<std::pair<int, int>>;  // pairs of positions
using Mates = std::array<std::uint8_t, 32>;

inline std::uint64_t all_points(std::size_t pairs) {
    return (std::uint64_t{1} << (2 * pairs)) - 1;
}

inline std::uint64_t rank_of(const Matching& matching) {
    Mates mate{};
    for (auto [a, b] : matching)
        mate[a] = static_cast<std::uint8_t>(b), mate[b] = static_cast<std::uint8_t>(a);
    return babieca::frontier::rank_matching(all_points(matching.size()), mate);
}

inline Matching matching_of(int pairs, std::uint64_t rank) {
    Mates mate{};
    babieca::frontier::unrank_matching(all_points(pairs), rank, mate);
    Matching matching;
    for (int p = 0; p < 2 * pairs; ++p)
        if (mate[p] > p) matching.push_back({p, mate[p]});
    return matching;
}

// Returns nothing if the operation ignores the matching.
inline std::optional<Matching> applied(Operation operation, int i, int j,
                                       const Matching& matching) {
    if (operation == Operation::copy) return matching;
    const bool leaves = operation == Operation::extract || operation == Operation::contract;
    const auto place = [&](int p) {
        if (leaves) return p - (p > i) - (p > j);
        if (operation == Operation::insert) {
            const int once = p + (p >= i);
            return once + (once >= j);
        }
        if (p == i) return j;
        const int left = p - (p > i);
        return left + (left >= j);
    };
    Matching result;
    std::vector<int> freed;  // mates of the ends that go
    for (auto [a, b] : matching) {
        const bool a_goes = leaves && (a == i || a == j), b_goes = leaves && (b == i || b == j);
        if (a_goes && b_goes && operation == Operation::contract) return std::nullopt;
        if (a_goes != b_goes)
            freed.push_back(place(a_goes ? b : a));
        else if (!a_goes)
            result.push_back({place(a), place(b)});
    }
    if (operation == Operation::extract && !freed.empty()) return std::nullopt;
    if (operation == Operation::contract) result.push_back({freed[0], freed[1]});
    if (operation == Operation::insert) result.push_back({i, j});
    return result;
}

// Reverses the ends, except for `fixed` ends from position `first` on, which keep their order.
inline Matching turned(Matching matching, int first, int fixed) {
    const auto place = [&, points = static_cast<int>(2 * matching.size())](int position) {
        const int reversed = points - 1 - position;
        const bool keeps = reversed >= first && reversed < first + fixed;
        return keeps ? 2 * first + fixed - 1 - reversed : reversed;
    };
    for (auto& [a, b] : matching) a = place(a), b = place(b);
    return matching;
}

}  // namespace explicitly
