// The limits and the answer of a search that may give up.
//
// Three answers are possible: a tour was found; the search was exhausted, which proves that there
// is none; a limit was reached, which proves nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/graphs/graph.hpp"

namespace babieca {

struct Limits {
    std::int64_t nodes = 0;  // 0: no limit
    double seconds = 0;      // 0: no limit
};

enum class Outcome { found, impossible, limits_reached };

struct Answer {
    Outcome outcome = Outcome::limits_reached;
    std::vector<Vertex> squares;  // the tour, or empty
    std::int64_t restarts = 0;    // after the first attempt
    std::int64_t backtracks = 0;  // squares taken back
    std::int64_t rotations = 0;   // reversals of a path's tail
    std::int64_t nodes = 0;       // squares entered in all attempts
};

// Checks limits, clock and control cheaply enough to be called at every step.
class Watch {
  public:
    Watch(Control& control, const Limits& limits)
        : control_(control), limits_(limits), began_(std::chrono::steady_clock::now()) {}

    // Returns true once a limit is reached. `cost` is the work since the last call in units of
    // about ten nanoseconds. Throws Interrupted.
    bool spent(std::int64_t nodes, std::int64_t cost = 1) {
        if (limits_.nodes > 0 && nodes >= limits_.nodes) return true;
        if ((credit_ -= cost) > 0) return spent_;
        credit_ = 1 << 20;
        control_.check({nodes, limits_.nodes});
        std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began_;
        spent_ = limits_.seconds > 0 && passed.count() >= limits_.seconds;
        return spent_;
    }

  private:
    Control& control_;
    Limits limits_;
    std::chrono::steady_clock::time_point began_;
    std::int64_t credit_ = 1 << 20;
    bool spent_ = false;
};

// SplitMix64 (Steele, Lea and Flood 2014): the same seed gives the same tour on every machine.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    std::uint64_t roll() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    // Uniform below `bound` up to a bias of bound / 2^32.
    int below(int bound) {
        return static_cast<int>(((roll() >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
    }

  private:
    std::uint64_t state_;
};

}  // namespace babieca
