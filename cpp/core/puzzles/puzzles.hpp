// Puzzles: some steps of a tour are given, and exactly one tour has them.
//
// Everything here is integer arithmetic with the random numbers of core/effort.hpp, so a request
// with a seed makes the same puzzle on every machine, in Python and in the page.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/effort.hpp"
#include "core/reasons.hpp"
#include "core/search/step_search.hpp"

namespace babieca::puzzles {

using Givens = std::vector<std::pair<Vertex, int>>;  // vertices and their steps, counted from 0
using Kind = search::Kind;

// What a person needs to solve a puzzle; docs/puzzles.md has the definition.
enum class Level { easy, medium, hard };
inline constexpr const char* level_names[] = {"easy", "medium", "hard"};
inline constexpr int any_level = -1;
// The number of a level; `any_level` for an empty name. Throws Refused.
int level_named(std::string_view name);

// A look-ahead writes all steps that are forced after the candidate, and so on, so many times.
inline constexpr int look_ahead_rounds = 1;

struct Grade {
    Level level = Level::hard;
    int forced = 0;       // steps found by the rules alone, look-aheads aside
    int look_aheads = 0;  // candidates struck out by a look-ahead
};

// Grades givens by solving them as a person does, at most up to a level: a puzzle beyond it is
// graded `hard`. Givens with several solutions are graded `hard`.
Grade grade(const Graph& graph, Kind kind, const Givens& givens, Level most = Level::medium);

// Random tours of one kind: a Markov chain on the paths of the graph. A step of the chain joins an
// end of the path to a neighbour u and cuts the edge of the path behind u ("backbite"). The reverse
// of each step is as likely as the step, so the chain converges to the uniform distribution over
// all paths that it reaches; a closed tour is a path whose ends are adjacent.
class RandomTours {
  public:
    RandomTours(const Graph& graph, Kind kind, std::uint64_t seed)
        : graph_(graph), kind_(kind), dice_(seed) {}

    // False: there is no tour. Throws Interrupted.
    bool next(std::vector<Vertex>& tour, Control& control);

  private:
    void bite();
    bool right_ends() const;

    Graph graph_;
    Kind kind_;
    Dice dice_;
    int most_moves_ = 0;  // of a vertex
    std::vector<Vertex> path_;
    std::vector<int> place_;  // of each vertex in the path
};

struct Request {
    Graph graph = {};
    Kind kind = Kind::closed;
    Givens at = {};        // these steps are given in any case
    bool ends = false;     // so are the first and the last step
    int givens = 0;        // how many; 0: remove givens as long as possible
    bool minimal = false;  // without any given there are several solutions; proved
    // The image of each vertex under a symmetry that the pattern of the givens has; empty: none.
    std::vector<Vertex> image = {};
    std::vector<Vertex> squares = {};  // the givens stand exactly here; empty: anywhere
    int level = any_level;             // or a Level
    std::uint64_t seed = 0;
    std::int64_t nodes = 1 << 14;  // of one proof; a given whose proof takes more stays
    std::int64_t tours = 0;        // give up after so many tours; 0: never
    double seconds = 0;            // give up after this time; 0: never
};

struct Made {
    Outcome outcome = Outcome::limits_reached;
    Givens givens = {};  // by step
    std::vector<Vertex> solution = {};
    Grade grade = {};
    std::int64_t nodes = 0;  // of the proof that there is one solution
    std::int64_t tours = 0;  // tours tried
    int reached = 0;         // limits_reached: the fewest givens with one solution; 0: none
};

Made make(const Request& request, Control& control);

// Why no such puzzle was made within so many seconds.
Reason not_made(const Request& request, const Made& made, double seconds);

}  // namespace babieca::puzzles
