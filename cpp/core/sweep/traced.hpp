// The frontier sweep told layer by layer, for boards small enough to look at.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/state_table.hpp"
#include "core/frontier/sweep.hpp"
#include "core/one_user.hpp"

namespace babieca::sweep {

// A state and the number of ways to reach it; the ways wrap at 2^64.
struct Example {
    std::vector<int> types;  // per slot: the edges its vertex has; of a free slot 0
    std::vector<int> mates;  // per slot of type 1 the other end of its fragment; otherwise -1
    std::uint64_t ways = 0;
};

struct TracedLayer {
    Vertex retired = -1;            // by the step that led here; -1 in the first layer
    std::vector<Vertex> occupants;  // per slot; -1: free
    std::uint64_t states = 0;
    std::vector<Example> examples;  // those reached in most ways
};

class TracedSweep : public OneUser {
  public:
    // `memory_bytes`: of the tables; 0: no limit.
    TracedSweep(const frontier::Sweep& sweep, int examples, std::uint64_t memory_bytes);

    bool finished() const { return next_ > sweep_.steps(); }

    // The layer that is next, from the empty one to the last.
    TracedLayer next(Control& control);

    // After the last layer: the number of tours, modulo 2^64.
    std::uint64_t tours() const;

  private:
    void step(Control& control);

    frontier::Sweep sweep_;
    int most_examples_;
    std::uint64_t memory_bytes_;
    frontier::StateTable<std::uint64_t> layer_;
    int next_ = 0;
};

}  // namespace babieca::sweep
