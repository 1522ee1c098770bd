// Which layers a sweep keeps that is to be followed backwards, and what that takes.
//
// Invariant: sections begin at kept layers. The layers of the last section are kept when they are
// first swept; those of the others are swept again from where the section begins.
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

// One section if everything fits `memory`, else as many as take the fewest bytes. `widths` are the
// bytes that the counters of each layer are expected to take forwards; backwards they take as many
// as at the other end of the sweep.
Sections choose_sections(const Plan& plan, const std::vector<int>& widths, int threads,
                         std::uint64_t memory);

// The same where kept layers are in scratch, of which one at a time is in memory: as few sections
// as fit `disk`.
Sections sections_in_scratch(const Plan& plan, const std::vector<int>& widths, int threads,
                             std::uint64_t disk);

// The most that the ways to go on take at once in a step back, or in all of them, with counters of
// so many bytes.
std::uint64_t onward_bytes(const StridePlan& stride, int width, int threads);
std::uint64_t most_onward_bytes(const Plan& plan, int width, int threads);

// What a sweep backwards alone holds at once, down to a layer, if the counters of each layer take
// so many bytes forwards, and backwards as many as at the other end of the sweep.
std::uint64_t onward_bytes_for(const Plan& plan, const std::vector<int>& widths, int layer,
                               int threads);

}  // namespace babieca::sweep
