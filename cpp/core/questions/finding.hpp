// Finding: the limits and the answer of every finder, the finders, and the chooser among them.
//
// A finder finds a tour, proves that there is none, or reaches a limit. The head of each .cpp file
// has the constants and the reasons.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/constructions/constructions.hpp"
#include "core/effort.hpp"
#include "core/heuristics/finders.hpp"
#include "core/questions/refuter.hpp"

namespace babieca::questions {

// The time is over, in work that cannot give up without a word. The reason says how far it
// came.
struct OutOfTime : Told {
    using Told::Told;
};

// The reason names what needs more memory than allowed, and how much.
struct TooLarge : Told {
    using Told::Told;
};

// The clock starts when the value is made.
struct FindLimits {
    double timeout = 0;        // seconds; 0: none, and searches that might never end take 30 or 60
    std::uint64_t memory = 0;  // bytes; 0: no limit
    std::optional<std::uint64_t> seed = {};
    std::int64_t nodes = 0;      // squares that a search enters; 0: no limit
    std::int64_t states = 0;     // of a sweep; 0: its usual number
    std::int64_t restarts = -1;  // of Warnsdorff's rule; -1: its usual number
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

    std::uint64_t seed_or_0() const { return seed.value_or(0); }
    // The seconds left; without a timeout, `usual` (0: no limit).
    double left(double usual = 0) const;
    bool over() const;
    FindLimits within(double seconds) const;  // from now
    FindLimits usually(double seconds) const { return timeout > 0 ? *this : within(seconds); }
    void require(std::int64_t bytes, const Reason& purpose) const;
    void require_graph(const Question& question) const;
};

// The timeout of searches that might never end.
inline constexpr double usual_seconds = 60, shorter_seconds = 30;

// Throws OutOfTime when the time is over.
class Timed : public Control {
  public:
    Timed(Control& control, const FindLimits& limits) : control_(control), limits_(limits) {}
    bool keep_going(const Progress& progress) override;

  private:
    Control& control_;
    FindLimits limits_;
};

struct Finding {
    std::vector<Vertex> vertices = {};     // the tour, or empty
    std::vector<std::int64_t> large = {};  // the tour of a rectangle with more than 2^31 squares
    MaybeReason proof = {};
    std::vector<std::pair<std::string, std::int64_t>> statistics = {};
    std::string method = {};  // if a finder chose another one

    bool found() const { return !vertices.empty() || !large.empty(); }
    bool decided() const { return found() || proof; }
    Finding by(const std::string& name) &&;  // with a method, unless it has one
};

Finding proved(Reason proof, std::string method = {});

// The finders. `log`: the search is traced, and stops when the log is full.
Finding construction(const Question& question, const FindLimits& limits, Control& control);
Finding layered(const Question& question, const FindLimits& limits, Control& control);
Finding decide(const Question& question, const FindLimits& limits, Control& control);
Finding edge_search(const Question& question, const FindLimits& limits, Control& control);
Finding rotation(const Question& question, const FindLimits& limits, Control& control);
Finding backtrack(const Question& question, const FindLimits& limits, Control& control,
                  bool warnsdorff = true, EventLog* log = nullptr);
// Criteria: empty for all that the graph allows.
Finding warnsdorff(const Question& question, const FindLimits& limits, Control& control,
                   std::vector<heuristics::Criterion> criteria = {}, EventLog* log = nullptr);
Finding search_one(const Question& question, const FindLimits& limits, Control& control);
Finding find_by_steps(const Question& question, const FindLimits& limits, Control& control,
                      EventLog* log = nullptr);
// Rotation, search and sweep in turns.
Finding best_effort(const Question& question, const FindLimits& limits, Control& control);

// `twin` has the image of every vertex under the half-turn.
Finding two_knights(const Question& question, std::vector<Vertex> twin, const FindLimits& limits,
                    Control& control);
// The question as the search by the W table takes it. Throws Refused if it has too many squares.
search::Question searched(const Question& question);
// A random move order of the search, for its attempt number `restart`.
std::vector<Vertex> shuffled_ranks(Square size, std::uint64_t seed, std::int64_t restart);

// The answer without a search, if the question is refuted or has a single square.
std::optional<Finding> known(const Question& question);
// Finds a tour by the methods that suit the question, and shakes it until no tiles show.
Finding automatic(const Question& question, const FindLimits& limits, Control& control);
// Whether a beginning can be completed: exact, and fast enough for every move of a game.
Finding complete(const Question& question, const FindLimits& limits, Control& control);

// A retirement order whose frontier fits a sweep; none if the order that was found is too wide, or
// its plan needs too much memory.
std::optional<std::vector<Vertex>> narrow_order(const Place& place, const FindLimits& limits,
                                                Control& control);
// `decide` along this order. Requires: at least two vertices, three for closed tours.
Finding decide_along(std::vector<Vertex> order, const Question& question, const FindLimits& limits,
                     Control& control);

// Answers for an end alone, and for a beginning, by a method that only understands `start` and
// `end`. None if the question has neither. After a beginning, the method looks for a path from its
// last square on the graph without the squares before.
using Method = std::function<Finding(const Question&)>;
std::optional<Finding> reduced(const Method& method, const Question& question,
                               const FindLimits& limits);
std::optional<Finding> reversed_if_only_end(const Method& method, const Question& question);

// Changes of tours (changes.cpp) -------------------------------------------------------------

using constructions::PlaneSymmetry;

inline constexpr int usual_tries = 50;  // switches per square: about nine succeed

// Shakes a tour: another one with the same ends and required moves, or itself.
void shake(const Question& question, std::vector<Vertex>& tour, const FindLimits& limits,
           Control& control, const PlaneSymmetry& symmetry = {});

// Joins pieces that cover a board of two dimensions into one tour by switches; empty if that fails.
// First, `tries` random switches are tried per square. All pieces but the first are cycles.
std::vector<Vertex> join(const Question& question, const std::vector<Vertex>& pieces,
                         const std::vector<std::int64_t>& lengths, int tries,
                         const FindLimits& limits, Control& control,
                         const PlaneSymmetry& symmetry = {});

// Changes a tour with the same ends until it obeys the words on moves; empty if that fails.
std::vector<Vertex> repaired(const Question& question, std::vector<Vertex> tour,
                             const FindLimits& limits, Control& control);
// Whether this is a board large enough for a window: two sides of at least two moves.
bool can_be_repaired(const Board* board);

}  // namespace babieca::questions
