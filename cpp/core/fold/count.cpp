#include <array>
#include <bit>
#include <stdexcept>

#include "core/fold/fold.hpp"
#include "core/frontier/natural.hpp"
#include "core/frontier/state_sweep.hpp"

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

template <typename Value>
void finish(const frontier::StateSweep<Value>& sweep, FoldedCount& result) {
    result.states = sweep.states();
    result.peak_states = sweep.peak_states();
    result.peak_bytes = sweep.peak_bytes();
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

// Ways to reach a state by edges of even and of odd total voltage.
template <int Words>
struct Parities {
    std::array<Natural<Words>, 2> ways;

    // Adds `source` through edges of which multiplicity[p] have parity p.
    void add(const Parities& source, const std::array<int, 2>& multiplicity) {
        for (int parity = 0; parity < 2; ++parity)
            for (int i = 0; i < multiplicity[parity]; ++i)
                for (int p = 0; p < 2; ++p) ways[p ^ parity] += source.ways[p];
    }
};

template <int Words>
Natural<Words> count_by_parity(const Folded& folded, const Schedule& schedule,
                               std::uint64_t memory_bytes, FoldedCount& result, Control& control) {
    using Value = Parities<Words>;
    using Pair = std::array<int, 2>;  // numbers of even and of odd edges
    const auto steps = static_cast<std::int64_t>(schedule.steps.size());
    frontier::StateSweep<Value> sweep(schedule, Value{{1, 0}}, memory_bytes);
    while (!sweep.finished()) {
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
            sum.add(value, product);
        });
        control.check({sweep.done(), steps});
    }
    finish(sweep, result);
    const Value last = sweep.result();
    Natural<Words> count;
    for (int parity = 0; parity < 2; ++parity)
        if (folded.accepted[parity]) count += last.ways[parity];
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

// The choices of frontier/choices.hpp, once for every combination of voltages of their edges.
class VoltageStep {
  public:
    VoltageStep(const Folded& folded, const Schedule& schedule, int t)
        : folded_(folded),
          schedule_(schedule),
          t_(t),
          voltages_(per_candidate<std::vector<int>>(
              folded, schedule.steps[t],
              [](std::vector<int>& list, int voltage) { list.push_back(voltage); })) {}

    // Calls visit(next) for every successor.
    template <typename Visit>
    void for_each_successor(const VoltageState& state, Visit&& visit) const {
        frontier::for_each_choice(
            schedule_, t_, state.plain.types, [&](const Choice& choice, std::uint64_t types) {
                for_each_bridge(choice,
                                [&](int bridge) { build(state, choice, types, bridge, visit); });
            });
    }

  private:
    // A choice with an edge builds one bridge from slot `first` to slot `second` through the
    // retiring vertex. Only its voltage is new; the fragments behind its ends keep theirs.
    template <typename Visit>
    void for_each_bridge(const Choice& choice, Visit&& visit) const {
        const auto& candidates = schedule_.steps[t_].candidates;
        const auto of = [&](const Candidate* c) -> const std::vector<int>& {
            return voltages_[c - candidates.data()];
        };
        if (!choice.edges[0]) return visit(0);
        if (!choice.edges[1]) {
            for (int voltage : of(choice.edges[0])) visit(voltage);
            return;
        }
        const bool in_order = choice.edges[0]->slot == choice.first;
        for (int a : of(choice.edges[in_order ? 0 : 1]))
            for (int b : of(choice.edges[in_order ? 1 : 0]))
                visit((folded_.sheets - a + b) % folded_.sheets);
    }

    template <typename Visit>
    void build(const VoltageState& state, const Choice& choice, std::uint64_t types, int bridge,
               Visit&& visit) const {
        using frontier::Effect;
        const int m = folded_.sheets, first = choice.first, second = choice.second;
        const auto& mate = state.plain.mate;
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
        } else if (!frontier::may_close(schedule_, t_, types) ||
                   !folded_.accepted[(state.voltage[second] + bridge) % m]) {
            return;
        }
        visit(static_cast<const VoltageState&>(next));
    }

    const Folded& folded_;
    const Schedule& schedule_;
    int t_;
    std::vector<std::vector<int>> voltages_;  // per candidate
};

template <int Words>
Natural<Words> count_by_voltages(const Folded& folded, const Schedule& schedule,
                                 std::uint64_t memory_bytes, FoldedCount& result,
                                 Control& control) {
    using Value = Natural<Words>;
    const int m = folded.sheets;
    if (!voltages_fit(schedule.slot_count, m))
        throw std::invalid_argument("the frontier of the folded board has " +
                                    std::to_string(schedule.slot_count) +
                                    " slots: too many to carry voltages");
    const auto steps = static_cast<std::int64_t>(schedule.steps.size());
    frontier::StateSweep<Value> sweep(schedule, 1, memory_bytes);
    while (!sweep.finished()) {
        const VoltageStep step(folded, schedule, sweep.done());
        sweep.step_with(control, steps,
                        [&](const PackedState& packed, const Value& value, auto& target) {
                            step.for_each_successor(
                                VoltageState::unpack(packed, m),
                                [&](const VoltageState& after) { target(after.pack(m)) += value; });
                        });
        control.check({sweep.done(), steps});
    }
    finish(sweep, result);
    return sweep.result();
}

}  // namespace

FoldedCount count_folded(const Folded& folded, std::span<const Vertex> order,
                         std::uint64_t memory_bytes, Control& control) {
    if (folded.impossible) return {{0}, 0, 0, 0, 0};
    const OwnedGraph simple = simple_graph(folded);
    const Schedule schedule =
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
