// One step of the sweep over a folded graph: the choices of frontier/choices.hpp, once for every
// combination of voltages of the edges they use.
//
// Every choice with an edge builds one bridge from an end or bare slot `first` to another, `second`
// (for a retiring end, `first` is its own slot). Only the bridge's voltage is new; the fragments
// behind its ends keep theirs.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/fold/fold.hpp"
#include "core/fold/voltage_state.hpp"

namespace babieca::fold {

class VoltageStep {
  public:
    VoltageStep(const Folded& folded, const frontier::Schedule& schedule, int t)
        : folded_(folded), schedule_(schedule), t_(t) {
        for (const auto& candidate : schedule.steps[t].candidates) {
            voltages_.emplace_back();
            for (const FoldedEdge& edge : folded.edges[schedule.steps[t].vertex])
                if (edge.to == candidate.vertex) voltages_.back().push_back(edge.voltage);
        }
    }

    // Calls visit(next) for every successor.
    template <typename Visit>
    void for_each_successor(const VoltageState& state, Visit&& visit) const {
        frontier::for_each_choice(schedule_, t_, state.plain.types,
                                  [&](const frontier::Choice& choice, std::uint64_t types) {
                                      if (!choice.edges[0]) {
                                          VoltageState next = state;
                                          next.plain.types = types;
                                          visit(next);
                                          return;
                                      }
                                      for_each_bridge(choice, [&](int bridge) {
                                          build(state, choice, types, bridge, visit);
                                      });
                                  });
    }

  private:
    // The voltage of the bridge from choice.first to choice.second through the retiring vertex.
    template <typename Visit>
    void for_each_bridge(const frontier::Choice& choice, Visit&& visit) const {
        const auto& candidates = schedule_.steps[t_].candidates;
        const auto of = [&](const frontier::Candidate* c) -> const std::vector<int>& {
            return voltages_[c - candidates.data()];
        };
        if (!choice.edges[1]) {
            for (int voltage : of(choice.edges[0])) visit(voltage);
            return;
        }
        const bool in_order = choice.edges[0]->slot == choice.first;
        for (int a : of(choice.edges[in_order ? 0 : 1]))
            for (int b : of(choice.edges[in_order ? 1 : 0]))
                visit((folded_.order - a + b) % folded_.order);
    }

    template <typename Visit>
    void build(const VoltageState& state, const frontier::Choice& choice, std::uint64_t types,
               int bridge, Visit&& visit) const {
        using frontier::Effect;
        const int order = folded_.order, first = choice.first, second = choice.second;
        const auto& mate = state.plain.mate;
        VoltageState next = state;
        next.plain.types = types;
        const auto join = [&](int a, int b, int voltage) {
            voltage %= order;
            next.plain.mate[a] = static_cast<std::uint8_t>(b);
            next.plain.mate[b] = static_cast<std::uint8_t>(a);
            next.voltage[a] = static_cast<std::uint8_t>(voltage);
            next.voltage[b] = static_cast<std::uint8_t>((order - voltage) % order);
        };
        if (choice.effect == Effect::insert) {
            join(first, second, bridge);
        } else if (choice.effect != Effect::contract) {
            join(mate[first], second, state.voltage[mate[first]] + bridge);
        } else if (mate[first] != second) {
            join(mate[first], mate[second],
                 state.voltage[mate[first]] + bridge + state.voltage[second]);
        } else if (!frontier::may_close(schedule_, t_, types) ||
                   !folded_.accepted[(state.voltage[second] + bridge) % order]) {
            return;
        }
        visit(static_cast<const VoltageState&>(next));
    }

    const Folded& folded_;
    const frontier::Schedule& schedule_;
    int t_;
    std::vector<std::vector<int>> voltages_;  // per candidate
};

}  // namespace babieca::fold
