// The forward counts of every layer, kept: one table of states per layer.
#pragma once

#include <cstdint>
#include <vector>

#include "core/frontier/natural.hpp"
#include "core/frontier/next_layer.hpp"
#include "core/frontier/sweep.hpp"

namespace babieca::sweep {

// Invariant: layers[t] holds exactly the states reached at layer t, each with the number of ways to
// reach it from the beginning.
template <int Words>
struct SparseLayers {
    using Value = frontier::Natural<Words>;
    std::vector<frontier::StateTable<Value>> layers;
    std::uint64_t states = 0, bytes = 0;

    // Reports its steps out of `total`: those of whatever the layers are for.
    SparseLayers(const frontier::Sweep& sweep, frontier::Budget& budget, int total,
                 Control& control) {
        using frontier::PackedState;
        using frontier::State;
        layers.emplace_back();
        if (!sweep.impossible()) layers[0][{}] = 1;
        for (int t = 0; t < sweep.steps(); ++t) {
            layers.push_back(frontier::next_layer(
                layers[t], true, bytes, budget, {t, total}, control,
                [&](const PackedState& packed, const Value& ways, auto& target) {
                    frontier::for_each_successor(sweep.schedule, t, State::unpack(packed),
                                                 [&](const State& after, const frontier::Choice&) {
                                                     target(after.pack()) += ways;
                                                 });
                }));
            states += layers.back().size();
            bytes += layers.back().bytes();
            control.check({t + 1, total});
        }
    }

    bool kept(int) const { return true; }
    void arrive(int) const {}
    Value ways(int t, const frontier::PackedState& state) const {
        const Value* found = layers[t].look_up(state);
        return found ? *found : Value{};
    }
};

}  // namespace babieca::sweep
