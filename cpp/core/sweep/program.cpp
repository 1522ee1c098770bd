#include "core/sweep/program.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <stdexcept>

namespace babieca::sweep {
namespace {

// The number of shares, for wide frontiers and others. More shares make smaller phases, which hold
// less memory at a time, and more lists to resolve.
constexpr int most_shares = 13, few_shares = 3, wide_frontier = 16;

// The fraction of the counters with type 0, 1 and 2 in a slot: ends make the large blocks.
constexpr double weight_of_type[] = {0.18, 0.64, 0.18};

// Begins with one share and repeatedly divides the heaviest by its next pair of slots. The stride
// to the layer must not touch that pair.
Shares shares_to(const frontier::Schedule& schedule, int layer) {
    struct Part {
        std::uint32_t begin, keys;
        int pairs;  // that are fixed
        double weight;
    };
    const frontier::Layer& at = schedule.layers[layer];
    std::uint32_t keys = 1;
    for (int pair = 0; pair < schedule.pairs; ++pair) keys *= 3;
    std::vector<Part> parts{{0, keys, 0, 1}};
    const std::size_t most = schedule.slot_count < wide_frontier ? few_shares : most_shares;
    const auto weight = [&](const Part& part) { return part.pairs < at.leading ? part.weight : 0; };
    while (parts.size() < most) {
        const auto heaviest = std::ranges::max_element(parts, std::less{}, weight);
        if (weight(*heaviest) == 0) break;
        const Part whole = *heaviest;
        parts.erase(heaviest);
        const int slot = at.significance[whole.pairs];
        for (std::uint32_t type = 0; type <= 2; ++type)
            parts.push_back(
                {whole.begin + type * whole.keys / 3, whole.keys / 3, whole.pairs + 1,
                 at.possible[slot] >> type & 1 ? whole.weight * weight_of_type[type] : 0});
    }
    Shares shares{at.significance, {}};
    std::ranges::sort(parts, std::less{}, &Part::begin);
    for (const Part& part : parts) shares.begin.push_back(part.begin);
    return shares;
}

// The values of a half with every combination of possible types in the given slots, and 0
// elsewhere.
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

// Returns the index of a part in a list, and adds it if it is new.
template <typename Part>
int number_in(std::vector<Part>& parts, const Part& part) {
    const auto found = std::find(parts.begin(), parts.end(), part);
    const auto number = static_cast<int>(found - parts.begin());
    if (found == parts.end()) parts.push_back(part);
    return number;
}

// Greedy: the next target is the one that frees the most sources. The first target also frees the
// sources that no target needs.
void order_targets(std::vector<UpperCase>& targets, const std::vector<int>& sources) {
    if (targets.empty()) return;
    // Per source: how many remaining targets need it.
    std::vector<int> uses(*std::max_element(sources.begin(), sources.end()) + 1, 0);
    for (const UpperCase& target : targets)
        for (int part : target.sources) ++uses[part];
    std::vector<int> unused;
    std::copy_if(sources.begin(), sources.end(), std::back_inserter(unused),
                 [&](int part) { return uses[part] == 0; });
    for (std::size_t done = 0; done < targets.size(); ++done) {
        std::size_t best = done;
        long most = -1;
        for (std::size_t next = done; next < targets.size(); ++next) {
            const long freed =
                std::count_if(targets[next].sources.begin(), targets[next].sources.end(),
                              [&](int part) { return uses[part] == 1; });
            if (freed > most) {
                most = freed;
                best = next;
            }
        }
        std::swap(targets[done], targets[best]);
        for (int part : targets[done].sources)
            if (--uses[part] == 0) targets[done].last_uses.push_back(part);
    }
    auto& first = targets.front().last_uses;
    first.insert(first.end(), unused.begin(), unused.end());
}

std::vector<int> members(const Half& half, const std::vector<char>& chosen) {
    std::vector<int> slots;
    for (int slot = half.first; slot < half.first + half.slots; ++slot)
        if (chosen[slot]) slots.push_back(slot);
    return slots;
}

Program make_program(const frontier::Schedule& schedule, int t, const Halves& halves,
                     const std::vector<char>& stride_touched) {
    std::vector<char> touched(schedule.slot_count, 0), left = stride_touched;
    for (int slot : schedule.touched(t)) {
        touched[slot] = 1;
        left[slot] = 0;
    }
    const auto& before = schedule.layers[t].possible;
    Program program;
    program.step = t;
    program.lower_touched = members(halves.lower, touched);
    program.subwaves = combinations(halves.upper, members(halves.upper, left), before);
    const std::vector<int> sources =
        combinations(halves.upper, members(halves.upper, touched), before);

    std::map<std::pair<int, int>, std::vector<Contribution>> contributions;  // by target
    const std::vector<int> lowers = combinations(halves.lower, program.lower_touched, before);
    for (int upper : sources)
        for (int lower : lowers)
            frontier::for_each_choice(
                schedule, t, packed(halves.lower, lower) | packed(halves.upper, upper),
                [&](const frontier::Choice& choice, std::uint64_t after) {
                    const int to_lower = halves.lower.value_of(after);
                    Contribution c{upper,         lower - to_lower,
                                   choice.effect, choice.first,
                                   choice.second, number_in(program.choices, joined_to(choice))};
                    if (c.effect != frontier::Effect::move && c.first > c.second)
                        std::swap(c.first, c.second);
                    contributions[{halves.upper.value_of(after), to_lower}].push_back(c);
                });
    for (auto& [target, list] : contributions) {
        if (program.targets.empty() || program.targets.back().upper != target.first)
            program.targets.push_back({target.first, {}, {}, {}});
        UpperCase& upper = program.targets.back();
        for (Contribution& c : list) c.source = number_in(upper.sources, c.source);
        std::stable_sort(
            list.begin(), list.end(),
            [](const Contribution& a, const Contribution& b) { return a.effect < b.effect; });
        upper.cases.push_back({target.second, std::move(list)});
    }
    order_targets(program.targets, sources);
    return program;
}

std::vector<Turn> turns_of(const frontier::Schedule& schedule, const Halves& halves,
                           const Stride& stride, const std::vector<char>& stride_touched) {
    const auto all = [](const Program& program, const std::vector<int>& subwaves) {
        std::vector<Turn::Goal> goals;
        for (int subwave : subwaves)
            for (std::size_t target = 0; target < program.targets.size(); ++target)
                goals.push_back({subwave, static_cast<int>(target)});
        return goals;
    };
    const Program& first = stride.programs.front();
    if (stride.programs.size() == 1) return {{{all(first, first.subwaves)}}};
    const Program& second = stride.programs.back();
    std::vector<char> kept = stride_touched;  // slots that the second step does not touch
    for (int slot : schedule.touched(second.step)) kept[slot] = 0;
    const std::vector<int> slots = members(halves.upper, kept);
    const auto setting = [&](int upper) {
        int value = 0;
        for (int slot : slots)
            value +=
                halves.upper.type(upper, slot) * halves.upper.weight[slot - halves.upper.first];
        return value;
    };
    std::map<int, Turn> turns;  // by the setting of those slots
    for (int subwave : second.subwaves) turns[subwave].goals = {{}, all(second, {subwave})};
    for (const Turn::Goal& goal : all(first, first.subwaves)) {
        const auto turn = turns.find(setting(goal.subwave + first.targets[goal.target].upper));
        if (turn != turns.end()) turn->second.goals[0].push_back(goal);
    }
    std::vector<Turn> found;
    for (auto& [value, turn] : turns) found.push_back(std::move(turn));
    return found;
}

}  // namespace

Stride make_stride(const frontier::Schedule& schedule, int layer, const Halves& halves,
                   const BlockLayout& after) {
    Stride stride{layer, schedule.next_stored(layer), {}, {}, {}, {}, {}, 0, {}};
    if (stride.last - stride.first > 1 && !halves.pairs)
        throw std::logic_error("a stride of two steps needs mirrored slots");
    std::vector<char> touched(schedule.slot_count, 0);
    for (int t = stride.first; t < stride.last; ++t)
        for (int slot : schedule.touched(t)) touched[slot] = 1;
    for (int t = stride.first; t < stride.last; ++t)
        stride.programs.push_back(make_program(schedule, t, halves, touched));

    std::vector<char> untouched(touched);
    for (char& slot : untouched) slot = !slot;
    stride.waves = combinations(halves.upper, members(halves.upper, untouched),
                                schedule.layers[layer].possible);
    stride.sources =
        combinations(halves.upper, members(halves.upper, touched), schedule.layers[layer].possible);
    // The stored image of a source has a smaller upper key, so it lies in a later wave.
    if (halves.pairs)
        std::stable_sort(stride.waves.begin(), stride.waves.end(),
                         [&](int a, int b) { return after.limit[a] > after.limit[b]; });
    if (stride.last - stride.first > 1) {
        stride.middle_number.assign(halves.upper.values, -1);
        for (int part : combinations(halves.upper, members(halves.upper, touched),
                                     schedule.layers[layer + 1].possible))
            stride.middle_number[part] = stride.middle_parts++;
    }
    stride.turns = turns_of(schedule, halves, stride, touched);
    if (halves.pairs) stride.shares = shares_to(schedule, stride.last);
    return stride;
}

Division division_of(const frontier::Schedule& schedule, int layer) {
    const bool last = layer == static_cast<int>(schedule.steps.size());
    return {shares_to(schedule, layer), last ? Shares{schedule.layers[layer].significance}
                                             : shares_to(schedule, schedule.next_stored(layer))};
}

}  // namespace babieca::sweep
