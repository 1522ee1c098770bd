// Walks over the roots of an instance: tours on demand, a trace, and a part of the tree.
#pragma once

#include <memory>
#include <vector>

#include "core/control.hpp"
#include "core/one_user.hpp"
#include "core/search/walker.hpp"

namespace babieca::search {

// Walks over one root after another.
class RootWalk : public OneUser {
  public:
    RootWalk(Instance instance, bool listing, EventLog* log = nullptr)
        : instance_(std::move(instance)), walker_(make_walker(instance_, listing, log)) {}
    RootWalk(const RootWalk&) = delete;  // the walker refers to instance_

    const Tally& tally() const { return walker_->tally(); }

  protected:
    // Begins the next root if no root is under way. False: all roots are done.
    bool under_way();
    // Requires: under_way().
    Event advance(std::int64_t nodes);

    Instance instance_;
    std::unique_ptr<Walker> walker_;

  private:
    std::size_t root_ = 0;
    bool walking_ = false;
};

class TourStream : public RootWalk {
  public:
    static constexpr std::int64_t usual_nodes = 1 << 18;

    explicit TourStream(Instance instance) : RootWalk(std::move(instance), true) {}

    // Appends the next tours to `squares`, at most `most`, each with all vertices. If it appends
    // fewer, there are no more. The control is polled after every `nodes` entered.
    void next(int most, std::vector<Vertex>& squares, Control& control,
              std::int64_t nodes = usual_nodes);
};

// `counting`: walks over the whole tree, with the rules that count tours without seeing them.
// Otherwise it ends with the first tour.
class TracedSearch : public RootWalk {
  public:
    TracedSearch(Instance instance, bool counting)
        : RootWalk(std::move(instance), !counting, &log_) {}

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
// tours are listed, in `squares`) or below exactly one task of `left`. Both are in the order in
// which one walker alone meets them.
struct Walked {
    Tally tally;
    std::vector<Task> left;
    std::vector<Vertex> squares;
};

// Walks over the tasks, one after another, until `nodes` have been entered, and returns the
// branches that were not tried. The same arguments give the same result on every machine. Throws
// std::invalid_argument if the tasks are not of this tree.
Walked walk_branches(const Instance& instance, const std::vector<Task>& tasks, std::int64_t nodes,
                     bool listing, Control& control);

// Throws std::invalid_argument if a task is not of this tree.
void check_task(const Instance& instance, const Task& task);

}  // namespace babieca::search
