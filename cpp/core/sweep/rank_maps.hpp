// The effect of moving, contracting and inserting ends on the ranks of matchings.
//
// It depends only on the number of pairs and on the positions of the ends, so one set of tables
// serves all blocks of all boards. In the ranking of frontier/matchings.hpp, matchings with the
// same first pair are contiguous, and an operation on k pairs is made of operations on k - 1 pairs
// between such parts (decompose.hpp). Tables exist up to `table_pairs` pairs: their indices have 16
// bits, and they stay in the cache. Operations on more pairs are decomposed first.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/sweep/decompose.hpp"

namespace babieca::sweep {

using Index = std::uint16_t;  // a matching rank within a table

constexpr int table_pairs = 6;

// Invariant: after grow(k) the maps of all operations on at most min(k, table_pairs) pairs exist
// and never move again, so they may be read from many threads.
class RankMaps {
  public:
    void grow(int pairs);

    const Index* move(int pairs, int i, int j) const { return at(moves_, pairs, i, j); }
    const Index* insert(int pairs, int i, int j) const { return at(inserts_, pairs, i, j); }
    const Index* contract(int pairs, int i, int j) const { return at(contracts_, pairs, i, j); }

    // The rank of the matching with all ends in reverse order.
    const Index* reverse(int pairs) const { return reverses_[pairs].data(); }

    // Calls visit(target, source) for every pair of ranks that an operation connects. The maps of
    // its parts must exist: they have fewer pairs, or are insertions, which are built before moves.
    template <typename Visit>
    void for_each_rank(const Part& part, Visit&& visit) const;

    // How many sources meet in one target when `pairs` pairs are contracted.
    static int contract_width(int pairs) { return 2 * (pairs - 1); }

  private:
    // Per number of pairs: one map after another, the map of (i, j) being number i * 2k + j.
    struct Family {
        std::vector<Index> maps;
        std::vector<std::size_t> begin;
    };
    using Families = std::array<Family, table_pairs + 1>;

    static const Index* at(const Families& families, int pairs, int i, int j) {
        const Family& family = families[pairs];
        return family.maps.data() + family.begin[i * 2 * pairs + j];
    }
    void build(int pairs);

    int built_ = 0;
    Families moves_, inserts_, contracts_;
    std::array<std::vector<Index>, table_pairs + 1> reverses_;
};

template <typename Visit>
void RankMaps::for_each_rank(const Part& part, Visit&& visit) const {
    decompose(part.operation, part.pairs, part.i, part.j, [&](const Part& piece) {
        const std::uint64_t source = part.source + piece.source;
        const std::uint64_t target = part.target + piece.target;
        const std::size_t whole = matching_count[piece.pairs];
        if (piece.operation == Operation::copy ||
            (piece.operation == Operation::move && piece.i == piece.j)) {
            for (std::size_t r = 0; r < whole; ++r) visit(target + r, source + r);
            return;
        }
        const std::size_t small = matching_count[piece.pairs - 1];
        if (piece.operation == Operation::move) {
            const Index* map = move(piece.pairs, piece.i, piece.j);
            for (std::size_t r = 0; r < whole; ++r) visit(target + r, source + map[r]);
        } else if (piece.operation == Operation::contract) {
            const Index* map = contract(piece.pairs, piece.i, piece.j);
            const int width = contract_width(piece.pairs);
            for (std::size_t r = 0; r < small; ++r)
                for (int m = 0; m < width; ++m) visit(target + r, source + *map++);
        } else {
            const Index* map = insert(piece.pairs, piece.i, piece.j);
            const bool inserting = piece.operation == Operation::insert;
            for (std::size_t r = 0; r < small; ++r)
                visit(target + (inserting ? map[r] : r), source + (inserting ? r : map[r]));
        }
    });
}

}  // namespace babieca::sweep
