// Which layers a forward sweep keeps for the backward sweep, and the memory that takes.
//
// Invariant: sections begin at kept layers. The layers of the last section are kept in the first
// sweep; the layers of every other section are swept again from its beginning.
#pragma once

#include <cstdint>
#include <vector>

#include "core/sweep/plan.hpp"

namespace babieca::sweep {

struct Sections {
    std::vector<int> kept{0};      // the layers at which sections begin, increasing, 0 first
    std::uint64_t kept_bytes = 0;  // of layers kept in the first sweep
    std::uint64_t bytes = 0;       // the most that is held at once
    std::uint64_t disk_bytes = 0;  // the most that is in scratch at once; 0: it is not used

    bool single() const { return kept.size() == 1; }
};

// One section if everything fits `memory`, else as many as need the fewest bytes. `widths`: the
// expected bytes of a counter of each layer forwards; backwards, the widths are reversed.
Sections choose_sections(const Plan& plan, const std::vector<int>& widths, int threads,
                         std::uint64_t memory);

// The same with kept layers in scratch, one at a time in memory: as few sections as fit `disk`.
Sections sections_in_scratch(const Plan& plan, const std::vector<int>& widths, int threads,
                             std::uint64_t disk);

// The most bytes of backward counters of this width at once: in one stride, and in all.
std::uint64_t onward_bytes(const StridePlan& stride, int width, int threads);
std::uint64_t most_onward_bytes(const Plan& plan, int width, int threads);

// The most bytes of a sweep that goes only backwards, down to a layer; `widths` as above.
std::uint64_t onward_bytes_for(const Plan& plan, const std::vector<int>& widths, int layer,
                               int threads);

}  // namespace babieca::sweep
