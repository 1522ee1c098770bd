// How many tours each partial path led to, kept by its squares and its last one (seed 000, 1.4).
//
// The memory is fixed. When the table fills it starts again from nothing: the seed found, and we
// confirm, that equivalent partial paths come close together, so old entries are missed little.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca::searching {

template <typename Set>
class SubtourTable {
  public:
    struct Key {
        Set unvisited;
        Vertex head;
        int root;  // the permitted ends differ from root to root
        friend bool operator==(const Key&, const Key&) = default;
    };

    explicit SubtourTable(std::size_t bytes) {
        std::size_t slots = 16;
        while (2 * slots * sizeof(Slot) <= bytes) slots *= 2;
        slots_.resize(slots);
    }

    // Null when the key is not there.
    const std::int64_t* find(const Key& key) const {
        for (std::size_t i = place(key);; i = (i + 1) & (slots_.size() - 1)) {
            const Slot& slot = slots_[i];
            if (slot.age != age_) return nullptr;
            if (slot.key == key) return &slot.solutions;
        }
    }

    void insert(const Key& key, std::int64_t solutions) {
        if (4 * ++used_ > 3 * slots_.size()) {
            ++age_;
            used_ = 1;
        }
        std::size_t i = place(key);
        while (slots_[i].age == age_) i = (i + 1) & (slots_.size() - 1);
        slots_[i] = {key, solutions, age_};
    }

  private:
    // A slot is occupied if and only if it has the age of the table.
    struct Slot {
        Key key = {};
        std::int64_t solutions = 0;
        std::uint32_t age = 0;
    };

    std::size_t place(const Key& key) const {
        const auto seed =
            static_cast<std::uint64_t>(key.head) << 32 ^ static_cast<std::uint64_t>(key.root);
        return static_cast<std::size_t>(key.unvisited.hash(seed) >> 7) & (slots_.size() - 1);
    }

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
    std::uint32_t age_ = 1;
};

}  // namespace babieca::searching
