// A set of numbers below 64 * words, as a row of bits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace babieca::search {

using Word = std::uint64_t;

template <int words>
struct BitRow {
    std::array<Word, words> word{};

    Word& operator[](int at) { return word[at]; }
    const Word& operator[](int at) const { return word[at]; }

    friend BitRow operator|(BitRow one, const BitRow& other) {
        for (int at = 0; at < words; ++at) one[at] |= other[at];
        return one;
    }
    friend BitRow operator&(BitRow one, const BitRow& other) {
        for (int at = 0; at < words; ++at) one[at] &= other[at];
        return one;
    }
    friend bool operator==(const BitRow& one, const BitRow& other) {
        return one.word == other.word;
    }
    friend BitRow operator~(BitRow row) {
        for (Word& each : row.word) each = ~each;
        return row;
    }
    friend void insert(BitRow& row, int bit) { row[bit / 64] |= Word{1} << (bit % 64); }
    friend void erase(BitRow& row, int bit) { row[bit / 64] &= ~(Word{1} << (bit % 64)); }
    friend bool has(const BitRow& row, int bit) { return row[bit / 64] >> (bit % 64) & 1; }
    friend int size(const BitRow& row) {
        int bits = 0;
        for (const Word each : row.word) bits += std::popcount(each);
        return bits;
    }
    friend bool any(const BitRow& row) {
        Word bits = 0;
        for (const Word each : row.word) bits |= each;
        return bits != 0;
    }
    friend bool meet(const BitRow& one, const BitRow& other) { return any(one & other); }
    friend bool within(const BitRow& one, const BitRow& other) { return !meet(one, ~other); }
    // The least number; the row is not empty.
    friend int first(const BitRow& row) {
        int at = 0;
        while (!row[at]) ++at;
        return 64 * at + std::countr_zero(row[at]);
    }
    template <typename Call>
    friend void each(const BitRow& row, Call&& call) {
        for (int at = 0; at < words; ++at)
            for (Word left = row[at]; left; left &= left - 1)
                call(64 * at + std::countr_zero(left));
    }
    // All numbers plus `by`.
    friend BitRow up(const BitRow& row, int by) {
        BitRow moved;
        for (int at = by / 64; at < words; ++at) {
            moved[at] = row[at - by / 64] << (by % 64);
            if (by % 64 && at > by / 64) moved[at] |= row[at - by / 64 - 1] >> (64 - by % 64);
        }
        return moved;
    }
    // All numbers minus `by`, without the negative ones.
    friend BitRow down(const BitRow& row, int by) {
        BitRow moved;
        for (int at = 0; at + by / 64 < words; ++at) {
            moved[at] = row[at + by / 64] >> (by % 64);
            if (by % 64 && at + by / 64 + 1 < words)
                moved[at] |= row[at + by / 64 + 1] << (64 - by % 64);
        }
        return moved;
    }
};

}  // namespace babieca::search
