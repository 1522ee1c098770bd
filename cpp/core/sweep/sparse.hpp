// Counts Hamiltonian cycles, and the cycles through each edge, by a sweep over a hash table of
// states (frontier/state_sweep.hpp), at once or layer by layer.
//
// The steps are the same as over blocks (blocks.hpp). The table suits frontiers that are too wide
// for blocks but have few reachable states. Memory: 24 bytes per entry, at most two thirds full.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/big_natural.hpp"
#include "core/frontier/problem.hpp"
#include "core/frontier/state_sweep.hpp"
#include "core/frontier/weighting.hpp"

namespace babieca::sweep {

struct SparseOptions {
    std::uint64_t modulus = 0;       // at most 2^63; 0: the counters wrap at 2^64
    std::uint64_t memory_bytes = 0;  // of all tables; 0: no limit
    std::string checkpoint = {};     // the file to save to and to resume from; empty: none
    double checkpoint_seconds = 60;  // the least time between two saves
    // As in BlockOptions: its modulus is the modulus, and there is no checkpoint.
    const frontier::Weighting* weighting = nullptr;
};

struct SparseResult {
    std::uint64_t residue = 0;
    bool exact = false;             // proved: no counter ever wrapped
    std::uint64_t counters = 0;     // states of all layers of this run
    std::uint64_t peak_states = 0;  // of the largest layer
    std::uint64_t peak_bytes = 0;   // of all tables
    int resumed_at = 0;             // the layer of the checkpoint; 0: none
};

// Throws OutOfBudget before the tables outgrow the memory limit, FileError if the checkpoint is
// damaged or belongs to another count, Interrupted after saving a checkpoint.
SparseResult count_sparse(const frontier::Sweep& sweep, const SparseOptions& options,
                          Control& control);

// Computes the ways to reach every state of every layer. Reports progress out of `total` steps.
template <int Limbs>
auto all_layers(const frontier::Sweep& sweep, std::uint64_t memory_bytes, int total,
                Control& control) {
    using Value = frontier::Natural<Limbs>;
    frontier::StateSweep<Value> states(sweep.schedule, 1, memory_bytes, frontier::Keep::all_layers);
    if (sweep.impossible()) states.layer().reset(0);
    while (!states.finished()) {
        states.step(control, total);
        control.check({states.done(), total});
    }
    return states;
}

// Counts the tours that use each edge of the problem's graph, those of the apex too: a forward
// sweep keeps its layers, then a backward sweep multiplies the ways to reach a state by the ways to
// complete it.
std::map<Edge, BigNatural> edge_usage(const frontier::Sweep& sweep, std::uint64_t memory_bytes,
                                      Control& control);

// A state and the number of ways to reach it, modulo 2^64.
struct Example {
    std::vector<int> types;  // per slot: the edges of its vertex so far; 0 for a free slot
    std::vector<int> mates;  // per slot of type 1: the slot of the fragment's other end; else -1
    std::uint64_t ways = 0;
    // The examples of the layer before that lead to this state, one index for each choice. If they
    // are all states of that layer, their ways add up to `ways`.
    std::vector<int> sources;
};

struct TracedLayer {
    Vertex retired = -1;            // by the step to this layer; -1 in the first layer
    std::vector<Vertex> occupants;  // per slot; -1: free
    std::uint64_t states = 0;
    std::vector<Example> examples;  // the states with the most ways
};

// The sweep layer by layer, for display.
class TracedSweep : public OneUser {
  public:
    // `memory_bytes`: 0 means no limit.
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
    std::vector<frontier::PackedState> shown_;  // the examples of the layer before
    int next_ = 0;
};

}  // namespace babieca::sweep
