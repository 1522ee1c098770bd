#include "core/sweep/plan.hpp"

#include <algorithm>
#include <tuple>

namespace babieca::sweep {
namespace {

constexpr std::uint64_t table_bytes = std::uint64_t{6} << 20;

std::uint64_t bookkeeping(const BlockLayout& layout, const Halves& halves) {
    std::uint64_t bytes = 0;
    for (const auto& c : layout.classes)
        bytes += (c.offset.size() + 3 * c.present.size()) * sizeof(std::uint32_t);
    return bytes + static_cast<std::uint64_t>(halves.upper.values) * (halves.lower.values / 8 + 24);
}

}  // namespace

Plan make_plan(const frontier::Sweep& sweep, Control& control) {
    const auto& [problem, schedule] = std::tie(sweep.problem, sweep.schedule);
    const int steps = sweep.steps();
    const Halves halves(schedule.slot_count);
    Plan plan;
    plan.slot_count = schedule.slot_count;
    plan.fingerprint = sweep.fingerprint();
    const auto add_layer = [&](int t, const BlockLayout& layout) {
        const auto& occupant = schedule.layers[t].occupant;
        const auto free = std::count(occupant.begin(), occupant.end(), -1);
        plan.layers.push_back(
            {layout.counters, layout.blocks, static_cast<int>(schedule.slot_count - free)});
        plan.total_counters += layout.counters;
        plan.peak_counters = std::max(plan.peak_counters, layout.counters);
    };
    BlockLayout before = make_layout(problem, schedule, 0, halves);
    add_layer(0, before);
    for (int t = 0; t < steps; ++t) {
        control.check({t, steps});
        BlockLayout after = make_layout(problem, schedule, t + 1, halves);
        const Program program = make_program(schedule, t, halves);
        const auto size = [](const BlockLayout& layout, int upper) {
            const int c = layout.class_of[upper];
            return c < 0 ? 0 : layout.classes[c].size;
        };
        std::uint64_t alive = before.counters;
        for (int wave : program.waves) {
            const std::uint64_t at_first = alive;
            for (const UpperCase& upper : program.targets) {
                alive += size(after, wave + upper.upper);
                plan.in_place_counters = std::max(plan.in_place_counters, alive);
                if (alive > at_first)
                    plan.largest_wave = std::max(plan.largest_wave, alive - at_first);
                for (int part : upper.last_uses) alive -= size(before, wave + part);
            }
        }
        plan.copies_counters = std::max(plan.copies_counters, before.counters + after.counters);
        plan.bookkeeping_bytes = std::max(plan.bookkeeping_bytes,
                                          bookkeeping(before, halves) + bookkeeping(after, halves));
        before = std::move(after);
        add_layer(t + 1, before);
    }
    return plan;
}

std::uint64_t store_bytes(const Plan& plan, int counter_bytes, int threads, bool in_place) {
    std::uint64_t counters = plan.copies_counters;
    if (in_place)
        counters = std::min(counters, plan.in_place_counters + (threads - 1) * plan.largest_wave);
    const std::uint64_t store = counters * counter_bytes;
    return store + store / 20;
}

std::uint64_t bytes_needed(const Plan& plan, int counter_bytes, int threads, bool in_place) {
    return store_bytes(plan, counter_bytes, threads, in_place) + plan.bookkeeping_bytes +
           table_bytes;
}

}  // namespace babieca::sweep
