// The arithmetic of counters and the four loops in which all the time goes.
//
// A counter is a residue: modulo 2^32 or 2^64 (the word simply wraps) or modulo a given number
// small enough that two residues add up without overflow. Every loop adds into a target no other
// thread writes, so nothing here is atomic.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/sweep/rank_maps.hpp"
#include "core/sweep/step.hpp"

// Keeps the compiler from using gather instructions where plain loads were measured to be faster.
#if defined(__GNUC__) && !defined(__clang__)
#define BABIECA_SCALAR __attribute__((optimize("no-tree-vectorize")))
#else
#define BABIECA_SCALAR
#endif

namespace babieca::sweep {

template <typename Word>
struct Wrapping {
    using Counter = Word;
    Word add(Word a, Word b) const { return a + b; }
};

// Invariant: residues are below the modulus, the modulus is at most half the range of a word.
template <typename Word>
struct Modular {
    using Counter = Word;
    Word modulus;
    Word add(Word a, Word b) const {
        const Word sum = a + b;
        return std::min<Word>(sum, sum - modulus);  // the smaller one: the other wrapped around
    }
};

template <typename Arithmetic>
struct Kernels {
    using Counter = typename Arithmetic::Counter;
    Arithmetic arithmetic;

    template <Onto onto>
    Counter onto_target(Counter old, Counter value) const {
        return onto == Onto::set ? value : arithmetic.add(old, value);
    }

    template <Onto onto>
    void copy(Counter* __restrict target, const Counter* __restrict source,
              std::size_t count) const {
        for (std::size_t r = 0; r < count; ++r) target[r] = onto_target<onto>(target[r], source[r]);
    }
    template <Onto onto>
    void gather(Counter* __restrict target, const Counter* __restrict source,
                const Index* __restrict map, std::size_t count) const {
        // Four loads, then one vector addition: faster than the gather instruction where we
        // measured.
        std::size_t r = 0;
        for (; r + 4 <= count; r += 4) {
            const Counter values[4] = {source[map[r]], source[map[r + 1]], source[map[r + 2]],
                                       source[map[r + 3]]};
            for (int q = 0; q < 4; ++q) target[r + q] = onto_target<onto>(target[r + q], values[q]);
        }
        for (; r < count; ++r) target[r] = onto_target<onto>(target[r], source[map[r]]);
    }
    template <Onto onto>
    void scatter(Counter* __restrict target, const Counter* __restrict source,
                 const Index* __restrict map, std::size_t count) const {
        for (std::size_t r = 0; r < count; ++r)
            target[map[r]] = onto_target<onto>(target[map[r]], source[r]);
    }
    // Brings `Width` gathered sources to each target; the map lists them target by target.
    template <Onto onto, int Width>
    BABIECA_SCALAR void fold(Counter* __restrict target, const Counter* __restrict source,
                             const Index* __restrict map, std::size_t count) const {
        for (std::size_t r = 0; r < count; ++r, map += Width) {
            Counter even = source[map[0]], odd = source[map[1]];
            for (int m = 2; m < Width; m += 2) {
                even = arithmetic.add(even, source[map[m]]);
                odd = arithmetic.add(odd, source[map[m + 1]]);
            }
            target[r] = onto_target<onto>(target[r], arithmetic.add(even, odd));
        }
    }
    template <Onto onto>
    void fold(Counter* target, const Counter* source, const Index* map, std::size_t count,
              int width) const {
        switch (width) {
            case 2:
                return fold<onto, 2>(target, source, map, count);
            case 4:
                return fold<onto, 4>(target, source, map, count);
            case 6:
                return fold<onto, 6>(target, source, map, count);
            case 8:
                return fold<onto, 8>(target, source, map, count);
            default:
                return fold<onto, 10>(target, source, map, count);
        }
    }
};

}  // namespace babieca::sweep
