// The backward steps of the sweep: which states of layer t lead to a given state of layer t + 1.
//
// The edges of the retiring vertex x determine the types before the step. They also determine the
// matching before it, unless two fragments were joined: then every fragment of the later state may
// be the joined one, in either direction. This inverts frontier/choices.hpp line by line; a test
// checks that each is the inverse of the other. Unreachable states are offered too: their number of
// ways is 0.
#pragma once

#include <bit>
#include <cstdint>

#include "core/frontier/state.hpp"

namespace babieca::sweep {

using frontier::JoinedTo;

// Calls visit(before, joined) for every state of layer t from which step t may lead to `after`.
template <typename Visit>
void for_each_predecessor(const frontier::Schedule& schedule, int t, const frontier::State& after,
                          Visit&& visit) {
    using frontier::Candidate;
    using frontier::State;
    using frontier::type_at;
    const frontier::Step& step = schedule.steps[t];
    const auto& candidates = step.candidates;
    const auto& possible = schedule.layers[t].possible;
    const auto set_type = [](std::uint64_t& types, int slot, int type) {
        types &= ~(std::uint64_t{3} << (2 * slot));
        types |= static_cast<std::uint64_t>(type) << (2 * slot);
    };
    const auto join = [](State& state, int a, int b) {
        state.mate[a] = static_cast<std::uint8_t>(b);
        state.mate[b] = static_cast<std::uint8_t>(a);
    };
    // Undoes the bridge from slot `first` to slot `second`, which had these types before.
    const auto undo = [&](State& before, int first, int first_type, int second, int second_type,
                          const JoinedTo& joined) {
        if (first_type == 0) {  // the pair was inserted
            if (after.mate[first] == second) visit(before, joined);
            return;
        }
        if (second_type == 0) {  // the end moved from `first` to `second`
            join(before, first, after.mate[second]);
            return visit(before, joined);
        }
        const std::uint64_t ends = frontier::ends_of(after.types);
        if (ends == 0) {  // a cycle was closed
            if (!frontier::may_close(schedule, t, after.types)) return;
            join(before, first, second);
            return visit(before, joined);
        }
        for (std::uint64_t rest = ends; rest; rest &= rest - 1) {
            const int p = std::countr_zero(rest);
            State cut = before;
            join(cut, p, first);
            join(cut, after.mate[p], second);
            visit(cut, joined);
        }
    };
    // Offers the states in which x was joined to u and w, if these are not null.
    const auto offer = [&](const Candidate* u, const Candidate* w) {
        int forced = 0, types_of[2] = {0, 0};
        State before = after;
        for (const Candidate& c : candidates) {
            const bool joined = &c == u || &c == w;
            const int type = type_at(after.types, c.slot) - joined;
            forced += joined && c.forced;
            if (type < 0 || (c.fresh && type != 0)) return;
            if (joined) types_of[&c == u ? 0 : 1] = type;
            set_type(before.types, c.slot, type);
        }
        if (forced != step.forced_count) return;
        if (step.slot >= 0) set_type(before.types, step.slot, 2 - (u != nullptr) - (w != nullptr));
        const auto impossible = [&](int slot) {
            return !(possible[slot] >> type_at(before.types, slot) & 1);
        };
        if (step.slot >= 0 && impossible(step.slot)) return;
        for (const Candidate& c : candidates)
            if (impossible(c.slot)) return;

        JoinedTo joined{u ? u->vertex : -1, w ? w->vertex : -1};
        if (w && joined[0] > joined[1]) std::swap(joined[0], joined[1]);
        if (!u) return visit(before, joined);
        // The bridge ran from x itself, or from the candidate that was an end if only one was.
        if (!w) return undo(before, step.slot, 1, u->slot, types_of[0], joined);
        if (types_of[0] >= types_of[1])
            return undo(before, u->slot, types_of[0], w->slot, types_of[1], joined);
        undo(before, w->slot, types_of[1], u->slot, types_of[0], joined);
    };
    if (step.slot >= 0) {
        offer(nullptr, nullptr);
        for (const Candidate& u : candidates) offer(&u, nullptr);
    }
    for (std::size_t i = 0; i < candidates.size(); ++i)
        for (std::size_t j = i + 1; j < candidates.size(); ++j)
            offer(&candidates[i], &candidates[j]);
}

}  // namespace babieca::sweep
