// Resolved steps run backwards: what flows from a target block back into its source blocks.
//
// A step is linear, so the ways to go on from a state are brought back by its transpose: where
// forwards target[r] += source[q], backwards ways_on(q) += ways_on(r). On the way the ways to reach
// q are multiplied with the ways to go on from r: that many tours take this very step.
#pragma once

#include <span>

#include "core/sweep/execute.hpp"

namespace babieca::sweep {
namespace {

// Counters of the ways to reach a source (`Reach`), to go on from a target (`Onward`), and to go on
// from a source (`Sum`), whose words are wide enough for every sum or simply wrap.
template <typename Reach, typename Onward, typename Sum>
class TransposedExecutor {
  public:
    TransposedExecutor(const RankMaps& tables, TurnBuffers& buffers)
        : tables_(tables), buffers_(buffers), turner_(tables, {}, buffers) {}

    // `reach` and `sums` are the addresses of the piece's sources, `segment` that of its target.
    // Adds to `uses` how many tours make each choice, modulo 2^64. What enter(source) gives is held
    // while the sums of a source are written.
    template <typename Enter>
    void run(const Piece& piece, std::span<const Reach* const> reach, std::span<Sum* const> sums,
             const Onward* segment, std::span<std::uint64_t> uses, Enter&& enter) {
        for (std::size_t n = 0; n < piece.targets.size(); ++n) {
            const Target& target = piece.targets[n];
            const Onward* const block = segment + target.offset;
            const Onward* const image = target.mirrored ? image_of(target, block) : nullptr;
            for (std::uint32_t at = target.first; at < piece.end(n); ++at) {
                const Transfer& t = piece.transfers[at];
                [[maybe_unused]] const auto held = enter(t.segment);
                uses[t.choice] +=
                    bring_back(t.operation, t.pairs, t.i, t.j, reach[t.segment] + t.source,
                               sums[t.segment] + t.source,
                               at < target.first + target.mirrored ? image : block);
            }
        }
    }

    // The bits that occurred in any sum.
    std::uint64_t seen() const { return seen_; }

    std::uint64_t bring_back(Operation operation, int pairs, int i, int j, const Reach* reach,
                             Sum* sums, const Onward* onward) {
        const std::size_t whole = matching_count[pairs];
        if (operation == Operation::copy || (operation == Operation::move && i == j))
            return flow(reach, sums, onward, whole, Straight{}, Straight{});
        if (pairs > table_pairs) {
            std::uint64_t tours = 0;
            decompose(operation, pairs, i, j, [&](const Part& part) {
                tours += bring_back(part.operation, part.pairs, part.i, part.j, reach + part.source,
                                    sums + part.source, onward + part.target);
            });
            return tours;
        }
        const std::size_t small = matching_count[pairs - 1];
        switch (operation) {
            case Operation::move:  // moving the end back is a move too
                return flow(reach, sums, onward, whole, Straight{}, tables_.move(pairs, j, i));
            case Operation::insert:
                return flow(reach, sums, onward, small, Straight{}, tables_.insert(pairs, i, j));
            case Operation::extract:
                return flow(reach, sums, onward, small, tables_.insert(pairs, i, j), Straight{});
            default:
                return unfold(reach, sums, onward, small, tables_.contract(pairs, i, j),
                              RankMaps::contract_width(pairs));
        }
    }

  private:
    struct Straight {
        std::size_t operator[](std::size_t r) const { return r; }
    };

    // Turning an image back is turning it, its fixed ends being where they are in the image.
    const Onward* image_of(Target target, const Onward* block) {
        target.fixed_first =
            static_cast<std::uint8_t>(2 * target.pairs - target.fixed_count - target.fixed_first);
        auto* const image =
            static_cast<Onward*>(buffers_.image(matching_count[target.pairs] * sizeof(Onward)));
        turner_.turn(target, block, image);
        return image;
    }

    // For every r: what may be gone on from `to[r]` flows back to `from[r]`.
    template <typename From, typename To>
    std::uint64_t flow(const Reach* __restrict reach, Sum* __restrict sums,
                       const Onward* __restrict onward, std::size_t count, From from, To to) {
        Sum seen = 0;
        std::uint64_t tours = 0;
        for (std::size_t r = 0; r < count; ++r) {
            const Onward ways = onward[to[r]];
            const Sum sum = static_cast<Sum>(sums[from[r]] + ways);
            sums[from[r]] = sum;
            seen |= sum;
            tours += std::uint64_t{reach[from[r]]} * ways;
        }
        seen_ |= seen;
        return tours;
    }

    // The map lists `width` sources target by target.
    std::uint64_t unfold(const Reach* __restrict reach, Sum* __restrict sums,
                         const Onward* __restrict onward, std::size_t count,
                         const Index* __restrict map, int width) {
        Sum seen = 0;
        std::uint64_t tours = 0;
        for (std::size_t r = 0; r < count; ++r, map += width) {
            const Onward ways = onward[r];
            std::uint64_t met = 0;
            for (int m = 0; m < width; ++m) {
                const Sum sum = static_cast<Sum>(sums[map[m]] + ways);
                sums[map[m]] = sum;
                seen |= sum;
                met += reach[map[m]];
            }
            tours += met * ways;
        }
        seen_ |= seen;
        return tours;
    }

    const RankMaps& tables_;
    TurnBuffers& buffers_;
    Executor<Wrapping<Onward>> turner_;
    std::uint64_t seen_ = 0;
};

}  // namespace
}  // namespace babieca::sweep
