// One step of a sweep over hash tables of states, whatever is counted with them.
#pragma once

#include <cstdint>

#include "core/control.hpp"
#include "core/frontier/budget.hpp"
#include "core/frontier/state_table.hpp"

namespace babieca::frontier {

// Calls expand(packed, value, target) for every state of a layer; target(packed after) is the value
// that receives it. `held` are the bytes the caller holds besides the table made here, for which
// `expected` states are a guess. Reports `progress` while it works.
template <typename Value, typename Expand>
StateTable<Value> next_layer(const StateTable<Value>& layer, std::size_t expected,
                             std::uint64_t held, Budget& budget, const Progress& progress,
                             Control& control, Expand&& expand) {
    const auto allow = [&](std::size_t bytes) { budget.allow(held + bytes); };
    allow(StateTable<Value>::bytes_for(expected));
    StateTable<Value> next(expected);
    const auto target = [&](const PackedState& packed) -> Value& {
        return next.get(packed, allow);
    };
    std::uint64_t since_poll = 0;
    layer.for_each([&](const PackedState& packed, const Value& value) {
        expand(packed, value, target);
        if (++since_poll % 4096 == 0) control.check(progress);
    });
    return next;
}

}  // namespace babieca::frontier
