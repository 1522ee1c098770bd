// The events of a search. A search is compiled twice: with `Silent`, which costs nothing because
// `tracing` is false at compile time, and with `EventLog`, which records the events.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca {

enum class Happening : std::int32_t {
    start,      // a walk begins with `squares`; `detail` is the square reserved for the end
    move,       // a square is entered, chosen from `squares`
    forced,     // the only possible square is entered
    dead_end,   // no square is free, or the last one is not a permitted end
    island,     // `squares` can never be entered
    dangling,   // `squares` must all be last, which is impossible
    divided,    // `squares` are cut off
    known,      // an equivalent walk was counted before; `detail` tours
    backtrack,  // the last square is taken back
    found,      // a tour; the walk is complete
    joined,     // two squares are neighbours in every tour from here
    ride,       // the walk continues along squares that were joined before
};

struct Silent {
    static constexpr bool tracing = false;
    bool full() const { return false; }
};

// Invariant: `records_` holds whole records, each {happening, square, depth, detail, number of
// squares, squares …}; depth is the number of squares of the walk after it happened.
class EventLog {
  public:
    static constexpr bool tracing = true;

    // Records `most` events after the first `skipped` ones. A search that cannot be resumed is run
    // again and skips the events that are known.
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

    // Returns the records since the last call.
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
