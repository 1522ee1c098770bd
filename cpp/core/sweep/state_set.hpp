// The states a sweep has entered: a hash table of sixteen-byte keys, open addressing.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/frontier/state.hpp"

namespace babieca::sweep {

class StateSet {
  public:
    // The rank of a matching takes at most 40 bits, the layer 24: up to 24 slots (48 bits of
    // types), 2^24 layers.
    static constexpr int kSlots = 24;
    static constexpr std::int64_t kLayers = std::int64_t{1} << 24;

    StateSet() : keys_(1 << 10, kEmpty) {}

    // True where the state was not there before. `mark` is a bit that tells states apart.
    bool insert(std::int64_t layer, int mark, const frontier::PackedState& state) {
        if ((count_ + 1) * 2 > static_cast<std::int64_t>(keys_.size())) grow();
        const Key key = key_of(layer, mark, state);
        Key& place = find(key);
        if (place != kEmpty) return false;
        place = key;
        ++count_;
        return true;
    }
    bool contains(std::int64_t layer, int mark, const frontier::PackedState& state) {
        return find(key_of(layer, mark, state)) != kEmpty;
    }
    std::int64_t size() const { return count_; }

  private:
    struct Key {
        std::uint64_t types;
        std::uint64_t rest;
        bool operator==(const Key&) const = default;
    };
    static constexpr Key kEmpty{~std::uint64_t{0}, 0};  // types never have all bits set

    static Key key_of(std::int64_t layer, int mark, const frontier::PackedState& state) {
        return {state.types | static_cast<std::uint64_t>(mark) << 62,
                state.matching | static_cast<std::uint64_t>(layer) << 40};
    }
    Key& find(const Key& key) {
        std::uint64_t hash = (key.types ^ key.rest * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
        hash ^= hash >> 32;
        const std::size_t mask = keys_.size() - 1;
        std::size_t i = hash & mask;
        while (keys_[i] != kEmpty && keys_[i] != key) i = (i + 1) & mask;
        return keys_[i];
    }
    void grow() {
        std::vector<Key> old = std::exchange(keys_, std::vector<Key>(keys_.size() * 2, kEmpty));
        for (const Key& key : old)
            if (key != kEmpty) find(key) = key;
    }

    std::vector<Key> keys_;
    std::int64_t count_ = 0;
};

}  // namespace babieca::sweep
