// The sweep over hash tables of states, for any value per state.
//
// The engine owns tables, memory budget and progress. The caller supplies the transition: how the
// value of a state adds to the values of its successors (frontier/choices.hpp).
// Time: states times choices. Memory: two tables, three while one of them grows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/budget.hpp"
#include "core/frontier/state_table.hpp"

namespace babieca::frontier {

// Makes a table from a layer. Calls expand(packed, value, target) for every state of the layer;
// target(packed) is the value of a state of the new table. `held` is what the caller holds besides
// the new table, in bytes.
template <typename Value, typename Expand>
StateTable<Value> expanded(const StateTable<Value>& layer, std::uint64_t held, Budget& budget,
                           const Progress& progress, Control& control, Expand&& expand) {
    const auto allow = [&](std::size_t bytes) { budget.allow(held + bytes); };
    allow(StateTable<Value>::bytes_for(layer.size()));
    StateTable<Value> next(layer.size());
    const auto target = [&](const PackedState& packed) -> Value& {
        return next.get(packed, allow);
    };
    std::uint64_t since_poll = 0;
    layer.for_each([&](const PackedState& packed, const Value& value) {
        expand(packed, value, target);
        if (++since_poll % 4096 == 0) control.check(progress);
    });
    return next;
}

enum class Keep { last_layer, all_layers };

// Invariant: `layer(t)` holds exactly the reachable states of layer t, each with its value. With
// Keep::last_layer only the layer `done()` exists. A step that throws changes nothing.
template <typename Value>
class StateSweep {
  public:
    using Table = StateTable<Value>;

    // `first` is the value of the only state of layer 0. 0 bytes of memory: no limit.
    StateSweep(const Schedule& schedule, const Value& first, std::uint64_t memory_bytes,
               Keep keep = Keep::last_layer)
        : schedule_(schedule), keep_(keep), budget_(memory_bytes), layers_(1) {
        layers_[0][{}] = first;
    }

    int done() const { return done_; }  // steps
    bool finished() const { return done_ == static_cast<int>(schedule_.steps.size()); }
    Table& layer() { return layers_.back(); }
    const Table& layer() const { return layers_.back(); }
    Table& layer(int t) { return layers_[t]; }
    std::vector<Table> take_layers() { return std::move(layers_); }
    Budget& budget() { return budget_; }
    std::uint64_t states() const { return states_; }  // after the steps so far
    std::uint64_t peak_states() const { return peak_states_; }
    std::uint64_t peak_bytes() const { return budget_.peak(); }
    std::uint64_t kept_bytes() const { return kept_bytes_; }

    // The value of the state without ends in the last layer: the quantity of all tours.
    Value result() const {
        const Value* found = layer().look_up({});
        return found ? *found : Value{};
    }

    // Continues from a layer that the caller fills.
    Table& resume_at(int done, std::size_t states) {
        budget_.allow(Table::bytes_for(states));
        done_ = done;
        layer().reset(states);
        return layer();
    }

    // Runs one step. Reports progress out of `total` steps.
    template <typename Expand>
    void step_with(Control& control, std::int64_t total, Expand&& expand) {
        const std::uint64_t held = keep_ == Keep::last_layer ? layer().bytes() : kept_bytes_;
        Table next = expanded(layer(), held, budget_, {done_, total}, control, expand);
        if (keep_ == Keep::all_layers) {
            next.fit([&](std::size_t bytes) { budget_.allow(held + bytes); });
            kept_bytes_ += next.bytes();
            layers_.push_back(std::move(next));
        } else {
            layer() = std::move(next);
        }
        ++done_;
        states_ += layer().size();
        peak_states_ = std::max<std::uint64_t>(peak_states_, layer().size());
    }

    // Runs one step of the plain recurrence: calls add(sum, value, choice) for every successor that
    // accept(choice) allows; `sum` is the successor's value.
    template <typename Add, typename Accept = bool (*)(const Choice&)>
    void step(
        Control& control, std::int64_t total, Add&& add,
        Accept&& accept = [](const Choice&) { return true; }) {
        step_with(control, total, [&](const PackedState& packed, const Value& value, auto& target) {
            for_each_successor(schedule_, done_, State::unpack(packed),
                               [&](const State& after, const Choice& choice) {
                                   if (accept(choice)) add(target(after.pack()), value, choice);
                               });
        });
    }

  private:
    const Schedule& schedule_;
    Keep keep_;
    Budget budget_;
    std::vector<Table> layers_;
    int done_ = 0;
    std::uint64_t states_ = 0, peak_states_ = 0, kept_bytes_ = 0;
};

}  // namespace babieca::frontier
