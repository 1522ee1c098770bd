// Resolves a step: which source block goes where, by which operation, at which positions.
//
// A piece has all transfers to its targets, so each target block is finished while it is in the
// cache, and no other thread writes it. The resolver knows no counters.
//
// Mirror. A source that is not stored is read as its image: the operation applies to the images of
// source and target, at the images of its slots, and gives the image of the contribution
// (step.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/frontier/problem.hpp"
#include "core/sweep/layers.hpp"
#include "core/sweep/program.hpp"
#include "core/sweep/step.hpp"

namespace babieca::sweep {

// The block bits of a layer, or of one wave in a middle layer.
struct Presence {
    BlockBits& bits;
    const int* number = nullptr;  // of a wave: its row, by the touched part of the upper value
    int wave = 0;                 // without numbers: the upper value of the first row
    int first = 0;                // the first row of the wave

    int row(int upper) const { return first + (number ? number[upper - wave] : upper - wave); }
    std::uint64_t* of(int upper) const { return bits.of(row(upper)); }
    void clear(int upper) const { bits.clear(row(upper)); }
};

// Numbers the sources of a piece.
class SourceNumbers {
  public:
    void begin(Piece& piece, const BlockLayout& before) {
        for (int cell_number : piece.sources) number_[cell_number] = -1;
        piece.sources.clear();
        const std::size_t cells = before.shape_of.size() * before.cells;
        if (number_.size() < cells) number_.resize(cells, -1);
    }
    std::uint32_t of(Piece& piece, int cell_number) {
        if (number_[cell_number] < 0) {
            number_[cell_number] = static_cast<int>(piece.sources.size());
            piece.sources.push_back(cell_number);
        }
        return static_cast<std::uint32_t>(number_[cell_number]);
    }

  private:
    std::vector<int> number_;
};

// Refers to its arguments. Threads may resolve pieces of different waves at the same time.
class Resolver {
  public:
    Resolver(const frontier::Schedule& schedule, const Halves& halves, const BlockLayout& before,
             const BlockLayout& after, const Program& program, const KeyRanges& key_ranges = {});

    // Fills `piece` with the transfers into the target segment `wave + upper.upper`, in one key
    // range, from the source blocks whose bits are set. Marks the reached blocks in `target`.
    // `wave` is a wave of the stride plus a subwave.
    void resolve(int wave, const UpperCase& upper, const Presence& source, const Presence& target,
                 SourceNumbers& numbers, Piece& piece, int range = 0) const;

  private:
    struct Inflow;
    Inflow inflow_of(const Contribution& c, int from, int to, const Presence& source) const;
    void resolve_case(std::span<const std::uint32_t> values, const std::vector<Inflow>& inflows,
                      const Presence& source, const Presence& target, SourceNumbers& numbers,
                      Piece& piece) const;

    const Halves& halves_;
    const BlockLayout& before_;
    const BlockLayout& after_;
    KeyRanges key_ranges_;
    bool images_ = false;                          // sources that are not stored are read as images
    int closing_lower_ = -1, closing_upper_ = -1;  // the only target into which a cycle may close
    std::vector<int> case_number_;                 // by the touched part of a lower value
    // The lower values of each shape and case, by key range and then by number of ends:
    // neighbouring blocks have the same size, so branches are predicted.
    std::vector<std::vector<std::vector<std::uint32_t>>> values_;
};

// A stride with the resolvers of its steps. Refers to its arguments. Unless `divided`, its tasks
// are whole waves.
struct ResolvedStride {
    Stride stride;
    BlockLayout middle;  // of a stride of two steps; if divided: a cell per key range
    std::vector<Resolver> resolvers;

    ResolvedStride(const frontier::Sweep& sweep, const Halves& halves, int layer,
                   const BlockLayout& before, const BlockLayout& after, bool divided = true);
    ResolvedStride(const ResolvedStride&) = delete;
    ResolvedStride& operator=(const ResolvedStride&) = delete;

    bool has_middle() const { return resolvers.size() > 1; }
    // The number of the segment with a cell of the middle layer, in its wave.
    int middle_number(int cell_number, int wave) const {
        return stride.middle_number[cell_number / middle.cells - wave];
    }
};

}  // namespace babieca::sweep
