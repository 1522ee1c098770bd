// Strides run backwards: from the ways to complete the states of one stored layer to those of the
// stored layer before.
//
// Waves run in reverse. A wave's targets contribute to its own sources and, with a mirror, to
// stored images of sources, which belong to waves that are done. So a wave's targets are freed with
// the wave, and the live memory is the same as forwards.
//
// Mirror. Only stored states have ways to complete; those of the others are added to their images.
// So a state that is not its own image has twice the ways, a step into it counts for its image too,
// and the tours that use an edge are half of the sum for the edge and its image.
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
    // Begins at the last layer. `bytes` limits the counters held at once. With an odd modulus all
    // numbers are residues, of fewer than 32 bits if the ways to reach states are known.
    StridesBack(const frontier::Sweep& sweep, int threads, std::uint64_t bytes,
                std::uint64_t modulus = 0);

    // Goes back one stored layer. `layer` holds the ways to reach its states; with width 0 they are
    // unknown, which must then hold for all layers, without a mirror. allow(width) gets the bytes
    // of a counter and returns the bytes that all counters may take, or throws. report(part) is
    // called about twenty times a second.
    void go_back(const LayerView& layer, const std::function<std::uint64_t(int)>& allow,
                 const std::function<void(double)>& report);

    // The tours that use each edge of the steps passed, if the ways to reach states were known.
    std::map<Edge, std::uint64_t> uses() const;
    // The ways to complete a state of the present layer, without a mirror. Without a modulus they
    // are exact as long as largest() < 64, else modulo 2^64.
    std::uint64_t ways_on(const frontier::PackedState& state) const;
    int largest() const { return largest_; }  // the most bits of any counter, while exact
    std::uint64_t peak_bytes() const { return memory_.arena.peak(); }

  private:
    // The buffers of a thread. Aligned, so that threads share no cache line.
    struct alignas(64) ThreadBuffers {
        Piece piece;
        SourceNumbers numbers;
        TurnBuffers buffers;
        std::vector<const std::byte*> reach;  // per source of the piece
        std::vector<std::byte*> sums;
        std::vector<std::uint64_t> uses[2];  // per step of the stride: by choice
        std::uint64_t seen = 0;              // the bits of all sums
        // For one chunk of a wave in a layer that is not stored: the pieces of the step to it, the
        // ways to reach its states, and the ways to complete them.
        std::vector<Piece> pieces;
        std::vector<std::uint64_t> middle_reach, middle_sums;
        // Per touched part: the offset of its segment, of which only the chunk exists.
        std::vector<std::ptrdiff_t> begin;
        std::unique_ptr<BlockBits> bits;
        BlockBits marks;  // the targets of a segment that receive something; not used

        explicit ThreadBuffers(const Halves& halves) : marks(halves, 1) {}
    };
    struct Passage;  // the data of one stride
    struct Chunk {   // of a wave
        int wave, number;
    };

    void back_over_wave(Passage& passage, int wave, ThreadBuffers& own,
                        const std::atomic<bool>& stop);
    std::size_t reach_middle(Passage& passage, Chunk chunk, ThreadBuffers& own);
    void back_from_targets(Passage& passage, Chunk chunk, ThreadBuffers& own,
                           const std::atomic<bool>& stop);
    void back_from_middle(Passage& passage, Chunk chunk, std::size_t pieces, ThreadBuffers& own);
    void read_layer(Passage& passage, const Piece& piece, ThreadBuffers& own);
    void bring_back(ThreadBuffers& own, const Piece& piece, int step, int reach_bytes,
                    const std::byte* onward, int onward_bytes);
    void add_uses(const Stride& stride);

    const frontier::Sweep& sweep_;
    std::uint64_t modulus_;
    system::ThreadPool pool_;
    Halves halves_;
    RankMaps tables_;
    LayerMemory memory_;
    std::vector<ThreadBuffers> buffers_;
    std::vector<int> same_row_;                  // of `marks`, for every upper value
    std::unique_ptr<std::atomic_flag[]> locks_;  // with a mirror: per segment of `sums_`
    BlockBits present_;                          // the blocks of the layer before
    std::shared_ptr<const BlockLayout> layout_;  // of the present layer
    std::unique_ptr<Store> onward_;              // ways to complete its states
    std::unique_ptr<Store> sums_;                // the same for the layer before
    int largest_ = 1;                            // the most bits of any counter
    bool exact_ = true;                          // no counter has reached the modulus
    std::map<Edge, std::uint64_t> uses_;
};

}  // namespace babieca::sweep
