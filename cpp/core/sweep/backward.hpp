// Counts the Hamiltonian cycles through each edge: a forward sweep over blocks, then a backward
// sweep.
//
// Quantity: for each edge of a problem's graph, the cycles that use it; for an edge of the apex,
// the paths that end at its vertex. Recurrence: the ways to complete a state are the sum of the
// ways to complete its successors (execute.hpp). The cycles that pass from a state to a successor
// are the ways to reach the state times the ways to complete the successor; the step determines
// their edges. Time: about three counts, four if layers are swept again. Memory: Sections.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "core/control.hpp"
#include "core/sweep/strides.hpp"

namespace babieca::sweep {

// Which layers a forward sweep keeps for the backward sweep, and the bytes of both sweeps.
//
// Invariant: sections begin at kept layers. The layers of the last section are kept in the first
// sweep; the layers of every other section are swept again from its beginning.
struct Sections {
    std::vector<int> kept{0};      // the layers at which sections begin, increasing, 0 first
    std::uint64_t kept_bytes = 0;  // of layers kept in the first sweep
    std::uint64_t bytes = 0;       // the most memory at once
    std::uint64_t disk_bytes = 0;  // the most scratch at once; 0: no scratch

    bool single() const { return kept.size() == 1; }
};

// In memory: one section within `most` bytes, or the sections that take the fewest bytes. In
// scratch, where one kept layer at a time is in memory: the fewest sections within `most` bytes of
// disk. `widths`: the expected bytes of a counter of each layer forwards; backwards, the widths are
// reversed.
Sections choose_sections(const Plan& plan, const std::vector<int>& widths, int threads,
                         std::uint64_t most, bool in_scratch = false);

// The most bytes of backward counters of this width at once, in one stride.
std::uint64_t backward_bytes(const StridePlan& stride, int width, int threads);

// The most bytes of a sweep only backwards, down to a layer; `widths` as in choose_sections.
std::uint64_t backward_only_bytes(const Plan& plan, const std::vector<int>& widths, int layer,
                                  int threads);

struct BackwardOptions {
    Sections sections;
    std::uint64_t modulus = 0;  // odd and below 2^31: all numbers are residues; 0: none
    int threads = 1;
    std::uint64_t memory = 0;  // bytes; 0: no limit
    std::string scratch;       // a directory, if kept layers are on disk
};

struct BackwardResult {
    std::uint64_t tours = 0;
    std::map<Edge, std::uint64_t> uses;  // the tours per edge; unused edges may be absent
    std::uint64_t counters = 0;          // computed, forwards and backwards
    std::uint64_t peak_bytes = 0;
    std::uint64_t disk_bytes = 0;  // at the peak
};

// Throws Interrupted; OutOfBudget before it takes more memory than allowed; without a modulus,
// frontier::TooNarrow if there may be 2^63 tours or more.
BackwardResult sweep_and_back(const frontier::Sweep& sweep, const Plan& plan,
                              const BackwardOptions& options, Control& control);

struct BackwardOnlyOptions {
    int layer = 0;  // where to stop
    // 0: counters of 64 bits wrap. Below 2^31: residues of 32 bits. Above 2^32 and at most 2^63:
    // residues of 64 bits.
    std::uint64_t modulus = 0;
    int threads = 1;
    std::uint64_t memory = 0;  // bytes; 0: no limit
};

// Counts the cycles through any set of edges that are decided before a layer, by one backward sweep
// to that layer. The ways to complete a state do not depend on the steps before it, so one backward
// sweep serves every set: a short forward sweep finds the states of the layer that are reached
// through the set's edges. Time: about two counts of the backward layers. Memory: one layer.
class BackwardOnly {
  public:
    // Runs the backward sweep, without a mirror. Throws Interrupted, or OutOfBudget before it takes
    // more memory than allowed.
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
