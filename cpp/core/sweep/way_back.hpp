// Tours by number: walks back through the layers of forward counts.
//
// The order of tours. Compare two tours at the last vertex, in the order of retirement, at which
// the sweep's histories differ: first by the later vertices it is joined to (as an increasing list,
// read like words), then by the rank of the matching just before it. Walking back from the end, the
// predecessors of a state in that order own consecutive ranges of numbers, each as long as its
// count of ways; so the rank of a tour is the sum of the ranges passed over, and a number leads
// back to its tour. A uniform random number leads to a uniform random tour: no approximation.
//
// Layers need not all be kept. The ways of a state of a layer that is not are the sum of those of
// its predecessors, computed when asked for and remembered until the walk has left that stretch.
//
// Invariant: whatever changes during a walk belongs to the walk, so that any number of threads may
// walk at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/natural.hpp"
#include "core/frontier/state_table.hpp"
#include "core/sweep/predecessors.hpp"

namespace babieca::sweep {

template <typename Layers>
class WayBack {
  public:
    using Value = typename Layers::Value;
    using PackedState = frontier::PackedState;
    using State = frontier::State;

    WayBack(const frontier::Schedule& schedule, const Layers& layers)
        : schedule_(schedule), layers_(layers), steps_(static_cast<int>(schedule.steps.size())) {}

    Value total() const { return layers_.ways(steps_, PackedState{}); }

    // For each number, per step, the later vertices joined to the vertex that retires. A batch
    // shares every layer it visits.
    std::vector<std::vector<JoinedTo>> unrank(std::vector<Value> numbers, Control& control) const {
        struct Item {
            PackedState state;
            std::size_t which;
        };
        std::vector<std::vector<JoinedTo>> choices(numbers.size());
        std::vector<Item> items;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (numbers[i] >= total()) throw std::out_of_range("there are not that many tours");
            choices[i].resize(steps_);
            items.push_back({PackedState{}, i});
        }
        Remembered remembered(steps_ + 1);
        std::vector<Way> ways;
        for (int t = steps_ - 1; t >= 0; --t) {
            layers_.arrive(t);
            // Items in the same state are neighbours, so that its predecessors are listed once.
            std::sort(items.begin(), items.end(),
                      [](const Item& a, const Item& b) { return a.state < b.state; });
            PackedState listed;
            for (std::size_t at = 0; at < items.size(); ++at) {
                if (at == 0 || listed != items[at].state)
                    predecessors(t, items[at].state, remembered, ways);
                listed = items[at].state;
                Value& left = numbers[items[at].which];
                const auto found = std::find_if(ways.begin(), ways.end(), [&](const Way& way) {
                    if (left < way.ways) return true;
                    left -= way.ways;
                    return false;
                });
                choices[items[at].which][t] = found->joined;
                items[at].state = found->before;
                if (at % 256 == 0) control.check({steps_ - t, steps_});
            }
            remembered[t + 1].reset(0);
            control.check({steps_ - t, steps_});
        }
        return choices;
    }

    // The inverse: tours given as the choices of each step.
    std::vector<Value> rank(const std::vector<std::vector<JoinedTo>>& choices,
                            Control& control) const {
        std::vector<std::vector<PackedState>> histories;
        for (const auto& tour : choices) histories.push_back(history(tour));
        std::vector<Value> ranks(choices.size());
        Remembered remembered(steps_ + 1);
        std::vector<Way> ways;
        for (int t = steps_ - 1; t >= 0; --t) {
            layers_.arrive(t);
            for (std::size_t i = 0; i < choices.size(); ++i) {
                predecessors(t, histories[i][t + 1], remembered, ways);
                for (const Way& way : ways) {
                    if (way.joined == choices[i][t] && way.before == histories[i][t]) break;
                    ranks[i] += way.ways;
                }
                if (i % 256 == 0) control.check({steps_ - t, steps_});
            }
            remembered[t + 1].reset(0);
        }
        return ranks;
    }

  private:
    // Per layer that is not kept, the ways of the states looked at.
    using Remembered = std::vector<frontier::StateTable<Value>>;

    struct Way {
        JoinedTo joined;
        PackedState before;
        Value ways;
        bool operator<(const Way& other) const {
            return std::tie(joined, before.matching) <
                   std::tie(other.joined, other.before.matching);
        }
    };

    // The predecessors that can be reached, in the order of the numbering.
    void predecessors(int t, const PackedState& after, Remembered& remembered,
                      std::vector<Way>& list) const {
        list.clear();
        for_each_predecessor(schedule_, t, State::unpack(after),
                             [&](const State& before, const JoinedTo& joined) {
                                 const PackedState packed = before.pack();
                                 const Value ways = ways_of(t, packed, remembered);
                                 if (!ways.is_zero()) list.push_back({joined, packed, ways});
                             });
        std::sort(list.begin(), list.end());
    }

    Value ways_of(int t, const PackedState& state, Remembered& remembered) const {
        if (layers_.kept(t)) return layers_.ways(t, state);
        if (const Value* known = remembered[t].look_up(state)) return *known;
        Value sum{};
        for_each_predecessor(schedule_, t - 1, State::unpack(state),
                             [&](const State& before, const JoinedTo&) {
                                 sum += ways_of(t - 1, before.pack(), remembered);
                             });
        remembered[t][state] = sum;
        return sum;
    }

    // The states a tour passes through. Throws if its choices are not those of a tour.
    std::vector<PackedState> history(const std::vector<JoinedTo>& tour) const {
        std::vector<PackedState> states{PackedState{}};
        State state;
        for (int t = 0; t < steps_; ++t) {
            bool found = false;
            frontier::for_each_successor(schedule_, t, state,
                                         [&](const State& after, const frontier::Choice& choice) {
                                             if (found || joined_to(choice) != tour[t]) return;
                                             states.push_back(after.pack());
                                             found = true;
                                         });
            if (!found) throw std::invalid_argument("the tour is not among those numbered");
            state = State::unpack(states.back());
        }
        return states;
    }

    const frontier::Schedule& schedule_;
    const Layers& layers_;
    int steps_;
};

}  // namespace babieca::sweep
