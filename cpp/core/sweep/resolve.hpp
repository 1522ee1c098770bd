// Resolves a step: which source block goes where, by which operation, at which positions.
//
// A piece holds everything that its targets receive, so each target block is finished while it is
// in the cache, and no other thread writes it. The resolver knows no counters.
//
// Mirror. A source that is not stored is read as its image: the operation applies to the images of
// source and target, at the images of its slots, and gives the image of the contribution
// (step.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sweep/program.hpp"
#include "core/sweep/step.hpp"
#include "core/sweep/store.hpp"

namespace babieca::sweep {

// The block bits of a layer, or of one wave in a middle layer.
struct Presence {
    BlockBits& bits;
    const int* number = nullptr;  // of a wave: its row, by the touched part of the upper value
    int wave = 0;
    int first = 0;  // the first row of the wave

    int row(int upper) const { return number ? first + number[upper - wave] : upper; }
    std::uint64_t* of(int upper) const { return bits.of(row(upper)); }
    void clear(int upper) const { bits.clear(row(upper)); }
};

// Numbers the sources of a piece.
class SourceNumbers {
  public:
    void begin(Piece& piece, const BlockLayout& before) {
        for (int place : piece.sources) number_[place] = -1;
        piece.sources.clear();
        const std::size_t places = before.class_of.size() * before.cells;
        if (number_.size() < places) number_.resize(places, -1);
    }
    std::uint32_t of(Piece& piece, int place) {
        if (number_[place] < 0) {
            number_[place] = static_cast<int>(piece.sources.size());
            piece.sources.push_back(place);
        }
        return static_cast<std::uint32_t>(number_[place]);
    }

  private:
    std::vector<int> number_;
};

// Refers to its arguments. Threads may resolve pieces of different waves at the same time.
class Resolver {
  public:
    Resolver(const frontier::Schedule& schedule, const Halves& halves, const BlockLayout& before,
             const BlockLayout& after, const Program& program, const Shares& shares = {});

    // Fills `piece` with everything that reaches the target segment `wave + upper.upper` in one
    // share, from the source blocks whose bits are set. Marks the reached blocks in `target`.
    // `wave` is a wave of the stride plus a subwave.
    void resolve(int wave, const UpperCase& upper, const Presence& source, const Presence& target,
                 SourceNumbers& numbers, Piece& piece, int share = 0) const;

  private:
    struct Flow;
    Flow flow_of(const Contribution& contribution, int from, int to, const Presence& source) const;
    void resolve_case(std::span<const std::uint32_t> values, const std::vector<Flow>& flows,
                      const Presence& source, const Presence& target, SourceNumbers& numbers,
                      Piece& piece) const;

    const Halves& halves_;
    const BlockLayout& before_;
    const BlockLayout& after_;
    Shares shares_;
    bool images_ = false;                          // sources that are not stored are read as images
    int closing_lower_ = -1, closing_upper_ = -1;  // the only target into which a cycle may close
    std::vector<int> case_number_;                 // by the touched part of a lower value
    // The lower values of each class and case, by share and then by number of ends: neighbouring
    // blocks have the same size, so branches are predicted.
    std::vector<std::vector<std::vector<std::uint32_t>>> values_;
};

}  // namespace babieca::sweep
