// The number of tours below each partial path, by its squares and its last square (Bañón, 1.4).
//
// The table grows up to a limit of memory; when it is full there, all entries are dropped.
// Equivalent partial paths come soon after each other (Bañón), so old entries are rarely missed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca::search {

template <typename Set>
class SubtourTable {
  public:
    struct Key {
        Set unvisited;
        Vertex head;
        int root;  // the permitted ends differ from root to root
        friend bool operator==(const Key&, const Key&) = default;
    };

    explicit SubtourTable(std::size_t bytes) : slots_(smallest), most_slots_(smallest) {
        while (2 * most_slots_ * sizeof(Slot) <= bytes) most_slots_ *= 2;
    }

    // Null: the key is not in the table.
    const std::int64_t* find(const Key& key) const {
        for (std::size_t i = place(key);; i = (i + 1) & (slots_.size() - 1)) {
            const Slot& slot = slots_[i];
            if (slot.age != age_) return nullptr;
            if (slot.key == key) return &slot.solutions;
        }
    }

    void insert(const Key& key, std::int64_t solutions) {
        if (4 * (used_ + 1) > 3 * slots_.size()) {
            if (slots_.size() < most_slots_) {
                grow();
            } else {
                ++age_;
                used_ = 0;
            }
        }
        put({key, solutions, age_});
    }

  private:
    // Invariant: a slot is occupied if and only if its age is the age of the table.
    struct Slot {
        Key key = {};
        std::int64_t solutions = 0;
        std::uint32_t age = 0;
    };

    static constexpr std::size_t smallest = 256;

    void put(const Slot& entry) {
        std::size_t i = place(entry.key);
        while (slots_[i].age == age_) i = (i + 1) & (slots_.size() - 1);
        slots_[i] = entry;
        ++used_;
    }

    void grow() {
        std::vector<Slot> before(2 * slots_.size());
        before.swap(slots_);
        used_ = 0;
        for (const Slot& slot : before) {
            if (slot.age == age_) put(slot);
        }
    }

    std::size_t place(const Key& key) const {
        const auto seed =
            static_cast<std::uint64_t>(key.head) << 32 ^ static_cast<std::uint64_t>(key.root);
        return static_cast<std::size_t>(key.unvisited.hash(seed) >> 7) & (slots_.size() - 1);
    }

    std::vector<Slot> slots_;
    std::size_t most_slots_;
    std::size_t used_ = 0;
    std::uint32_t age_ = 1;
};

}  // namespace babieca::search
