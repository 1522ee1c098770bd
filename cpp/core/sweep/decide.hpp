// Decides by a depth-first frontier sweep whether a tour exists, and finds one.
//
// The states of the sweep and the steps between them form a layered graph; a tour is a path from
// the first layer to the last. A depth-first search that enters no state twice finds such a path or
// proves that there is none. The work is at most the number of reachable states: linear in the
// length of a board of fixed width.
//
// On a long board a wrong choice at one end may fail only at the other end, and the search would
// try all states in between first. Therefore a state that equals a failed state, a multiple of
// `period` steps further on, is deferred until all other states are tried. This changes the
// sequence of states, never the answer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/effort.hpp"
#include "core/frontier/problem.hpp"

namespace babieca::sweep {

struct DecideOptions {
    // Vertices that are not ends and have at most one link among themselves (the inner lines of a
    // board with a side of 4); empty: not known.
    std::span<const Vertex> inner = {};
    std::int64_t period = 0;                 // steps after which the frontier repeats; 0: never
    Limits limits = {};                      // nodes are states
    std::optional<std::uint64_t> seed = {};  // shuffles the choices
};

struct Decision {
    std::vector<Vertex> squares;  // the tour; empty: none found
    bool complete = true;         // false: a limit was reached before an answer
    std::int64_t states = 0;      // entered
};

// Lists a cycle of the sweep's graph as a tour, without the apex, from its start.
std::vector<Vertex> tour_of(const frontier::Sweep& sweep, const Neighbours& neighbours);

// Throws std::invalid_argument if the frontier has more than 24 slots, or there are 2^24 steps.
Decision decide(const frontier::Sweep& sweep, const DecideOptions& options, Control& control);

}  // namespace babieca::sweep
