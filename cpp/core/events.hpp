// What a search did, step by step, for those who want to watch it.
//
// A search is compiled twice: with `Silent`, whose every question is answered at compile time, so
// that the loops pay nothing, and with `EventLog`, which writes down what it is told.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca {

enum class Happening : std::int32_t {
    start,      // a walk begins: `squares` are its first ones, `detail` the one kept for the end
    move,       // a square is entered; `squares` are those it was chosen from
    forced,     // the same, where there was no choice
    dead_end,   // no square is left to go to, or the last one is not a permitted end
    island,     // `squares` can never be entered
    dangling,   // `squares` would have to be last, and cannot all be
    divided,    // `squares` are cut off
    known,      // an equivalent walk was counted before; `detail` tours
    backtrack,  // the last square is given up
    found,      // a tour; the walk is complete
    joined,     // two squares must stand beside each other in every tour from here
    ride,       // the knight goes on along squares that were joined before
};

struct Silent {
    static constexpr bool listens = false;
    bool full() const { return false; }
};

// Invariant: `records_` holds whole records, each {happening, square, depth, detail, number of
// squares, squares …}; depth is the number of squares of the walk after it happened.
class EventLog {
  public:
    static constexpr bool listens = true;

    // Keeps `most` events after the first `skipped` ones: a search that cannot be halted and
    // resumed is run again, and says everything again.
    explicit EventLog(std::int64_t skipped = 0, std::int64_t most = INT64_MAX)
        : skipped_(skipped), most_(most) {}

    void say(Happening what, Vertex square, std::size_t depth, std::span<const Vertex> squares = {},
             std::int32_t detail = -1) {
        if (said_++ < skipped_ || full()) return;
        ++kept_;
        records_.insert(records_.end(),
                        {static_cast<std::int32_t>(what), square, static_cast<std::int32_t>(depth),
                         detail, static_cast<std::int32_t>(squares.size())});
        records_.insert(records_.end(), squares.begin(), squares.end());
    }

    bool full() const { return kept_ >= most_; }
    std::int64_t kept() const { return kept_; }

    // Everything written down since the last time.
    std::vector<std::int32_t> take() {
        kept_ = 0;
        return std::exchange(records_, {});
    }

  private:
    std::int64_t skipped_;
    std::int64_t most_;
    std::int64_t said_ = 0;
    std::int64_t kept_ = 0;
    std::vector<std::int32_t> records_;
};

}  // namespace babieca
