#include "core/sweep/sweep_choice.hpp"

namespace babieca::sweep {

using frontier::Order;
using frontier::Sweep;

Order SweepChoice::simple(Control& control) {
    const std::lock_guard lock(mutex_);
    return orders_.simple(control);
}

std::optional<frontier::Mirrored> SweepChoice::mirrored(Control& control) {
    const std::lock_guard lock(mutex_);
    return orders_.mirrored(control);
}

Order SweepChoice::searched(std::span<const Vertex> first, Control& control) {
    const std::lock_guard lock(mutex_);
    return first.empty() ? orders_.searched(control) : orders_.searched_after(first, control);
}

std::shared_ptr<Prepared> SweepChoice::in_order(const Order& order, const frontier::Mirror& mirror,
                                                Control& control) {
    const std::lock_guard lock(mutex_);
    return known(order, mirror, control);
}

std::shared_ptr<Prepared> SweepChoice::known(const Order& order, const frontier::Mirror& mirror,
                                             Control& control) {
    auto& found = known_[{order, mirror}];
    if (found) return found;
    const auto& [paths, start, end, through, avoiding] = orders_.question();
    Prepared made{order, mirror,
                  Sweep(orders_.graph(), order, paths, start, end, {through, avoiding}, mirror),
                  std::nullopt};
    const auto& schedule = made.sweep.schedule;
    const auto few_counters = [&] {
        frontier::OrderSearch search(orders_.question().problem(orders_.graph()));
        return search.counters(order) <= frontier::most_wide_counters;
    };
    if (schedule.slot_count <= frontier::most_block_slots &&
        (schedule.slot_count <= frontier::usual_block_slots || few_counters()) &&
        frontier::slots_touched(orders_.graph(), order, paths) <= frontier::most_touched &&
        (!schedule.pairs || schedule.slot_count - schedule.pairs <= most_upper_slots))
        made.plan = make_plan(made.sweep, control);
    return found = std::make_shared<Prepared>(std::move(made));
}

std::shared_ptr<Prepared> SweepChoice::prepare(Mirroring mirroring, Control& control) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Prepared> plain, halved;
    if (mirroring != Mirroring::always) {
        plain = known(orders_.searched(control), {}, control);
        if (mirroring == Mirroring::never || !plain->plan ||
            static_cast<double>(plain->plan->total_counters) < frontier::search_effort.worth)
            return plain;
    }
    if (const auto& found = orders_.mirrored(control))
        halved = known(found->order, found->mirror, control);
    if (!plain) return halved;
    const bool cheaper =
        halved && halved->plan && halved->plan->total_counters <= plain->plan->total_counters;
    return cheaper ? halved : plain;
}

}  // namespace babieca::sweep
