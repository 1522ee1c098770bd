// Executes resolved steps in one arithmetic. Matchings are known by their ranks only. Internal
// linkage: see execution_loops.cpp.
#pragma once

#include <span>
#include <utility>

#include "core/sweep/execution.hpp"
#include "core/sweep/kernels.hpp"

namespace babieca::sweep {
namespace {

// Whether an operation reaches every counter of its target exactly once, and so can set them.
// Contractions beyond the tables are sums of parts.
constexpr bool reaches_all_once(Operation operation, int pairs) {
    return operation != Operation::insert &&
           (operation != Operation::contract || pairs <= table_pairs);
}

// Runs pieces on one thread.
template <typename Arithmetic>
class Executor {
  public:
    using Counter = typename Arithmetic::Counter;

    Executor(const RankMaps& tables, Arithmetic arithmetic, TurnBuffers& buffers)
        : tables_(tables), kernels_{arithmetic}, buffers_(buffers) {}

    // `sources`: the addresses of the piece's sources; `segment_by_cell`: of the target's cells.
    template <typename Source>
    void run(const Piece& piece, std::span<const Source* const> sources,
             Counter* const* segment_by_cell) {
        for (std::size_t n = 0; n < piece.targets.size(); ++n) {
            const Target& target = piece.targets[n];
            const std::span all(piece.transfers);
            const auto images = all.subspan(target.first, target.mirrored);
            const std::uint32_t first = target.first + target.mirrored;
            Counter* const block = segment_by_cell[target.cell] + target.offset;
            if (!images.empty()) {
                auto* const image =
                    static_cast<Counter*>(buffers_.image(size(target) * sizeof(Counter)));
                collect<Onto::set>(piece, images, sources, image, size(target));
                turn(target, image, block);
            }
            const auto direct = all.subspan(first, piece.end(n) - first);
            if (images.empty())
                collect<Onto::set>(piece, direct, sources, block, size(target));
            else
                collect<Onto::add>(piece, direct, sources, block, size(target));
        }
    }

    // The bits that occurred in any sum, where the arithmetic collects them.
    auto seen() const { return kernels_.arithmetic.seen(); }

    // Applies one operation to `source` and adds to `target`, or sets the counters that it reaches.
    template <Onto onto, typename Source>
    void apply(Operation operation, int pairs, int i, int j, const Source* source,
               Counter* target) {
        const std::size_t whole = matching_count[pairs];
        if (operation == Operation::copy || (operation == Operation::move && i == j))
            return kernels_.template copy<onto>(target, source, whole);
        if (pairs > table_pairs)
            return decompose(operation, pairs, i, j, [&](const Part& part) {
                apply<onto>(part.operation, part.pairs, part.i, part.j, source + part.source,
                            target + part.target);
            });
        const std::size_t small = matching_count[pairs - 1];
        switch (operation) {
            case Operation::move:
                return kernels_.template gather<onto>(target, source, tables_.move(pairs, i, j),
                                                      whole);
            case Operation::insert:
                return kernels_.template scatter<onto>(target, source, tables_.insert(pairs, i, j),
                                                       small);
            case Operation::extract:
                return kernels_.template gather<onto>(target, source, tables_.insert(pairs, i, j),
                                                      small);
            default:
                return kernels_.template fold<onto>(target, source, tables_.contract(pairs, i, j),
                                                    small, RankMaps::contract_width(pairs));
        }
    }

    // Sets a block from its mirror image.
    void turn(const Target& target, const Counter* image, Counter* block) {
        if (target.fixed_count < 2) return reverse(target.pairs, image, block, 0);
        // Reversing all ends also reverses the fixed ones. To undo that, move the first fixed end
        // behind the others, then the first of the rest, and so on.
        const std::size_t bytes = size(target) * sizeof(Counter);
        auto* from = static_cast<Counter*>(buffers_.side(0, bytes));
        auto* to = static_cast<Counter*>(buffers_.side(1, bytes));
        reverse(target.pairs, image, from, 0);
        for (int left = target.fixed_count - 1; left > 0; --left) {
            apply<Onto::set>(Operation::move, target.pairs, target.fixed_first,
                             target.fixed_first + left, from, left == 1 ? block : to);
            std::swap(from, to);
        }
    }

  private:
    static std::size_t size(const Target& target) { return matching_count[target.pairs]; }

    template <Onto onto, typename Source>
    void collect(const Piece& piece, std::span<const Transfer> transfers,
                 std::span<const Source* const> sources, Counter* target, std::size_t size) {
        constexpr std::ptrdiff_t ahead = 6;  // prefetch: source blocks lie anywhere in memory
        const Transfer* const end = piece.transfers.data() + piece.transfers.size();
        bool fresh = onto == Onto::set;
        for (const Transfer& t : transfers) {
            if (end - &t > ahead)
                __builtin_prefetch(sources[(&t + ahead)->segment] + (&t + ahead)->source);
            const Source* const source = sources[t.segment] + t.source;
            if (fresh && reaches_all_once(t.operation, t.pairs)) {
                apply<Onto::set>(t.operation, t.pairs, t.i, t.j, source, target);
            } else {
                if (fresh) clear(target, size);
                apply<Onto::add>(t.operation, t.pairs, t.i, t.j, source, target);
            }
            fresh = false;
        }
    }

    static void clear(Counter* target, std::size_t count) {
        for (std::size_t r = 0; r < count; ++r) target[r] = Counter{};
    }

    // Sets `target` to `source` with all ends in reverse order. Above the tables: the images of the
    // matchings in which the last end is paired with a given mate have the first end paired.
    void reverse(int pairs, const Counter* source, Counter* target, int depth) {
        if (pairs < 2) return kernels_.template copy<Onto::set>(target, source, 1);
        if (pairs <= table_pairs)
            return kernels_.template gather<Onto::set>(target, source, tables_.reverse(pairs),
                                                       matching_count[pairs]);
        const std::size_t part = matching_count[pairs - 1];
        const int last = 2 * pairs - 1;
        auto* const extracted = static_cast<Counter*>(buffers_.part(depth, part * sizeof(Counter)));
        for (int mate = 1; mate <= last; ++mate) {
            apply<Onto::set>(Operation::extract, pairs, last - mate, last, source, extracted);
            reverse(pairs - 1, extracted, target + (mate - 1) * part, depth + 1);
        }
    }

    const RankMaps& tables_;
    Kernels<Arithmetic> kernels_;
    TurnBuffers& buffers_;
};

}  // namespace
}  // namespace babieca::sweep
