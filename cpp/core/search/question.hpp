// What is searched for and how: the caller's question, the rules, the order of moves, the tallies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca::search {

enum class Kind { closed, path, open };

// Vertices the question leaves free are -1.
struct Question {
    Graph graph;
    Kind kind = Kind::closed;
    Vertex start = -1;
    // The first squares in order, `start` among them: none, or at least two. A closed tour is then
    // met once, that way round.
    std::vector<Vertex> begin;
    Vertex end = -1;        // paths and open tours only
    bool directed = false;  // every tour once per direction
    std::vector<Edge> through;
    std::vector<Edge> avoiding;
    // A symmetry of the graph of order two that moves every vertex. When given, only closed tours
    // that it maps to themselves are wanted (Sánchez López: two knights moving in central
    // symmetry).
    std::vector<Vertex> twin;

    Vertex second() const { return begin.empty() ? -1 : begin[1]; }
};

// The rules of Bañón, section 1, and one of our own. A rule never cuts a tour: it only proves
// earlier that a partial path leads to none.
namespace rule {
inline constexpr unsigned island = 1;  // an unvisited square nobody can reach any more
inline constexpr unsigned dangling_colour =
    2;                                       // reachable once, hence last, but of the wrong colour
inline constexpr unsigned dangling_end = 4;  // reachable once, hence last, but not a permitted end
inline constexpr unsigned second_dangling = 8;  // two squares that both would have to be the last
inline constexpr unsigned last_three = 16;      // settle the last three squares by looking
inline constexpr unsigned divided = 32;         // the unvisited squares fall into two parts
inline constexpr unsigned equivalent = 64;      // same squares visited, same last one: same number
inline constexpr unsigned forced = 128;         // squares with two ways left; the rails they form
}  // namespace rule

enum class Order { increasing, listed, warnsdorff };

struct Options {
    unsigned rules = 0;
    Order order = Order::increasing;
    // The neighbours of every vertex in the order to try them, in the layout of graph.targets;
    // used when `order` is `listed`.
    std::vector<Vertex> listed;
    // With `increasing`: try vertices by their rank here (fixed Warnsdorff order). Empty: by
    // number.
    std::vector<Vertex> rank;
    // Rule `equivalent`: tabulate partial paths of this many squares, in this much memory.
    int subtour_squares = 0;
    std::size_t subtour_bytes = std::size_t{64} << 20;
};

// How an attempt (a leaf of the search tree) ended.
enum class Ending { stuck, island, dangling, divided, forced, known, solution, count };
inline constexpr int ending_count = static_cast<int>(Ending::count);

// Sums over attempts; `steps` are the squares visited when the attempt ended.
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

}  // namespace babieca::search
