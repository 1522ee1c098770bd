// Operations on matchings of k pairs, decomposed by the mate of the first end.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/frontier/matchings.hpp"

namespace babieca::sweep {

using frontier::matching_count;

// Positions count ends in slot order. `pairs` is the larger number of pairs of the two sides.
//   copy      the ranks stay as they are                             (pairs -> pairs)
//   move      the end at source position i is at target position j   (pairs -> pairs)
//   insert    a new pair sits at target positions i < j              (pairs - 1 -> pairs)
//   extract   the pair at source positions i < j goes; matchings in
//             which these two are not a pair are ignored             (pairs -> pairs - 1)
//   contract  the ends at source positions i < j go and their mates
//             become mates; pairs (i, j) are ignored                 (pairs -> pairs - 1)
enum class Operation : std::uint8_t { copy, move, insert, extract, contract };

// One operation between a part of the source and a part of the target.
struct Part {
    Operation operation;
    int pairs;
    int i, j;
    std::uint64_t source, target;  // where the parts begin
};

// The position of a point once point 0 and its mate are gone.
constexpr int without(int point, int mate) {
    return point - 1 - (mate < point);
}
// The position of a point once the points i < j are gone.
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
    const auto place = [&](Operation part, int a, int b, std::uint64_t small, std::uint64_t large) {
        const bool inserting = operation == Operation::insert;
        visit(Part{part, pairs - 1, a, b, inserting ? small : large, inserting ? large : small});
    };
    if (i == 0) return place(Operation::copy, 0, 0, 0, (j - 1) * matching_count[pairs - 1]);
    for (int mate = 1; mate < 2 * pairs; ++mate)
        if (mate != i && mate != j)
            place(operation, without(i, mate), without(j, mate),
                  (closing_up(mate, i, j) - 1) * matching_count[pairs - 2],
                  (mate - 1) * matching_count[pairs - 1]);
}

// Contracting the first end and j joins their mates: the end j moves to the mate's position.
// Contracting an end whose mate is the first end joins the first end to the other one's mate.
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

}  // namespace babieca::sweep
