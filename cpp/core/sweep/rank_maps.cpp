#include "core/sweep/rank_maps.hpp"

namespace babieca::sweep {

std::vector<Index> reflected_ranks(int pairs, int first, int count) {
    const int points = 2 * pairs;
    const std::uint64_t all = (std::uint64_t{1} << points) - 1;
    const auto reflected = [&](int point) {
        const bool fixed = point >= first && point < first + count;
        return fixed ? points - 2 * first - count + point : points - 1 - point;
    };
    std::vector<Index> ranks;
    for (std::uint64_t rank = 0; rank < matching_count[pairs]; ++rank) {
        std::array<std::uint8_t, 2 * table_pairs> mate{}, image{};
        frontier::unrank_matching(all, rank, mate);
        for (int point = 0; point < points; ++point)
            image[reflected(point)] = static_cast<std::uint8_t>(reflected(mate[point]));
        ranks.push_back(static_cast<Index>(frontier::rank_matching(all, image)));
    }
    return ranks;
}

void RankMaps::build(int pairs) {
    const int points = 2 * pairs;
    const std::size_t whole = matching_count[pairs], small = matching_count[pairs - 1];
    // Makes the maps of one operation, of `size` indices each.
    const auto make = [&](Families& families, Operation operation, std::size_t size, auto&& set) {
        const bool both = operation == Operation::move;  // i > j too
        Family& family = families[pairs];
        family.begin.assign(static_cast<std::size_t>(points) * points, 0);
        family.maps.reserve(points * (points - 1) / (both ? 1 : 2) * size);
        for (int i = 0; i < points; ++i)
            for (int j = both ? 0 : i + 1; j < points; ++j) {
                if (i == j) continue;
                const std::size_t begin = family.begin[i * points + j] = family.maps.size();
                family.maps.resize(begin + size);
                for_each_rank({operation, pairs, i, j, 0, 0},
                              [&](std::size_t to, std::size_t from) {
                                  set(family.maps.data() + begin, to, from);
                              });
            }
    };
    make(inserts_, Operation::insert, small,
         [](Index* map, std::size_t to, std::size_t from) { map[from] = static_cast<Index>(to); });
    make(moves_, Operation::move, whole,
         [](Index* map, std::size_t to, std::size_t from) { map[to] = static_cast<Index>(from); });
    reverses_[pairs] = reflected_ranks(pairs);
    if (pairs < 2) return;  // contracting the only pair closes a cycle: no table
    const int width = contract_width(pairs);
    std::vector<int> sources(small, 0);  // per target; each map adds `width`
    make(contracts_, Operation::contract, small * width,
         [&](Index* map, std::size_t to, std::size_t from) {
             map[to * width + sources[to]++ % width] = static_cast<Index>(from);
         });
}

void RankMaps::grow(int pairs) {
    for (; built_ < std::min(pairs, table_pairs); ++built_) build(built_ + 1);
}

}  // namespace babieca::sweep
