#include "core/symmetry/voltage_sweep.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/sampling/natural.hpp"
#include "core/sampling/state_table.hpp"
#include "core/symmetry/voltage_step.hpp"

namespace babieca::symmetry {

SweepResult count_folded(const Folded& folded, std::span<const Vertex> order,
                         std::uint64_t memory_bytes, Control& control) {
    if (folded.impossible) return {{0}, 0, 0, 0, 0};
    const SimpleGraph simple = simple_graph(folded);
    const frontier::Schedule schedule =
        frontier::make_schedule(simple.view(), order, folded.forced, folded.apex);
    if (!voltages_fit(schedule.slot_count, folded.order))
        throw std::invalid_argument("the frontier of the folded board has " +
                                    std::to_string(schedule.slot_count) +
                                    " slots: too many to carry voltages");
    const int steps = static_cast<int>(schedule.steps.size());

    return sampling::with_enough_words([&]<int Words>() {
        using Table = sampling::StateTable<sampling::Natural<Words>>;
        SweepResult result;
        result.slots = schedule.slot_count;
        Table layer, next;
        layer[{}] = 1;
        for (int t = 0; t < steps; ++t) {
            const VoltageStep step(folded, schedule, t);
            next.reset(0);
            std::uint64_t since_poll = 0;
            layer.for_each([&](const frontier::PackedState& packed, const auto& ways) {
                const VoltageState state = VoltageState::unpack(packed, folded.order);
                step.for_each_successor(state, [&](const VoltageState& after) {
                    if (memory_bytes && next.about_to_grow() &&
                        layer.bytes() + 3 * next.bytes() > memory_bytes)
                        throw sampling::OutOfMemoryBudget(
                            "the states of the folded board outgrow the memory allowed");
                    next[after.pack(folded.order)] += ways;
                });
                if (++since_poll % 4096 == 0) control.check({t, steps});
            });
            result.peak_bytes =
                std::max<std::uint64_t>(result.peak_bytes, layer.bytes() + next.bytes());
            std::swap(layer, next);
            result.states += layer.size();
            result.peak_states = std::max<std::uint64_t>(result.peak_states, layer.size());
            control.check({t + 1, steps});
        }
        const auto* found = layer.look_up({});
        for (int i = 0; i < Words; ++i) result.count.push_back(found ? found->word[i] : 0);
        return result;
    });
}

}  // namespace babieca::symmetry
