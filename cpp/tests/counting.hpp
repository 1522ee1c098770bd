// Sweeps with their plans, and ways to stop them, for the tests of counting.
#pragma once

#include <utility>

#include "core/frontier/sweep.hpp"
#include "core/sweep/blocks.hpp"
#include "tests/check.hpp"
#include "tests/oracle.hpp"

inline babieca::Control tireless;  // never stops

struct StopAfter : babieca::Control {
    int left;
    explicit StopAfter(int polls) : left(polls) {}
    bool keep_going(const babieca::Progress&) override { return left-- > 0; }
};

struct Counted {
    babieca::frontier::Sweep sweep;
    babieca::sweep::Plan plan;

    explicit Counted(babieca::frontier::Sweep asked)
        : sweep(std::move(asked)), plan(babieca::sweep::make_plan(sweep, tireless)) {}
    babieca::sweep::BlockResult blocks(const babieca::sweep::BlockOptions& options,
                                       babieca::Control& control = tireless) const {
        return babieca::sweep::count_blocks(sweep, plan, options, control);
    }
};

inline Counted board(int rows, int columns, bool paths = false) {
    const auto owned = oracle::knight_board(rows, columns);
    return Counted({owned.view(), oracle::knight_order(rows, columns), paths});
}

// The residue that counters of so many bits give; without a modulus they wrap.
inline std::uint64_t residue(std::uint64_t number, int bits, std::uint64_t modulus) {
    return modulus ? number % modulus : number & ~std::uint64_t{0} >> (64 - bits);
}
