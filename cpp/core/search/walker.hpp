// A walk over the search tree that can stop anywhere, go on, and hand over the branches that it has
// not visited.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "core/events.hpp"
#include "core/search/instance.hpp"

namespace babieca::search {

// A part of the tree: all tours below `path`. If `path` is longer than the prefix of its root, its
// last vertex has not been tried yet. Renumbered vertices.
struct Task {
    int root = 0;
    std::vector<Vertex> path;
};

enum class Event { tour, pause, finished };

class Walker {
  public:
    explicit Walker(const Instance& instance) : instance_(instance) {}
    virtual ~Walker() = default;

    // Begins a task and drops the rest of the previous one.
    virtual void start(const Task& task) = 0;

    // Goes on until `nodes` more have been entered (pause), the task is done (finished), or, for a
    // walker that lists, the next tour is found (tour).
    virtual Event advance(std::int64_t nodes) = 0;

    // Moves untried branches to `tasks`: all of them, or those nearest the root.
    virtual void unload(std::vector<Task>& tasks, bool everything) = 0;

    // Walks down from the beginning of the task, choosing uniformly among the moves, to the end of
    // an attempt or to `squares` squares (Knuth 1975, Estimating the efficiency of backtrack
    // programs). Returns the product of the numbers of choices: sums over such walks, with this
    // weight, are unbiased estimates of sums over the tree. The subtree of the square reached
    // becomes the task. Adds to seen[k] the weight on k squares. Plain walkers only.
    virtual double probe(int, std::mt19937_64&, std::vector<double>&) {
        throw std::logic_error("random probes need a walker without forced edges");
    }

    // Writes the tour just found, complete, in the caller's numbers.
    void tour(std::vector<Vertex>& squares) const;

    const Tally& tally() const { return tally_; }
    void clear_tally() { tally_ = {}; }

  protected:
    // The complete walk just found, without the last square of the root.
    virtual std::vector<Vertex> found() const = 0;
    bool uses_required_edges(std::vector<Vertex> walk) const;

    const Instance& instance_;
    const Root* root_ = nullptr;
    int root_number_ = 0;
    Tally tally_;
};

// A `listing` walker stops at every tour and leaves out the rules that count tours without seeing
// them. With a log, the walk is traced.
std::unique_ptr<Walker> make_walker(const Instance& instance, bool listing,
                                    EventLog* log = nullptr);
std::unique_ptr<Walker> make_plain_walker(const Instance& instance, bool listing, EventLog* log);
std::unique_ptr<Walker> make_forced_walker(const Instance& instance, bool listing, EventLog* log);

// All tasks of an instance: one for each root.
std::vector<Task> root_tasks(const Instance& instance);

}  // namespace babieca::search
