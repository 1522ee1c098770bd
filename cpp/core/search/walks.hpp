// Walks over the search tree: one walker, tours on demand, a trace, a part of the tree, a count on
// several cores, and studies.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/effort.hpp"
#include "core/reasons.hpp"
#include "core/search/instance.hpp"
#include "core/system/thread_pool.hpp"

namespace babieca::search {

// A part of the tree: the number of a root, and a path from it. The task asks for all tours below
// the path. If the path is longer than the prefix of the root, its last vertex has not been tried
// yet. Vertices have the numbers of the instance.
using Task = std::pair<int, std::vector<Vertex>>;

// All tasks of an instance: one for each root.
std::vector<Task> root_tasks(const Instance& instance);

enum class Event { tour, pause, finished };

// A walk that can stop anywhere, go on, and hand over the branches that it has not visited.
class Walker {
  public:
    explicit Walker(const Instance& instance) : instance_(instance) {}
    virtual ~Walker() = default;

    // Begins a task and drops the rest of the previous task.
    virtual void start(const Task& task) = 0;

    // Goes on until `nodes` more have been entered (pause), the task is done (finished), or, for a
    // walker that lists, the next tour is found (tour).
    virtual Event advance(std::int64_t nodes) = 0;

    // Moves untried branches to `tasks`: all of them, or only the branches nearest the root.
    virtual void unload(std::vector<Task>& tasks, bool everything) = 0;

    // Walks down from the beginning of the task, choosing uniformly among the moves, to the end of
    // an attempt or to `squares` squares (Knuth 1975, Estimating the efficiency of backtrack
    // programs). Returns the product of the numbers of choices: sums over such walks, with this
    // weight, are unbiased estimates of sums over the tree. The subtree of the square reached
    // becomes the task. Adds to seen[k] the weight on k squares. Plain walkers only.
    virtual double probe(int, std::mt19937_64&, std::vector<double>&) {
        throw std::logic_error("random probes need a walker without forced edges");
    }

    // Appends the tour just found, complete, in the caller's numbers.
    void append_tour(std::vector<Vertex>& squares) const;

    const Tally& tally() const { return tally_; }
    Tally take_tally() { return std::exchange(tally_, {}); }

  protected:
    void set_root(const Task& task) {
        root_number_ = task.first;
        root_ = &instance_.roots[root_number_];
    }
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

// Walks over one task after another. Throws Refused if a task is not of this tree.
class TaskWalk : public OneUser {
  public:
    TaskWalk(Instance instance, std::vector<Task> tasks, bool listing, EventLog* log = nullptr);
    TaskWalk(const TaskWalk&) = delete;  // the walker refers to instance_

    // As Walker::advance; `finished`: all tasks are done.
    Event advance(std::int64_t nodes);
    // Moves the rest of the work to `left`, in the sequence in which the walk would meet it.
    void unload(std::vector<Task>& left);

    const Walker& walker() const { return *walker_; }
    const Tally& tally() const { return walker_->tally(); }

  private:
    Instance instance_;
    std::unique_ptr<Walker> walker_;
    std::vector<Task> tasks_;
    std::size_t next_ = 0;  // of the tasks
};

class TourStream : public TaskWalk {
  public:
    static constexpr std::int64_t usual_nodes = 1 << 18;

    explicit TourStream(const Instance& instance)
        : TaskWalk(instance, root_tasks(instance), true) {}

    // Appends the next tours to `squares`, at most `most`, each with all vertices. If it appends
    // fewer, there are no more. The control is polled after every `nodes` entered.
    void next(std::int64_t most, std::vector<Vertex>* squares, Control& control,
              std::int64_t nodes = usual_nodes);

    std::int64_t nodes() const { return tally().nodes; }
};

// `counting`: walks over the whole tree, with the rules that count tours without seeing them.
// Otherwise it ends with the first tour.
class TracedSearch : public TaskWalk {
  public:
    TracedSearch(const Instance& instance, bool counting)
        : TaskWalk(instance, root_tasks(instance), !counting, &log_) {}

    // The next events, as records of EventLog: about `most` of them, none at the end. If `nodes` is
    // not 0, stops before the node after so many.
    std::vector<std::int32_t> next(std::int64_t most, std::int64_t nodes, Control& control);

    // The first tour; empty if none was found.
    const std::vector<Vertex>& tour() const { return tour_; }
    // The whole tree was visited, or the first tour was found.
    bool finished() const { return finished_; }

  private:
    EventLog log_;
    std::vector<Vertex> tour_;
    bool finished_ = false;
};

// The result of a part of the tree. Every tour below its tasks is either in the tally (and, if
// tours are listed, in `squares`) or below exactly one task of `left`, both in the sequence in
// which one walker alone meets them.
struct Walked {
    Tally tally;
    std::vector<Task> left;
    std::vector<Vertex> squares;
};

// Walks over the tasks until `nodes` have been entered, and returns the branches that were not
// tried. The same arguments give the same result on every machine.
Walked walk_branches(const Instance& instance, const std::vector<Task>& tasks, std::int64_t nodes,
                     bool listing, Control& control);

// Too little memory or too few threads.
struct OutOfResources : Told {
    using Told::Told;
};

// Counts tours by walking over all of them, on several cores, in rounds that can be saved.
//
// The threads share a list of tasks. When a thread has no task, another thread hands over the
// untried branches nearest the root of its own task, so that threads never wait for one long branch
// (Bañón lost a factor of six to that). Between rounds, tally and tasks are the whole state: every
// tour is either in the tally or below exactly one task.
class TourCount : public OneUser {
  public:
    // Begins at the roots, or goes on from a saved state. Throws Refused if the tasks
    // are not of this tree.
    TourCount(Instance instance, int threads, std::optional<std::vector<Task>> tasks = {},
              const Tally& tally = {});
    TourCount(const TourCount&) = delete;  // the walkers refer to instance_

    // Works for about `seconds`. True: the tree is done. Throws Interrupted if the control stops
    // it; the state is then complete, as between two rounds. Throws OutOfResources without enough
    // memory or threads; the state is then lost.
    bool run(double seconds, Control& control);

    const std::vector<Task>& tasks() const { return tasks_; }
    const Tally& tally() const { return tally_; }

  private:
    Instance instance_;
    system::ThreadPool pool_;
    std::vector<std::unique_ptr<Walker>> walkers_;
    std::vector<Task> tasks_;
    Tally tally_;
};

// Knuth's estimator: the mean weight of random walks on k squares is an unbiased estimate of the
// number of tree nodes with k squares.
struct LevelEstimate {
    std::vector<double> mean;      // index: squares visited
    std::vector<double> variance;  // of the mean
};
LevelEstimate estimate_levels(const Instance& instance, std::int64_t probes, std::uint64_t seed,
                              Control& control);

// A subtree chosen by a random walk to `squares` squares, with its whole tally. The mean of
// weight * tally over samples is an unbiased estimate of the tally of the whole tree.
struct Subtree {
    double weight = 0;
    Tally tally;
};
std::vector<Subtree> sample_subtrees(const Instance& instance, std::int64_t samples, int squares,
                                     std::uint64_t seed, Control& control);

// Number of partial paths of exactly `steps` moves from `start`; at most 64 vertices.
std::int64_t count_partial_paths(const Graph& graph, Vertex start, int steps, Control& control);

// Plain backtracking, as in the course exercise caballoSec; the C++ tests compare with it.
struct PlainCount {
    std::int64_t nodes = 0;
    std::int64_t tours = 0;
};
// Counts the directed paths from `start`. With `closed`: only paths that end beside it, so a closed
// tour counts twice. Stops after `most_nodes`.
PlainCount plain_count(const Graph& graph, Vertex start, bool closed, std::int64_t most_nodes,
                       Control& control);

}  // namespace babieca::search
