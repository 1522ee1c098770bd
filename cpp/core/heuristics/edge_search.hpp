// Hamiltonian cycles of a small graph, by deciding edges rather than walking squares.
//
// Every vertex needs exactly two edges. An edge is open, used or gone; whenever a vertex has two
// used edges the others go, whenever it has only two left both are used, and an edge that would
// close a cycle too early goes. Only when nothing follows any more does the search choose, at a
// vertex with few edges left. The rules are those of the table search of Bañón; on tiles of a
// hundred squares they leave a few dozen choices and hardly ever a wrong one.
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

    // `forced` are numbers of edges the cycle must use. Gives up after `limit` wrong choices, or
    // when the watch, where there is one, says that the time is spent.
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

}  // namespace babieca::heuristics
