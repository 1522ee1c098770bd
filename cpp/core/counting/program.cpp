#include "core/counting/program.hpp"

#include <algorithm>
#include <map>

namespace babieca::counting {
namespace {

// The values of a half in which the given slots take every combination of possible types and all
// other slots are 0.
std::vector<int> combinations(const Half& half, const std::vector<int>& slots,
                              const std::vector<std::uint8_t>& possible) {
    std::vector<int> values{0};
    for (int slot : slots) {
        std::vector<int> longer;
        for (int type = 0; type <= 2; ++type)
            if (possible[slot] >> type & 1)
                for (int value : values)
                    longer.push_back(value + type * half.weight[slot - half.first]);
        values = std::move(longer);
    }
    return values;
}

std::uint64_t packed(const Half& half, int value) {
    std::uint64_t types = 0;
    for (int slot = half.first; slot < half.first + half.slots; ++slot)
        types |= static_cast<std::uint64_t>(half.type(value, slot)) << (2 * slot);
    return types;
}

int unpacked(const Half& half, std::uint64_t types) {
    int value = 0;
    for (int slot = half.first; slot < half.first + half.slots; ++slot)
        value += frontier::type_at(types, slot) * half.weight[slot - half.first];
    return value;
}

}  // namespace

Program make_program(const frontier::Schedule& schedule, int t, const Halves& halves) {
    const frontier::Step& step = schedule.steps[t];
    std::vector<int> touched;
    if (step.slot >= 0) touched.push_back(step.slot);
    for (const auto& candidate : step.candidates)
        if (candidate.slot != step.slot) touched.push_back(candidate.slot);
    const auto within = [&](const Half& half, bool wanted) {
        std::vector<int> slots;
        for (int slot = half.first; slot < half.first + half.slots; ++slot)
            if ((std::find(touched.begin(), touched.end(), slot) != touched.end()) == wanted)
                slots.push_back(slot);
        return slots;
    };

    const auto& before = schedule.layers[t].possible;
    const auto lower_slots = within(halves.lower, true), upper_slots = within(halves.upper, true);
    Program program;
    program.lower_touched = lower_slots;
    program.sources = combinations(halves.upper, upper_slots, before);
    program.waves = combinations(halves.upper, within(halves.upper, false), before);

    std::map<std::pair<int, int>, std::vector<Contribution>> contributions;  // by target
    for (int lower : combinations(halves.lower, lower_slots, before))
        for (int upper : program.sources)
            frontier::for_each_choice(
                schedule, t, packed(halves.lower, lower) | packed(halves.upper, upper),
                [&](const frontier::Choice& choice, std::uint64_t after) {
                    const int to_lower = unpacked(halves.lower, after);
                    Contribution c{upper, lower - to_lower, choice.effect, choice.first,
                                   choice.second};
                    if (c.effect != frontier::Effect::move && c.first > c.second)
                        std::swap(c.first, c.second);
                    contributions[{unpacked(halves.upper, after), to_lower}].push_back(c);
                });
    for (auto& [target, list] : contributions) {
        if (program.targets.empty() || program.targets.back().upper != target.first)
            program.targets.push_back({target.first, {}});
        std::stable_sort(
            list.begin(), list.end(),
            [](const Contribution& a, const Contribution& b) { return a.effect < b.effect; });
        program.targets.back().cases.push_back({target.second, std::move(list)});
    }
    return program;
}

}  // namespace babieca::counting
