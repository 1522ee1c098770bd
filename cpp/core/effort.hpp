// The limits, the answer, the events and the random numbers of a search that may give up.
//
// Three answers are possible: a tour was found; the search was exhausted, which proves that there
// is no tour; a limit was reached, which proves nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
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

    template <typename List>
    void shuffle(List&& list) {
        for (int i = static_cast<int>(std::size(list)) - 1; i > 0; --i)
            std::swap(list[i], list[below(i + 1)]);
    }

  private:
    std::uint64_t state_;
};

// The best of some items by a key, ties at random; -1 if there is none.
struct Best {
    int item = -1;
    int key = 0, ties = 0;

    void offer(int other, int its_key, Dice& dice) {
        if (item < 0 || its_key < key)
            item = other, key = its_key, ties = 1;
        else if (its_key == key && dice.below(++ties) == 0)
            item = other;
    }
};

enum class Happening : std::int32_t {
    start,      // a walk begins with `squares`; `detail` is the square reserved for the end
    move,       // a square is entered, chosen from `squares`
    forced,     // the only possible square is entered
    dead_end,   // no square is free, or the last square is not a permitted end
    island,     // `squares` can never be entered
    dangling,   // `squares` must all be last, which is impossible
    divided,    // `squares` are cut off
    known,      // an equivalent walk was counted before; `detail` tours
    backtrack,  // the last square is taken back
    found,      // a tour; the walk is complete
    joined,     // two squares are neighbours in every tour from here
    ride,       // the walk continues along squares that were joined before
};

// The walkers of core/search are compiled twice: with `Silent`, which costs nothing, and with
// `EventLog`, which records the events.
struct Silent {
    static constexpr bool tracing = false;
};

// Invariant: `records_` holds whole records, each {happening, square, depth, detail, number of
// squares, squares …}; depth is the number of squares of the walk after it happened.
class EventLog {
  public:
    static constexpr bool tracing = true;

    // Records `most` events after the first `skipped` events. A search that cannot be resumed runs
    // again and skips the known events.
    explicit EventLog(std::int64_t skipped = 0, std::int64_t most = INT64_MAX)
        : skipped_(skipped), most_(most) {}

    void say(Happening what, Vertex square, std::size_t depth, std::span<const Vertex> squares = {},
             std::int32_t detail = -1) {
        if (said_++ < skipped_ || full()) return;
        ++recorded_;
        records_.insert(records_.end(),
                        {static_cast<std::int32_t>(what), square, static_cast<std::int32_t>(depth),
                         detail, static_cast<std::int32_t>(squares.size())});
        records_.insert(records_.end(), squares.begin(), squares.end());
    }

    bool full() const { return recorded_ >= most_; }
    std::int64_t recorded() const { return recorded_; }

    // Returns the records since the last call.
    std::vector<std::int32_t> take() {
        recorded_ = 0;
        return std::exchange(records_, {});
    }

  private:
    std::int64_t skipped_;
    std::int64_t most_;
    std::int64_t said_ = 0;
    std::int64_t recorded_ = 0;
    std::vector<std::int32_t> records_;
};

}  // namespace babieca
