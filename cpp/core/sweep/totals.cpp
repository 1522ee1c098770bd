#include "core/sweep/totals.hpp"

#include "core/frontier/natural.hpp"
#include "core/frontier/state_sweep.hpp"

namespace babieca::sweep {

Totals count_totals(const frontier::Sweep& sweep, const frontier::Addends& addends, int total_bits,
                    std::uint64_t memory_bytes, Control& control) {
    if (sweep.impossible()) return {};
    const frontier::TurnTables tables(sweep, addends, total_bits);
    return frontier::with_enough_limbs([&]<int Limbs>() {
        using Value = frontier::Natural<Limbs>;
        frontier::StateSweep<Value> states(sweep.schedule, 1, memory_bytes);
        while (!states.finished()) {
            const int t = states.done();
            states.step_with(
                control, sweep.steps(),
                [&](const frontier::PackedState& packed, const Value& ways, auto& target) {
                    tables.for_each_successor(t, tables.unpack(packed),
                                              [&](const frontier::TurnState& next, const auto&) {
                                                  target(tables.pack(next)) += ways;
                                              });
                });
            control.check({states.done(), sweep.steps()});
        }
        Totals found;
        found.states = states.states();
        found.peak_states = states.peak_states();
        states.layer().for_each([&](const frontier::PackedState& packed, const Value& ways) {
            found.totals.push_back(tables.unpack(packed).total);
            found.counts.emplace_back(ways);
        });
        return found;
    });
}

}  // namespace babieca::sweep
