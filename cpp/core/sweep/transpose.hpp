// Resolved steps run backwards: from a target block into its source blocks.
//
// A step is linear, so its transpose brings back the ways to complete a state: where the forward
// step does target[r] += source[q], the backward step does ways_on(q) += ways_on(r). If the ways to
// reach q are known, their product with ways_on(r) is the number of tours that take this step. The
// namespace is anonymous, as in kernels.hpp.
#pragma once

#include <atomic>
#include <span>
#include <thread>

#include "core/sweep/execute.hpp"

namespace babieca::sweep {
namespace {

// Holds a spin lock, if there is one.
class Held {
  public:
    explicit Held(std::atomic_flag* flag) : flag_(flag) {
        if (flag_)
            while (flag_->test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    }
    ~Held() {
        if (flag_) flag_->clear(std::memory_order_release);
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

  private:
    std::atomic_flag* flag_;
};

// The ways to reach the states of a block or of a part of it.
template <typename Word>
struct Reached {
    const Word* ways;
    Reached operator+(std::size_t states) const { return {ways + states}; }
    std::uint64_t operator[](std::size_t state) const { return ways[state]; }
};

// The ways are unknown: no tours are counted.
struct Unreached {
    Unreached operator+(std::size_t) const { return {}; }
    std::uint64_t operator[](std::size_t) const { return 0; }
};

// The sum of the tours that take a step: modulo 2^64, or as a residue.
struct WrappingTally {
    using Sum = std::uint64_t;
    std::uint64_t of(Sum sum) const { return sum; }
};
struct ModularTally {
    using Sum = unsigned __int128;
    std::uint64_t modulus;
    std::uint64_t of(Sum sum) const { return static_cast<std::uint64_t>(sum % modulus); }
};

// `Onward` is the type of a target's ways to complete it. The arithmetic adds up the ways of a
// source; its counters are wide enough for every sum, wrap, or are residues.
template <typename Reach, typename Onward, typename Arithmetic, typename Tally = WrappingTally>
class TransposedExecutor {
  public:
    using Sum = typename Arithmetic::Counter;

    TransposedExecutor(const RankMaps& tables, TurnBuffers& buffers, Arithmetic arithmetic = {},
                       Tally tally = {})
        : tables_(tables),
          buffers_(buffers),
          turner_(tables, {}, buffers),
          arithmetic_(arithmetic),
          tally_(tally) {}

    // reach(source) and `sums` are the beginnings of the piece's sources, `segment` of its target.
    // Adds the tours of each choice to `uses`. The object that enter(source) returns lives while
    // the sums of that source are written.
    template <typename ReachOf, typename Enter>
    void run(const Piece& piece, ReachOf&& reach, std::span<Sum* const> sums, const Onward* segment,
             std::span<std::uint64_t> uses, Enter&& enter) {
        for (std::size_t n = 0; n < piece.targets.size(); ++n) {
            const Target& target = piece.targets[n];
            const Onward* const block = segment + target.offset;
            const Onward* const image = target.mirrored ? image_of(target, block) : nullptr;
            for (std::uint32_t at = target.first; at < piece.end(n); ++at) {
                const Transfer& t = piece.transfers[at];
                [[maybe_unused]] const auto held = enter(t.segment);
                uses[t.choice] +=
                    bring_back(t.operation, t.pairs, t.i, t.j, reach(t.segment) + t.source,
                               sums[t.segment] + t.source,
                               at < target.first + target.mirrored ? image : block);
            }
        }
    }

    // The bits of all sums, if the arithmetic collects them.
    auto seen() const { return arithmetic_.seen(); }

    std::uint64_t bring_back(Operation operation, int pairs, int i, int j, Reach reach, Sum* sums,
                             const Onward* onward) {
        const std::size_t whole = matching_count[pairs];
        if (operation == Operation::copy || (operation == Operation::move && i == j))
            return flow(reach, sums, onward, whole, Straight{}, Straight{});
        if (pairs > table_pairs) {
            std::uint64_t tours = 0;
            decompose(operation, pairs, i, j, [&](const Part& part) {
                tours += bring_back(part.operation, part.pairs, part.i, part.j, reach + part.source,
                                    sums + part.source, onward + part.target);
            });
            return tours;
        }
        const std::size_t small = matching_count[pairs - 1];
        switch (operation) {
            case Operation::move:  // the transpose is the move back
                return flow(reach, sums, onward, whole, Straight{}, tables_.move(pairs, j, i));
            case Operation::insert:
                return flow(reach, sums, onward, small, Straight{}, tables_.insert(pairs, i, j));
            case Operation::extract:
                return flow(reach, sums, onward, small, tables_.insert(pairs, i, j), Straight{});
            default:
                return unfold(reach, sums, onward, small, tables_.contract(pairs, i, j),
                              RankMaps::contract_width(pairs));
        }
    }

  private:
    struct Straight {
        std::size_t operator[](std::size_t r) const { return r; }
    };

    // Turns a block to its image; turning is its own inverse.
    const Onward* image_of(Target target, const Onward* block) {
        target.fixed_first =
            static_cast<std::uint8_t>(2 * target.pairs - target.fixed_count - target.fixed_first);
        auto* const image =
            static_cast<Onward*>(buffers_.image(matching_count[target.pairs] * sizeof(Onward)));
        turner_.turn(target, block, image);
        return image;
    }

    // For every r: adds the ways of to[r] to from[r]. The loop works on a copy of the arithmetic,
    // which the compiler keeps in registers.
    template <typename From, typename To>
    std::uint64_t flow(Reach reach, Sum* __restrict sums, const Onward* __restrict onward,
                       std::size_t count, From from, To to) {
        Arithmetic here = arithmetic_;
        typename Tally::Sum tours = 0;
        for (std::size_t r = 0; r < count; ++r) {
            const Onward ways = onward[to[r]];
            sums[from[r]] = here.add(sums[from[r]], ways);
            tours += static_cast<typename Tally::Sum>(reach[from[r]]) * ways;
        }
        arithmetic_ = here;
        return tally_.of(tours);
    }

    // The map lists `width` sources target by target.
    std::uint64_t unfold(Reach reach, Sum* __restrict sums, const Onward* __restrict onward,
                         std::size_t count, const Index* __restrict map, int width) {
        Arithmetic here = arithmetic_;
        typename Tally::Sum tours = 0;
        for (std::size_t r = 0; r < count; ++r, map += width) {
            const Onward ways = onward[r];
            std::uint64_t met = 0;
            for (int m = 0; m < width; ++m) {
                sums[map[m]] = here.add(sums[map[m]], ways);
                met += reach[map[m]];
            }
            tours += static_cast<typename Tally::Sum>(met) * ways;
        }
        arithmetic_ = here;
        return tally_.of(tours);
    }

    const RankMaps& tables_;
    TurnBuffers& buffers_;
    Executor<Checked<Onward>> turner_;
    Arithmetic arithmetic_;
    Tally tally_;
};

}  // namespace
}  // namespace babieca::sweep
