// A state of the sweep over a folded graph: types, matching, and a voltage per fragment.
//
// Invariant: for an end a of a fragment whose other end is b, voltage[a] is the sum of voltages on
// the way from a to b, so voltage[b] = -voltage[a] modulo the order.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>

#include "core/frontier/state.hpp"

namespace babieca::fold {

struct VoltageState {
    frontier::State plain;
    std::array<std::uint8_t, frontier::most_slots> voltage{};

    // The matching's rank and then one digit per fragment, lowest end first.
    frontier::PackedState pack(int order) const {
        frontier::PackedState packed = plain.pack();
        for (std::uint64_t ends = frontier::ends_of(plain.types); ends; ends &= ends - 1) {
            const int low = std::countr_zero(ends);
            if (plain.mate[low] > low)
                packed.matching =
                    packed.matching * static_cast<std::uint64_t>(order) + voltage[low];
        }
        return packed;
    }

    static VoltageState unpack(frontier::PackedState packed, int order) {
        VoltageState state;
        const std::uint64_t ends = frontier::ends_of(packed.types);
        std::array<std::uint8_t, frontier::most_pairs> digits{};
        const int pairs = std::popcount(ends) / 2;
        for (int i = pairs - 1; i >= 0; --i) {
            digits[i] = static_cast<std::uint8_t>(packed.matching % order);
            packed.matching /= static_cast<std::uint64_t>(order);
        }
        state.plain = frontier::State::unpack(packed);
        int next = 0;
        for (std::uint64_t rest = ends; rest; rest &= rest - 1) {
            const int low = std::countr_zero(rest), high = state.plain.mate[low];
            if (high < low) continue;
            state.voltage[low] = digits[next++];
            state.voltage[high] = static_cast<std::uint8_t>((order - state.voltage[low]) % order);
        }
        return state;
    }
};

// Whether every state of that many slots packs into two words.
inline bool voltages_fit(int slots, int order) {
    unsigned __int128 largest = frontier::matching_count[slots / 2];
    for (int i = 0; i < slots / 2; ++i) {
        largest *= static_cast<unsigned>(order);
        if (largest >> 64) return false;
    }
    return order <= 255;
}

}  // namespace babieca::fold
