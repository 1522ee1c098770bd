// The shape of a board and its leaper, enough to tell whether two squares are a move apart
// without building the graph.
#pragma once

#include <cstdint>
#include <vector>

namespace babieca {

struct Shape {
    std::vector<std::int64_t> sides;
    std::vector<bool> wraps;  // per axis: are its two ends joined?
    std::int64_t shorter = 1;
    std::int64_t longer = 2;

    std::int64_t cells() const;

    // Squares are given by their row-major index in the box.
    bool is_move(std::int64_t from, std::int64_t to) const;

  private:
    bool spans(std::size_t axis, std::int64_t difference, std::int64_t length) const;
};

}  // namespace babieca
