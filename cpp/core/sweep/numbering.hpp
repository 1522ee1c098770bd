// Tours by number: a walk back through the layers of forward counts.
//
// The order of tours. Compare two tours at the last vertex, in retirement order, at which their
// histories differ: first by the later vertices that it is joined to (increasing lists, compared
// lexicographically), then by the rank of the matching before it. Walking back from the end, the
// predecessors of a state in that order own consecutive ranges of numbers, each as long as its
// number of ways. So the rank of a tour is the sum of the ranges passed over, and a number leads
// back to its tour. A uniformly distributed number gives a uniformly distributed tour.
//
// Layers need not all be kept. The ways of a state in another layer are the sum of the ways of its
// predecessors; they are remembered until the walk has left the layer.
//
// Threads may share everything here: each walk owns the data that it changes.
//
// `Layers` has a Value, states and bytes, and kept(t), ways(t, state) and arrive(t), which is
// called before a walk reads layer t.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/natural.hpp"
#include "core/frontier/state_table.hpp"
#include "core/graphs/cycle_list.hpp"
#include "core/sweep/predecessors.hpp"
#include "core/sweep/tour_index.hpp"

namespace babieca::sweep {

// A tour as the choices of the sweep: per step, the later vertices that the retiring one is joined
// to.
using Choices = std::vector<JoinedTo>;

// Converts between choices and sequences of vertices.
class Sequences {
  public:
    Sequences(const frontier::Schedule& schedule, Vertex apex, Vertex first)
        : schedule_(schedule), apex_(apex), first_(first), time_(schedule.steps.size()) {
        for (std::size_t t = 0; t < time_.size(); ++t) time_[schedule.steps[t].vertex] = t;
    }

    // The vertices of a tour without the apex.
    std::size_t length() const { return time_.size() - (apex_ >= 0); }

    void append(const Choices& choices, std::vector<Vertex>& out) const {
        Neighbours neighbours(time_.size(), {-1, -1});
        for (std::size_t t = 0; t < choices.size(); ++t)
            for (Vertex u : choices[t])
                if (u >= 0) link(neighbours, schedule_.steps[t].vertex, u);
        const Vertex from = std::max(apex_, 0);
        const auto [one, other] = neighbours[from];
        const bool begun = apex_ >= 0 && first_ >= 0;
        const auto list = list_cycle(neighbours, from, begun ? first_ : std::min(one, other));
        out.insert(out.end(), list.begin() + (apex_ >= 0), list.end());
    }

    Choices choices(std::span<const Vertex> tour) const {
        Choices result(time_.size(), JoinedTo{-1, -1});
        const auto add = [&](Vertex u, Vertex v) {
            const auto size = static_cast<Vertex>(time_.size());
            if (u < 0 || v < 0 || u >= size || v >= size)
                throw std::invalid_argument("the tour leaves the graph");
            auto& joined = result[std::min(time_[u], time_[v])];
            const Vertex later = time_[u] < time_[v] ? v : u;
            if (joined[1] >= 0) throw std::invalid_argument("a vertex is used twice");
            joined[joined[0] < 0 ? 0 : 1] = later;
            if (joined[1] >= 0 && joined[0] > joined[1]) std::swap(joined[0], joined[1]);
        };
        for (std::size_t i = 1; i < tour.size(); ++i) add(tour[i - 1], tour[i]);
        if (apex_ < 0) {
            add(tour.back(), tour.front());
        } else {
            add(apex_, tour.front());
            add(apex_, tour.back());
        }
        return result;
    }

  private:
    const frontier::Schedule& schedule_;
    Vertex apex_, first_;
    std::vector<std::size_t> time_;  // per vertex: the step that retires it
};

template <typename Layers>
class Indexed : public TourIndex {
  public:
    using Value = typename Layers::Value;
    using PackedState = frontier::PackedState;
    using State = frontier::State;

    Indexed(const frontier::Sweep& sweep, Vertex first, Layers&& layers)
        : schedule_(sweep.schedule),
          layers_(std::move(layers)),
          sequences_(schedule_, sweep.problem.apex, first),
          steps_(sweep.steps()) {}

    int words() const override { return Value::words; }
    std::vector<std::uint64_t> total() const override {
        const Value all = all_ways();
        return {all.word.begin(), all.word.end()};
    }
    std::uint64_t states() const override { return layers_.states; }
    std::uint64_t bytes() const override { return layers_.bytes; }

    std::vector<Vertex> unrank(std::span<const std::uint64_t> numbers,
                               Control& control) const override {
        std::vector<Value> values(numbers.size() / Value::words);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            values[i / Value::words].word[i % Value::words] = numbers[i];
        std::vector<Vertex> tours;
        for (const Choices& choices : choices_of(std::move(values), control))
            sequences_.append(choices, tours);
        return tours;
    }

    std::vector<std::uint64_t> rank(std::span<const Vertex> tours,
                                    Control& control) const override {
        const std::size_t length = sequences_.length();
        std::vector<Choices> choices;
        for (std::size_t at = 0; at + length <= tours.size(); at += length)
            choices.push_back(sequences_.choices(tours.subspan(at, length)));
        std::vector<std::uint64_t> ranks;
        for (const Value& value : ranks_of(choices, control))
            ranks.insert(ranks.end(), value.word.begin(), value.word.end());
        return ranks;
    }

  private:
    // The ways of visited states, per layer that is not kept.
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

    Value all_ways() const { return layers_.ways(steps_, PackedState{}); }

    // Returns the tours with these numbers. A batch shares every layer that it visits.
    std::vector<Choices> choices_of(std::vector<Value> numbers, Control& control) const {
        struct Item {
            PackedState state;
            std::size_t which;
        };
        std::vector<Choices> choices(numbers.size());
        std::vector<Item> items;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (numbers[i] >= all_ways()) throw std::out_of_range("there are not that many tours");
            choices[i].resize(steps_);
            items.push_back({PackedState{}, i});
        }
        Remembered remembered(steps_ + 1);
        std::vector<Way> ways;
        for (int t = steps_ - 1; t >= 0; --t) {
            layers_.arrive(t);
            // Sorted by state, so that the predecessors of each state are listed once.
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

    // The inverse of choices_of.
    std::vector<Value> ranks_of(const std::vector<Choices>& choices, Control& control) const {
        std::vector<std::vector<PackedState>> histories;
        for (const Choices& tour : choices) histories.push_back(history(tour));
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

    // Lists the reachable predecessors in the order of the numbering.
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

    // The states that a tour passes through. Throws std::invalid_argument if it is not numbered.
    std::vector<PackedState> history(const Choices& tour) const {
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

    frontier::Schedule schedule_;
    Layers layers_;
    Sequences sequences_;
    int steps_;
};

}  // namespace babieca::sweep
