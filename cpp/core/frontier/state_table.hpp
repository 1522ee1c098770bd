// States with a value each: open addressing, linear probing, at most two thirds full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "core/frontier/state.hpp"

namespace babieca::frontier {

struct OutOfMemoryBudget : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Invariant: a place is free exactly when its types are `nobody`, which no state has.
template <typename Value>
class StateTable {
  public:
    struct Entry {
        frontier::PackedState state;
        Value value;
    };
    static constexpr std::uint64_t nobody = ~std::uint64_t{0};

    explicit StateTable(std::size_t expected = 0) { reset(expected); }

    void reset(std::size_t expected) {
        std::size_t wanted = 16;
        while (wanted * 2 / 3 <= expected) wanted *= 2;
        entries_.assign(wanted, free_place());
        size_ = 0;
    }

    // The value of a state, zero at first.
    Value& operator[](const frontier::PackedState& state) {
        if (size_ >= entries_.size() * 2 / 3) grow();
        Entry& entry = entries_[find(state)];
        if (entry.state.types == nobody) {
            entry.state = state;
            ++size_;
        }
        return entry.value;
    }

    // Null for a state that is not there.
    const Value* look_up(const frontier::PackedState& state) const {
        const Entry& entry = entries_[find(state)];
        return entry.state.types == nobody ? nullptr : &entry.value;
    }

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
    bool about_to_grow() const { return size_ + 1 >= entries_.size() * 2 / 3; }

    template <typename Visit>
    void for_each(Visit&& visit) const {
        for (const Entry& entry : entries_)
            if (entry.state.types != nobody) visit(entry.state, entry.value);
    }

  private:
    static Entry free_place() { return {{nobody, 0}, Value{}}; }

    std::size_t find(const frontier::PackedState& state) const {
        const std::size_t mask = entries_.size() - 1;
        std::size_t at = frontier::PackedStateHash{}(state)&mask;
        while (entries_[at].state.types != nobody && entries_[at].state != state)
            at = (at + 1) & mask;
        return at;
    }

    void grow() {
        std::vector<Entry> old(entries_.size() * 2, free_place());
        old.swap(entries_);
        for (const Entry& entry : old)
            if (entry.state.types != nobody) entries_[find(entry.state)] = entry;
    }

    std::vector<Entry> entries_;
    std::size_t size_ = 0;
};

}  // namespace babieca::frontier
