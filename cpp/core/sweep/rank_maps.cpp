#include "core/sweep/rank_maps.hpp"

namespace babieca::sweep {

void RankMaps::build(int pairs) {
    const int points = 2 * pairs;
    const std::size_t whole = matching_count[pairs], small = matching_count[pairs - 1];
    const auto reserve = [&](Families& families, std::size_t maps, std::size_t size) {
        families[pairs].begin.assign(static_cast<std::size_t>(points) * points, 0);
        families[pairs].maps.reserve(maps * size);
    };
    const auto next = [&](Families& families, int i, int j, std::size_t size) {
        Family& family = families[pairs];
        family.begin[i * points + j] = family.maps.size();
        family.maps.resize(family.maps.size() + size);
        return family.maps.data() + family.begin[i * points + j];
    };
    reserve(inserts_, points * (points - 1) / 2, small);
    reserve(moves_, points * (points - 1), whole);
    reserve(contracts_, points * (points - 1) / 2, small * contract_width(pairs));

    for (int i = 0; i < points; ++i)
        for (int j = i + 1; j < points; ++j) {
            Index* map = next(inserts_, i, j, small);
            for_each_rank(
                {Operation::insert, pairs, i, j, 0, 0},
                [&](std::size_t to, std::size_t from) { map[from] = static_cast<Index>(to); });
        }
    for (int i = 0; i < points; ++i)
        for (int j = 0; j < points; ++j) {
            if (i == j) continue;
            Index* map = next(moves_, i, j, whole);
            for_each_rank(
                {Operation::move, pairs, i, j, 0, 0},
                [&](std::size_t to, std::size_t from) { map[to] = static_cast<Index>(from); });
        }
    reverses_[pairs].resize(whole);
    const std::uint64_t all = (std::uint64_t{1} << points) - 1;
    for (std::size_t r = 0; r < whole; ++r) {
        std::array<std::uint8_t, 2 * table_pairs> mate{}, image{};
        frontier::unrank_matching(all, r, mate);
        for (int p = 0; p < points; ++p)
            image[points - 1 - p] = static_cast<std::uint8_t>(points - 1 - mate[p]);
        reverses_[pairs][r] = static_cast<Index>(frontier::rank_matching(all, image));
    }
    if (pairs < 2) return;  // contracting the only pair closes a cycle: no table
    std::vector<int> filled;
    const int width = contract_width(pairs);
    for (int i = 0; i < points; ++i)
        for (int j = i + 1; j < points; ++j) {
            Index* map = next(contracts_, i, j, small * width);
            filled.assign(small, 0);
            for_each_rank({Operation::contract, pairs, i, j, 0, 0},
                          [&](std::size_t to, std::size_t from) {
                              map[to * width + filled[to]++] = static_cast<Index>(from);
                          });
        }
}

void RankMaps::grow(int pairs) {
    for (; built_ < std::min(pairs, table_pairs); ++built_) build(built_ + 1);
}

}  // namespace babieca::sweep
