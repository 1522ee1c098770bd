// How many Hamiltonian cycles use certain edges, for any number of sets of edges at once: a sweep
// by blocks backwards alone.
//
// Quantity: for a set of edges whose first vertices retire before a layer, the cycles that use all
// of them. Recurrence: the ways to go on from a state are the sum of those of its successors
// (transpose.hpp); nothing before the layer matters to them. So one sweep backwards to that layer
// serves every set, and each asks for the few states of the layer that are reached through its
// edges, and in how many ways. Time: about two counts of the layers passed; memory: one of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/control.hpp"
#include "core/sweep/plan.hpp"
#include "core/sweep/strides_back.hpp"

namespace babieca::sweep {

struct OnwardOptions {
    int layer = 0;  // where to stop
    // 0: words of 64 bits wrap; else all numbers are residues in words of 32 bits, if it is below
    // 2^31, or of 64, if it is above 2^32 and at most 2^63
    std::uint64_t modulus = 0;
    int threads = 1;
    std::uint64_t memory = 0;  // bytes that may be held; 0: no limit
};

class Onward {
  public:
    // Sweeps. No mirror. Throws Interrupted when the control says so, frontier::OutOfBudget before
    // more than the memory allowed is held.
    Onward(const frontier::Sweep& sweep, const Plan& plan, const OnwardOptions& options,
           Control& control);
    Onward(const Onward&) = delete;
    Onward& operator=(const Onward&) = delete;

    // The tours that use all of these edges, the first vertex of each of which has retired before
    // the layer; std::invalid_argument otherwise.
    struct Tours {
        std::uint64_t residue;
        bool exact;  // proved: there is no modulus and nothing wrapped, so this is the number
    };
    Tours tours(std::span<const Edge> edges) const;

    std::uint64_t counters() const { return counters_; }
    std::uint64_t peak_bytes() const { return back_ ? back_->peak_bytes() : 0; }

  private:
    const frontier::Sweep sweep_;
    OnwardOptions options_;
    std::uint64_t counters_ = 0;
    std::unique_ptr<StridesBack> back_;  // null: there is no tour at all
};

}  // namespace babieca::sweep
