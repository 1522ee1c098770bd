// Counts tours by walking over all of them, on several cores, in rounds that can be saved.
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "core/control.hpp"
#include "core/one_user.hpp"
#include "core/search/walks.hpp"

namespace babieca::search {

// The machine gave too little memory or too few threads.
struct OutOfResources : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The work left is a list of tasks. A thread takes one; when another has nothing to do, it hands
// over the untried branches nearest the root of its own, so no fraction of the tree becomes the
// bottleneck (Bañón lost a factor of six to one). Between rounds, tally + tasks is the whole
// state: every tour is either in the tally or below exactly one task.
class TourCount : public OneUser {
  public:
    // Begins at the roots.
    TourCount(Instance instance, int threads);
    // Goes on from a saved state. Throws std::invalid_argument when the tasks are not of this tree.
    TourCount(Instance instance, int threads, std::vector<Task> tasks, const Tally& tally);

    TourCount(const TourCount&) = delete;  // the walkers look at instance_

    // Works for about `seconds`. True: the tree is done. Stopped by `control`: throws Interrupted,
    // and the state is as good as between rounds. Without enough memory or threads: throws
    // OutOfResources, and the state is lost.
    bool run(double seconds, Control& control);

    const std::vector<Task>& tasks() const { return tasks_; }
    const Tally& tally() const { return tally_; }

  private:
    Instance instance_;
    std::vector<std::unique_ptr<Walker>> walkers_;
    std::vector<Task> tasks_;
    Tally tally_;
};

}  // namespace babieca::search
