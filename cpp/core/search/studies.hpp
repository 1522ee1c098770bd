// Numbers for the studies of the search: random branches, random subtrees, the first levels of the
// tree, and plain backtracking for comparison.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/search/walker.hpp"

namespace babieca::search {

// Knuth's estimator: the mean weight of random walks on k squares is an unbiased estimate of the
// number of tree nodes with k squares.
struct LevelEstimate {
    std::vector<double> mean;      // index: squares visited
    std::vector<double> variance;  // of the mean
};
LevelEstimate estimate_levels(const Instance& instance, std::int64_t probes, std::uint64_t seed,
                              Control& control);

// A subtree chosen by a random walk to `squares` squares, with the tally of all of it. The mean of
// weight * tally over samples is an unbiased estimate of the tally of the whole tree.
struct Subtree {
    double weight = 0;
    Tally tally;
};
std::vector<Subtree> sample_subtrees(const Instance& instance, std::int64_t samples, int squares,
                                     std::uint64_t seed, Control& control);

// Number of partial paths of exactly `steps` moves from `start`; at most 64 vertices.
std::int64_t count_partial_paths(const Graph& graph, Vertex start, int steps, Control& control);

// Plain backtracking, as in the course exercise caballoSec; the C++ tests compare with it.
struct PlainCount {
    std::int64_t nodes = 0;
    std::int64_t tours = 0;
};
// Counts the directed paths from `start`. With `closed`: those that end beside it, so every closed
// tour twice. Stops after `most_nodes`.
PlainCount plain_count(const Graph& graph, Vertex start, bool closed, std::int64_t most_nodes,
                       Control& control);

}  // namespace babieca::search
