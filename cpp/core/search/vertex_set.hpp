// A set of vertices as 64-bit words, and a table that holds a small number for every vertex.
#pragma once

#include <bit>
#include <cstdint>

namespace babieca::search {

template <int Words>
struct VertexSet {
    static constexpr int capacity = 64 * Words;

    std::uint64_t word[Words] = {};

    static VertexSet of(int v) {
        VertexSet set;
        set.insert(v);
        return set;
    }

    void insert(int v) { word[v >> 6] |= std::uint64_t{1} << (v & 63); }
    void erase(int v) { word[v >> 6] &= ~(std::uint64_t{1} << (v & 63)); }
    bool has(int v) const { return (word[v >> 6] >> (v & 63)) & 1; }

    bool empty() const {
        std::uint64_t any = 0;
        for (int i = 0; i < Words; ++i) any |= word[i];
        return any == 0;
    }
    bool at_most_one() const {
        if constexpr (Words == 1) return (word[0] & (word[0] - 1)) == 0;
        return count() <= 1;
    }
    int count() const {
        int sum = 0;
        for (int i = 0; i < Words; ++i) sum += std::popcount(word[i]);
        return sum;
    }
    // Requires: the set is not empty.
    int lowest() const {
        int i = 0;
        while (word[i] == 0) ++i;
        return 64 * i + std::countr_zero(word[i]);
    }
    int take_lowest() {
        const int v = lowest();
        word[v >> 6] &= word[v >> 6] - 1;
        return v;
    }

    template <typename Visit>
    void for_each(Visit&& visit) const {
        for (int i = 0; i < Words; ++i) {
            for (std::uint64_t rest = word[i]; rest != 0; rest &= rest - 1) {
                visit(64 * i + std::countr_zero(rest));
            }
        }
    }

    std::uint64_t hash(std::uint64_t seed) const {
        std::uint64_t h = seed;
        for (int i = 0; i < Words; ++i) {
            h = (h ^ word[i]) * 0x9E3779B97F4A7C15ULL;
            h ^= h >> 29;
        }
        return h;
    }

    friend bool operator==(const VertexSet&, const VertexSet&) = default;
    friend VertexSet operator&(VertexSet a, const VertexSet& b) {
        for (int i = 0; i < Words; ++i) a.word[i] &= b.word[i];
        return a;
    }
    friend VertexSet operator|(VertexSet a, const VertexSet& b) {
        for (int i = 0; i < Words; ++i) a.word[i] |= b.word[i];
        return a;
    }
    friend VertexSet operator^(VertexSet a, const VertexSet& b) {
        for (int i = 0; i < Words; ++i) a.word[i] ^= b.word[i];
        return a;
    }
    // Set difference.
    friend VertexSet operator-(VertexSet a, const VertexSet& b) {
        for (int i = 0; i < Words; ++i) a.word[i] &= ~b.word[i];
        return a;
    }
};

// The W table of Bañón in bit planes: bit v of plane[i] is bit i of the number of vertex v. So
// lowering the numbers of all neighbours of a square takes a few word operations, undoing it is a
// copy, and the set of all squares with the number 0, 1 or 2 is one expression.
//
// Invariant: 0 <= every number < 2^Planes.
template <typename Set, int Planes>
struct DegreeTable {
    Set plane[Planes];

    void raise(Set carry) {
        for (int i = 0; i < Planes; ++i) {
            const Set before = plane[i];
            plane[i] = before ^ carry;
            carry = carry & before;
        }
    }
    void lower(Set borrow) {
        for (int i = 0; i < Planes; ++i) {
            const Set before = plane[i];
            plane[i] = before ^ borrow;
            borrow = borrow - before;
        }
    }

    // The vertices of `among` whose number is 0, 1 or 2.
    Set zeros(const Set& among) const { return among - (plane[0] | two_or_more()); }
    Set ones(const Set& among) const { return (among & plane[0]) - two_or_more(); }
    Set twos(const Set& among) const {
        Set other = plane[0];
        for (int i = 2; i < Planes; ++i) other = other | plane[i];
        return (among & plane[1]) - other;
    }
    // The lowest vertex of `among` with the smallest number. Requires: `among` is not empty.
    int smallest(Set among) const {
        for (int i = Planes - 1; i >= 0; --i) {
            const Set lower_half = among - plane[i];
            if (!lower_half.empty()) among = lower_half;
        }
        return among.lowest();
    }

  private:
    Set two_or_more() const {
        Set any = plane[1];
        for (int i = 2; i < Planes; ++i) any = any | plane[i];
        return any;
    }
};

}  // namespace babieca::search
