// Traces: the records of a search as events, and the searches that the page shows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/questions/refuter.hpp"

namespace babieca::questions {

// The work so far: squares entered, squares given up, restarts, tours found.
struct TraceCounters {
    std::int64_t nodes = 0, backtracks = 0, restarts = 0, tours = 0;
};

// One event; docs/tracing.md lists them. A vertex that is not given is -1.
struct TraceEvent {
    std::string what;
    TraceCounters counters = {};
    int depth = 0;  // the length of the walk after the event, in squares
    Vertex square = -1;
    std::vector<Vertex> squares = {};
    std::string criterion = {};  // that decided among `squares`
    Vertex kept = -1;            // stays free for the end of the walk
    Vertex twin = -1;            // the square of the second knight
    int step = 0;                // of the square, by the method `steps`; 0: none
    MaybeReason proof = {};      // why there is no tour, if no square was entered
};

// Turns the records of an EventLog into events.
class EventReader {
  public:
    // `starts`: the method counts the first square of a walk as entered. `criteria`: the names of
    // the criteria that decide a move. `twin`: for every vertex, the square of the second knight.
    // `steps`: the method puts squares on steps, and its nodes are its decisions.
    EventReader(bool starts, std::vector<std::string> criteria, std::vector<Vertex> twin,
                bool steps = false);

    // `tour` is the tour that the last record found, if any.
    std::vector<TraceEvent> read(std::span<const std::int32_t> records,
                                 std::span<const Vertex> tour);
    const TraceCounters& counters() const { return counters_; }

  private:
    bool starts_, steps_, began_ = false;
    std::vector<std::string> criteria_;
    std::vector<Vertex> twin_;
    TraceCounters counters_;
};

struct TraceOptions {
    std::string method = "search";  // warnsdorff, backtrack, search or two-knights
    std::string criteria = {};      // of warnsdorff, joined by commas; empty: all
    bool warnsdorff = true;         // backtrack: neighbours with fewer onward moves come first
    std::string rules = "banon";    // of search: a set, or names joined by commas
    int subtour_squares = -1;       // of the rule `equivalent`; -1: half of the board
    std::uint64_t seed = 0;
    double timeout = 0;  // seconds; 0: none
};
// At most `most` events. Throws Refused for an unknown name.
std::vector<TraceEvent> trace(const Question& question, const TraceOptions& options,
                              std::int64_t most, Control& control);

// The rules of the search by name: a set such as banon, or names joined by commas.
unsigned rules_named(const std::string& names);
// For every vertex, its image under the half-turn. Throws Refused if two knights
// cannot share the board.
std::vector<Vertex> twin_of(const Question& question);
// The moves of a board in two dimensions, clockwise from straight up.
std::vector<Displacement> clockwise(const Board& board);

}  // namespace babieca::questions
