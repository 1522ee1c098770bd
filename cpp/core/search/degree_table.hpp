// The W table of Bañón, stored upright: plane i holds bit i of every vertex's number.
//
// Lowering the numbers of all neighbours of a square is then a handful of word operations instead
// of a loop over them, undoing it is a copy, and "all squares whose number is 0, 1 or 2" is one
// expression. Dynamic Warnsdorff, which doubled Bañón's time, becomes a few more operations.
#pragma once

#include "core/search/vertex_set.hpp"

namespace babieca::search {

// Invariant: no number ever falls below 0 or reaches 2^Planes.
template <typename Set, int Planes>
struct DegreeTable {
    static constexpr int largest = (1 << Planes) - 1;

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

    // Those of `among` whose number is 0, 1, 2.
    Set zeros(const Set& among) const { return among - (plane[0] | two_or_more()); }
    Set ones(const Set& among) const { return (among & plane[0]) - two_or_more(); }
    Set twos(const Set& among) const {
        Set other = plane[0];
        for (int i = 2; i < Planes; ++i) other = other | plane[i];
        return (among & plane[1]) - other;
    }
    // The first of those of `among` whose number is smallest; `among` must not be empty.
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
