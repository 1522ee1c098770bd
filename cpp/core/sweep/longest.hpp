// The longest cycle or path: a tour that may skip vertices.
//
// The sweep of cheapest.hpp with one more choice: a retiring vertex without edges may be skipped,
// at a price of 1. A fragment may close as soon as it is the only one; all vertices without edges
// are then skipped, and one more state stands for all closed cycles until the last layer.
#pragma once

#include <cstdint>

#include "core/control.hpp"
#include "core/sweep/cheapest.hpp"

namespace babieca::sweep {

// The largest order_cost that is swept: 6x7 takes 6 processor seconds.
constexpr double widest_longest = 25;

// The total is the number of skipped vertices. Cycles, or paths with an apex. The given ends of a
// path are not skipped. Requires: no edge but those of the apex is forced. The colours need not
// balance. `memory_bytes`: 0 means no limit. Throws OutOfBudget before the tables outgrow the
// memory limit.
Optimum longest_tour(const frontier::Sweep& sweep, std::uint64_t memory_bytes, Control& control);

}  // namespace babieca::sweep
