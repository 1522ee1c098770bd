// The effect of moving, contracting and inserting ends on the ranks of matchings.
//
// It depends only on the number of pairs and on the positions of the ends, so one set of tables
// serves all blocks of all boards. In the ranking of frontier/state.hpp, matchings with the
// same first pair are contiguous, and an operation on k pairs is made of operations on k - 1 pairs
// between such parts: it is decomposed by the mate of the first end. Tables exist up to
// `table_pairs` pairs: their indices have 16 bits, and they stay in the cache. Operations on more
// pairs are decomposed first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/frontier/state.hpp"

namespace babieca::sweep {

using frontier::matching_count;

// Positions count ends by slot. `pairs` is the larger number of pairs of source and target.
//   copy      the ranks stay as they are                             (pairs -> pairs)
//   move      the end at source position i is at target position j   (pairs -> pairs)
//   insert    a new pair sits at target positions i < j              (pairs - 1 -> pairs)
//   extract   the pair at source positions i < j is removed;
//             matchings without this pair are ignored                (pairs -> pairs - 1)
//   contract  the ends at source positions i < j are removed and
//             their mates become mates; pairs (i, j) are ignored     (pairs -> pairs - 1)
enum class Operation : std::uint8_t { copy, move, insert, extract, contract };

// One operation between a part of the source and a part of the target.
struct Part {
    Operation operation;
    int pairs;
    int i, j;
    std::uint64_t source, target;  // where the parts begin
};

// The position of a point after point 0 and its mate are removed.
constexpr int without(int point, int mate) {
    return point - 1 - (mate < point);
}
// The position of a point after the points i < j are removed.
constexpr int closing_up(int point, int i, int j) {
    return point - (point > i) - (point > j);
}

// If the first end neither moves nor is displaced, the first pair stays first. If the first end
// moves away, its pair is inserted elsewhere. If an end becomes the first, its pair is extracted.
template <typename Visit>
void decompose_move(int pairs, int i, int j, Visit&& visit) {
    const std::uint64_t size = matching_count[pairs - 1];
    for (int mate = 0; mate < 2 * pairs; ++mate) {
        const int left = mate - (mate > i);
        const int image = mate == i ? j : left + (left >= j);
        const std::uint64_t source = (mate - 1) * size, target = (image - 1) * size;
        const auto [low, high] = i == 0 ? std::minmax(j, image) : std::minmax(i, mate);
        if (i == 0 && mate > 0)
            visit(Part{Operation::insert, pairs, low, high, source, 0});
        else if (j == 0 && image > 0)
            visit(Part{Operation::extract, pairs, low, high, 0, target});
        else if (i > 0 && j > 0 && mate == i)
            visit(Part{Operation::copy, pairs - 1, 0, 0, source, target});
        else if (i > 0 && j > 0 && mate > 0)
            visit(Part{Operation::move, pairs - 1, without(i, mate), without(j, image), source,
                       target});
    }
}

// Extracting is inserting backwards.
template <typename Visit>
void decompose_pair(Operation operation, int pairs, int i, int j, Visit&& visit) {
    const auto add = [&](Operation part, int a, int b, std::uint64_t small, std::uint64_t large) {
        const bool inserting = operation == Operation::insert;
        visit(Part{part, pairs - 1, a, b, inserting ? small : large, inserting ? large : small});
    };
    if (i == 0) return add(Operation::copy, 0, 0, 0, (j - 1) * matching_count[pairs - 1]);
    for (int mate = 1; mate < 2 * pairs; ++mate)
        if (mate != i && mate != j)
            add(operation, without(i, mate), without(j, mate),
                (closing_up(mate, i, j) - 1) * matching_count[pairs - 2],
                (mate - 1) * matching_count[pairs - 1]);
}

// Contracting the first end and j joins their mates: the end j moves to the mate's position.
// Contracting an end whose mate is the first end joins the first end to the other end's mate.
template <typename Visit>
void decompose_contract(int pairs, int i, int j, Visit&& visit) {
    for (int mate = 1; mate < 2 * pairs; ++mate) {
        const std::uint64_t source = (mate - 1) * matching_count[pairs - 1];
        if (i == 0 && mate != j)
            visit(Part{Operation::move, pairs - 1, without(j, mate), without(mate, j), source, 0});
        else if (i > 0 && (mate == i || mate == j))
            visit(Part{Operation::move, pairs - 1, without(mate == i ? j : i, mate), 0, source, 0});
        else if (i > 0 && pairs > 2)
            visit(Part{Operation::contract, pairs - 1, without(i, mate), without(j, mate), source,
                       (closing_up(mate, i, j) - 1) * matching_count[pairs - 2]});
    }
}

// Calls visit(Part) for the parts of an operation. They have fewer pairs, except for a move of the
// first end, which becomes insertions or extractions of the same size.
template <typename Visit>
void decompose(Operation operation, int pairs, int i, int j, Visit&& visit) {
    if (operation == Operation::copy || (operation == Operation::move && i == j))
        visit(Part{Operation::copy, pairs, 0, 0, 0, 0});
    else if (operation == Operation::move)
        decompose_move(pairs, i, j, visit);
    else if (operation == Operation::contract)
        decompose_contract(pairs, i, j, visit);
    else
        decompose_pair(operation, pairs, i, j, visit);
}

using Index = std::uint16_t;  // a matching rank within a table

constexpr int table_pairs = 6;

// By rank: the rank of the matching with its ends in reverse order, except that the `count` ends
// from position `first` on keep their order.
std::vector<Index> reflected_ranks(int pairs, int first = 0, int count = 0);

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

    // Calls visit(target, source) for every pair of ranks that an operation connects. Requires: the
    // maps of its parts exist. These have fewer pairs, or are insertions, which are built first.
    template <typename Visit>
    void for_each_rank(const Part& part, Visit&& visit) const;

    // The number of sources that a contraction of `pairs` pairs adds to one target.
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
