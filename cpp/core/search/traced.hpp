// The search of Bañón told as it happens.
#pragma once

#include <memory>
#include <vector>

#include "core/control.hpp"
#include "core/events.hpp"
#include "core/one_user.hpp"
#include "core/search/walker.hpp"

namespace babieca::search {

// `counting`: goes through the whole tree, with the rules that count tours without seeing them.
// Otherwise it ends with the first tour.
class TracedSearch : public OneUser {
  public:
    TracedSearch(Instance instance, bool counting);

    TracedSearch(const TracedSearch&) = delete;  // the walker looks at instance_ and log_

    // What happens next, as records of EventLog: about `most` of them, none when all is said. Stops
    // in front of the node after `nodes`, when that is not 0.
    std::vector<std::int32_t> next(std::int64_t most, std::int64_t nodes, Control& control);

    // The first tour, when one was found; empty otherwise.
    const std::vector<Vertex>& tour() const { return tour_; }
    // Everything was looked at, or the first tour was found.
    bool finished() const { return finished_; }
    const Tally& tally() const { return walker_->tally(); }

  private:
    Instance instance_;
    EventLog log_;
    std::unique_ptr<Walker> walker_;
    std::vector<Vertex> tour_;
    int root_ = 0;
    bool walking_ = false;
    bool finished_ = false;
};

}  // namespace babieca::search
