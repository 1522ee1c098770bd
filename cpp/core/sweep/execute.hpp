// Executes resolved steps in one arithmetic, forwards and backwards. Matchings are known by their
// ranks only. Internal linkage: see execution_loops.cpp.
//
// A step is linear, so its transpose computes the ways to complete a state: where the forward step
// does target[r] += source[q], the backward step does ways_on(q) += ways_on(r). If the ways to
// reach q are known, their product with ways_on(r) is the number of tours that take this step.
#pragma once

#include <span>
#include <type_traits>
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
class PieceRunner {
  public:
    using Counter = typename Arithmetic::Counter;

    PieceRunner(const RankMaps& tables, Arithmetic arithmetic, MirrorBuffers& buffers)
        : tables_(tables), kernels_{arithmetic}, buffers_(buffers) {}

    // `sources`: the addresses of the piece's sources. `segment_by_cell`: the target's cells.
    // `factors`: by choice; null: all are 1, as they must be unless counters are 64-bit residues.
    template <typename Source>
    void run(const Piece& piece, const Source* const* sources, Counter* const* segment_by_cell,
             const frontier::Factor* factors = nullptr) {
        factors_ = factors;
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
                reflect(target, image, block);
            }
            const auto direct = all.subspan(first, piece.end(n) - first);
            if (images.empty())
                collect<Onto::set>(piece, direct, sources, block, size(target));
            else
                collect<Onto::add>(piece, direct, sources, block, size(target));
        }
    }

    std::uint64_t seen() const { return bits_of(kernels_.arithmetic); }

    // Applies one operation to `source` and adds to `target`, or sets the counters that it reaches.
    template <Onto onto, typename Source>
    void apply(Operation operation, int pairs, int i, int j, const Source* source,
               Counter* target) {
        apply_by<onto>(kernels_, operation, pairs, i, j, source, target);
    }

    // The same by kernels of another arithmetic with the same counters.
    template <Onto onto, typename Chosen, typename Source>
    void apply_by(Chosen& kernels, Operation operation, int pairs, int i, int j,
                  const Source* source, Counter* target) {
        const std::size_t whole = matching_count[pairs];
        if (operation == Operation::copy || (operation == Operation::move && i == j))
            return kernels.template copy<onto>(target, source, whole);
        if (pairs > table_pairs)
            return decompose(operation, pairs, i, j, [&](const Part& part) {
                apply_by<onto>(kernels, part.operation, part.pairs, part.i, part.j,
                               source + part.source, target + part.target);
            });
        const std::size_t small = matching_count[pairs - 1];
        switch (operation) {
            case Operation::move:
                return kernels.template gather<onto>(target, source, tables_.move(pairs, i, j),
                                                     whole);
            case Operation::insert:
                return kernels.template scatter<onto>(target, source, tables_.insert(pairs, i, j),
                                                      small);
            case Operation::extract:
                return kernels.template gather<onto>(target, source, tables_.insert(pairs, i, j),
                                                     small);
            default:
                return kernels.template fold<onto>(target, source, tables_.contract(pairs, i, j),
                                                   small, RankMaps::contract_width(pairs));
        }
    }

    // Sets a block from its mirror image.
    void reflect(const Target& target, const Counter* image, Counter* block) {
        if (target.fixed_count < 2) return reverse(target.pairs, image, block, 0);
        // Reversing all ends also reverses the fixed ends. To undo that, move the first fixed end
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
                 const Source* const* sources, Counter* target, std::size_t size) {
        constexpr std::ptrdiff_t ahead = 6;  // prefetch: source blocks lie anywhere in memory
        const Transfer* const end = piece.transfers.data() + piece.transfers.size();
        bool fresh = onto == Onto::set;
        for (const Transfer& t : transfers) {
            if (end - &t > ahead)
                __builtin_prefetch(sources[(&t + ahead)->segment] + (&t + ahead)->source);
            const Source* const source = sources[t.segment] + t.source;
            if (fresh && reaches_all_once(t.operation, t.pairs)) {
                transfer<Onto::set>(t, source, target);
            } else {
                if (fresh) std::fill_n(target, size, Counter{});
                transfer<Onto::add>(t, source, target);
            }
            fresh = false;
        }
    }

    template <Onto onto, typename Source>
    void transfer(const Transfer& t, const Source* source, Counter* target) {
        if constexpr (std::is_same_v<Arithmetic, Modular<std::uint64_t>>)
            if (factors_ && factors_[t.choice].value != 1) {
                Kernels<Weighted> weighted{{kernels_.arithmetic, factors_[t.choice]}};
                return apply_by<onto>(weighted, t.operation, t.pairs, t.i, t.j, source, target);
            }
        apply<onto>(t.operation, t.pairs, t.i, t.j, source, target);
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
    MirrorBuffers& buffers_;
    const frontier::Factor* factors_ = nullptr;
};

// In place of a pointer to the ways to reach states, if these are unknown: no tours are counted.
struct Unreached {
    Unreached operator+(std::size_t) const { return {}; }
    std::uint64_t operator[](std::size_t) const { return 0; }
};

// The arithmetic adds up the ways to complete a source. Tours are counted modulo 2^64, or modulo
// the modulus.
template <typename Reach, typename Arithmetic>
class TransposedPieceRunner {
  public:
    using Counter = typename Arithmetic::Counter;

    TransposedPieceRunner(const RankMaps& tables, MirrorBuffers& buffers,
                          Arithmetic arithmetic = {})
        : tables_(tables),
          buffers_(buffers),
          reflector_(tables, {}, buffers),
          arithmetic_(arithmetic) {}

    void run(const Transposition& run) {
        const Piece& piece = run.piece;
        const auto* const onward = reinterpret_cast<const Counter*>(run.onward);
        for (std::size_t n = 0; n < piece.targets.size(); ++n) {
            const Target& target = piece.targets[n];
            const Counter* const block = onward + target.offset;
            const Counter* const image = target.mirrored ? image_of(target, block) : nullptr;
            for (std::uint32_t at = target.first; at < piece.end(n); ++at) {
                const Transfer& t = piece.transfers[at];
                Reach reach{};
                if constexpr (counts_tours) reach = reinterpret_cast<Reach>(run.reach[t.segment]);
                auto* const sums = reinterpret_cast<Counter*>(run.sums[t.segment]);
                const SpinLock lock(run.locks ? &run.locks[piece.sources[t.segment]] : nullptr);
                run.uses[t.choice] +=
                    bring_back(t.operation, t.pairs, t.i, t.j, reach + t.source, sums + t.source,
                               at < target.first + target.mirrored ? image : block);
            }
        }
    }

    std::uint64_t seen() const { return bits_of(arithmetic_); }

    // Transposes one operation. Returns the number of tours that make it.
    std::uint64_t bring_back(Operation operation, int pairs, int i, int j, Reach reach,
                             Counter* sums, const Counter* onward) {
        const std::size_t whole = matching_count[pairs];
        if (operation == Operation::copy || (operation == Operation::move && i == j))
            return pull(reach, sums, onward, whole, Straight{}, Straight{});
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
            case Operation::move:  // the transpose is the move back
                return pull(reach, sums, onward, whole, Straight{}, tables_.move(pairs, j, i));
            case Operation::insert:
                return pull(reach, sums, onward, small, Straight{}, tables_.insert(pairs, i, j));
            case Operation::extract:
                return pull(reach, sums, onward, small, tables_.insert(pairs, i, j), Straight{});
            default:
                return pull_fold(reach, sums, onward, small, tables_.contract(pairs, i, j),
                                 RankMaps::contract_width(pairs));
        }
    }

  private:
    static constexpr bool counts_tours = std::is_pointer_v<Reach>;
    static constexpr bool modular = requires(Arithmetic arithmetic) { arithmetic.modulus; };
    using Tours = std::conditional_t<modular && counts_tours, unsigned __int128, std::uint64_t>;

    struct Straight {
        std::size_t operator[](std::size_t r) const { return r; }
    };

    // The mirror image of a block: reflecting is its own inverse.
    const Counter* image_of(Target target, const Counter* block) {
        target.fixed_first =
            static_cast<std::uint8_t>(2 * target.pairs - target.fixed_count - target.fixed_first);
        auto* const image =
            static_cast<Counter*>(buffers_.image(matching_count[target.pairs] * sizeof(Counter)));
        reflector_.reflect(target, block, image);
        return image;
    }

    // For every r: adds the ways of to[r] to from[r]. The loop works on a copy of the arithmetic,
    // which stays in registers.
    template <typename From, typename To>
    std::uint64_t pull(Reach reach, Counter* __restrict sums, const Counter* __restrict onward,
                       std::size_t count, From from, To to) {
        Arithmetic here = arithmetic_;
        Tours tours = 0;
        for (std::size_t r = 0; r < count; ++r) {
            const Counter ways = onward[to[r]];
            sums[from[r]] = here.add(sums[from[r]], ways);
            tours += static_cast<Tours>(reach[from[r]]) * ways;
        }
        arithmetic_ = here;
        return reduced(tours);
    }

    // The map lists `width` sources target by target.
    std::uint64_t pull_fold(Reach reach, Counter* __restrict sums, const Counter* __restrict onward,
                            std::size_t count, const Index* __restrict map, int width) {
        Arithmetic here = arithmetic_;
        Tours tours = 0;
        for (std::size_t r = 0; r < count; ++r, map += width) {
            const Counter ways = onward[r];
            std::uint64_t met = 0;
            for (int m = 0; m < width; ++m) {
                sums[map[m]] = here.add(sums[map[m]], ways);
                met += reach[map[m]];
            }
            tours += static_cast<Tours>(met) * ways;
        }
        arithmetic_ = here;
        return reduced(tours);
    }

    std::uint64_t reduced(Tours tours) const {
        if constexpr (modular && counts_tours) tours %= arithmetic_.modulus;
        return static_cast<std::uint64_t>(tours);
    }

    const RankMaps& tables_;
    MirrorBuffers& buffers_;
    PieceRunner<Checked<Counter>> reflector_;
    Arithmetic arithmetic_;
};

}  // namespace
}  // namespace babieca::sweep
