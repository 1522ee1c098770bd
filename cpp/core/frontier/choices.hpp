// The choices when a vertex retires: the only specification of a step.
//
// The retiring vertex x has type 0, 1 or 2 and needs 2 - type more edges, each to a candidate of
// type 0 or 1. Read by slots (x in slot s; y, if there is one, takes s over and starts bare):
//
//   type of x | edges to            | effect on the fragments
//   2         | none                | nothing
//   1         | u bare              | the end at s moves to u (nothing at all when u = y)
//   1         | u an end            | contract s and u: their mates become mates
//   0         | u and w, both bare  | insert the fragment u - w
//   0         | u bare, w an end    | the end at w moves to u
//   0         | u and w, both ends  | contract u and w
//
// Every edge raises the type of its candidate by one; x itself leaves. Contracting two ends that
// are mates closes a cycle, which only the last fragment may do, when all other vertices are done.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/frontier/schedule.hpp"

namespace babieca::frontier {

enum class Effect : std::uint8_t { nothing, move, contract, insert };

// `first` and `second` are slots: move first -> second; contract or insert the two.
struct Choice {
    Effect effect = Effect::nothing;
    int first = -1;
    int second = -1;
    const Candidate* edges[2] = {nullptr, nullptr};  // the candidates joined to x
};

// The later vertices that x was joined to, in increasing order; -1: none.
using JoinedTo = std::array<Vertex, 2>;

inline JoinedTo joined_to(const Choice& choice) {
    JoinedTo joined{-1, -1};
    for (int i = 0; i < 2; ++i)
        if (choice.edges[i]) joined[i] = choice.edges[i]->vertex;
    if (joined[1] >= 0 && joined[0] > joined[1]) std::swap(joined[0], joined[1]);
    return joined;
}

// The number of a choice among all choices of its step: by the candidates that x is joined to.
inline int choice_number(const Step& step, const Choice& choice) {
    const auto position = [&](int i) {
        return static_cast<int>(choice.edges[i] - step.candidates.data());
    };
    if (!choice.edges[0]) return 0;
    if (!choice.edges[1]) return 1 + position(0);
    return 1 + static_cast<int>(step.candidates.size()) + position(1) * (position(1) - 1) / 2 +
           position(0);
}

// All choices of a step by their numbers.
inline std::vector<JoinedTo> all_choices(const Step& step) {
    const auto& candidates = step.candidates;
    std::vector<JoinedTo> all{{-1, -1}};
    for (const Candidate& u : candidates) all.push_back(joined_to({{}, -1, -1, {&u, nullptr}}));
    for (std::size_t w = 0; w < candidates.size(); ++w)
        for (std::size_t u = 0; u < w; ++u)
            all.push_back(joined_to({{}, -1, -1, {&candidates[u], &candidates[w]}}));
    return all;
}

inline int type_at(std::uint64_t types, int slot) {
    return static_cast<int>(types >> (2 * slot)) & 3;
}

// Calls visit(choice, types_after) for every choice open to step t in a state with these packed
// types (two bits per slot) whose types are possible afterwards. Ignores matchings: a contraction
// may close a cycle.
template <typename Visit>
void for_each_choice(const Schedule& schedule, int t, std::uint64_t types, Visit&& visit) {
    const Step& step = schedule.steps[t];
    const auto& candidates = step.candidates;
    const int own = step.slot < 0 ? 0 : type_at(types, step.slot);
    const int needed = 2 - own;
    if (step.forced_count > needed || needed > static_cast<int>(candidates.size())) return;

    std::uint64_t rest = types;
    if (step.slot >= 0) rest &= ~(std::uint64_t{3} << (2 * step.slot));
    const auto type = [&](const Candidate& c) { return type_at(rest, c.slot); };

    const auto offer = [&](const Choice& choice) {
        std::uint64_t after = rest;
        int forced = 0;
        for (const Candidate* edge : choice.edges)
            if (edge) after += std::uint64_t{1} << (2 * edge->slot), forced += edge->forced;
        if (forced != step.forced_count) return;
        const auto& possible = schedule.layers[t + 1].possible;
        for (const Candidate& c : candidates)
            if (!(possible[c.slot] >> type_at(after, c.slot) & 1)) return;
        visit(choice, after);
    };

    if (needed == 0) return offer({});
    for (const Candidate& u : candidates) {
        if (type(u) == 2) continue;
        if (needed == 1) {
            const Effect effect = type(u) == 1          ? Effect::contract
                                  : u.slot == step.slot ? Effect::nothing
                                                        : Effect::move;
            offer({effect, step.slot, u.slot, {&u, nullptr}});
            continue;
        }
        for (const Candidate* w = &u + 1; w != candidates.data() + candidates.size(); ++w) {
            if (type(*w) == 2) continue;
            if (type(u) == type(*w))
                offer({type(u) == 0 ? Effect::insert : Effect::contract, u.slot, w->slot, {&u, w}});
            else if (type(u) == 1)
                offer({Effect::move, u.slot, w->slot, {&u, w}});
            else
                offer({Effect::move, w->slot, u.slot, {&u, w}});
        }
    }
}

// Whether a cycle may close: only into the layer in which every vertex has entered and is done.
inline bool may_close(const Schedule& schedule, int t, std::uint64_t types_after) {
    return schedule.steps[t].all_entered && types_after == schedule.layers[t + 1].full;
}

}  // namespace babieca::frontier
