#include "core/fold/voltage_sweep.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/fold/parity_sweep.hpp"
#include "core/fold/voltage_step.hpp"

namespace babieca::fold {
namespace {

using frontier::Natural;
using frontier::PackedState;
using frontier::StateTable;

// Runs the layers; expand(t) gives what frontier::next_layer asks for.
template <typename Value, typename Expand>
StateTable<Value> sweep(int steps, const Value& one, std::uint64_t memory_bytes,
                        FoldedCount& result, Control& control, Expand&& expand) {
    frontier::Budget budget(memory_bytes);
    StateTable<Value> layer;
    layer[{}] = one;
    for (int t = 0; t < steps; ++t) {
        layer = frontier::next_layer(layer, false, layer.bytes(), budget, {t, steps}, control,
                                     expand(t));
        result.states += layer.size();
        result.peak_states = std::max<std::uint64_t>(result.peak_states, layer.size());
        control.check({t + 1, steps});
    }
    result.peak_bytes = budget.peak();
    return layer;
}

template <int Words>
Natural<Words> count_by_parity(const Folded& folded, const frontier::Schedule& schedule,
                               std::uint64_t memory_bytes, FoldedCount& result, Control& control) {
    using Value = Parities<Words>;
    Value one;
    one.ways[0] = 1;
    const auto last = sweep<Value>(
        static_cast<int>(schedule.steps.size()), one, memory_bytes, result, control, [&](int t) {
            return [&, t, step = ParityStep(folded, schedule.steps[t])](
                       const PackedState& packed, const Value& value, auto& target) {
                frontier::for_each_successor(
                    schedule, t, frontier::State::unpack(packed),
                    [&](const frontier::State& after, const frontier::Choice& choice) {
                        target(after.pack()).add(value, step.of(choice));
                    });
            };
        });
    Natural<Words> count;
    if (const Value* found = last.look_up({}))
        for (int parity = 0; parity < 2; ++parity)
            if (folded.accepted[parity]) count += found->ways[parity];
    return count;
}

template <int Words>
Natural<Words> count_by_voltages(const Folded& folded, const frontier::Schedule& schedule,
                                 std::uint64_t memory_bytes, FoldedCount& result,
                                 Control& control) {
    using Value = Natural<Words>;
    if (!voltages_fit(schedule.slot_count, folded.order))
        throw std::invalid_argument("the frontier of the folded board has " +
                                    std::to_string(schedule.slot_count) +
                                    " slots: too many to carry voltages");
    const auto last = sweep<Value>(
        static_cast<int>(schedule.steps.size()), Value(1), memory_bytes, result, control,
        [&](int t) {
            return [&, step = VoltageStep(folded, schedule, t)](const PackedState& packed,
                                                                const Value& value, auto& target) {
                step.for_each_successor(
                    VoltageState::unpack(packed, folded.order),
                    [&](const VoltageState& after) { target(after.pack(folded.order)) += value; });
            };
        });
    const Value* found = last.look_up({});
    return found ? *found : Value{};
}

}  // namespace

FoldedCount count_folded(const Folded& folded, std::span<const Vertex> order,
                         std::uint64_t memory_bytes, Control& control) {
    if (folded.impossible) return {{0}, 0, 0, 0, 0};
    const OwnedGraph simple = simple_graph(folded);
    const frontier::Schedule schedule =
        frontier::make_schedule(simple.view(), order, folded.forced, folded.apex);
    return frontier::with_enough_words([&]<int Words>() {
        FoldedCount result;
        result.slots = schedule.slot_count;
        const Natural<Words> count =
            parity_suffices(folded)
                ? count_by_parity<Words>(folded, schedule, memory_bytes, result, control)
                : count_by_voltages<Words>(folded, schedule, memory_bytes, result, control);
        result.count.assign(count.word.begin(), count.word.end());
        return result;
    });
}

}  // namespace babieca::fold
