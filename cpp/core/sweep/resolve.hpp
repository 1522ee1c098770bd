// Resolves a step: which source block goes where, by which operation, at which positions.
//
// Gather form: a piece holds everything its targets receive, so that each target block is finished
// while it is in the cache and no other thread writes it. Nothing here knows what a counter is.
#pragma once

#include <cstdint>
#include <vector>

#include "core/sweep/program.hpp"
#include "core/sweep/step.hpp"
#include "core/sweep/store.hpp"

namespace babieca::sweep {

// Refers to what it was made from. Pieces of different waves may be resolved at the same time.
class Resolver {
  public:
    Resolver(const frontier::Schedule& schedule, int step, const Halves& halves,
             const BlockLayout& before, const BlockLayout& after, const Program& program);

    // Fills `piece` with all that reaches the target segment `wave + upper.upper`, and marks in
    // `target` the blocks that receive something. `source` says which blocks there are to read.
    void resolve(int wave, const UpperCase& upper, const BlockBits& source, BlockBits& target,
                 Piece& piece) const;

  private:
    struct Flow;
    Flow flow_of(const Contribution& contribution, const Piece& piece,
                 const BlockBits& source) const;
    void resolve_case(const std::vector<std::uint32_t>& values, const std::vector<Flow>& flows,
                      std::uint64_t* target, Piece& piece) const;

    const Halves& halves_;
    const BlockLayout& before_;
    const BlockLayout& after_;
    int closing_lower_ = -1, closing_upper_ = -1;  // the only target into which a cycle may close
    std::vector<int> case_number_;                 // by the touched part of a lower value
    // The lower values of each class by case; within one list by ends, so that neighbouring blocks
    // have the same size and branches are predicted.
    std::vector<std::vector<std::vector<std::uint32_t>>> values_;
};

}  // namespace babieca::sweep
