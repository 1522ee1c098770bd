// Lists the tours a symmetry keeps: a search on the folded board, each find unfolded.
//
// Depth first along folded edges; a vertex still to be visited that keeps fewer than two ways in or
// out ends the branch. The folded board has half the squares (or fewer), so the search is about as
// deep as the square root of the whole.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/fold/fold.hpp"

namespace babieca::fold {

struct FoundTours {
    std::vector<Vertex> vertices;  // one tour after another, each with all vertices of the graph
    std::int64_t count = 0;
    bool complete = true;  // false: the limit was reached first
};

// At most `limit` tours (negative: all), in the order of the search.
FoundTours list_folded(const Folded& folded, std::int64_t limit, Control& control);

}  // namespace babieca::fold
