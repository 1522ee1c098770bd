#include "core/sweep/traced.hpp"

#include <algorithm>

namespace babieca::sweep {

using frontier::PackedState;
using frontier::State;

TracedSweep::TracedSweep(const frontier::Sweep& sweep, int examples, std::uint64_t memory_bytes)
    : sweep_(sweep), most_examples_(examples), states_(sweep_.schedule, 1, memory_bytes) {
    if (sweep_.impossible()) states_.layer().reset(0);
}

TracedLayer TracedSweep::next(Control& control) {
    if (next_ > 0)
        states_.step(control, sweep_.steps(),
                     [](std::uint64_t& sum, std::uint64_t ways, const auto&) { sum += ways; });
    TracedLayer layer;
    const auto& schedule = sweep_.schedule;
    layer.retired = next_ > 0 ? schedule.steps[next_ - 1].vertex : -1;
    layer.occupants = schedule.layers[next_].occupant;
    layer.states = states_.layer().size();
    ++next_;

    std::vector<std::pair<std::uint64_t, PackedState>> shown;
    states_.layer().for_each(
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
        layer.examples.push_back(std::move(example));
    }
    return layer;
}

}  // namespace babieca::sweep
