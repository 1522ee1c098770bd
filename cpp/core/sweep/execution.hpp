// Runs the pieces of a step on counters of the width and the arithmetic of the hour.
//
// The loops are compiled several times, for the instructions that every processor has and for
// wider ones (CMakeLists.txt), and taken once from those that the processor at hand understands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sweep/rank_maps.hpp"
#include "core/sweep/step.hpp"
#include "core/sweep/turn_buffers.hpp"

namespace babieca::sweep {

enum class Mode { exact, modular, wrapping, rounded };

// What one piece needs to be run. The sources and the target are segments of counters of so many
// bytes; those of the sources may be half as wide.
struct Execution {
    Mode mode;
    std::uint64_t modulus;  // if modular
    int source_width, target_width;
    const RankMaps& tables;
    TurnBuffers& buffers;
    const Piece& piece;
    std::span<const std::byte* const> sources;
    std::byte* target;
};

// Returns the bits that occur in any sum, if exact; else 0.
using Execute = std::uint64_t (*)(const Execution&);

struct Loops {
    const char* instructions;
    Execute execute;
};

// Those that the processor at hand can run, the widest instructions last.
std::vector<Loops> available_loops();

inline std::uint64_t execute(const Execution& execution) {
    static const Execute widest = available_loops().back().execute;
    return widest(execution);
}

}  // namespace babieca::sweep
