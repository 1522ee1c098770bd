#include "core/sweep/traced.hpp"

#include <algorithm>

#include "core/frontier/next_layer.hpp"

namespace babieca::sweep {

using frontier::PackedState;
using frontier::State;

TracedSweep::TracedSweep(const frontier::Sweep& sweep, int examples, std::uint64_t memory_bytes)
    : sweep_(sweep), most_examples_(examples), memory_bytes_(memory_bytes) {
    if (!sweep_.impossible()) layer_[{}] = 1;
}

void TracedSweep::step(Control& control) {
    frontier::Budget budget(memory_bytes_);
    const int t = next_ - 1;
    layer_ = frontier::next_layer(
        layer_, false, layer_.bytes(), budget, {t, sweep_.steps()}, control,
        [&](const PackedState& packed, std::uint64_t ways, auto& target) {
            frontier::for_each_successor(
                sweep_.schedule, t, State::unpack(packed),
                [&](const State& after, const frontier::Choice&) { target(after.pack()) += ways; });
        });
}

TracedLayer TracedSweep::next(Control& control) {
    if (next_ > 0) step(control);
    TracedLayer told;
    const auto& schedule = sweep_.schedule;
    told.retired = next_ > 0 ? schedule.steps[next_ - 1].vertex : -1;
    told.occupants = schedule.layers[next_].occupant;
    told.states = layer_.size();
    ++next_;

    std::vector<std::pair<std::uint64_t, PackedState>> shown;
    layer_.for_each(
        [&](const PackedState& packed, std::uint64_t ways) { shown.push_back({ways, packed}); });
    const auto most = std::min<std::size_t>(shown.size(), static_cast<std::size_t>(most_examples_));
    std::partial_sort(shown.begin(), shown.begin() + static_cast<std::ptrdiff_t>(most), shown.end(),
                      [](const auto& a, const auto& b) {
                          return a.first != b.first ? a.first > b.first : a.second < b.second;
                      });
    shown.resize(most);
    for (const auto& [ways, packed] : shown) {
        const State state = State::unpack(packed);
        Example example{{}, {}, ways};
        for (int slot = 0; slot < schedule.slot_count; ++slot) {
            const int type = frontier::type_at(state.types, slot);
            example.types.push_back(type);
            example.mates.push_back(type == 1 ? state.mate[slot] : -1);
        }
        told.examples.push_back(std::move(example));
    }
    return told;
}

std::uint64_t TracedSweep::tours() const {
    const std::uint64_t* found = layer_.look_up({});
    return finished() && found ? *found : 0;
}

}  // namespace babieca::sweep
