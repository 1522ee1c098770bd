// The arithmetic of counters and the four loops in which all the time goes.
//
// A counter is a residue: modulo 2^32 or 2^64 (the word simply wraps) or modulo a given number
// small enough that two residues add up without overflow. Every loop adds into a target no other
// thread writes, so nothing here is atomic.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace babieca::counting {

using Index = std::uint16_t;  // a matching rank within a table

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

    void add(Counter* target, const Counter* source, std::size_t count) const {
        for (std::size_t r = 0; r < count; ++r) target[r] = arithmetic.add(target[r], source[r]);
    }
    void gather(Counter* target, const Counter* source, const Index* map, std::size_t count) const {
        for (std::size_t r = 0; r < count; ++r)
            target[r] = arithmetic.add(target[r], source[map[r]]);
    }
    void scatter(Counter* target, const Counter* source, const Index* map,
                 std::size_t count) const {
        for (std::size_t r = 0; r < count; ++r)
            target[map[r]] = arithmetic.add(target[map[r]], source[r]);
    }
    // Adds `Width` gathered sources to each target; the map lists them target by target.
    template <int Width>
    void fold(Counter* target, const Counter* source, const Index* map, std::size_t count) const {
        for (std::size_t r = 0; r < count; ++r, map += Width) {
            Counter sum = target[r];
            for (int m = 0; m < Width; ++m) sum = arithmetic.add(sum, source[map[m]]);
            target[r] = sum;
        }
    }
    void fold(Counter* target, const Counter* source, const Index* map, std::size_t count,
              int width) const {
        switch (width) {
            case 2:
                return fold<2>(target, source, map, count);
            case 4:
                return fold<4>(target, source, map, count);
            case 6:
                return fold<6>(target, source, map, count);
            case 8:
                return fold<8>(target, source, map, count);
            default:
                return fold<10>(target, source, map, count);
        }
    }
};

}  // namespace babieca::counting
