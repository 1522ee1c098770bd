// A set of numbers below 64 * Limbs, as a row of bits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "core/graphs/graph.hpp"
#include "core/reasons.hpp"

namespace babieca::search {

using Limb = std::uint64_t;

template <int Limbs>
struct BitRow {
    static constexpr int capacity = 64 * Limbs;
    std::array<Limb, Limbs> limb{};

    static BitRow of(int v) {
        BitRow row;
        row.insert(v);
        return row;
    }
    static BitRow below(int bound) {
        BitRow row;
        for (int v = 0; v < bound; ++v) row.insert(v);
        return row;
    }
    Limb& operator[](int at) { return limb[at]; }
    const Limb& operator[](int at) const { return limb[at]; }
    void insert(int v) { limb[v >> 6] |= Limb{1} << (v & 63); }
    void erase(int v) { limb[v >> 6] &= ~(Limb{1} << (v & 63)); }
    bool has(int v) const { return (limb[v >> 6] >> (v & 63)) & 1; }
    bool empty() const {
        Limb any = 0;
        for (int i = 0; i < Limbs; ++i) any |= limb[i];
        return any == 0;
    }
    bool at_most_one() const {
        if constexpr (Limbs == 1) return (limb[0] & (limb[0] - 1)) == 0;
        return count() <= 1;
    }
    int count() const {
        int sum = 0;
        for (int i = 0; i < Limbs; ++i) sum += std::popcount(limb[i]);
        return sum;
    }
    bool meets(const BitRow& other) const { return !(*this & other).empty(); }
    bool within(const BitRow& other) const { return (*this - other).empty(); }
    // Requires: the set is not empty.
    int lowest() const {
        int i = 0;
        while (limb[i] == 0) ++i;
        return 64 * i + std::countr_zero(limb[i]);
    }
    int take_lowest() {
        const int v = lowest();
        limb[v >> 6] &= limb[v >> 6] - 1;
        return v;
    }
    template <typename Visit>
    void for_each(Visit&& visit) const {
        for (int i = 0; i < Limbs; ++i)
            for (Limb rest = limb[i]; rest != 0; rest &= rest - 1)
                visit(64 * i + std::countr_zero(rest));
    }
    Limb hash(Limb seed) const {
        Limb h = seed;
        for (int i = 0; i < Limbs; ++i) {
            h = (h ^ limb[i]) * 0x9E3779B97F4A7C15ULL;
            h ^= h >> 29;
        }
        return h;
    }
    // All numbers plus `by`.
    BitRow up(int by) const {
        BitRow moved;
        for (int at = by / 64; at < Limbs; ++at) {
            moved[at] = limb[at - by / 64] << (by % 64);
            if (by % 64 && at > by / 64) moved[at] |= limb[at - by / 64 - 1] >> (64 - by % 64);
        }
        return moved;
    }
    // All numbers minus `by`, without the negative ones.
    BitRow down(int by) const {
        BitRow moved;
        for (int at = 0; at + by / 64 < Limbs; ++at) {
            moved[at] = limb[at + by / 64] >> (by % 64);
            if (by % 64 && at + by / 64 + 1 < Limbs)
                moved[at] |= limb[at + by / 64 + 1] << (64 - by % 64);
        }
        return moved;
    }

    friend bool operator==(const BitRow&, const BitRow&) = default;
    template <typename Operation>
    BitRow with(const BitRow& other, Operation&& operation) const {
        BitRow result = *this;
        for (int i = 0; i < Limbs; ++i) result.limb[i] = operation(limb[i], other.limb[i]);
        return result;
    }
    BitRow operator&(const BitRow& other) const { return with(other, std::bit_and{}); }
    BitRow operator|(const BitRow& other) const { return with(other, std::bit_or{}); }
    BitRow operator^(const BitRow& other) const { return with(other, std::bit_xor{}); }
    BitRow operator-(const BitRow& other) const {  // set difference
        return with(other, [](Limb mine, Limb taken) { return mine & ~taken; });
    }
    BitRow operator~() const {
        return with(*this, [](Limb mine, Limb) { return ~mine; });
    }
};

// The neighbours of every vertex as a row.
template <int Limbs>
std::vector<BitRow<Limbs>> neighbour_rows(const Graph& graph) {
    std::vector<BitRow<Limbs>> rows(graph.vertex_count());
    for (Vertex v = 0; v < graph.vertex_count(); ++v)
        for (Vertex u : graph.neighbours(v)) rows[v].insert(u);
    return rows;
}

// Calls `make` with the limbs that a row of so many numbers has, as a compile-time constant.
template <typename Make>
auto with_limbs(int numbers, Make&& make) {
    if (numbers <= 64) return make(std::integral_constant<int, 1>());
    if (numbers <= 128) return make(std::integral_constant<int, 2>());
    if (numbers <= 256) return make(std::integral_constant<int, 4>());
    if (numbers <= 1024) return make(std::integral_constant<int, 16>());
    throw Refused({Code::too_many_visited, {{"most", 1024}, {"count", numbers}}});
}

}  // namespace babieca::search
