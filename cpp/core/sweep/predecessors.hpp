// The backward steps of the sweep: which states of layer t lead to a given state of layer t + 1.
//
// The edges of the retiring vertex x determine the types before the step. They also determine the
// matching before it, unless two fragments were joined: then every fragment of the later state may
// be the joined one, in either direction. This mirrors frontier/choices.hpp line by line; a test
// checks that each is the inverse of the other. Unreachable states are offered too; they have no
// ways.
#pragma once

#include <bit>
#include <cstdint>

#include "core/frontier/state.hpp"

namespace babieca::sweep {

using frontier::JoinedTo;

template <typename Visit>
class Predecessors {
  public:
    Predecessors(const frontier::Schedule& schedule, int t, const frontier::State& after,
                 Visit& visit)
        : schedule_(schedule), step_(schedule.steps[t]), t_(t), after_(after), visit_(visit) {}

    void run() const {
        const auto& candidates = step_.candidates;
        if (step_.slot >= 0) {
            offer(nullptr, nullptr);
            for (const auto& u : candidates) offer(&u, nullptr);
        }
        for (std::size_t i = 0; i < candidates.size(); ++i)
            for (std::size_t j = i + 1; j < candidates.size(); ++j)
                offer(&candidates[i], &candidates[j]);
    }

  private:
    using Candidate = frontier::Candidate;

    static void set_type(std::uint64_t& types, int slot, int type) {
        types &= ~(std::uint64_t{3} << (2 * slot));
        types |= static_cast<std::uint64_t>(type) << (2 * slot);
    }

    void offer(const Candidate* u, const Candidate* w) const {
        int forced = 0, types_of[2] = {0, 0};
        frontier::State before = after_;
        for (const Candidate& c : step_.candidates) {
            const bool joined = &c == u || &c == w;
            const int type = frontier::type_at(after_.types, c.slot) - joined;
            forced += joined && c.forced;
            if (type < 0 || (c.fresh && type != 0)) return;
            if (joined) types_of[&c == u ? 0 : 1] = type;
            set_type(before.types, c.slot, type);
        }
        if (forced != step_.forced_count) return;
        if (step_.slot >= 0)
            set_type(before.types, step_.slot, 2 - (u != nullptr) - (w != nullptr));
        const auto& possible = schedule_.layers[t_].possible;
        if (step_.slot >= 0 &&
            !(possible[step_.slot] >> frontier::type_at(before.types, step_.slot) & 1))
            return;
        for (const Candidate& c : step_.candidates)
            if (c.slot != step_.slot &&
                !(possible[c.slot] >> frontier::type_at(before.types, c.slot) & 1))
                return;

        JoinedTo joined{u ? u->vertex : -1, w ? w->vertex : -1};
        if (w && joined[0] > joined[1]) std::swap(joined[0], joined[1]);
        if (!u) return visit_(before, joined);
        // The bridge ran from x itself, or from the candidate that was an end if only one was.
        if (!w) return undo(before, step_.slot, 1, u->slot, types_of[0], joined);
        if (types_of[0] >= types_of[1])
            return undo(before, u->slot, types_of[0], w->slot, types_of[1], joined);
        undo(before, w->slot, types_of[1], u->slot, types_of[0], joined);
    }

    static void join(frontier::State& state, int a, int b) {
        state.mate[a] = static_cast<std::uint8_t>(b);
        state.mate[b] = static_cast<std::uint8_t>(a);
    }

    void undo(frontier::State& before, int first, int first_type, int second, int second_type,
              const JoinedTo& joined) const {
        const auto& mate = after_.mate;
        if (first_type == 0) {  // the pair was inserted
            if (mate[first] == second) visit_(before, joined);
            return;
        }
        if (second_type == 0) {  // the end moved from `first` to `second`
            join(before, first, mate[second]);
            return visit_(before, joined);
        }
        const std::uint64_t ends = frontier::ends_of(after_.types);
        if (ends == 0) {  // a cycle was closed
            if (!frontier::may_close(schedule_, t_, after_.types)) return;
            join(before, first, second);
            return visit_(before, joined);
        }
        for (std::uint64_t rest = ends; rest; rest &= rest - 1) {
            const int p = std::countr_zero(rest);
            frontier::State cut = before;
            join(cut, p, first);
            join(cut, mate[p], second);
            visit_(cut, joined);
        }
    }

    const frontier::Schedule& schedule_;
    const frontier::Step& step_;
    int t_;
    const frontier::State& after_;
    Visit& visit_;
};

// Calls visit(before, joined) for every state of layer t from which step t may lead to `after`.
template <typename Visit>
void for_each_predecessor(const frontier::Schedule& schedule, int t, const frontier::State& after,
                          Visit&& visit) {
    Predecessors<std::remove_reference_t<Visit>>(schedule, t, after, visit).run();
}

}  // namespace babieca::sweep
