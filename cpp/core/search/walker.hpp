// A walk over the search tree that can stop anywhere, go on, and hand over the part not yet
// visited.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "core/search/instance.hpp"

namespace babieca::search {

// A part of the tree: everything below `path`. When `path` is longer than its root's prefix, its
// last vertex has not been tried yet. Renumbered vertices.
struct Task {
    int root = 0;
    std::vector<Vertex> path;
};

enum class Event { tour, pause, finished };

class Walker {
  public:
    virtual ~Walker() = default;

    // Begins a task; whatever was left of the previous one is dropped.
    virtual void start(const Task& task) = 0;

    // Goes on until `nodes` more have been entered (pause), the task is done (finished), or, for a
    // walker that lists, the next tour is found (tour).
    virtual Event advance(std::int64_t nodes) = 0;

    // The tour just found, complete, in the caller's numbers.
    virtual void tour(std::vector<Vertex>& squares) const = 0;

    // Hands over untried branches: all of them, or those nearest the root. What is handed over will
    // not be walked here.
    virtual void unload(std::vector<Task>& tasks, bool everything) = 0;

    const Tally& tally() const { return tally_; }
    void clear_tally() { tally_ = {}; }

  protected:
    Tally tally_;
};

// A walker that can also look at a random branch only (Knuth 1975, Estimating the efficiency of
// backtrack programs).
class ProbingWalker : public Walker {
  public:
    // One walk down from where the task began, choosing uniformly among the moves, to an attempt's
    // end or to `squares` squares. Returns the product of the numbers of choices: the weight that
    // makes sums over such walks unbiased estimates of sums over the tree. What lies below the
    // square reached becomes the task. Adds to seen[k] the weight on k squares.
    virtual double probe(int squares, std::mt19937_64& random, std::vector<double>& seen) = 0;
};

// `listing`: stop at every tour. Shortcuts that count tours without seeing them are then left out.
std::unique_ptr<Walker> make_walker(const Instance& instance, bool listing);

// The walk of a root, in renumbered vertices without `last`, made a whole tour in the caller's.
void complete_tour(const Instance& instance, const Root& root, const std::vector<Vertex>& walk,
                   std::vector<Vertex>& squares);

// Whether the walk, completed, uses every edge it must.
bool uses_required_edges(const Instance& instance, const Root& root,
                         const std::vector<Vertex>& walk);

}  // namespace babieca::search
