// Counts tours by walking over all of them, on several cores, in rounds that can be saved.
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "core/control.hpp"
#include "core/one_user.hpp"
#include "core/search/walks.hpp"
#include "core/system/thread_pool.hpp"

namespace babieca::search {

// Too little memory or too few threads.
struct OutOfResources : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The work left is a list of tasks, which the threads share. When a thread has no task, another
// hands over the untried branches nearest the root of its own, so that no branch keeps all others
// waiting (Bañón lost a factor of six to that). Between rounds, tally and tasks are the whole
// state: every tour is either in the tally or below exactly one task.
class TourCount : public OneUser {
  public:
    // Begins at the roots.
    TourCount(Instance instance, int threads);
    // Goes on from a saved state. Throws std::invalid_argument if the tasks are not of this tree.
    TourCount(Instance instance, int threads, std::vector<Task> tasks, const Tally& tally);

    TourCount(const TourCount&) = delete;  // the walkers refer to instance_

    // Works for about `seconds`. True: the tree is done. Throws Interrupted if the control stops
    // it; the state is then that between two rounds. Throws OutOfResources without enough memory or
    // threads; the state is then lost.
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

}  // namespace babieca::search
