// One step of a sweep over hash tables of states, whatever is counted with them.
#pragma once

#include <cstdint>

#include "core/control.hpp"
#include "core/frontier/budget.hpp"
#include "core/frontier/state_table.hpp"

namespace babieca::frontier {

// Calls expand(packed, value, target) for every state of a layer; target(packed after) is the value
// that receives it. The table made here begins as large as that of the layer would be; `fitted`, to
// be kept, it ends as small as its states allow. `held` are the bytes the caller holds besides it.
// Reports `progress` while it works.
template <typename Value, typename Expand>
StateTable<Value> next_layer(const StateTable<Value>& layer, bool fitted, std::uint64_t held,
                             Budget& budget, const Progress& progress, Control& control,
                             Expand&& expand) {
    const auto allow = [&](std::size_t bytes) { budget.allow(held + bytes); };
    allow(StateTable<Value>::bytes_for(layer.size()));
    StateTable<Value> next(layer.size());
    const auto target = [&](const PackedState& packed) -> Value& {
        return next.get(packed, allow);
    };
    std::uint64_t since_poll = 0;
    layer.for_each([&](const PackedState& packed, const Value& value) {
        expand(packed, value, target);
        if (++since_poll % 4096 == 0) control.check(progress);
    });
    if (fitted) next.fit(allow);
    return next;
}

}  // namespace babieca::frontier
