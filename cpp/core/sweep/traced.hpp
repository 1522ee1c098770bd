// The frontier sweep layer by layer, for display.
#pragma once

#include <cstdint>
#include <vector>

#include "core/frontier/state_sweep.hpp"
#include "core/frontier/sweep.hpp"
#include "core/one_user.hpp"

namespace babieca::sweep {

// A state and the number of ways to reach it, modulo 2^64.
struct Example {
    std::vector<int> types;  // per slot: the edges of its vertex so far; 0 for a free slot
    std::vector<int> mates;  // per slot of type 1: the slot of the fragment's other end; else -1
    std::uint64_t ways = 0;
};

struct TracedLayer {
    Vertex retired = -1;            // by the step to this layer; -1 in the first layer
    std::vector<Vertex> occupants;  // per slot; -1: free
    std::uint64_t states = 0;
    std::vector<Example> examples;  // the states with the most ways
};

class TracedSweep : public OneUser {
  public:
    // 0 bytes of memory: no limit.
    TracedSweep(const frontier::Sweep& sweep, int examples, std::uint64_t memory_bytes);

    bool finished() const { return next_ > sweep_.steps(); }

    // Returns the next layer, from the first to the last.
    TracedLayer next(Control& control);

    // The number of tours modulo 2^64; 0 before the last layer.
    std::uint64_t tours() const { return finished() ? states_.result() : 0; }

  private:
    frontier::Sweep sweep_;
    int most_examples_;
    frontier::StateSweep<std::uint64_t> states_;
    int next_ = 0;
};

}  // namespace babieca::sweep
