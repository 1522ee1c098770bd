// The arithmetics of counters, and the four loops in which a sweep spends its time.
//
// No other thread writes the target of a loop, so nothing is atomic. Sources may be narrower than
// targets. Internal linkage: see execution_loops.cpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/frontier/weighting.hpp"
#include "core/sweep/counter_types.hpp"
#include "core/sweep/rank_maps.hpp"

// Gather instructions were measured to be slower than plain loads here.
#if defined(__GNUC__) && !defined(__clang__)
#define BABIECA_SCALAR __attribute__((optimize("no-tree-vectorize")))
#else
#define BABIECA_SCALAR
#endif

namespace babieca::sweep {
namespace {

// Invariant: residues are below the modulus; the modulus is at most half the range of a counter.
template <typename Integer>
struct Modular {
    using Counter = Integer;
    using Sum = Integer;
    Integer modulus;
    Integer add(Integer a, Integer b) const {
        const Integer sum = static_cast<Integer>(a + b);
        // If the sum is below the modulus, the difference wraps around and is larger.
        return std::min<Integer>(sum, static_cast<Integer>(sum - modulus));
    }
};

// Residues whose sources are multiplied by a factor.
struct Weighted : Modular<std::uint64_t> {
    frontier::Factor factor;
    std::uint64_t times(std::uint64_t value) const {
        return frontier::product(value, factor, modulus);
    }
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
};

// Exact if no sum has the highest bit set: the sum of two numbers without this bit cannot wrap.
// Collecting the bits of all sums costs one instruction, proves exactness, and gives the width of
// the largest counter.
template <typename Integer>
struct Checked {
    using Counter = Integer;
    // Counters of six bytes, or another number that is no power of two, have sums of eight.
    using Sum = std::conditional_t<std::has_single_bit(sizeof(Integer)), Integer, std::uint64_t>;
    Sum bits = 0;
    Sum add(Sum a, Sum b) {
        const Sum sum = static_cast<Sum>(a + b);
        bits |= sum;
        return sum;
    }
};

// The bits that occurred in any sum, if the arithmetic collects them; else 0.
template <typename Arithmetic>
std::uint64_t bits_of(const Arithmetic& arithmetic) {
    if constexpr (requires { arithmetic.bits; }) return static_cast<std::uint64_t>(arithmetic.bits);
    return 0;
}

// `set` replaces the counters that an operation reaches, `add` adds to them.
enum class Onto : std::uint8_t { set, add };

template <typename Arithmetic>
struct Kernels {
    using Counter = typename Arithmetic::Counter;
    using Sum = typename Arithmetic::Sum;
    static constexpr bool weighted = std::is_same_v<Arithmetic, Weighted>;
    Arithmetic arithmetic;

    template <Onto onto>
    static Sum onto_target(Arithmetic& here, Sum old, Sum value) {
        if constexpr (weighted) value = here.times(value);
        return onto == Onto::set ? value : here.add(old, value);
    }

    // Each loop works on a copy of the arithmetic, which stays in registers.
    template <Onto onto, typename Source>
    void copy(Counter* __restrict target, const Source* __restrict source, std::size_t count) {
        if constexpr (onto == Onto::set && std::is_same_v<Source, Counter> && !weighted) {
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
        using Fold = void (Kernels::*)(Counter*, const Source*, const Index*, std::size_t);
        static constexpr Fold by_width[] = {
            &Kernels::fold<onto, 2, Source>, &Kernels::fold<onto, 4, Source>,
            &Kernels::fold<onto, 6, Source>, &Kernels::fold<onto, 8, Source>,
            &Kernels::fold<onto, 10, Source>};
        (this->*by_width[width / 2 - 1])(target, source, map, count);
    }
};

}  // namespace
}  // namespace babieca::sweep
