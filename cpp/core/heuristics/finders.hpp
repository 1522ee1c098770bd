// Finders of one tour. Every answer is described in core/effort.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/effort.hpp"
#include "core/frontier/problem.hpp"
#include "core/graphs/board.hpp"

namespace babieca::heuristics {

// Whether Warnsdorff's rule can walk a board without holes and wrapped sides without an adjacency
// list: at most 254 moves, so that a degree fits its byte, and with padding at most 32 bytes per
// square (small boards: 4096 more).
bool fits(const Board& board);

enum class Criterion : std::uint8_t { degree, corner, edge, random, rank };

// The criteria that people name, in the order of Criterion; all that apply are the usual ones.
struct NamedCriterion {
    const char* name;
    bool needs_board;
};
inline constexpr NamedCriterion named_criteria[] = {
    {"degree", false}, {"corner", true}, {"edge", true}, {"random", false}};
std::vector<Criterion> usual_criteria(bool on_board);

// Warnsdorff's rule (1823) with the tie-breaks of Costa and Pereira de Sá.
//
// At each step one criterion after another filters the open squares a move away: the squares with
// the fewest onward moves; nearest to a corner; nearest to an edge; one at random. The move order
// decides ties after the last criterion. One attempt is linear in the number of squares and never
// takes a move back.
struct Warnsdorff {
    std::vector<Criterion> criteria = {};
    std::vector<Vertex> starts = {};  // attempt i begins at starts[i % size]; at least one
    Vertex end = -1;                  // the last square if not negative
    bool closed = false;              // accept only a last square that is a move from the first
    std::int64_t attempts = 16;
    std::uint64_t seed = 0;
    Limits limits = {};
    // Criterion `rank` (Squirrel and Cull 1996): moves with the least rank in the current table, on
    // boxes only. Entering the next switch square changes to the next table.
    std::vector<std::vector<int>> ranks = {};
    std::vector<Vertex> switches = {};  // one fewer than ranks
};

// With a log, the walk is traced, and stops when the log is full. The detail of a move is the index
// in `criteria` of the criterion that decided, or the number of criteria if the move order decided.
Answer warnsdorff(const Board& board, const Warnsdorff& how, Control& control,
                  EventLog* log = nullptr);

// On any graph. The distances per vertex are needed only for the criteria that use them.
Answer warnsdorff(const Graph& graph, std::span<const std::int64_t> corner_distance,
                  std::span<const std::int64_t> edge_distance, const Warnsdorff& how,
                  Control& control, EventLog* log = nullptr);

// Depth-first search with an explicit stack: González's program.
//
// Neighbours come in the move order of the graph, or by Warnsdorff's rule with ties in the move
// order. A search that ends without a tour and without reaching its limits proves that there is no
// tour from the given starts.
struct StackSearch {
    std::vector<Vertex> starts = {};  // tried one after another; a closed tour needs only one
    Vertex end = -1;                  // the last square if not negative
    bool closed = false;
    bool warnsdorff = true;  // fewest onward moves first; otherwise the move order of the graph
    Limits limits = {};
};

// The lists of neighbours of the graph are the move order: they need not increase. With a log, the
// search is traced, and stops when the log is full.
Answer stack_search(const Graph& graph, const StackSearch& how, Control& control,
                    EventLog* log = nullptr);

struct EdgesRequest {
    frontier::Undirected question = {};  // its moves increase
    Limits limits = {};
    std::uint64_t seed = 0;
};

// The same request for methods that look for cycles: a path is a cycle through two more vertices.
class CycleQuestion {
  public:
    CycleQuestion(const Graph& graph, const frontier::Undirected& question);

    // The squares of the tour in order, from the neighbours of every vertex in the cycle.
    std::vector<Vertex> tour(const Neighbours& neighbours) const;

    int vertices;
    std::vector<Edge> edges;
    std::vector<int> forced;  // numbers of edges that the cycle must use

  private:
    Vertex first_;  // of a cycle; -1: a path
};

// Searches a whole graph by deciding edges (edge_search.hpp). The limit on wrong choices doubles
// with every restart, so that without a limit of time the answer is found or impossible. In the
// answer, `nodes` are choices, `backtracks` wrong choices.
Answer edge_tour(const Graph& graph, const EdgesRequest& how, Control& control);

// Rotates and extends a path (rotation.cpp), with restarts. Finds, and proves nothing but that the
// forced edges contradict each other; without a limit it may run for ever. In the answer, `nodes`
// are the vertices of every attempt, rotations and steps.
Answer rotation_extension(const Graph& graph, const EdgesRequest& how, Control& control);

}  // namespace babieca::heuristics
