// Plain backtracking, as the course exercise caballoSec writes it: the yardstick, and the oracle of
// the C++ tests.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/graphs/graph.hpp"

namespace babieca::search {

struct PlainCount {
    std::int64_t nodes = 0;
    std::int64_t tours = 0;
    std::vector<std::int64_t> by_first_move;  // tours per neighbour of the start, in their order
};

// Directed paths from `start` (with `closed`: only those that end beside it, so every closed tour
// twice). Stops after `most_nodes`.
PlainCount plain_count(const Graph& graph, Vertex start, bool closed, std::int64_t most_nodes,
                       Control& control);

}  // namespace babieca::search
