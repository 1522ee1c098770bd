// The tours a symmetry keeps, one after another: a search on the folded board, each find unfolded.
//
// Depth first along folded edges; a vertex still to be visited that keeps fewer than two ways in or
// out ends the branch. The folded board has half the squares (or fewer), so the search is about as
// deep as the square root of the whole.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/control.hpp"
#include "core/fold/fold.hpp"
#include "core/one_user.hpp"

namespace babieca::fold {

// A part of the search tree: everything below a walk from the start, told by the positions of its
// edges in the lists of their vertices. The last of them has not been tried yet. Without any, it is
// the whole tree.
using FoldedPath = std::vector<int>;

class FoldedStream : public OneUser {
  public:
    static constexpr std::int64_t without_end = std::numeric_limits<std::int64_t>::max();

    explicit FoldedStream(Folded folded);

    // Begins a part of the tree, at first the whole of it; what was left of another is dropped.
    // Throws std::invalid_argument if the tree has no such part.
    void start(const FoldedPath& path);

    // Appends the next tours to `vertices`, at most `most`, each with all vertices of the graph.
    // Fewer than `most` were appended if and only if there are no more, or the stream has entered
    // `nodes` by then.
    void next(std::int64_t most, std::vector<Vertex>& vertices, Control& control,
              std::int64_t nodes = without_end);

    // Hands over what was not tried when the nodes were used up, in the order in which it would
    // have been, and drops it.
    void unload(std::vector<FoldedPath>& left);

    std::int64_t nodes() const { return nodes_; }

  private:
    struct Place {
        Vertex vertex;
        int edge;            // the position in the previous vertex's list that led here
        int voltage, sheet;  // sums from the start
        int next;            // the position in its own list that is tried next; when the walk is
                             // whole, in the start's list
    };

    bool whole() const { return walk_.size() == visited_.size(); }
    int next_edge(Place& head) const;
    int next_return(Place& head) const;
    bool may_visit(Vertex v) const;
    bool step(Place head, int e);
    void take_back();
    Vertex lifted(const Place& place, int sheet) const;
    void unfold(int total, std::vector<Vertex>& out) const;

    Folded folded_;
    std::vector<bool> visited_;
    std::vector<std::vector<Vertex>> neighbours_;
    // Invariant: per unvisited vertex, its neighbours that are unvisited, the head or the start.
    std::vector<int> open_;
    std::vector<Vertex> fixed_;
    Vertex start_ = 0;
    std::vector<Place> walk_;  // empty: the search is over
    bool hopeless_ = false;    // the whole tree is empty
    bool alive_ = true;        // every unvisited vertex keeps two ways
    std::int64_t nodes_ = 0, found_ = 0;
};

}  // namespace babieca::fold
