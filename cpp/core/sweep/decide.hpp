// Exact existence by the frontier sweep, depth first, and the tour itself.
//
// The states of the sweep and the steps between them form a layered graph; a tour is a way from the
// first layer to the last. A depth-first search that never enters a state twice finds one if there
// is one, and otherwise has proved by exhaustion that there is none. The work is at most the number
// of reachable states: on a board of fixed width, linear in the length.
//
// On a long board a wrong choice at one end may show only at the other, and everything in between
// would be searched before it is undone. Therefore a state like one that has failed, `period` steps
// or a multiple further on, is put off until all others are tried. That changes the order of the
// search, never the answer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/effort.hpp"
#include "core/frontier/sweep.hpp"

namespace babieca::sweep {

struct DecideOptions {
    Vertex first = -1;  // the neighbour of the sweep's start that must come right after it
    // Vertices known not to be ends, at most one pair of which is linked (the inner lines of a
    // board with a side of 4); empty where nothing is known.
    std::span<const Vertex> inner = {};
    std::int64_t period = 0;                 // steps after which the frontier repeats; 0: never
    Limits limits = {};                      // nodes are states
    std::optional<std::uint64_t> seed = {};  // tries the choices in an order of its own
};

struct Decision {
    std::vector<Vertex> squares;  // the tour in order, empty where there is none
    bool complete = true;         // false: stopped at the limit without an answer
    std::int64_t states = 0;      // entered on the way
};

// Throws std::invalid_argument when the frontier is wider than the states can hold.
Decision decide(const frontier::Sweep& sweep, const DecideOptions& options, Control& control);

}  // namespace babieca::sweep
