#include "core/sweep/block_layout.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>

#include "core/frontier/choices.hpp"
#include "core/frontier/order_choice.hpp"

namespace babieca::sweep {

Half::Half(int first_slot, int slot_count) : first(first_slot), slots(slot_count) {
    for (int i = 0; i < slots; ++i) {
        weight.push_back(values);
        values *= 3;
    }
    end_slots.assign(values, 0);
    for (int value = 0; value < values; ++value)
        for (int i = 0; i < slots; ++i)
            if (value / weight[i] % 3 == 1) end_slots[value] |= std::uint32_t{1} << i;
    for (std::uint32_t set : end_slots)
        ends.push_back(static_cast<std::uint8_t>(std::popcount(set)));
}

int Half::value_of(std::uint64_t types) const {
    int value = 0;
    for (int i = 0; i < slots; ++i) value += frontier::type_at(types, first + i) * weight[i];
    return value;
}

int Half::part(int value, std::uint32_t chosen) const {
    int part = 0;
    for (int i = 0; i < slots; ++i)
        if (chosen >> (first + i) & 1) part += value / weight[i] % 3 * weight[i];
    return part;
}

Halves::Halves(const frontier::Schedule& schedule)
    : lower(0, schedule.pairs ? schedule.pairs : schedule.slot_count / 2),
      upper(lower.slots, schedule.slot_count - lower.slots),
      pairs(schedule.pairs) {
    if (pairs == 0) return;
    mirror.lower_image.assign(upper.values, 0);
    mirror.fixed.assign(upper.values, 0);
    mirror.upper_image.assign(lower.values, 0);
    for (int i = 0; i < upper.slots - pairs; ++i) mirror.fixed_slots |= std::uint32_t{1} << i;
    for (int value = 0; value < upper.values; ++value)
        for (int slot = upper.first; slot < upper.first + upper.slots; ++slot) {
            const int type = upper.type(value, slot), other = image(slot);
            if (lower.has(other))
                mirror.lower_image[value] += type * lower.weight[other];
            else
                mirror.fixed[value] += type * upper.weight[slot - upper.first];
        }
    for (int value = 0; value < lower.values; ++value) {
        for (int slot = 0; slot < lower.slots; ++slot)
            mirror.upper_image[value] +=
                lower.type(value, slot) * upper.weight[image(slot) - upper.first];
        mirror.image_ends.push_back(upper.end_slots[mirror.upper_image[value]]);
    }
}

namespace {

// Per lower value: its types, the most significant pair first, as a number in base 3.
std::vector<std::uint32_t> keys_by(const std::vector<int>& significance, const Halves& halves) {
    std::vector<std::uint32_t> place(halves.lower.slots, 0);  // per pair: of its digit
    std::uint32_t next = 1;
    for (std::size_t rank = significance.size(); rank-- > 0; next *= 3)
        place[significance[rank]] = next;
    std::vector<std::uint32_t> keys(halves.lower.values, 0);
    for (int pair = 0, known = 1; pair < halves.lower.slots; ++pair, known *= 3)
        for (int value = known; value < 3 * known; ++value)
            keys[value] = keys[value - known] + place[pair];
    return keys;
}

// Sets the keys of a layer, and per upper value the largest lower key stored with it.
void set_keys(BlockLayout& layout, const frontier::Layer& layer, const Halves& halves) {
    layout.key.assign(halves.lower.values, 0);
    layout.last_key.assign(halves.upper.values, 0);
    if (halves.pairs == 0) return;
    std::uint32_t tail = 1;  // 3 to the number of pairs that do not lead
    for (int rank = layer.leading; rank < halves.pairs; ++rank) tail *= 3;
    layout.key = keys_by(layer.significance, halves);
    for (int value = 0; value < halves.upper.values; ++value) {
        const std::uint32_t key = layout.key[halves.mirror.lower_image[value]];
        layout.last_key[value] = layer.symmetric ? key : key / tail * tail + (tail - 1);
    }
}

// Per value of a half: the colour-weighted sum of its types, or `impossible`.
constexpr int impossible = 1000;

std::vector<int> balances(const frontier::Problem& problem, const frontier::Layer& layer,
                          const Half& half) {
    std::vector<int> balance(half.values, 0);
    for (int i = 0, known = 1; i < half.slots; ++i, known *= 3) {
        const Vertex occupant = layer.occupant[half.first + i];
        const int colour = occupant < 0 || problem.colour.empty() ? 0 : problem.colour[occupant];
        for (int type = 2; type >= 0; --type) {  // type 0 last: it overwrites the known values
            const bool possible = layer.possible[half.first + i] >> type & 1;
            for (int value = 0; value < known; ++value)
                balance[type * known + value] = possible && balance[value] != impossible
                                                    ? balance[value] + colour * type
                                                    : impossible;
        }
    }
    return balance;
}

// Per lower value: its key range.
std::vector<std::uint16_t> range_of_values(const KeyRanges& key_ranges, const Halves& halves) {
    std::vector<std::uint16_t> range;
    for (std::uint32_t key : keys_by(key_ranges.significance, halves))
        range.push_back(static_cast<std::uint16_t>(key_ranges.of(key)));
    return range;
}

// Estimates the counters of each phase: adds up all blocks by the key ranges of their two halves.
// Of two images only one is stored. `members`: the upper values of each shape.
std::vector<std::uint64_t> phase_counters(const BlockLayout& layout,
                                          const std::vector<std::vector<int>>& members,
                                          const std::vector<std::uint16_t>& range,
                                          std::size_t key_ranges, const Halves& halves) {
    std::vector<std::uint64_t> phases(phases_of(key_ranges), 0);
    for (std::size_t c = 0; c < members.size(); ++c) {
        std::vector<std::uint64_t> left(key_ranges, 0), right(key_ranges, 0);
        for (std::uint32_t low : layout.shapes[c].present)
            left[range[low]] += layout.shapes[c].block_size(halves, low);
        for (int upper : members[c]) ++right[range[halves.mirror.lower_image[upper]]];
        for (std::size_t a = 0; a < key_ranges; ++a)
            for (std::size_t b = 0; b <= a; ++b) phases[phase_of(a, b)] += left[a] * right[b];
    }
    for (std::size_t a = 0; a < key_ranges; ++a)
        phases[phase_of(a, a)] = (phases[phase_of(a, a)] + 1) / 2;
    return phases;
}

// Numbers the rows of block bits. In narrow frontiers every upper value has a row, also in files.
void number_rows(BlockLayout& layout, int slots) {
    layout.rows = layout.shape_of.size();
    if (slots <= frontier::usual_block_slots) return;
    layout.rows = 0;
    for (std::int32_t shape : layout.shape_of)
        layout.row.push_back(shape < 0 ? -1 : static_cast<std::int32_t>(layout.rows++));
}

// Puts the blocks of each cell together, in each shape. Cells are numbered by their two key ranges.
void divide(BlockLayout& layout, const Division& division,
            const std::vector<std::vector<int>>& members, const Halves& halves, Detail detail) {
    const auto before = range_of_values(division.before, halves);
    const auto after = range_of_values(division.after, halves);
    layout.written = phase_counters(layout, members, before, division.before.count(), halves);
    layout.read = phase_counters(layout, members, after, division.after.count(), halves);
    std::map<std::pair<std::uint16_t, std::uint16_t>, std::uint16_t> cells;
    for (std::size_t value = 0; value < before.size(); ++value)
        cells[{before[value], after[value]}] = 0;
    for (auto& [key_ranges, number] : cells) {
        number = static_cast<std::uint16_t>(layout.range_of_cell.size());
        layout.range_of_cell.push_back(key_ranges.second);
    }
    for (std::size_t value = 0; value < before.size(); ++value)
        layout.cell[value] = cells.at({before[value], after[value]});
    layout.cells = static_cast<int>(cells.size());
    for (int lower : halves.mirror.lower_image) layout.range_of_upper.push_back(after[lower]);
    if (detail == Detail::sizes) return;
    for (BlockLayout::SegmentShape& made : layout.shapes) {
        std::ranges::stable_sort(made.present, std::less{},
                                 [&](std::uint32_t low) { return layout.cell[low]; });
        made.first.assign(layout.cells + 1, 0);
        made.cell_size.assign(layout.cells, 0);
        for (std::uint32_t low : made.present) {
            std::uint64_t& size = made.cell_size[layout.cell[low]];
            ++made.first[layout.cell[low] + 1];
            made.offset[low] = size;
            size += made.block_size(halves, low);
        }
        std::partial_sum(made.first.begin(), made.first.end(), made.first.begin());
    }
}

}  // namespace

std::uint64_t BlockLayout::size_at(int cell_number) const {
    const int upper = cell_number / cells, at = cell_number % cells;
    if (cells == 1) return size[upper];
    const auto& segment = of(upper);
    const auto begin = segment.present.begin() + segment.first[at];
    const auto after = segment.present.begin() + segment.first[at + 1];
    const auto end = std::partition_point(
        begin, after, [&](std::uint32_t low) { return key[low] <= last_key[upper]; });
    return end == after ? segment.cell_size[at] : segment.offset[*end];
}

std::uint64_t BlockLayout::begin_of(int upper, std::uint32_t first_key) const {
    const auto& lowers = of(upper).present;
    const auto end = lowers.begin() + blocks_of[upper];
    const auto first = std::partition_point(
        lowers.begin(), end, [&](std::uint32_t low) { return key[low] < first_key; });
    return first == end ? size[upper] : of(upper).offset[*first];
}

BlockLayout make_layout(const frontier::Sweep& sweep, int layer, const Halves& halves,
                        Detail detail, const std::optional<Division>& division) {
    const frontier::Problem& problem = sweep.problem;
    const frontier::Schedule& schedule = sweep.schedule;
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
    if (apex_slot >= 0 && !halves.upper.has(apex_slot))
        throw std::logic_error("the apex must sit in the upper half");
    const bool apex_retired = problem.apex >= 0 && layer == static_cast<int>(schedule.steps.size());

    BlockLayout layout;
    set_keys(layout, at, halves);
    const auto key_then_value = [&](std::uint32_t low) { return std::pair{layout.key[low], low}; };
    // The lower values with possible types, by the parity of their ends and by balance.
    std::map<std::pair<int, int>, std::vector<std::uint32_t>> lowers;
    for (std::uint32_t value = 0; value < lower.size(); ++value)
        if (lower[value] != impossible)
            lowers[{halves.lower.ends[value] % 2, lower[value]}].push_back(value);
    for (auto& [kind, alike] : lowers) std::ranges::sort(alike, std::less{}, key_then_value);

    // The upper values of each shape: one number of ends, the same balances for the lower half.
    std::map<std::pair<int, std::vector<int>>, std::vector<int>> shapes;
    for (int value = 0; value < halves.upper.values; ++value) {
        if (upper[value] == impossible) continue;
        const int apex_type = apex_retired    ? 2
                              : apex_slot < 0 ? 0
                                              : halves.upper.type(value, apex_slot);
        std::vector<int> wanted;
        for (int sum : coloured ? problem.allowed_sums(apex_type) : std::vector{0})
            wanted.push_back(sum - retired - upper[value]);
        shapes[{halves.upper.ends[value], wanted}].push_back(value);
    }

    layout.shape_of.assign(halves.upper.values, -1);
    layout.size.assign(halves.upper.values, 0);
    layout.blocks_of.assign(halves.upper.values, 0);
    layout.cell.assign(halves.lower.values, 0);
    std::vector<std::vector<int>> members;
    std::vector<std::uint64_t> offset(halves.lower.values, 0);  // of the shape being made
    for (auto& [kind, uppers] : shapes) {
        const auto& [upper_ends, wanted] = kind;
        BlockLayout::SegmentShape made{upper_ends, 0, {}, {}, {}, {}};
        for (int balance : wanted)
            for (std::uint32_t low : lowers[{upper_ends % 2, balance}]) made.present.push_back(low);
        if (wanted.size() > 1) std::ranges::sort(made.present, std::less{}, key_then_value);
        int most_ends = -upper_ends;
        for (std::uint32_t low : made.present) {
            offset[low] = made.size;
            made.size += made.block_size(halves, low);
            most_ends = std::max<int>(most_ends, halves.lower.ends[low]);
        }
        layout.most_pairs = std::max(layout.most_pairs, (upper_ends + most_ends) / 2);
        for (int value : uppers) {
            const auto end = std::ranges::partition_point(made.present, [&](std::uint32_t low) {
                return layout.key[low] <= layout.last_key[value];
            });
            if (end == made.present.begin()) continue;
            layout.shape_of[value] = static_cast<int>(layout.shapes.size());
            layout.size[value] = end == made.present.end() ? made.size : offset[*end];
            layout.blocks_of[value] = static_cast<std::uint32_t>(end - made.present.begin());
            layout.counters += layout.size[value];
            layout.blocks += layout.blocks_of[value];
        }
        if (detail == Detail::blocks) made.offset = offset;
        for (std::uint32_t low : made.present) offset[low] = 0;
        layout.shapes.push_back(std::move(made));
        members.push_back(std::move(uppers));
    }
    number_rows(layout, schedule.slot_count);
    if (division) divide(layout, *division, members, halves, detail);
    if (detail == Detail::sizes)
        for (auto& made : layout.shapes) made = {made.upper_ends, made.size, {}, {}, {}, {}};
    return layout;
}

}  // namespace babieca::sweep
