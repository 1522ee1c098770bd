#include "core/sweep/totals.hpp"

#include <algorithm>

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
        found.limbs = Limbs;
        found.states = states.states();
        found.peak_states = states.peak_states();
        states.layer().for_each([&](const frontier::PackedState& packed, const Value& ways) {
            found.totals.push_back(tables.unpack(packed).total);
            found.counts.insert(found.counts.end(), ways.limb.begin(), ways.limb.end());
        });
        return found;
    });
}

CheapestTour least_turns(const frontier::Sweep& sweep, std::span<const frontier::Turn> turns,
                         std::span<const std::int64_t> of_turns, std::uint64_t memory_bytes,
                         Control& control) {
    CheapestTour result;
    if (sweep.impossible()) return result;
    // Every vertex has one turn. The least that it adds is left out, so that low bounds drop more.
    const std::vector<std::uint64_t> wrapped(of_turns.begin(), of_turns.end());
    const frontier::TurnAddends given(turns, wrapped);
    const Graph graph = sweep.problem.graph();
    std::vector<frontier::Turn> all;
    std::vector<std::uint64_t> above;
    std::int64_t surely = 0;
    for (Vertex v = 0; v < graph.vertex_count(); ++v) {
        const auto near = graph.neighbours(v);
        if (near.size() < 2) return result;
        std::vector<std::int64_t> here;
        for (std::size_t i = 0; i < near.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                all.push_back({v, near[i], near[j]});
                here.push_back(static_cast<std::int64_t>(given.of(all.back())));
            }
        const std::int64_t least = *std::min_element(here.begin(), here.end());
        for (std::int64_t addend : here)
            above.push_back(static_cast<std::uint64_t>(addend - least));
        surely += least;
    }
    const frontier::TurnTables tables(sweep, {{}, {}, all, above}, 0);
    const auto successors = [&](int t, const frontier::PackedState& packed, auto&& visit) {
        tables.for_each_successor(
            t, tables.unpack(packed),
            [&](const frontier::TurnState& next, const frontier::Choice& choice) {
                visit(tables.pack(next), choice_number(sweep.schedule.steps[t], choice),
                      static_cast<std::int64_t>(next.total));
            });
    };
    frontier::with_enough_limbs([&]<int Limbs>() {
        const auto found = optimum<Limbs>(0, sweep.schedule, memory_bytes, control, successors);
        result.states = found.states;
        result.peak_bytes = found.peak_bytes;
        result.sweeps = found.sweeps;
        if (found.tours.is_zero()) return;
        result.total = found.total + surely;
        result.tours.assign(found.tours.limb.begin(), found.tours.limb.end());
        result.squares = tour_of_choices(sweep, found.choices);
    });
    return result;
}

}  // namespace babieca::sweep
