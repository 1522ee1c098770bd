// The arithmetics of counters, and the four loops in which a sweep spends its time.
//
// A counter is exact, wraps at its width, or is a residue modulo a number small enough that two
// residues add up without overflow. No other thread writes the target of a loop, so nothing is
// atomic. Sources may be narrower than targets. Internal linkage: see execution_loops.cpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/sweep/rank_maps.hpp"
#include "core/sweep/step.hpp"
#include "core/sweep/words.hpp"

// Gather instructions were measured to be slower than plain loads here.
#if defined(__GNUC__) && !defined(__clang__)
#define BABIECA_SCALAR __attribute__((optimize("no-tree-vectorize")))
#else
#define BABIECA_SCALAR
#endif

namespace babieca::sweep {
namespace {

template <typename Word>
struct Wrapping {
    using Counter = Word;
    using Sum = Word;
    Word add(Word a, Word b) const { return static_cast<Word>(a + b); }
    Word seen() const { return 0; }
};

// Invariant: residues are below the modulus, the modulus is at most half the range of a word.
template <typename Word>
struct Modular {
    using Counter = Word;
    using Sum = Word;
    Word modulus;
    Word add(Word a, Word b) const {
        const Word sum = static_cast<Word>(a + b);
        // The larger one wrapped around.
        return std::min<Word>(sum, static_cast<Word>(sum - modulus));
    }
    Word seen() const { return 0; }
};

// Two moduli at once; with modulus 0 a residue wraps.
struct TwinModular {
    using Counter = Twins;
    using Sum = Twins;
    Twins::Lanes moduli;
    Twins add(Twins a, Twins b) const {
        const Twins::Lanes sum = a.lanes() + b.lanes(), less = sum - moduli;
        return Twins(sum < less ? sum : less);
    }
    std::uint64_t seen() const { return 0; }
};

// Exact as long as no sum has the highest bit set: the sum of two numbers without it cannot wrap.
// Collecting the bits of all sums costs one instruction, proves this, and tells the largest
// counter.
template <typename Word>
struct Checked {
    using Counter = Word;
    using Sum = typename SumOf<Word>::Type;
    Sum bits = 0;
    Sum add(Sum a, Sum b) {
        const Sum sum = static_cast<Sum>(a + b);
        bits |= sum;
        return sum;
    }
    Sum seen() const { return bits; }
};

// Floating point: each sum is off by at most half a unit in the last place; nothing is negative.
template <typename Float>
struct Rounded {
    using Counter = Float;
    using Sum = Float;
    Float add(Float a, Float b) const { return a + b; }
    std::uint64_t seen() const { return 0; }
};

// `set` replaces the counters that an operation reaches, `add` adds to them.
enum class Onto : std::uint8_t { set, add };

template <typename Arithmetic>
struct Kernels {
    using Counter = typename Arithmetic::Counter;
    using Sum = typename Arithmetic::Sum;
    Arithmetic arithmetic;

    template <Onto onto>
    static Sum onto_target(Arithmetic& here, Sum old, Sum value) {
        return onto == Onto::set ? value : here.add(old, value);
    }

    // Each loop works on a copy of the arithmetic, which the compiler keeps in registers.
    template <Onto onto, typename Source>
    void copy(Counter* __restrict target, const Source* __restrict source, std::size_t count) {
        if constexpr (onto == Onto::set && std::is_same_v<Source, Counter>) {
            std::memcpy(target, source, count * sizeof(Counter));
            return;
        }
        Arithmetic here = arithmetic;
        for (std::size_t r = 0; r < count; ++r)
            target[r] = onto_target<onto>(here, target[r], source[r]);
        arithmetic = here;
    }
    template <Onto onto, typename Source>
    void gather(Counter* __restrict target, const Source* __restrict source,
                const Index* __restrict map, std::size_t count) {
        // Four loads, then one vector addition: measured to be faster than a gather instruction.
        Arithmetic here = arithmetic;
        std::size_t r = 0;
        for (; r + 4 <= count; r += 4) {
            const Sum values[4] = {source[map[r]], source[map[r + 1]], source[map[r + 2]],
                                   source[map[r + 3]]};
            for (int q = 0; q < 4; ++q)
                target[r + q] = onto_target<onto>(here, target[r + q], values[q]);
        }
        for (; r < count; ++r) target[r] = onto_target<onto>(here, target[r], source[map[r]]);
        arithmetic = here;
    }
    template <Onto onto, typename Source>
    void scatter(Counter* __restrict target, const Source* __restrict source,
                 const Index* __restrict map, std::size_t count) {
        Arithmetic here = arithmetic;
        for (std::size_t r = 0; r < count; ++r)
            target[map[r]] = onto_target<onto>(here, target[map[r]], source[r]);
        arithmetic = here;
    }
    // Brings `Width` gathered sources to each target; the map lists them target by target.
    template <Onto onto, int Width, typename Source>
    BABIECA_SCALAR void fold(Counter* __restrict target, const Source* __restrict source,
                             const Index* __restrict map, std::size_t count) {
        Arithmetic here = arithmetic;
        for (std::size_t r = 0; r < count; ++r, map += Width) {
            Sum even = source[map[0]], odd = source[map[1]];
            for (int m = 2; m < Width; m += 2) {
                even = here.add(even, source[map[m]]);
                odd = here.add(odd, source[map[m + 1]]);
            }
            target[r] = onto_target<onto>(here, target[r], here.add(even, odd));
        }
        arithmetic = here;
    }
    template <Onto onto, typename Source>
    void fold(Counter* target, const Source* source, const Index* map, std::size_t count,
              int width) {
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

}  // namespace
}  // namespace babieca::sweep
