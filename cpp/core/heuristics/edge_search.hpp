// Hamiltonian cycles of a graph of moderate size, by deciding edges.
//
// Every vertex needs exactly two edges. An edge is open, used or gone. If a vertex has two used
// edges, its others go; if it has only two left, both are used; an edge that would close a cycle
// too early goes. If no edge follows from these rules, the search chooses one, at a vertex with few
// edges left. The rules are those of the table search of Bañón; a tile of a hundred squares needs a
// few dozen choices, and hardly ever a wrong one.
//
// A path from a set A to a set B is a cycle through two extra vertices, one joined to A, one to B.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/effort.hpp"

namespace babieca::heuristics {

enum class SearchResult { found, impossible, gave_up };

class EdgeSearch {
  public:
    EdgeSearch(int vertices, std::vector<Edge> edges);

    // `forced` are numbers of edges that the cycle must use. Gives up after `limit` wrong choices,
    // or when the time of the watch is spent.
    SearchResult run(std::span<const int> forced, std::int64_t limit, Dice& random,
                     Watch* watch = nullptr);

    // After `found`: whether the cycle uses this edge.
    bool used(int edge) const { return status_[edge] == kUsed; }

    // Edges chosen, and choices taken back, in all runs.
    std::int64_t choices() const { return choices_; }
    std::int64_t wrong_choices() const { return wrong_choices_; }

  private:
    static constexpr std::uint8_t kOpen = 0, kUsed = 1, kGone = 2;

    struct Change {
        int edge;
        int mate_from;  // for a used edge: the two vertices whose mates changed
        int mate_to;
    };
    struct Choice {
        std::size_t trail;
        int edge;
    };

    void reset();
    bool decide(int edge, std::uint8_t status);
    bool use(int edge);
    bool remove(int edge);
    bool settle(int vertex);
    void undo(std::size_t trail);
    int choose(Dice& random) const;

    int vertices_;
    std::vector<Edge> edges_;
    std::vector<int> offsets_;
    std::vector<int> incident_;
    std::vector<std::uint8_t> status_;
    std::vector<int> used_degree_;
    std::vector<int> left_degree_;  // used and open edges
    std::vector<int> mate_;         // other end of the fragment a vertex is an end of
    int used_count_ = 0;
    std::int64_t choices_ = 0;
    std::int64_t wrong_choices_ = 0;
    std::vector<Change> trail_;
    std::vector<std::pair<int, std::uint8_t>> pending_;
};

// Adds the edges of two new vertices, entry = vertices and exit = vertices + 1, that turn paths
// from `from` to `to` into cycles; the first of them, entry-exit, is forced.
void add_ends(std::vector<Edge>& edges, std::vector<int>& forced, int vertices,
              std::span<const int> from, std::span<const int> to);

struct EdgesTask {
    bool cycle;
    Vertex start = -1;  // ends of a path, -1 where free; for a cycle, only with `first`
    Vertex end = -1;
    Vertex first = -1;  // the neighbour of `start` that must be linked with it
    Limits limits = {};
    std::uint64_t seed = 0;
};

// Searches a whole graph. The limit on wrong choices doubles with every restart, so that without a
// limit of time the answer is found or impossible. In the answer, `nodes` are choices, `backtracks`
// wrong ones.
Answer edge_tour(const Graph& graph, const EdgesTask& task, Control& control);

}  // namespace babieca::heuristics
