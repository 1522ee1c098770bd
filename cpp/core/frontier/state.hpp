// One state of the sweep, and its successors.
//
// Invariant: every fragment built so far has both its ends in the frontier, so a state is the types
// of the slots and a perfect matching of the slots of type 1. A state without ends is either the
// very first one or a closed cycle through all vertices.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "core/frontier/choices.hpp"

namespace babieca::frontier {

// Perfect matchings of 2k points, numbered. Points are 0 .. 2k-1. The rank reads the matching
// greedily: the mate of the lowest free point, as a position among the points still free above it,
// is the next digit, most significant first. The digits have 2k-1, 2k-3, .. 1 values, so the ranks
// of k pairs are exactly 0 .. (2k-1)!! - 1, and all matchings with the same first pair are
// contiguous.
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

// The slots of type 1, one bit each.
inline std::uint64_t ends_of(std::uint64_t types) {
    std::uint64_t ends = 0;
    for (std::uint64_t ones = types & 0x5555555555555555u; ones; ones &= ones - 1)
        ends |= std::uint64_t{1} << (std::countr_zero(ones) / 2);
    return ends;
}

// Sixteen bytes: two bits per slot, and the rank of the matching.
struct PackedState {
    std::uint64_t types = 0;
    std::uint64_t matching = 0;
    auto operator<=>(const PackedState&) const = default;
};

struct PackedStateHash {
    std::size_t operator()(const PackedState& state) const {
        std::uint64_t h = state.types * 0x9e3779b97f4a7c15u ^ (state.matching + 0x7f4a7c15u);
        h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
        return static_cast<std::size_t>(h ^ h >> 29);
    }
};

struct State {
    std::uint64_t types = 0;
    std::array<std::uint8_t, most_slots> mate{};  // meaningful at slots of type 1 only

    PackedState pack() const { return {types, rank_matching(ends_of(types), mate)}; }
    static State unpack(const PackedState& packed) {
        State state;
        state.types = packed.types;
        unrank_matching(ends_of(packed.types), packed.matching, state.mate);
        return state;
    }
};

// Calls visit(next, choice) for every successor of `state` through step t. The sweep starts from
// State{} at layer 0; the cycles are the ways to reach State{} at the last layer.
template <typename Visit>
void for_each_successor(const Schedule& schedule, int t, const State& state, Visit&& visit) {
    for_each_choice(schedule, t, state.types, [&](const Choice& choice, std::uint64_t types) {
        const auto a = choice.first, b = choice.second;
        State next = state;
        next.types = types;
        const auto join = [&](int u, int v) {
            next.mate[u] = static_cast<std::uint8_t>(v);
            next.mate[v] = static_cast<std::uint8_t>(u);
        };
        switch (choice.effect) {
            case Effect::nothing:
                break;
            case Effect::move:
                join(state.mate[a], b);
                break;
            case Effect::insert:
                join(a, b);
                break;
            case Effect::contract:
                if (state.mate[a] != b)
                    join(state.mate[a], state.mate[b]);
                else if (!may_close(schedule, t, types))
                    return;
                break;
        }
        visit(static_cast<const State&>(next), choice);
    });
}

}  // namespace babieca::frontier
