// The sweep over hash tables of states, for any value per state.
//
// The engine owns tables, memory budget and progress. The caller supplies the transition: how the
// value of a state adds to the values of its successors (frontier/choices.hpp).
// Time: states times choices. Memory: two tables, three while one of them grows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/state.hpp"
#include "core/system/system.hpp"

namespace babieca::frontier {

// The value of a set of states.
struct Nothing {};

// A hash table from states to values: open addressing, linear probing, at most two thirds full.
// Invariant: an entry is free exactly when its types are `no_types`, which no state has.
template <typename Value>
class StateTable {
  public:
    struct Entry {
        PackedState state;
        [[no_unique_address]] Value value;
    };

    explicit StateTable(std::size_t expected = 0) { reset(expected); }

    // The bytes of a table made for so many states.
    static std::size_t bytes_for(std::size_t expected) { return length(expected) * sizeof(Entry); }

    void reset(std::size_t expected) {
        entries_ = {};  // freed before the new entries are allocated
        entries_.assign(length(expected), free_entry());
        size_ = 0;
    }

    // Frees unneeded entries; allow(bytes) as in get().
    template <typename Allow>
    void fit(Allow&& allow) {
        const std::size_t needed = length(size_);
        if (needed >= entries_.size()) return;
        allow(bytes() + needed * sizeof(Entry));
        resize(needed);
    }

    // The value of a state, zero at first. Before the table grows, allow(bytes) gets the bytes in
    // use during the growth; if it throws, the table does not change.
    template <typename Allow>
    Value& get(const PackedState& state, Allow&& allow) {
        if (size_ >= entries_.size() * 2 / 3) {
            allow(3 * bytes());
            resize(2 * entries_.size());
        }
        Entry& entry = entries_[find(state)];
        if (entry.state.types == no_types) {
            entry.state = state;
            ++size_;
        }
        return entry.value;
    }
    Value& operator[](const PackedState& state) {
        return get(state, [](std::size_t) {});
    }

    // Returns null for an absent state.
    const Value* look_up(const PackedState& state) const {
        const Entry& entry = entries_[find(state)];
        return entry.state.types == no_types ? nullptr : &entry.value;
    }

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

    template <typename Visit>
    void for_each(Visit&& visit) const {
        for (const Entry& entry : entries_)
            if (entry.state.types != no_types) visit(entry.state, entry.value);
    }

  private:
    static constexpr std::uint64_t no_types = ~std::uint64_t{0};
    static Entry free_entry() { return {{no_types, 0}, Value{}}; }

    static std::size_t length(std::size_t expected) {
        std::size_t capacity = 16;
        while (capacity * 2 / 3 <= expected) capacity *= 2;
        return capacity;
    }

    std::size_t find(const PackedState& state) const {
        const std::size_t mask = entries_.size() - 1;
        std::size_t at = PackedStateHash{}(state)&mask;
        while (entries_[at].state.types != no_types && entries_[at].state != state)
            at = (at + 1) & mask;
        return at;
    }

    void resize(std::size_t capacity) {
        std::vector<Entry, system::PageAllocator<Entry>> old(capacity, free_entry());
        old.swap(entries_);
        for (const Entry& entry : old)
            if (entry.state.types != no_types) entries_[find(entry.state)] = entry;
    }

    std::vector<Entry, system::PageAllocator<Entry>> entries_;
    std::size_t size_ = 0;
};

// Makes a table from a layer. Calls expand(packed, value, target) for every state of the layer;
// target(packed) is the value of a state of the new table. `beside`: the bytes that the caller has
// besides the new table.
template <typename Value, typename Expand>
StateTable<Value> expanded(const StateTable<Value>& layer, std::uint64_t beside, Budget& budget,
                           const Progress& progress, Control& control, Expand&& expand) {
    const auto allow = [&](std::size_t bytes) { budget.allow(beside + bytes); };
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

// Invariant: `layer(t)` has exactly the reachable states of layer t, each with its value. With
// Keep::last_layer only the layer `done()` exists. A step that throws changes nothing.
template <typename Value>
class StateSweep {
  public:
    using Table = StateTable<Value>;

    // `first` is the value of the only state of layer 0. `memory_bytes`: 0 means no limit.
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
    // The bytes that the caller holds beside the tables count too.
    void set_aside(std::uint64_t bytes) { aside_ = bytes; }
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
        const std::uint64_t beside =
            aside_ + (keep_ == Keep::last_layer ? layer().bytes() : kept_bytes_);
        Table next = expanded(layer(), beside, budget_, {done_, total}, control, expand);
        if (keep_ == Keep::all_layers) {
            next.fit([&](std::size_t bytes) { budget_.allow(beside + bytes); });
            kept_bytes_ += next.bytes();
            layers_.push_back(std::move(next));
        } else {
            layer() = std::move(next);
        }
        ++done_;
        states_ += layer().size();
        peak_states_ = std::max<std::uint64_t>(peak_states_, layer().size());
    }

    // What step() does unless the caller says otherwise: it adds, and takes every choice.
    struct Plain {
        void operator()(Value& sum, const Value& value, const Choice&) const { sum += value; }
        bool operator()(const Choice&) const { return true; }
    };

    // Runs one step of the recurrence: calls add(sum, value, choice) for every successor that
    // accept(choice) allows; `sum` is the successor's value.
    template <typename Add = Plain, typename Accept = Plain>
    void step(Control& control, std::int64_t total, Add&& add = {}, Accept&& accept = {}) {
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
    std::uint64_t states_ = 0, peak_states_ = 0, kept_bytes_ = 0, aside_ = 0;
};

}  // namespace babieca::frontier
