// One state of the sweep, and its successors.
//
// Invariant: every fragment built so far has both its ends in the frontier, so a state is the types
// of the slots and a perfect matching of the slots of type 1. A state without ends is either the
// very first one or a closed cycle through all vertices.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "core/frontier/choices.hpp"
#include "core/frontier/matchings.hpp"

namespace babieca::frontier {

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
