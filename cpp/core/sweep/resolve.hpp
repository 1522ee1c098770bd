// Resolves a step: which source block goes where, by which operation, at which positions.
//
// Gather form: a piece holds everything its targets receive, so that each target block is finished
// while it is in the cache and no other thread writes it. Nothing here knows what a counter is.
//
// Mirror. A source that is not stored is read as its image: the operation takes place between the
// images of source and target, at the images of its slots, and what it gives is the image of what
// the target should receive (step.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sweep/program.hpp"
#include "core/sweep/step.hpp"
#include "core/sweep/store.hpp"

namespace babieca::sweep {

// The blocks of a layer, or of a wave in a layer that is not stored.
struct Presence {
    BlockBits& bits;
    const int* number = nullptr;  // of a wave: rows by the touched part of the upper value
    int wave = 0;

    std::uint64_t* of(int upper) const { return bits.of(number ? number[upper - wave] : upper); }
};

// Numbers the source segments of a piece.
class SourceNumbers {
  public:
    explicit SourceNumbers(const Halves& halves) : number_(halves.upper.values, -1) {}
    void begin(Piece& piece) {
        for (int upper : piece.sources) number_[upper] = -1;
        piece.sources.clear();
    }
    std::uint16_t of(Piece& piece, int upper) {
        if (number_[upper] < 0) {
            number_[upper] = static_cast<int>(piece.sources.size());
            piece.sources.push_back(upper);
        }
        return static_cast<std::uint16_t>(number_[upper]);
    }

  private:
    std::vector<int> number_;
};

// Refers to what it was made from. Pieces of different waves may be resolved at the same time.
class Resolver {
  public:
    Resolver(const frontier::Schedule& schedule, const Halves& halves, const BlockLayout& before,
             const BlockLayout& after, const Program& program, std::uint32_t share_keys = all_keys);

    // Fills `piece` with all that reaches the target segment `wave + upper.upper` (a wave of the
    // step, that is, one of the stride plus a subwave), and marks in `target` the blocks that
    // receive something. `source` says which blocks there are to read. Of the targets, those of one
    // share are taken: of `share_keys` lower keys.
    void resolve(int wave, const UpperCase& upper, const Presence& source, const Presence& target,
                 SourceNumbers& numbers, Piece& piece, std::uint32_t share = 0) const;

  private:
    struct Flow;
    Flow flow_of(const Contribution& contribution, int from, int to, const Presence& source) const;
    void resolve_case(std::span<const std::uint32_t> values, std::vector<Flow>& flows,
                      const Presence& source, const Presence& target, SourceNumbers& numbers,
                      Piece& piece) const;

    const Halves& halves_;
    const BlockLayout& before_;
    const BlockLayout& after_;
    std::uint32_t share_keys_;
    bool images_ = false;                          // sources that are not stored are read as images
    int closing_lower_ = -1, closing_upper_ = -1;  // the only target into which a cycle may close
    std::vector<int> case_number_;                 // by the touched part of a lower value
    // The lower values of each class by case; within one list by share, within a share by ends, so
    // that neighbouring blocks have the same size and branches are predicted.
    std::vector<std::vector<std::vector<std::uint32_t>>> values_;
};

}  // namespace babieca::sweep
