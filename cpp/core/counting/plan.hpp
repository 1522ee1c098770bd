// Exactly how many counters a sweep will hold, known before anything is allocated.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/counting/layout.hpp"
#include "core/counting/program.hpp"

namespace babieca::counting {

struct LayerPlan {
    std::uint64_t counters;
    std::uint64_t blocks;
    int occupied;  // slots in use
};

struct Plan {
    int slot_count = 0;
    std::vector<LayerPlan> layers;        // one more than steps
    std::uint64_t total_counters = 0;     // over all layers
    std::uint64_t peak_counters = 0;      // the largest layer
    std::uint64_t in_place_counters = 0;  // the most that is alive at once, waves done one by one
    std::uint64_t copies_counters = 0;    // the same when sources are kept until the step ends
    std::uint64_t largest_wave = 0;       // the most by which a wave under way exceeds its sources
    std::uint64_t bookkeeping_bytes = 0;  // layouts and block bits of two layers
    std::uint64_t fingerprint = 0;        // of everything that decides what the counters mean
};

// Wide frontiers take seconds: the control is asked once per layer and may stop it (Interrupted).
Plan make_plan(const frontier::Problem& problem, const frontier::Schedule& schedule,
               Control& control);
inline Plan make_plan(const frontier::Problem& problem, const frontier::Schedule& schedule) {
    Control patient;
    return make_plan(problem, schedule, patient);
}

// What the counters of a run need at once. Every thread beyond the first may be in its largest
// wave; a twentieth is added for gaps between segments.
std::uint64_t store_bytes(const Plan& plan, int counter_bytes, int threads, bool in_place);

// The same with layouts, block bits and tables.
std::uint64_t bytes_needed(const Plan& plan, int counter_bytes, int threads, bool in_place);

}  // namespace babieca::counting
