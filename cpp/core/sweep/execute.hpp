// Executes resolved steps on counters of one arithmetic. Knows matchings by their ranks only.
#pragma once

#include <algorithm>
#include <span>

#include "core/sweep/kernels.hpp"
#include "core/sweep/rank_maps.hpp"
#include "core/sweep/step.hpp"

namespace babieca::sweep {

// Whether an operation reaches every counter of its target exactly once, so that it can set them.
// Larger contractions than the tables hold are added up from parts.
constexpr bool reaches_all_once(Operation operation, int pairs) {
    return operation == Operation::copy || operation == Operation::move ||
           (operation == Operation::contract && pairs <= table_pairs);
}

// Brings the image of `source` under one operation to `target`; sets only what is reached.
template <Onto onto, typename Arithmetic>
void apply(const Kernels<Arithmetic>& kernels, const RankMaps& tables, Operation operation,
           int pairs, int i, int j, const typename Arithmetic::Counter* source,
           typename Arithmetic::Counter* target) {
    const std::size_t whole = matching_count[pairs];
    if (operation == Operation::copy || (operation == Operation::move && i == j))
        return kernels.template copy<onto>(target, source, whole);
    if (pairs > table_pairs)
        return decompose(operation, pairs, i, j, [&](const Part& part) {
            apply<onto>(kernels, tables, part.operation, part.pairs, part.i, part.j,
                        source + part.source, target + part.target);
        });
    const std::size_t small = matching_count[pairs - 1];
    switch (operation) {
        case Operation::move:
            return kernels.template gather<onto>(target, source, tables.move(pairs, i, j), whole);
        case Operation::insert:
            return kernels.template scatter<onto>(target, source, tables.insert(pairs, i, j),
                                                  small);
        case Operation::extract:
            return kernels.template gather<onto>(target, source, tables.insert(pairs, i, j), small);
        default:
            return kernels.template fold<onto>(target, source, tables.contract(pairs, i, j), small,
                                               RankMaps::contract_width(pairs));
    }
}

// Runs a list of transfers into one segment; `sources` are the addresses of a piece's sources (null
// where no transfer reads). Returns, if asked to measure, the bits that occur in any counter of the
// blocks written; the list then must not be cut within a block.
template <typename Arithmetic>
typename Arithmetic::Counter execute(std::span<const Transfer> transfers,
                                     std::span<const typename Arithmetic::Counter* const> sources,
                                     typename Arithmetic::Counter* segment, const RankMaps& tables,
                                     Arithmetic arithmetic, bool measure) {
    using Counter = typename Arithmetic::Counter;
    constexpr std::size_t ahead = 6;  // transfers; source blocks come from all over the memory
    const Kernels<Arithmetic> kernels{arithmetic};
    const auto source_of = [&](const Transfer& t) { return sources[t.segment] + t.source; };
    Counter bits = 0;
    for (std::size_t n = 0; n < transfers.size(); ++n) {
        const Transfer& t = transfers[n];
        if (n + ahead < transfers.size()) __builtin_prefetch(source_of(transfers[n + ahead]));
        const Counter* const source = source_of(t);
        Counter* const target = segment + t.target;
        const std::size_t size = matching_count[t.target_pairs()];
        if (t.onto == Onto::set && reaches_all_once(t.operation, t.pairs)) {
            apply<Onto::set>(kernels, tables, t.operation, t.pairs, t.i, t.j, source, target);
        } else {
            if (t.onto == Onto::set) std::fill_n(target, size, Counter{0});
            apply<Onto::add>(kernels, tables, t.operation, t.pairs, t.i, t.j, source, target);
        }
        const bool finished = n + 1 == transfers.size() || transfers[n + 1].onto == Onto::set;
        if (measure && finished)
            for (std::size_t r = 0; r < size; ++r) bits |= target[r];
    }
    return bits;
}

}  // namespace babieca::sweep
