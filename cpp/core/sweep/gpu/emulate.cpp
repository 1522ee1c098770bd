#include "core/sweep/gpu/emulate.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "core/sweep/counter_types.hpp"
#include "core/sweep/rank_maps.hpp"

namespace babieca::gpu {
namespace {

template <typename Counter, bool weighted, int... small_pairs>
void run(const KernelArguments& given, std::integer_sequence<int, small_pairs...>) {
    const auto* const sources = static_cast<const Counter*>(given.sources);
    auto* const targets = static_cast<Counter*>(given.targets);
    const Long reciprocal = reciprocal_of(given.modulus, sizeof(Counter));
    const auto with = [&](auto kernel, auto... pairs) {
        kernel(pairs..., given.maps, given.goals, given.goal_count, given.flows, sources,
               given.gpu_end, given.gap, targets, given.modulus, reciprocal, given.bits,
               given.factors);
        return true;
    };
    ((given.pairs == small_pairs && with(small_blocks<Counter, small_pairs, weighted>)), ...);
    if (given.pairs < chunk_pairs) return;
    with(given.reflected ? large_blocks<Counter, true, weighted>
                         : large_blocks<Counter, false, weighted>,
         given.pairs);
}

}  // namespace

void emulate(const KernelArguments& given) {
    constexpr std::make_integer_sequence<int, chunk_pairs> small_pairs;
    if (given.factors) {
        if (given.counter_bytes == 8) return run<Long, true>(given, small_pairs);
        throw std::invalid_argument("counters of a weighted sweep have 8 bytes");
    }
    sweep::with_counter<Byte, Index, Int, Long>(
        given.counter_bytes, [&]<typename Counter>() { run<Counter, false>(given, small_pairs); });
}

std::vector<Index> make_maps() {
    sweep::RankMaps tables;
    tables.grow(chunk_pairs);
    std::vector<Index> maps(map_entries, nowhere);
    std::vector<Int> filled;
    const auto family = [&](Operation operation, int pairs, int i, int j) {
        const Int number = i * source_points(operation, pairs) + j;
        return maps.data() + family_begin(operation, pairs) +
               number * map_width(operation, pairs) * small_matchings(pairs);
    };
    for (int pairs = 0; pairs <= chunk_pairs; ++pairs) {
        const Int size = small_matchings(pairs);
        const int points = 2 * pairs;
        Index* map = maps.data() + family_begin(copy, pairs);
        std::ranges::copy(sweep::reflected_ranks(pairs), map);
        for (int count = 2; count <= points; ++count)
            for (int first = 0; first < points; ++first)
                if (map += size; first + count <= points)
                    std::ranges::copy(sweep::reflected_ranks(pairs, first, count), map);
        for (int i = 0; i < points; ++i)
            for (int j = 0; j < points; ++j) {
                Index* const moved = family(move, pairs, i, j);
                for (Int rank = 0; rank < size; ++rank)
                    moved[rank] =
                        i == j ? static_cast<Index>(rank) : tables.move(pairs, i, j)[rank];
                for (Int rank = 0; i < j && rank < small_matchings(pairs - 1); ++rank)
                    family(insert, pairs, i, j)[tables.insert(pairs, i, j)[rank]] =
                        static_cast<Index>(rank);
            }
        for (int i = 0; i < points + 2; ++i)
            for (int j = i + 1; j < points + 2; ++j) {
                // Only these entries of the tables for pairs + 1 are needed.
                Index* const extracted = family(extract, pairs, i, j);
                tables.for_each_rank(
                    {sweep::Operation::extract, pairs + 1, i, j, 0, 0},
                    [&](auto to, auto from) { extracted[to] = static_cast<Index>(from); });
                if (pairs == 0) continue;  // contracting the only pair closes a cycle
                Index* const contracted = family(contract, pairs, i, j);
                filled.assign(size, 0);
                tables.for_each_rank({sweep::Operation::contract, pairs + 1, i, j, 0, 0},
                                     [&](auto to, auto from) {
                                         Index* const map = contracted + filled[to]++ * size;
                                         map[to] = static_cast<Index>(from);
                                     });
            }
    }
    for (Int rank = 0; rank < chunk_size; ++rank) {
        std::array<std::uint8_t, 2 * chunk_pairs> mate{};
        frontier::unrank_matching((1u << 2 * chunk_pairs) - 1, rank, mate);
        Long packed = 0;
        for (int point = 0; point < 2 * chunk_pairs; ++point)
            packed |= static_cast<Long>(mate[point]) << (4 * point);
        for (Int part = 0; part < mates_width; ++part)
            maps[mates_begin + mates_width * rank + part] = static_cast<Index>(packed >> 16 * part);
    }
    return maps;
}

}  // namespace babieca::gpu
