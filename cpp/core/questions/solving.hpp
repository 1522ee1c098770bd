// Whether given steps have one solution, several or none.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/questions/counting.hpp"

namespace babieca::questions {

struct Solutions {
    std::vector<std::vector<Vertex>> solutions;  // the first two, or fewer
    std::optional<BigNatural> count;             // none: not counted in time
    MaybeReason reason;                          // why there is none
    // If there is no solution: given steps, counted from 1, that have no tour together, though they
    // have one if any step is left out. Empty if the time was too short to find them.
    std::vector<std::pair<Vertex, std::int64_t>> conflict;
};

// None if not even two solutions were found within `seconds` (0: no limit).
std::optional<Solutions> solve(const Question& question, double seconds,
                               const CountOptions& options, Control& control);

}  // namespace babieca::questions
