// A board of any dimensions, and the graph of a question: a board or arrays.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/graphs/graph.hpp"

namespace babieca {

// A vertex of a graph; on a board its number among the squares that are not holes. Boards with 2^31
// squares or more have no arrays, but theorems and constructions answer for them.
using Square = std::int64_t;
using Squares = std::vector<Square>;

// A piece that moves one length along one axis and the other along a second.
struct Leaper {
    const char* name;
    std::int64_t shorter, longer;
};
inline constexpr Leaper leapers[] = {
    {"wazir", 0, 1}, {"ferz", 1, 1},  {"dabbaba", 0, 2}, {"knight", 1, 2}, {"alfil", 2, 2},
    {"camel", 1, 3}, {"zebra", 2, 3}, {"giraffe", 1, 4}, {"stag", 2, 4},   {"antelope", 3, 4}};
// The name of a leaper that has one, or its lengths.
std::string leaper_name(std::int64_t shorter, std::int64_t longer);

// The eight moves of a leaper in a plane, counter-clockwise from the upper right. A move and its
// reverse differ by 4.
struct Leap {
    std::int64_t row, column;
    friend bool operator==(const Leap&, const Leap&) = default;
};
constexpr std::array<Leap, 8> leaps(std::int64_t shorter, std::int64_t longer) {
    const std::int64_t a = shorter, b = longer;
    return {{{a, b}, {b, a}, {b, -a}, {a, -b}, {-a, -b}, {-b, -a}, {-b, a}, {-a, b}}};
}

using Displacement = std::vector<std::int64_t>;  // of a move, along each axis

struct Board {
    std::vector<std::int64_t> sides = {};  // empty: no board
    std::vector<bool> wraps = {};          // per axis: whether its two ends are joined; empty: none
    std::int64_t shorter = 1;              // the lengths of a move
    std::int64_t longer = 2;
    std::vector<std::int64_t> holes = {};  // row-major indices without a square, increasing

    std::int64_t cells() const;
    std::int64_t size() const { return cells() - static_cast<std::int64_t>(holes.size()); }
    bool wraps_along(std::size_t axis) const { return !wraps.empty() && wraps[axis]; }
    bool any_wrap() const;
    bool is_knights() const { return shorter == 1 && longer == 2; }
    // A knight's board without holes and wrapped sides.
    bool is_plain() const { return is_knights() && holes.empty() && !any_wrap(); }
    // The sides of a plain board with at most two sides above 1.
    std::optional<std::array<std::int64_t, 2>> rectangle() const;
    std::string name() const;   // such as 8x8
    std::string title() const;  // such as 8x8 zebra board torus with 1 hole

    std::int64_t index_of(Square vertex) const;
    Square vertex_of(std::int64_t index) const;
    std::vector<std::int64_t> coordinates(std::int64_t index) const;
    std::int64_t index_at(const std::vector<std::int64_t>& coordinates) const;
    // Per index: the square, or -1 for a hole. Requires: fewer than 2^31 squares.
    std::vector<Vertex> vertices() const;
    int colour_of(Square vertex) const;  // the parity of the sum of its coordinates

    // All moves, in the order of González: those of `leaps` in each plane, planes by their axes.
    std::vector<Displacement> moves() const;
    std::int64_t most_moves() const;    // of one square
    Squares near(Square vertex) const;  // the squares a move away, increasing
    // Whether two squares, given by their indices, are a move apart: without a list of moves.
    bool is_move(std::int64_t from, std::int64_t to) const;

  private:
    bool spans(std::size_t axis, std::int64_t difference, std::int64_t length) const;
};

// The graph of a board whose lists of neighbours are in the order of the moves.
OwnedGraph ordered_graph(const Board& board, const std::vector<Displacement>& moves,
                         Control& control);

// The graph of a question. The arrays of a board are built when they are first used.
class Place {
  public:
    explicit Place(Board board, Graph arrays = {}) : board_(std::move(board)), graph_(arrays) {}
    explicit Place(Graph arrays) : graph_(arrays) {}  // the caller keeps the arrays
    explicit Place(Board board, OwnedGraph arrays)    // without sides: arrays alone
        : board_(std::move(board)), owned_(std::move(arrays)), graph_(owned_.view()) {}
    Place(const Place&) = delete;

    const Board* board() const { return board_.sides.empty() ? nullptr : &board_; }
    Square size() const { return board() ? board_.size() : graph_.vertex_count(); }
    Squares near(Square vertex) const;  // increasing
    bool adjacent(Square one, Square other) const;
    // A plain board of two sides.
    bool is_plain_rectangle() const { return board_.is_plain() && board_.sides.size() == 2; }

    bool is_built() const { return !graph_.offsets.empty(); }
    std::int64_t bytes_to_build() const;  // about
    // Requires: fewer than 2^31 squares.
    const Graph& graph() const;

  private:
    Board board_;
    mutable std::mutex building_;
    mutable OwnedGraph owned_;
    mutable Graph graph_;
};

using PlacePointer = std::shared_ptr<const Place>;

}  // namespace babieca
