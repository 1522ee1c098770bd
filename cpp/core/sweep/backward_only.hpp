// Counts Hamiltonian cycles through many sets of edges by one backward sweep over blocks.
//
// Quantity: for a set of edges, each with a vertex that retires before a layer, the cycles that use
// all of them. Recurrence: the ways to complete a state are the sum of the ways to complete its
// successors (transpose.hpp), whatever happened before. So one backward sweep to that layer serves
// every set: a short forward sweep finds the states of the layer that are reached through the set's
// edges. Time: about two counts of the layers passed. Memory: one layer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/control.hpp"
#include "core/sweep/plan.hpp"
#include "core/sweep/strides_back.hpp"

namespace babieca::sweep {

struct BackwardOnlyOptions {
    int layer = 0;  // where to stop
    // 0: counters of 64 bits wrap. Below 2^31: residues of 32 bits. Above 2^32 and at most 2^63:
    // residues of 64 bits.
    std::uint64_t modulus = 0;
    int threads = 1;
    std::uint64_t memory = 0;  // bytes that may be held; 0: no limit
};

class BackwardOnly {
  public:
    // Runs the backward sweep, without a mirror. Throws Interrupted, or frontier::OutOfBudget
    // before it holds more than the memory limit.
    BackwardOnly(const frontier::Sweep& sweep, const Plan& plan, const BackwardOnlyOptions& options,
                 Control& control);
    BackwardOnly(const BackwardOnly&) = delete;
    BackwardOnly& operator=(const BackwardOnly&) = delete;

    struct Tours {
        std::uint64_t residue;
        bool exact;  // proved: the residue is the number itself
    };
    // The tours that use all of these edges. Throws std::invalid_argument if an edge is not decided
    // before the layer.
    Tours tours(std::span<const Edge> edges) const;

    std::uint64_t counters() const { return counters_; }
    std::uint64_t peak_bytes() const { return back_ ? back_->peak_bytes() : 0; }

  private:
    const frontier::Sweep sweep_;
    BackwardOnlyOptions options_;
    std::uint64_t counters_ = 0;
    std::unique_ptr<StridesBack> back_;  // null: there is no tour
};

}  // namespace babieca::sweep
