// A set of vertices as one machine word, or as several when the graph has more than 64 vertices.
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
    // The set must not be empty.
    int lowest() const {
        int i = 0;
        while (word[i] == 0) ++i;
        return 64 * i + std::countr_zero(word[i]);
    }
    int take_lowest() {
        int i = 0;
        while (word[i] == 0) ++i;
        const int v = 64 * i + std::countr_zero(word[i]);
        word[i] &= word[i] - 1;
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

}  // namespace babieca::search
