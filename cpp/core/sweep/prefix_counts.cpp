#include "core/sweep/prefix_counts.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/frontier/natural.hpp"
#include "core/frontier/prefixes.hpp"
#include "core/frontier/state_sweep.hpp"
#include "core/sweep/blocks.hpp"

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

// Writes a state by the positions of its vertices after the boundary; the apex has the last
// position. Per position: the type, or 2 more than the position of the mate.
std::vector<int> written(const frontier::State& state, const std::vector<int>& position_of_slot,
                         int positions) {
    std::vector<int> text(positions, 0);
    for (std::size_t slot = 0; slot < position_of_slot.size(); ++slot) {
        const int type = frontier::type_at(state.types, static_cast<int>(slot));
        if (type)
            text[position_of_slot[slot]] =
                type == 1 ? 3 + position_of_slot[state.mate[slot]] : type;
    }
    return text;
}

using States = std::vector<std::vector<int>>;

// The states of a layer, the smaller of each state and its reflection.
States states_of(const frontier::Sweep& sweep, int width,
                 const frontier::StateSweep<frontier::Nothing>& sweeping) {
    const int t = sweeping.done();
    std::vector<int> time(sweep.steps());
    for (int step = 0; step < sweep.steps(); ++step) time[sweep.schedule.steps[step].vertex] = step;
    std::vector<int> position, reflected;
    int columns = 0;
    const std::vector<Vertex>& occupant = sweep.schedule.layers[t].occupant;
    for (Vertex vertex : occupant)
        if (vertex >= 0 && vertex != sweep.problem.apex)
            columns = std::max(columns, (time[vertex] - t) / width + 1);
    for (Vertex vertex : occupant) {
        const bool is_apex = vertex >= 0 && vertex == sweep.problem.apex;
        const int at = vertex < 0 ? 0 : is_apex ? columns * width : time[vertex] - t;
        position.push_back(at);
        reflected.push_back(vertex < 0 || is_apex ? at : at - at % width + width - 1 - at % width);
    }
    States all;
    sweeping.layer().for_each([&](const frontier::PackedState& packed, const frontier::Nothing&) {
        const auto state = frontier::State::unpack(packed);
        all.push_back(std::min(written(state, position, columns * width + 1),
                               written(state, reflected, columns * width + 1)));
    });
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

}  // namespace

std::vector<Boundary> boundaries(const frontier::Sweep& sweep, int width,
                                 std::uint64_t memory_bytes, Control& control) {
    std::vector<Boundary> found;
    std::vector<States> known(1);
    frontier::StateSweep<frontier::Nothing> sweeping(sweep.schedule, {}, memory_bytes);
    const int last = sweep.steps() - (sweep.problem.apex >= 0);
    while (!sweep.impossible() && sweeping.done() < last) {
        for (int row = 0; row < width; ++row) sweeping.step(control, last, [](const auto&...) {});
        known.push_back(states_of(sweep, width, sweeping));
        const int columns = sweeping.done() / width;
        int period = 0;
        for (int before : {2, 1})
            if (columns > before && known[columns] == known[columns - before]) period = before;
        found.push_back({columns, known[columns].size(), period});
        if (period) break;
    }
    return found;
}

frontier::Sweep prefix_sweep(const Graph& graph, std::span<const Vertex> order, bool paths) {
    frontier::Sweep sweep(graph, order, paths);
    sweep.problem.with_prefixes = true;
    return sweep;
}

PrefixCounts count_prefixes(const frontier::Sweep& sweep, const Plan& plan,
                            const PrefixOptions& options, Control& control) {
    BlockOptions blocks{
        .moduli = options.moduli, .threads = options.threads, .memory = options.memory};
    blocks.readings = readings_of(sweep, options.prefixes);
    blocks.sums = static_cast<int>(options.prefixes.size());
    blocks.until = options.prefixes.empty() ? 0 : options.prefixes.back() - 1;
    const BlockResult result = count_blocks(sweep, plan, blocks, control);
    return {result.sums, result.counters, result.peak_bytes};
}

ExactPrefixCounts count_prefixes_exactly(const frontier::Sweep& sweep,
                                         const std::vector<int>& prefixes,
                                         std::uint64_t memory_bytes, Control& control) {
    return frontier::with_enough_limbs([&]<int Limbs>() {
        using Value = frontier::Natural<Limbs>;
        ExactPrefixCounts result{Limbs, {}, 0, 0, 0};
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
            states.step(control, last,
                        [](Value& sum, const Value& ways, const auto&) { sum += ways; });
            control.check({states.done(), last});
        }
        for (const Value& sum : sums)
            result.counts.insert(result.counts.end(), sum.limb.begin(), sum.limb.end());
        result.states = states.states();
        result.largest = states.peak_states();
        result.peak_bytes = states.peak_bytes();
        return result;
    });
}

}  // namespace babieca::sweep
