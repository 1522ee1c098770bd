// The least total weight of a tour, how many tours have it, and one of them.
//
// The sweep over a hash table of states, with the least total of each state and the number of ways
// that have it instead of the number of all ways: the sum of a count becomes a minimum, its product
// a sum. To read a tour, six bytes per state are kept: the number of the state before, in the
// sequence in which its table visits the states, and the number of the choice.
//
// Lower bounds of what is still to come make the weights of all steps positive or 0. So a partial
// tour with a total above a bound cannot become a tour below it. The first sweep has a low bound
// and few states. If no tour is below the bound, the next sweep has a larger one; the last one may
// have none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/natural.hpp"
#include "core/frontier/problem.hpp"
#include "core/frontier/state_sweep.hpp"
#include "core/frontier/turn_state.hpp"

namespace babieca::sweep {

// The best tours, and one of them. `total` means nothing without a tour.
struct Optimum {
    std::int64_t total = 0;
    std::vector<std::uint64_t> tours;    // with this total, in limbs, the lowest first; empty: none
    std::vector<std::uint16_t> choices;  // of one of them, one number for each step
    std::vector<Vertex> squares;         // of the same tour, in order
    std::uint64_t states = 0, peak_bytes = 0;  // of the last sweep
    int sweeps = 0;
};

// The least total of a state.
template <int Limbs>
struct Least {
    std::int64_t total = 0;
    frontier::Natural<Limbs> ways;  // 0: the state is not reached yet
    std::uint32_t before = 0;       // the number of a state that leads here with this total
    std::uint16_t choice = 0;
};

// Sweeps any kind of state that packs into a PackedState, from the empty state to the empty state.
// successors(t, packed, visit) calls visit(after, choice number, weight) for every successor of a
// state of layer t. Partial tours with a total above `bound` are dropped; `dropped` becomes the
// least of their totals. `memory_bytes`: 0 means no limit.
template <int Limbs, typename Successors>
Optimum optimum_within(std::int64_t bound, const frontier::Schedule& schedule,
                       std::uint64_t memory_bytes, Control& control, Successors&& successors,
                       std::int64_t& dropped) {
    using Value = Least<Limbs>;
    struct Predecessors {
        std::vector<std::uint32_t> before;
        std::vector<std::uint16_t> choice;
    };
    const auto steps = static_cast<int>(schedule.steps.size());
    Optimum found;
    dropped = std::numeric_limits<std::int64_t>::max();
    Value first;
    first.ways = 1;
    frontier::StateSweep<Value> states(schedule, first, memory_bytes);
    std::vector<Predecessors> back;  // of each layer that a step has left
    std::uint64_t back_bytes = 0;
    while (!states.finished()) {
        const int t = states.done();
        const std::size_t size = states.layer().size();
        if (size > std::numeric_limits<std::uint32_t>::max()) throw OutOfBudget();
        back_bytes += size * (sizeof(std::uint32_t) + sizeof(std::uint16_t));
        states.set_aside(back_bytes);
        Predecessors& here = back.emplace_back();
        here.before.reserve(size);
        here.choice.reserve(size);
        const auto expand = [&](const frontier::PackedState& packed, const Value& value,
                                auto& target) {
            const auto number = static_cast<std::uint32_t>(here.before.size());
            here.before.push_back(value.before);
            here.choice.push_back(value.choice);
            const auto visit = [&](const frontier::PackedState& after, int choice,
                                   std::int64_t weight) {
                const std::int64_t total = value.total + weight;
                if (total > bound) {
                    dropped = std::min(dropped, total);
                    return;
                }
                Value& least = target(after);
                if (least.ways.is_zero() || total < least.total)
                    least = {total, value.ways, number, static_cast<std::uint16_t>(choice)};
                else if (total == least.total)
                    least.ways += value.ways;
            };
            successors(t, packed, visit);
        };
        states.step_with(control, steps, expand);
        control.check({states.done(), steps});
    }
    found.states = states.states();
    found.peak_bytes = states.peak_bytes();
    const Value last = states.result();
    if (last.ways.is_zero()) return found;
    found.total = last.total;
    found.tours.assign(last.ways.limb.begin(), last.ways.limb.end());
    found.choices.resize(steps);
    std::uint32_t before = last.before;
    std::uint16_t choice = last.choice;
    for (int t = steps - 1; t >= 0; --t) {
        found.choices[t] = choice;
        choice = back[t].choice[before];
        before = back[t].before[before];
    }
    return found;
}

// The same with larger and larger bounds, from `first_bound` on, in steps that are multiples of
// `unit`, and with as many limbs as the number of tours takes. The squares are left to the caller.
// Requires: no weight is negative.
template <typename Successors>
Optimum optimum(std::int64_t first_bound, const frontier::Schedule& schedule,
                std::uint64_t memory_bytes, Control& control, Successors&& successors,
                std::int64_t unit = 1) {
    return frontier::with_enough_limbs([&]<int Limbs>() {
        std::int64_t bound = first_bound, dropped = 0;
        for (int sweeps = 1;; ++sweeps) {
            auto found =
                optimum_within<Limbs>(bound, schedule, memory_bytes, control, successors, dropped);
            found.sweeps = sweeps;
            if (!found.tours.empty() || dropped == std::numeric_limits<std::int64_t>::max())
                return found;
            const std::int64_t more = std::max(dropped - bound, bound / 2);
            bound += (more + unit - 1) / unit * unit;
        }
    });
}

// The links of one choice in each step, by their numbers. The number after the last: no link.
Neighbours links_of(const frontier::Schedule& schedule, std::span<const std::uint16_t> choices);

// The largest total that weights may make possible: the largest weight times the steps.
constexpr std::int64_t most_total = std::int64_t{1} << 46;

// What edges and turns weigh. Edges and turns that are not listed, those of the apex too, weigh 0.
struct Weights {
    std::span<const Edge> edges = {};
    std::span<const std::int64_t> of_edges = {};
    std::span<const frontier::Turn> turns = {};
    std::span<const std::int64_t> of_turns = {};
};

// `memory_bytes`: 0 means no limit. Throws OutOfBudget before the tables outgrow the memory limit,
// std::invalid_argument if not every edge and turn has one weight, if a weight times the number of
// steps is larger than `most_total`, or if the frontier is too wide for turns (turn_state.hpp).
Optimum cheapest_tour(const frontier::Sweep& sweep, const Weights& weights,
                      std::uint64_t memory_bytes, Control& control);

}  // namespace babieca::sweep
