// A hash table from states to values: open addressing, linear probing, at most two thirds full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/frontier/page_allocator.hpp"
#include "core/frontier/state.hpp"

namespace babieca::frontier {

// The value of a set of states.
struct Nothing {};

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
    static std::size_t bytes_for(std::size_t expected) { return places(expected) * sizeof(Entry); }

    void reset(std::size_t expected) {
        entries_ = {};  // freed before the new entries are allocated
        entries_.assign(places(expected), free_place());
        size_ = 0;
    }

    // Frees the unneeded entries; allow(bytes) as for get().
    template <typename Allow>
    void fit(Allow&& allow) {
        const std::size_t needed = places(size_);
        if (needed >= entries_.size()) return;
        allow(bytes() + needed * sizeof(Entry));
        resize(needed);
    }

    // The value of a state, zero at first. Before the table grows, allow(bytes) gets the bytes held
    // during the growth; if it throws, the table stays as it was.
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
    static Entry free_place() { return {{no_types, 0}, Value{}}; }

    static std::size_t places(std::size_t expected) {
        std::size_t places = 16;
        while (places * 2 / 3 <= expected) places *= 2;
        return places;
    }

    std::size_t find(const PackedState& state) const {
        const std::size_t mask = entries_.size() - 1;
        std::size_t at = PackedStateHash{}(state)&mask;
        while (entries_[at].state.types != no_types && entries_[at].state != state)
            at = (at + 1) & mask;
        return at;
    }

    void resize(std::size_t places) {
        std::vector<Entry, PageAllocator<Entry>> old(places, free_place());
        old.swap(entries_);
        for (const Entry& entry : old)
            if (entry.state.types != no_types) entries_[find(entry.state)] = entry;
    }

    std::vector<Entry, PageAllocator<Entry>> entries_;
    std::size_t size_ = 0;
};

}  // namespace babieca::frontier
