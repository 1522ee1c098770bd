// Readings of a board with labels on its squares: the tours from one square along which the labels
// spell one text.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/graphs/graph.hpp"

namespace babieca::search {

struct LabelledTour {
    Graph graph = {};                           // at most 256 vertices
    bool closed = false;                        // readings end a move away from their start
    std::span<const Vertex> walk = {};          // the tour; its labels in order are the text
    std::span<const std::int32_t> labels = {};  // of the vertices
    std::span<const std::int32_t> givens = {};  // steps, from 0, where every reading is on `walk`
};

struct Readings {
    bool exact = true;  // false: the numbers are lower bounds
    // For each step, the readings that are on the vertex of `walk` there, the walk itself included.
    // All readings start there: through[0] is their number.
    std::vector<std::uint64_t> through = {};
};

// Counts the readings layer by layer. Layer i holds, for each set of i + 1 visited vertices and
// each last vertex, how many walks that spell the text so far end there. The way back through the
// layers counts how each of them goes on.
//
// If a layer would have more than `most_states` states, it keeps the states whose sets differ least
// from the walk's, and the numbers become lower bounds.
Readings count_readings(const LabelledTour& tour, std::int64_t most_states, Control& control);

}  // namespace babieca::search
