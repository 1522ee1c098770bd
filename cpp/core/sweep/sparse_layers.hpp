// The forward counts of every layer, kept: one table of states per layer.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/natural.hpp"
#include "core/frontier/state_table.hpp"

namespace babieca::sweep {

// Invariant: layers[t] holds exactly the states reached at layer t, each with the number of ways to
// reach it from the beginning.
template <int Words>
struct SparseLayers {
    using Value = frontier::Natural<Words>;
    std::vector<frontier::StateTable<Value>> layers;
    std::uint64_t states = 0, bytes = 0;

    SparseLayers(const frontier::Schedule& schedule, std::uint64_t memory_bytes, Control& control) {
        const int steps = static_cast<int>(schedule.steps.size());
        layers.emplace_back(1);
        layers[0][{}] = 1;
        for (int t = 0; t < steps; ++t) {
            const auto& layer = layers[t];
            frontier::StateTable<Value> next;
            std::uint64_t since_poll = 0;
            layer.for_each([&](const frontier::PackedState& packed, const Value& ways) {
                const auto state = frontier::State::unpack(packed);
                frontier::for_each_successor(
                    schedule, t, state, [&](const frontier::State& after, const frontier::Choice&) {
                        if (memory_bytes && next.about_to_grow() &&
                            bytes + 3 * next.bytes() > memory_bytes)
                            throw frontier::OutOfMemoryBudget(
                                "the states outgrow the memory allowed");
                        next[after.pack()] += ways;
                    });
                if (++since_poll % 4096 == 0) control.check({t, steps});
            });
            states += next.size();
            bytes += next.bytes();
            layers.push_back(std::move(next));
            control.check({t + 1, steps});
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
