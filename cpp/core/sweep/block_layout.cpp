#include "core/sweep/block_layout.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "core/frontier/choices.hpp"
#include "core/frontier/matchings.hpp"

namespace babieca::sweep {

using frontier::matching_count;

Half::Half(int first_slot, int slot_count) : first(first_slot), slots(slot_count) {
    for (int i = 0; i < slots; ++i) {
        weight.push_back(values);
        values *= 3;
    }
    ends.assign(values, 0);
    end_slots.assign(values, 0);
    for (int value = 0; value < values; ++value)
        for (int i = 0; i < slots; ++i)
            if (value / weight[i] % 3 == 1) {
                ++ends[value];
                end_slots[value] |= std::uint32_t{1} << i;
            }
}

int Half::value_of(std::uint64_t types) const {
    int value = 0;
    for (int i = 0; i < slots; ++i) value += frontier::type_at(types, first + i) * weight[i];
    return value;
}

namespace {

// Per value of a half: the colour-weighted sum of its types, or `impossible`.
constexpr int impossible = 1000;

std::vector<int> balances(const frontier::Problem& problem, const frontier::Layer& layer,
                          const Half& half) {
    std::vector<int> balance(half.values, 0);
    for (int i = 0; i < half.slots; ++i) {
        const Vertex occupant = layer.occupant[half.first + i];
        const int colour = occupant < 0 || problem.colour.empty() ? 0 : problem.colour[occupant];
        for (int value = 0; value < half.values; ++value) {
            const int type = value / half.weight[i] % 3;
            if (!(layer.possible[half.first + i] >> type & 1)) balance[value] = impossible;
            if (balance[value] != impossible) balance[value] += colour * type;
        }
    }
    return balance;
}

// The values r + b may take when the apex has a given type (0 when there is no apex or it has not
// entered). The last edges of the apex must bring it to twice the colour sum of the whole graph.
std::vector<int> allowed_sums(const frontier::Problem& problem, int apex_type) {
    if (problem.apex < 0) return {0};
    int final_sum = 0;
    for (int colour : problem.colour) final_sum += 2 * colour;
    std::vector<int> sums;
    for (int sum = -apex_type; sum <= apex_type; sum += 2)
        if (std::abs(final_sum - sum) <= 2 - apex_type) sums.push_back(sum);
    return sums;
}

}  // namespace

BlockLayout make_layout(const frontier::Problem& problem, const frontier::Schedule& schedule,
                        int layer, const Halves& halves) {
    const frontier::Layer& at = schedule.layers[layer];
    const std::vector<int> lower = balances(problem, at, halves.lower);
    const std::vector<int> upper = balances(problem, at, halves.upper);
    const bool coloured = !problem.colour.empty();
    int retired = 0;
    if (coloured)
        for (int t = 0; t < layer; ++t) retired += 2 * problem.colour[schedule.steps[t].vertex];
    int apex_slot = -1;
    for (int slot = 0; slot < schedule.slot_count; ++slot)
        if (problem.apex >= 0 && at.occupant[slot] == problem.apex) apex_slot = slot;
    if (apex_slot >= 0 && !halves.upper.holds(apex_slot))
        throw std::logic_error("the apex must sit in the upper half");
    const bool apex_retired = problem.apex >= 0 && layer == static_cast<int>(schedule.steps.size());

    std::vector<std::uint32_t> values;  // the lower values with possible types
    for (int value = 0; value < halves.lower.values; ++value)
        if (lower[value] != impossible) values.push_back(static_cast<std::uint32_t>(value));

    BlockLayout layout;
    layout.class_of.assign(halves.upper.values, -1);
    std::map<std::pair<int, std::vector<int>>, int> known;
    for (int value = 0; value < halves.upper.values; ++value) {
        if (upper[value] == impossible) continue;
        const int apex_type = apex_retired    ? 2
                              : apex_slot < 0 ? 0
                                              : halves.upper.type(value, apex_slot);
        std::vector<int> wanted;  // balances of the lower half
        if (coloured)
            for (int sum : allowed_sums(problem, apex_type))
                wanted.push_back(sum - retired - upper[value]);
        const int upper_ends = halves.upper.ends[value];
        const auto [found, fresh] = known.try_emplace({upper_ends, wanted}, layout.classes.size());
        if (fresh) {
            BlockLayout::SegmentClass made{upper_ends, 0, 0, {}, {}};
            made.offset.assign(halves.lower.values, absent);
            for (std::uint32_t low : values) {
                const int ends = upper_ends + halves.lower.ends[low];
                if (ends % 2 || (coloured && std::find(wanted.begin(), wanted.end(), lower[low]) ==
                                                 wanted.end()))
                    continue;
                if (made.size >= absent) layout.addressable = false;
                made.offset[low] = static_cast<std::uint32_t>(made.size);
                made.present.push_back(low);
                made.size += matching_count[ends / 2];
                ++made.blocks;
            }
            layout.classes.push_back(std::move(made));
        }
        const auto& segment = layout.classes[found->second];
        if (segment.size == 0) continue;
        layout.class_of[value] = found->second;
        layout.counters += segment.size;
        layout.blocks += segment.blocks;
    }
    return layout;
}

}  // namespace babieca::sweep
