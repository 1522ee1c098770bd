// Questions for the tests of sweeps, with their plans and the tours that plain search lists.
#pragma once

#include <cstring>

#include "core/sweep/blocks.hpp"
#include "core/sweep/rank_maps.hpp"
#include "tests/graphs.hpp"

namespace babieca {

struct Counted {
    frontier::Sweep sweep;
    sweep::Plan plan = sweep::make_plan(sweep, tireless);

    sweep::BlockResult blocks(const sweep::BlockOptions& options,
                              Control& control = tireless) const {
        return sweep::count_blocks(sweep, plan, options, control);
    }
};

inline Counted board(int rows, int columns, bool paths = false) {
    const auto owned = knight_board(rows, columns);
    return {{owned.view(), owned.order, {paths}}};
}

// The residue that counters of so many bits give; without a modulus they wrap.
inline std::uint64_t residue(std::uint64_t number, int bits, std::uint64_t modulus) {
    return modulus ? number % modulus : number & ~std::uint64_t{0} >> (64 - bits);
}

inline const sweep::RankMaps& rank_maps() {
    static const sweep::RankMaps made = [] {
        sweep::RankMaps all;
        all.grow(sweep::table_pairs);
        return all;
    }();
    return made;
}

// Counters of so many bytes, as the loops read and write them; 16 bytes are two counters.
inline std::vector<std::byte> packed(const std::vector<std::uint64_t>& values, int width) {
    std::vector<std::byte> bytes;
    for (const std::uint64_t& value : values) {
        const auto* begin = reinterpret_cast<const std::byte*>(&value);
        for (int at = 0; at < width; at += 8)
            bytes.insert(bytes.end(), begin, begin + std::min(width, 8));
    }
    return bytes;
}

struct Asked {
    Graph graph;
    frontier::Sweep sweep;
    std::vector<Walk> walks;   // directed
    std::uint64_t directions;  // walks per tour
    bool constrained;          // some edges are required or avoided

    std::uint64_t tours() const { return walks.size() / directions; }

    // The edges of a walk; the apex of the sweep stands at the end of a path.
    std::set<Edge> edges(Walk walk) const {
        if (sweep.problem.apex >= 0) walk.push_back(sweep.problem.apex);
        return edges_of(walk, true);
    }
};

// Calls visit(asked) for cycles and paths, with and without ends and constraints.
template <typename Visit>
void all_questions(const Graph& graph, std::span<const Vertex> order, const Edges& through,
                   const Edges& avoiding, Vertex start, Vertex end, Visit&& visit) {
    for (const auto& [with, without] : {std::pair<Edges, Edges>{}, {through, avoiding}})
        for (auto [paths, from, to] :
             {std::tuple{false, -1, -1}, {true, -1, -1}, {true, start, -1}, {true, start, end}})
            visit(Asked{graph,
                        {graph, order, {paths, from, to, with, without}},
                        listed(graph, !paths, from, to, with, without),
                        from < 0 ? 2u : 1u,
                        !with.empty() || !without.empty()});
}

// The same for random graphs of 3 .. largest vertices, every third of them bipartite.
template <typename Visit>
void random_questions(int rounds, unsigned seed, int largest, Visit&& visit) {
    std::mt19937 random(seed);
    for (int round = 0; round < rounds; ++round) {
        const int n = 3 + static_cast<int>(random() % (largest - 2));
        const Drawn drawn(n, 0.7, random, round % 3 == 0);
        all_questions(drawn.graph.view(), drawn.order, drawn.through, drawn.avoiding,
                      drawn.order[0], drawn.order[1], visit);
    }
}

}  // namespace babieca
