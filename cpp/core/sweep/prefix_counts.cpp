#include "core/sweep/prefix_counts.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/frontier/natural.hpp"
#include "core/frontier/prefixes.hpp"
#include "core/frontier/state_sweep.hpp"

namespace babieca::sweep {
namespace {

// The readings of all steps, by layer; sums are numbered as the prefixes.
std::vector<Reading> readings_of(const frontier::Sweep& sweep, const std::vector<int>& prefixes) {
    std::vector<Reading> all;
    if (sweep.impossible() || prefixes.empty()) return all;
    if (prefixes.front() < 2 || prefixes.back() > sweep.steps() ||
        std::adjacent_find(prefixes.begin(), prefixes.end(), std::greater_equal{}) !=
            prefixes.end())
        throw std::invalid_argument("prefixes have at least two vertices and increase");
    for (int t = 0; t < prefixes.back(); ++t)
        for (const frontier::Closing& closing : frontier::closings(sweep, t)) {
            const auto found = std::ranges::lower_bound(prefixes, closing.prefix);
            if (found != prefixes.end() && *found == closing.prefix)
                all.push_back({t, closing.types, static_cast<int>(found - prefixes.begin())});
        }
    return all;
}

}  // namespace

frontier::Sweep prefix_sweep(const Graph& graph, std::span<const Vertex> order, bool paths) {
    frontier::Sweep sweep(graph, order, {paths});
    sweep.problem.with_prefixes = true;
    return sweep;
}

BlockResult count_prefixes(const frontier::Sweep& sweep, const Plan& plan,
                           const std::vector<int>& prefixes, BlockOptions options,
                           Control& control) {
    options.readings = readings_of(sweep, prefixes);
    options.sums = static_cast<int>(prefixes.size());
    options.until = prefixes.empty() ? 0 : prefixes.back() - 1;
    return count_blocks(sweep, plan, options, control);
}

ExactPrefixCounts count_prefixes_exactly(const frontier::Sweep& sweep,
                                         const std::vector<int>& prefixes,
                                         std::uint64_t memory_bytes, Control& control) {
    return frontier::with_enough_limbs([&]<int Limbs>() {
        using Value = frontier::Natural<Limbs>;
        ExactPrefixCounts result;
        std::vector<Value> sums(prefixes.size());
        frontier::StateSweep<Value> states(sweep.schedule, 1, memory_bytes);
        const std::vector<Reading> readings = readings_of(sweep, prefixes);
        const int last = readings.empty() ? 0 : readings.back().layer;
        auto reading = readings.begin();
        while (true) {
            for (; reading != readings.end() && reading->layer == states.done(); ++reading)
                if (const Value* ways = states.layer().look_up({reading->types, 0}))
                    sums[reading->sum] += *ways;
            if (states.done() == last) break;
            states.step(control, last);
            control.check({states.done(), last});
        }
        for (const Value& sum : sums) result.counts.emplace_back(sum);
        result.states = states.states();
        result.largest = states.peak_states();
        result.peak_bytes = states.peak_bytes();
        return result;
    });
}

}  // namespace babieca::sweep
