#include "core/sweep/rank_maps.hpp"

namespace babieca::sweep {

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
