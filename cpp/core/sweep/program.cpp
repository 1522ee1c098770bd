#include "core/sweep/program.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <stdexcept>

namespace babieca::sweep {
namespace {

// The number of key ranges, for wide frontiers and others. More key ranges make smaller phases,
// which take less memory at a time, but also more lists to resolve.
constexpr int most_ranges = 13, few_ranges = 3, wide_frontier = 16;

// The fraction of the counters with type 0, 1 and 2 in a slot: ends make the large blocks.
constexpr double weight_of_type[] = {0.18, 0.64, 0.18};

// Begins with one key range and repeatedly divides the heaviest one by its next pair of slots,
// which the stride to the layer must not touch.
KeyRanges key_ranges_to(const frontier::Schedule& schedule, int layer) {
    struct Part {
        std::uint32_t begin, keys;
        int pairs;  // whose types are fixed
        double weight;
    };
    const frontier::Layer& at = schedule.layers[layer];
    std::uint32_t keys = 1;
    for (int pair = 0; pair < schedule.pairs; ++pair) keys *= 3;
    std::vector<Part> parts{{0, keys, 0, 1}};
    const std::size_t most = schedule.slot_count < wide_frontier ? few_ranges : most_ranges;
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
    KeyRanges key_ranges{at.significance, {}};
    std::ranges::sort(parts, std::less{}, &Part::begin);
    for (const Part& part : parts) key_ranges.begin.push_back(part.begin);
    return key_ranges;
}

// A bit per slot that these steps may change.
std::uint32_t touched_slots(const frontier::Schedule& schedule, int first, int last) {
    std::uint32_t slots = 0;
    for (int t = first; t < last; ++t)
        for (int slot : schedule.touched(t)) slots |= std::uint32_t{1} << slot;
    return slots;
}

// The values of a half with every combination of possible types in the given slots, and 0
// elsewhere.
std::vector<int> combinations(const Half& half, std::uint32_t slots,
                              const std::vector<std::uint8_t>& possible) {
    std::vector<int> values{0};
    for (int slot = half.first; slot < half.first + half.slots; ++slot) {
        if (!(slots >> slot & 1)) continue;
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
int number_in(std::vector<int>& parts, int part) {
    const auto found = std::ranges::find(parts, part);
    const auto number = static_cast<int>(found - parts.begin());
    if (found == parts.end()) parts.push_back(part);
    return number;
}

// Greedy: the target that frees the most sources comes next. The first target also frees the
// sources that no target needs.
void order_targets(std::vector<UpperCase>& targets, const std::vector<int>& sources) {
    if (targets.empty()) return;
    // Per source: how many remaining targets need it.
    std::vector<int> uses(*std::ranges::max_element(sources) + 1, 0);
    for (const UpperCase& target : targets)
        for (int part : target.sources) ++uses[part];
    std::vector<int> unused;
    std::ranges::copy_if(sources, std::back_inserter(unused),
                         [&](int part) { return uses[part] == 0; });
    for (auto next = targets.begin(); next != targets.end(); ++next) {
        const auto freed = [&](const UpperCase& target) {
            return std::ranges::count_if(target.sources, [&](int part) { return uses[part] == 1; });
        };
        std::iter_swap(next, std::ranges::max_element(next, targets.end(), std::less{}, freed));
        for (int part : next->sources)
            if (--uses[part] == 0) next->last_uses.push_back(part);
    }
    auto& first = targets.front().last_uses;
    first.insert(first.end(), unused.begin(), unused.end());
}

Program make_program(const frontier::Schedule& schedule, int t, const Halves& halves,
                     std::uint32_t stride_touched) {
    const std::uint32_t touched = touched_slots(schedule, t, t + 1);
    const auto& before = schedule.layers[t].possible;
    Program program;
    program.step = t;
    program.touched = touched;
    program.choices = all_choices(schedule.steps[t]);
    program.subwaves = combinations(halves.upper, stride_touched & ~touched, before);
    const std::vector<int> sources = combinations(halves.upper, touched, before);

    std::map<std::pair<int, int>, std::vector<Contribution>> contributions;  // by target
    const std::vector<int> lowers = combinations(halves.lower, touched, before);
    for (int upper : sources)
        for (int lower : lowers)
            frontier::for_each_choice(
                schedule, t, packed(halves.lower, lower) | packed(halves.upper, upper),
                [&](const frontier::Choice& choice, std::uint64_t after) {
                    const int to_lower = halves.lower.value_of(after);
                    Contribution c{upper,         lower - to_lower,
                                   choice.effect, choice.first,
                                   choice.second, choice_number(schedule.steps[t], choice)};
                    if (c.effect != frontier::Effect::move && c.first > c.second)
                        std::swap(c.first, c.second);
                    contributions[{halves.upper.value_of(after), to_lower}].push_back(c);
                });
    for (auto& [target, list] : contributions) {
        if (program.targets.empty() || program.targets.back().upper != target.first)
            program.targets.push_back({target.first, {}, {}, {}});
        UpperCase& upper = program.targets.back();
        for (Contribution& c : list) c.source = number_in(upper.sources, c.source);
        std::ranges::stable_sort(list, std::less{}, &Contribution::effect);
        upper.cases.push_back({target.second, std::move(list)});
    }
    order_targets(program.targets, sources);
    return program;
}

// Two segments belong to one slice if they agree on the slots that the second step does not touch.
std::vector<Slice> slices_of(const Halves& halves, const Stride& stride,
                             std::uint32_t stride_touched) {
    const auto all = [](const Program& program, const std::vector<int>& subwaves) {
        std::vector<Slice::Segment> segments;
        for (int subwave : subwaves)
            for (std::size_t target = 0; target < program.targets.size(); ++target)
                segments.push_back({subwave, static_cast<int>(target)});
        return segments;
    };
    const Program& first = stride.programs.front();
    if (stride.programs.size() == 1) return {{{all(first, first.subwaves)}}};
    const Program& second = stride.programs.back();
    const std::uint32_t only_first = stride_touched & ~second.touched;
    std::map<int, Slice> slices;  // by the setting of these slots
    for (int subwave : second.subwaves) slices[subwave].segments = {{}, all(second, {subwave})};
    for (const Slice::Segment& segment : all(first, first.subwaves)) {
        const int upper = segment.subwave + first.targets[segment.target].upper;
        const auto slice = slices.find(halves.upper.part(upper, only_first));
        if (slice != slices.end()) slice->second.segments[0].push_back(segment);
    }
    std::vector<Slice> found;
    for (auto& [value, slice] : slices) found.push_back(std::move(slice));
    return found;
}

}  // namespace

Stride make_stride(const frontier::Schedule& schedule, int layer, const Halves& halves,
                   const BlockLayout& after) {
    Stride stride{layer, schedule.next_stored(layer), {}, {}, {}, {}, {}, 0, {}};
    if (stride.last - stride.first > 1 && !halves.pairs)
        throw std::logic_error("a stride of two steps needs mirrored slots");
    const std::uint32_t touched = touched_slots(schedule, stride.first, stride.last);
    for (int t = stride.first; t < stride.last; ++t)
        stride.programs.push_back(make_program(schedule, t, halves, touched));
    stride.waves = combinations(halves.upper, ~touched, schedule.layers[layer].possible);
    stride.sources = combinations(halves.upper, touched, schedule.layers[layer].possible);
    // The stored image of a source has a smaller upper key, so it lies in a later wave.
    if (halves.pairs)
        std::ranges::stable_sort(stride.waves, std::greater{},
                                 [&](int wave) { return after.last_key[wave]; });
    if (stride.last - stride.first > 1) {
        stride.middle_number.assign(halves.upper.values, -1);
        for (int part : combinations(halves.upper, touched, schedule.layers[layer + 1].possible))
            stride.middle_number[part] = stride.middle_parts++;
    }
    stride.slices = slices_of(halves, stride, touched);
    if (halves.pairs) stride.key_ranges = key_ranges_to(schedule, stride.last);
    return stride;
}

BlockLayout stored_layout(const frontier::Sweep& sweep, int layer, const Halves& halves,
                          Detail detail) {
    const frontier::Schedule& schedule = sweep.schedule;
    std::optional<Division> division;
    if (halves.pairs)
        division = {key_ranges_to(schedule, layer),
                    layer == sweep.steps() ? KeyRanges{schedule.layers[layer].significance}
                                           : key_ranges_to(schedule, schedule.next_stored(layer))};
    return make_layout(sweep, layer, halves, detail, division);
}

}  // namespace babieca::sweep
