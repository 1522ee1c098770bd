// Parts of trees too large to walk: random branches, random subtrees, the first few levels.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/search/walker.hpp"

namespace babieca::search {

// Knuth's estimator: the mean over random walks of their weight on k squares is an unbiased
// estimate of the number of tree nodes there.
struct LevelEstimate {
    std::vector<double> mean;      // index: squares visited
    std::vector<double> variance;  // of the mean
};
LevelEstimate estimate_levels(const Instance& instance, std::int64_t probes, std::uint64_t seed,
                              Control& control);

// A subtree chosen by a random walk to `squares` squares, and all of it walked. Sums of
// weight * tally over samples estimate the same sums over the whole tree without bias.
struct Subtree {
    double weight = 0;
    Tally tally;
};
std::vector<Subtree> sample_subtrees(const Instance& instance, std::int64_t samples, int squares,
                                     std::uint64_t seed, Control& control);

// Number of partial paths of exactly `steps` moves from `start`; at most 64 vertices.
std::int64_t count_partial_paths(const Graph& graph, Vertex start, int steps, Control& control);

}  // namespace babieca::search
