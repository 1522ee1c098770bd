// Strides run backwards: from the ways to go on from one stored layer to those from the one before.
//
// Waves are taken in reverse. What a wave's targets give back goes to its own sources and, with a
// mirror, to stored images of sources, which lie in waves that are done already; so the targets of
// a wave can be thrown away with it, and what is alive is what is alive forwards.
//
// Mirror. Only stored states have ways to go on; those of the others are added to their images'. So
// a state that is not its own image has twice the ways, a step into it counts for its image too,
// and the tours that use an edge are half of what the edge and its image are given together.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "core/frontier/state.hpp"
#include "core/frontier/sweep.hpp"
#include "core/sweep/block_layers.hpp"
#include "core/sweep/execution.hpp"
#include "core/sweep/rank_maps.hpp"
#include "core/sweep/resolve.hpp"
#include "core/system/thread_pool.hpp"

namespace babieca::sweep {

class StridesBack {
  public:
    // Begins at the last layer. `bytes`: what the counters may take at once. With an odd modulus
    // all numbers are residues; where it is known how states are reached, of less than 32 bits.
    StridesBack(const frontier::Sweep& sweep, int threads, std::uint64_t bytes,
                std::uint64_t modulus = 0);

    // Goes back to the layer before, in which states are reached as `layer` says; if its counters
    // have no bytes, nobody knows which ones or in how many ways: of all layers then, and without a
    // mirror.
    // `allow` is told how many bytes the counters will have, and says how many all of them may
    // take, or throws; `report` is told about twenty times a second which part is done.
    void go_back(const LayerView& layer, const std::function<std::uint64_t(int)>& allow,
                 const std::function<void(double)>& report);

    // How many tours use each edge that has been decided while it was known how to reach states.
    std::map<Edge, std::uint64_t> uses() const;
    // The ways to go on from a state of the layer reached, without a mirror; exact, unless there is
    // a modulus, as long as no counter has needed 64 bits, else modulo 2^64.
    std::uint64_t ways_on(const frontier::PackedState& state) const;
    int largest() const { return largest_; }  // bits: no counter has needed more, while exact
    std::uint64_t peak_bytes() const { return memory_.arena.peak(); }

  private:
    // What a thread works with, on cache lines of its own.
    struct alignas(64) Desk {
        Piece piece;
        SourceNumbers numbers;
        TurnBuffers buffers;
        std::vector<const std::byte*> reach;  // of the piece's sources
        std::vector<std::byte*> sums;
        std::vector<std::uint64_t> uses[2];  // per step of the stride: by choice
        std::uint64_t seen = 0;              // the bits that occur in any sum
        // A layer that is not stored, in one share of a wave: the pieces of the step to it, ways to
        // reach its states, ways to go on from them.
        std::vector<Piece> pieces;
        std::vector<std::uint64_t> middle_reach, middle_sums;
        // Per touched part: where its segment would begin, of which only the share is there.
        std::vector<std::ptrdiff_t> begin;
        std::unique_ptr<BlockBits> bits;
        BlockBits marks;  // which targets of a segment receive something: nobody asks

        explicit Desk(const Halves& halves) : marks(halves, 1) {}
    };
    struct Passage;  // over one stride
    struct Share {   // of a wave: what is done at once
        int wave, number;
    };

    void back_over_wave(Passage& passage, int wave, Desk& desk, const std::atomic<bool>& stop);
    std::size_t reach_middle(Passage& passage, Share share, Desk& desk);
    void back_from_targets(Passage& passage, Share share, Desk& desk,
                           const std::atomic<bool>& stop);
    void back_from_middle(Passage& passage, Share share, std::size_t pieces, Desk& desk);
    void read_layer(Passage& passage, const Piece& piece, Desk& desk);
    void bring_back(Desk& desk, const Piece& piece, int step, int reach_bytes,
                    const std::byte* onward, int onward_bytes);
    void add_uses(const Stride& stride);

    const frontier::Sweep& sweep_;
    std::uint64_t modulus_;
    system::ThreadPool pool_;
    Halves halves_;
    RankMaps tables_;
    LayerMemory memory_;
    std::vector<Desk> desks_;
    std::vector<int> same_row_;                  // of a desk's marks, whatever the upper value
    std::unique_ptr<std::atomic_flag[]> locks_;  // with a mirror: of the segments of `sums_`
    BlockBits present_;                          // the blocks of the layer before
    std::shared_ptr<const BlockLayout> layout_;  // of the layer reached
    std::unique_ptr<Store> onward_;              // ways to go on from it
    std::unique_ptr<Store> sums_;                // ways to go on from the layer before
    int largest_ = 1;                            // bits: no counter needs more, or they wrap
    bool exact_ = true;                          // no counter has reached the modulus
    std::map<Edge, std::uint64_t> uses_;
};

}  // namespace babieca::sweep
