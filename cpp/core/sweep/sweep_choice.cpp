#include "core/sweep/sweep_choice.hpp"

namespace babieca::sweep {

using frontier::Order;

std::shared_ptr<Prepared> SweepChoice::in_order(const Order& order, const frontier::Mirror& mirror,
                                                Control& control) {
    const std::lock_guard lock(mutex_);
    auto& found = known_[{order, mirror}];
    if (found) return found;
    Prepared made{order, mirror, frontier::Sweep(graph(), order, question(), mirror), {}};
    const auto& schedule = made.sweep.schedule;
    const auto few_counters = [&] {
        frontier::OrderSearch search(problem_of(graph(), question()));
        return search.counters(order) <= frontier::most_wide_counters;
    };
    if (schedule.slot_count <= frontier::most_block_slots &&
        (schedule.slot_count <= frontier::usual_block_slots || few_counters()) &&
        frontier::slots_touched(graph(), order, question().paths) <= frontier::most_touched &&
        (!schedule.pairs || schedule.slot_count - schedule.pairs <= most_upper_slots))
        made.plan = make_plan(made.sweep, control);
    return found = std::make_shared<Prepared>(std::move(made));
}

std::shared_ptr<Prepared> SweepChoice::prepare(std::optional<bool> mirror, Control& control) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Prepared> plain, halved;
    if (!mirror.value_or(false)) {
        plain = in_order(searched({}, control), {}, control);
        if (mirror || !plain->plan ||
            static_cast<double>(plain->plan->total_counters) < frontier::search_effort.worth)
            return plain;
    }
    if (const auto& found = mirrored(control))
        halved = in_order(found->order, found->mirror, control);
    if (!plain) return halved;
    const bool cheaper =
        halved && halved->plan && halved->plan->total_counters <= plain->plan->total_counters;
    return cheaper ? halved : plain;
}

}  // namespace babieca::sweep
