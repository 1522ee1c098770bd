#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

#include "core/fold/fold.hpp"
#include "core/frontier/natural.hpp"
#include "core/frontier/state_sweep.hpp"
#include "core/reasons.hpp"

namespace babieca::fold {
namespace {

using frontier::Candidate;
using frontier::Choice;
using frontier::Natural;
using frontier::PackedState;
using frontier::Schedule;
using frontier::State;

// Per candidate of a step: a value made from the voltages of the edges that lead to it.
template <typename Value, typename Add>
std::vector<Value> per_candidate(const Folded& folded, const frontier::Step& step, Add&& add) {
    std::vector<Value> values(step.candidates.size(), Value{});
    for (std::size_t n = 0; n < values.size(); ++n)
        for (const FoldedEdge& edge : folded.edges[step.vertex])
            if (edge.to == step.candidates[n].vertex) add(values[n], edge.voltage);
    return values;
}

// Runs all steps from a value of the first state and returns the value of the last: calls
// step(sweep, number of steps) for each.
template <typename Value, typename OneStep>
Value swept(const Schedule& schedule, const Value& first, std::uint64_t memory_bytes,
            FoldedCount& result, Control& control, OneStep&& step) {
    const auto steps = static_cast<std::int64_t>(schedule.steps.size());
    frontier::StateSweep<Value> sweep(schedule, first, memory_bytes);
    while (!sweep.finished()) {
        step(sweep, steps);
        control.check({sweep.done(), steps});
    }
    result.states = sweep.states();
    result.peak_bytes = sweep.peak_bytes();
    return sweep.result();
}

// Parity ------------------------------------------------------------------------------------------
//
// Modulo 2 the direction of an edge does not matter: the parity of a cycle is the sum over its
// edges. A state needs no voltage per fragment, only two counts. This covers every symmetry whose
// order is a power of two, because the generators are the odd voltages.

bool parity_suffices(const Folded& folded) {
    if (folded.sheets % 2) return false;
    for (int voltage = 0; voltage < folded.sheets; ++voltage)
        if (folded.accepted[voltage] != folded.accepted[voltage % 2]) return false;
    return true;
}

template <int Limbs>
Natural<Limbs> count_by_parity(const Folded& folded, const Schedule& schedule,
                               std::uint64_t memory_bytes, FoldedCount& result, Control& control) {
    using Value = std::array<Natural<Limbs>, 2>;  // ways by edges of even and of odd total voltage
    using Pair = std::array<int, 2>;              // numbers of even and of odd edges
    const auto one_step = [&](auto& sweep, std::int64_t steps) {
        const frontier::Step& step = schedule.steps[sweep.done()];
        const auto parallel = per_candidate<Pair>(
            folded, step, [](Pair& edges, int voltage) { ++edges[voltage % 2]; });
        sweep.step(control, steps, [&](Value& sum, const Value& value, const Choice& choice) {
            Pair product{1, 0};
            for (const Candidate* edge : choice.edges) {
                if (!edge) continue;
                const Pair& factor = parallel[edge - step.candidates.data()];
                product = {product[0] * factor[0] + product[1] * factor[1],
                           product[0] * factor[1] + product[1] * factor[0]};
            }
            for (int parity = 0; parity < 2; ++parity)
                for (int i = 0; i < product[parity]; ++i)
                    for (int p = 0; p < 2; ++p) sum[p ^ parity] += value[p];
        });
    };
    const Value last = swept(schedule, Value{1, 0}, memory_bytes, result, control, one_step);
    Natural<Limbs> count;
    for (int parity = 0; parity < 2; ++parity)
        if (folded.accepted[parity]) count += last[parity];
    return count;
}

// Voltages ----------------------------------------------------------------------------------------

// Invariant: for an end a of a fragment with the other end b, voltage[a] is the sum of the voltages
// from a to b. So voltage[b] = -voltage[a] modulo m.
struct VoltageState {
    State plain;
    std::array<std::uint8_t, frontier::most_slots> voltage{};

    void join(int a, int b, int sum, int m) {
        sum %= m;
        plain.mate[a] = static_cast<std::uint8_t>(b);
        plain.mate[b] = static_cast<std::uint8_t>(a);
        voltage[a] = static_cast<std::uint8_t>(sum);
        voltage[b] = static_cast<std::uint8_t>((m - sum) % m);
    }

    // The rank of the matching, then one digit per fragment, lowest end first.
    PackedState pack(int m) const {
        PackedState packed = plain.pack();
        for (std::uint64_t ends = frontier::ends_of(plain.types); ends; ends &= ends - 1) {
            const int low = std::countr_zero(ends);
            if (plain.mate[low] > low)
                packed.matching = packed.matching * static_cast<std::uint64_t>(m) + voltage[low];
        }
        return packed;
    }

    static VoltageState unpack(PackedState packed, int m) {
        VoltageState state;
        const std::uint64_t ends = frontier::ends_of(packed.types);
        std::array<std::uint8_t, frontier::most_pairs> digits{};
        for (int i = std::popcount(ends) / 2 - 1; i >= 0; --i) {
            digits[i] = static_cast<std::uint8_t>(packed.matching % m);
            packed.matching /= static_cast<std::uint64_t>(m);
        }
        state.plain = State::unpack(packed);
        int next = 0;
        for (std::uint64_t rest = ends; rest; rest &= rest - 1) {
            const int low = std::countr_zero(rest), high = state.plain.mate[low];
            if (high > low) state.join(low, high, digits[next++], m);
        }
        return state;
    }
};

// Whether every state of that many slots fits a PackedState.
bool voltages_fit(int slots, int m) {
    unsigned __int128 largest = frontier::matching_count[slots / 2];
    for (int i = 0; i < slots / 2; ++i) {
        largest *= static_cast<unsigned>(m);
        if (largest >> 64) return false;
    }
    return m <= 255;
}

// The choices of frontier/choices.hpp, once for every combination of voltages of their edges: calls
// visit(next) for every successor. `voltages`: per candidate of the step.
template <typename Visit>
void for_each_successor(const Folded& folded, const Schedule& schedule, int t,
                        const std::vector<std::vector<int>>& voltages, const VoltageState& state,
                        Visit&& visit) {
    using frontier::Effect;
    const int m = folded.sheets;
    const auto& mate = state.plain.mate;
    const auto of = [&](const Candidate* candidate) -> const std::vector<int>& {
        return voltages[candidate - schedule.steps[t].candidates.data()];
    };
    const auto each = [&](const Choice& choice, std::uint64_t types) {
        const int first = choice.first, second = choice.second;
        // A choice with an edge builds one bridge from slot `first` to slot `second` through the
        // retiring vertex. Only its voltage is new; the fragments behind its ends keep theirs.
        const auto build = [&](int bridge) {
            VoltageState next = state;
            next.plain.types = types;
            if (!choice.edges[0]) {
                // The retiring vertex has its two edges already.
            } else if (choice.effect == Effect::insert) {
                next.join(first, second, bridge, m);
            } else if (choice.effect != Effect::contract) {
                next.join(mate[first], second, state.voltage[mate[first]] + bridge, m);
            } else if (mate[first] != second) {
                next.join(mate[first], mate[second],
                          state.voltage[mate[first]] + bridge + state.voltage[second], m);
            } else if (!frontier::may_close(schedule, t, types) ||
                       !folded.accepted[(state.voltage[second] + bridge) % m]) {
                return;
            }
            visit(static_cast<const VoltageState&>(next));
        };
        if (!choice.edges[0]) return build(0);
        if (!choice.edges[1]) {
            std::ranges::for_each(of(choice.edges[0]), build);
            return;
        }
        const bool in_order = choice.edges[0]->slot == first;
        for (int a : of(choice.edges[in_order ? 0 : 1]))
            for (int b : of(choice.edges[in_order ? 1 : 0])) build((m - a + b) % m);
    };
    frontier::for_each_choice(schedule, t, state.plain.types, each);
}

template <int Limbs>
Natural<Limbs> count_by_voltages(const Folded& folded, const Schedule& schedule,
                                 std::uint64_t memory_bytes, FoldedCount& result,
                                 Control& control) {
    using Value = Natural<Limbs>;
    const int m = folded.sheets;
    if (!voltages_fit(schedule.slot_count, m))
        throw Refused({Code::voltages_too_wide, {{"slots", schedule.slot_count}}});
    const auto one_step = [&](auto& sweep, std::int64_t steps) {
        const int t = sweep.done();
        const auto voltages = per_candidate<std::vector<int>>(
            folded, schedule.steps[t],
            [](std::vector<int>& list, int voltage) { list.push_back(voltage); });
        sweep.step_with(control, steps,
                        [&](const PackedState& packed, const Value& value, auto& target) {
                            for_each_successor(
                                folded, schedule, t, voltages, VoltageState::unpack(packed, m),
                                [&](const VoltageState& after) { target(after.pack(m)) += value; });
                        });
    };
    return swept(schedule, Value(1), memory_bytes, result, control, one_step);
}

}  // namespace

FoldedCount count_folded(const Folded& folded, std::span<const Vertex> order,
                         std::uint64_t memory_bytes, Control& control) {
    if (folded.impossible) return {};
    const OwnedGraph simple = simple_graph(folded);
    const Schedule schedule =
        frontier::make_schedule(simple.view(), order, folded.forced, folded.apex);
    return frontier::with_enough_limbs([&]<int Limbs>() {
        FoldedCount result;
        result.slots = schedule.slot_count;
        const Natural<Limbs> count =
            parity_suffices(folded)
                ? count_by_parity<Limbs>(folded, schedule, memory_bytes, result, control)
                : count_by_voltages<Limbs>(folded, schedule, memory_bytes, result, control);
        result.count = BigNatural(count);
        return result;
    });
}

}  // namespace babieca::fold
