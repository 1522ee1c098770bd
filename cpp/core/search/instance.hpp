// A question for the search, and the same question prepared for the walkers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca::search {

enum class Kind { closed, path, open };

// A vertex that is not given is -1.
struct Question {
    Graph graph = {};
    Kind kind = Kind::closed;
    Vertex start = -1;
    // The first squares in order, from `start` on: none, or at least two. A closed tour with a
    // beginning is met once, in that direction.
    std::vector<Vertex> begin = {};
    Vertex end = -1;        // paths and open tours only
    bool directed = false;  // count every tour once per direction
    std::vector<Edge> through = {};
    std::vector<Edge> avoiding = {};
    // A symmetry of the graph of order two that moves every vertex. If it is given, only the closed
    // tours that it maps to themselves are searched (Sánchez López: two knights in central
    // symmetry).
    std::vector<Vertex> twin = {};

    Vertex second() const { return begin.empty() ? -1 : begin[1]; }
};

// The rules of Bañón, section 1, and `forced`, our own. Each rule only proves earlier that a
// partial path leads to no tour; no rule cuts a tour.
namespace rule {
inline constexpr unsigned island = 1;           // an unvisited square that cannot be entered
inline constexpr unsigned dangling_colour = 2;  // must be last, and has the wrong colour
inline constexpr unsigned dangling_end = 4;     // must be last, and is not a permitted end
inline constexpr unsigned second_dangling = 8;  // two squares that must both be last
inline constexpr unsigned last_three = 16;      // count the orders of the last three squares
inline constexpr unsigned divided = 32;         // the unvisited squares are not connected
inline constexpr unsigned equivalent = 64;      // same squares visited, same last square
inline constexpr unsigned forced = 128;         // squares with two edges left must use both

using Named = std::pair<const char*, unsigned>;
inline constexpr Named names[] = {{"island", island},
                                  {"dangling-colour", dangling_colour},
                                  {"dangling-end", dangling_end},
                                  {"second-dangling", second_dangling},
                                  {"last-three", last_three},
                                  {"divided", divided},
                                  {"equivalent", equivalent},
                                  {"forced", forced}};
inline constexpr Named sets[] = {{"none", 0},
                                 {"banon", island | dangling_colour | dangling_end | last_three},
                                 {"default", dangling_colour | forced},
                                 {"all", 255}};
// Two knights walk without forced edges: their fragments would have to be joined in pairs.
inline constexpr unsigned half_turn = island | dangling_end | second_dangling;
}  // namespace rule

enum class MoveOrder { increasing, listed, warnsdorff };

struct Options {
    unsigned rules = 0;
    MoveOrder move_order = MoveOrder::increasing;
    // Move order `listed`: the neighbours of every vertex in the move order, laid out as
    // graph.targets.
    std::vector<Vertex> listed = {};
    // Move order `increasing`: vertices are tried by increasing rank. Empty: by number.
    std::vector<Vertex> rank = {};
    // Rule `equivalent`: tabulate partial paths of this many squares, in this much memory.
    int subtour_squares = 0;
    std::size_t subtour_bytes = std::size_t{64} << 20;
};

// How an attempt (a leaf of the search tree) ended.
enum class Ending { stuck, island, dangling, divided, forced, known, solution, count };
inline constexpr int ending_count = static_cast<int>(Ending::count);

// Sums over attempts; `steps` adds the squares visited when each attempt ended.
struct Tally {
    std::int64_t nodes = 0;
    std::int64_t solutions = 0;
    std::array<std::int64_t, ending_count> attempts = {};
    std::array<std::int64_t, ending_count> steps = {};

    void end(Ending ending, int squares) {
        ++attempts[static_cast<int>(ending)];
        steps[static_cast<int>(ending)] += squares;
    }
    Tally& operator+=(const Tally& other) {
        nodes += other.nodes;
        solutions += other.solutions;
        for (int i = 0; i < ending_count; ++i) {
            attempts[i] += other.attempts[i];
            steps[i] += other.steps[i];
        }
        return *this;
    }
    friend bool operator==(const Tally&, const Tally&) = default;
};

// A root asks for all paths that begin with `prefix`, visit every other vertex once, and stop on
// one of `ends`. If `last` is given, it is left out of the path and visited after that end. Every
// question is a list of roots: closed tours from s with first move f and last square e have the
// prefix (s, f), the last square e, and as ends the neighbours of e (the fractions of Bañón, tables
// 1 and 2).
struct Root {
    std::vector<Vertex> prefix;
    std::vector<Vertex> ends;
    Vertex last = -1;
    // With twins: true if the twin map reverses the tour, which then has two edges that are their
    // own twins. False if the map shifts the tour by half its length.
    bool reversed = false;
};

// A question with its avoided edges removed and its vertices renumbered, so that the move order is
// mostly by increasing number. `outside` has the caller's numbers.
struct Instance {
    Question question;  // in the caller's numbers; its graph is empty
    Options options;
    std::vector<Vertex> outside;
    Lists neighbours;
    std::vector<std::vector<Vertex>> ordered;  // the neighbours in the move order
    std::vector<Edge> through;
    std::vector<Vertex> twin;
    std::vector<std::int8_t> colour;  // +1, -1; empty unless the graph is connected and bipartite
    Vertex home = -1;                 // the first square of every closed tour
    std::vector<Root> roots;

    Vertex vertex_count() const { return static_cast<Vertex>(outside.size()); }
    bool adjacent(Vertex u, Vertex v) const;
    // The squares of a complete walk without `last`: half of the board if two knights share it.
    int walk_length(const Root& root) const;
};

// Requires: the words of the question do not contradict each other. Throws std::invalid_argument if
// `twin` is not an involution without fixed vertices.
Instance prepare(const Question& question, const Options& options);

}  // namespace babieca::search
