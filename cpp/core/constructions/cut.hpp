// Cutting one side of the board into pieces, the sides of the tiles.
#pragma once

#include <cstdint>
#include <vector>

#include "core/heuristics/edge_search.hpp"

namespace babieca::constructions {

// What the pieces may be: all even; of any length; or all even but one, which is odd and holds the
// interval `together`.
enum class Parity { even, any, one_odd };

// Positions low..high (both included) that must lie in one piece; low > high: no wish.
struct Interval {
    std::int64_t low = 0;
    std::int64_t high = -1;
};

struct CutTask {
    std::int64_t length;
    Parity parity;
    Interval together = {};
    // 0: the same cut every time, of pieces as near to 8 as the length allows. Above: a random cut,
    // whose longest pieces grow with the number: a tile that failed may succeed in a larger one.
    int variation = 0;
};

// The beginnings of the pieces, and the length at the end. Empty where no cut exists.
std::vector<std::int64_t> cut(const CutTask& task, Dice& random);

}  // namespace babieca::constructions
