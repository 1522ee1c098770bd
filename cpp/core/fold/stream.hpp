// The tours that a symmetry keeps, one after another: a search on the folded graph.
//
// The search goes depth first along folded edges. It abandons a branch when an unvisited vertex
// keeps fewer than two free neighbours. The folded graph has at most half the vertices, so the
// search is about as large as the square root of a search on the whole graph.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/fold/fold.hpp"
#include "core/one_user.hpp"

namespace babieca::fold {

// A part of the search tree: everything below a walk from the start, given by the positions of its
// edges in the lists of their vertices. The last edge has not been tried yet. An empty path is the
// whole tree.
using FoldedPath = std::vector<int>;

class FoldedStream : public OneUser {
  public:
    static constexpr std::int64_t without_end = std::numeric_limits<std::int64_t>::max();

    explicit FoldedStream(Folded folded);

    // Begins a part of the tree and drops the present one; the constructor begins the whole tree.
    // Throws std::invalid_argument if the tree has no such part.
    void start(const FoldedPath& path);

    // Appends at most `most` tours to `vertices`, each with all vertices of the graph. It appends
    // fewer only if there are no more, or if the stream has entered `nodes` nodes.
    void next(std::int64_t most, std::vector<Vertex>& vertices, Control& control,
              std::int64_t nodes = without_end);

    // Moves the untried parts of the tree to `left`, in the order of the search.
    void unload(std::vector<FoldedPath>& left);

    std::int64_t nodes() const { return nodes_; }

  private:
    struct Place {
        Vertex vertex;
        int edge;            // the position in the previous vertex's list that led here
        int voltage, sheet;  // sums from the start
        int next;            // the next position to try: in the vertex's own list, or, when the
                             // walk is complete, in the start's list
    };

    bool complete() const { return walk_.size() == visited_.size(); }
    int next_edge(Place& head) const;
    int next_return(Place& head) const;
    bool may_visit(Vertex v) const;
    bool step(Place head, int e);
    void take_back();
    void append_tour(int total, std::vector<Vertex>& out) const;

    Folded folded_;
    std::vector<bool> visited_;
    std::vector<std::vector<Vertex>> neighbours_;
    // Invariant: per unvisited vertex, its neighbours that are unvisited, the head or the start.
    std::vector<int> open_;
    std::vector<Vertex> fixed_;
    Vertex start_ = 0;
    std::vector<Place> walk_;  // empty: the search is over
    bool hopeless_ = false;    // the whole tree is empty
    bool alive_ = true;        // every unvisited vertex keeps two free neighbours
    std::int64_t nodes_ = 0, found_ = 0;
};

// The number of a folded question, and a part of its search tree.
using FoldedTask = std::pair<int, FoldedPath>;

// The result of a walk over tasks. Every tour below the tasks is either among `vertices` or below
// exactly one task of `left`. Both are in the order of streams of the questions, one after another.
struct FoldedPiece {
    std::int64_t nodes = 0;
    std::vector<FoldedTask> left;
    std::vector<Vertex> vertices;
};

// Walks over the tasks, one after another, until `nodes` nodes have been entered. The same
// arguments give the same result on every machine. Throws std::invalid_argument if a task belongs
// to none of the questions.
FoldedPiece walk_folded(const std::vector<Folded>& questions, const std::vector<FoldedTask>& tasks,
                        std::int64_t nodes, Control& control);

}  // namespace babieca::fold
