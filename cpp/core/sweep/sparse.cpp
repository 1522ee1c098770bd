#include "core/sweep/sparse.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "core/frontier/state.hpp"
#include "core/sweep/kernels.hpp"

namespace babieca::sweep {
namespace {

using frontier::PackedState;

// Open addressing, linear probing, at most two thirds full. A slot is free when its `used` is 0.
class StateTable {
  public:
    struct Entry {
        PackedState state;
        std::uint64_t ways;
        std::uint64_t used;
    };

    // Reuses the memory of an earlier layer.
    void clear(std::size_t expected) {
        std::size_t wanted = 1024;
        while (wanted * 2 / 3 < expected) wanted *= 2;
        entries_.assign(wanted, Entry{{}, 0, 0});
        size_ = 0;
    }

    template <typename Arithmetic>
    void add(const PackedState& state, std::uint64_t ways, const Arithmetic& arithmetic) {
        if (size_ >= entries_.size() * 2 / 3) grow();
        Entry& entry = entries_[find(state)];
        size_ += !entry.used;
        entry = {state, arithmetic.add(entry.ways, ways), 1};
    }

    std::uint64_t ways(const PackedState& state) const { return entries_[find(state)].ways; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
    const std::vector<Entry>& entries() const { return entries_; }
    bool would_grow() const { return size_ + 1 >= entries_.size() * 2 / 3; }

  private:
    std::size_t find(const PackedState& state) const {
        const std::size_t mask = entries_.size() - 1;
        std::size_t at = frontier::PackedStateHash{}(state)&mask;
        while (entries_[at].used && !(entries_[at].state == state)) at = (at + 1) & mask;
        return at;
    }
    void grow() {
        std::vector<Entry> old(entries_.size() * 2, Entry{{}, 0, 0});
        old.swap(entries_);
        for (const Entry& entry : old)
            if (entry.used) entries_[find(entry.state)] = entry;
    }

    std::vector<Entry> entries_;
    std::size_t size_ = 0;
};

// Only the arithmetic of 64-bit residues; overflow shows in `largest`.
struct Residues {
    std::uint64_t modulus;
    std::uint64_t add(std::uint64_t a, std::uint64_t b) const {
        const std::uint64_t sum = a + b;
        return modulus && sum >= modulus ? sum - modulus : sum;
    }
};

}  // namespace

SparseResult count_sparse(const frontier::Schedule& schedule, const SparseOptions& options,
                          Control& control) {
    const Residues arithmetic{options.modulus};
    const int steps = static_cast<int>(schedule.steps.size());
    SparseResult result;
    StateTable layer, next;
    layer.clear(1);
    layer.add(PackedState{}, 1, arithmetic);
    // Saturating double arithmetic bounds every counter from above: the sum of all ways of a layer.
    long double total = 1;
    for (int t = 0; t < steps; ++t) {
        next.clear(layer.size());
        long double next_total = 0;
        std::uint64_t since_poll = 0;
        for (const auto& entry : layer.entries()) {
            if (!entry.used) continue;
            const frontier::State state = frontier::State::unpack(entry.state);
            frontier::for_each_successor(
                schedule, t, state, [&](const frontier::State& after, const frontier::Choice&) {
                    if (next.would_grow() && options.memory_bytes &&
                        layer.bytes() + 3 * next.bytes() > options.memory_bytes)
                        throw OutOfBudget("the states outgrow the memory allowed");
                    next.add(after.pack(), entry.ways, arithmetic);
                    next_total += static_cast<long double>(entry.ways);
                });
            if (++since_poll % 4096 == 0) control.check({t, steps});
        }
        total = std::max(total, next_total);
        result.peak_bytes =
            std::max<std::uint64_t>(result.peak_bytes, layer.bytes() + next.bytes());
        std::swap(layer, next);
        result.counters += layer.size();
        result.peak_states = std::max<std::uint64_t>(result.peak_states, layer.size());
        control.check({t + 1, steps});
    }
    result.residue = layer.ways(PackedState{});
    // Sums of exact counters below 2^63 round only upwards of it, so this is a proof.
    result.exact = !options.modulus && total < 0x1p63L;
    return result;
}

}  // namespace babieca::sweep
