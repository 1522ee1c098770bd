#include "core/sweep/resolve.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <stdexcept>
#include <tuple>

namespace babieca::sweep {
namespace {

// Finds the position of an end in its block: the number of ends below it in the slots that vary
// with the lower value, plus a constant. `shift` leads from the target's lower value to the
// block's.
struct Position {
    std::uint32_t below = 0;
    int offset = 0;
    int shift = 0;

    std::uint8_t at(const std::uint32_t* end_slots, std::uint32_t value) const {
        return static_cast<std::uint8_t>(std::popcount(end_slots[value + shift] & below) + offset);
    }
};

std::uint32_t slots_below(const Half& half, int slot) {
    return (std::uint32_t{1} << (slot - half.first)) - 1;
}

Position position(const Halves& halves, int slot, int upper, int shift) {
    if (halves.lower.has(slot)) return {slots_below(halves.lower, slot), 0, shift};
    const std::uint32_t below = slots_below(halves.upper, slot);
    return {~std::uint32_t{0}, std::popcount(halves.upper.end_slots[upper] & below), shift};
}

// The position of the image of an end in the image of its block. The right slots of the image vary
// with the lower value: look them up in Mirror::image_ends.
Position image_position(const Halves& halves, int slot, int upper, int shift) {
    const int image = halves.image(slot), lower = halves.mirror.lower_image[upper];
    if (halves.lower.has(image))
        return {0, std::popcount(halves.lower.end_slots[lower] & slots_below(halves.lower, image)),
                shift};
    const std::uint32_t below = slots_below(halves.upper, image);
    const std::uint32_t fixed = halves.upper.end_slots[halves.mirror.fixed[upper]];
    return {below, halves.lower.ends[lower] + std::popcount(fixed & below), shift};
}

// By frontier::Effect.
constexpr Operation operation_of[] = {Operation::copy, Operation::move, Operation::contract,
                                      Operation::insert};

bool present(const std::uint64_t* bits, std::uint32_t value) {
    return bits[value / 64] >> (value % 64) & 1;
}

}  // namespace

// A contribution to one target segment: its fields do not depend on the lower value.
struct Resolver::Inflow {
    int upper;                    // of the source
    const std::uint64_t* offset;  // null: the source's segment stores no block
    const std::uint64_t* bits;
    std::uint32_t last_key;  // the largest key stored there
    int shift;
    Operation operation;
    std::uint16_t choice;
    Position first = {}, second = {}, image_first = {}, image_second = {};
};

Resolver::Resolver(const frontier::Schedule& schedule, const Halves& halves,
                   const BlockLayout& before, const BlockLayout& after, const Program& program,
                   const KeyRanges& key_ranges)
    : halves_(halves),
      before_(before),
      after_(after),
      key_ranges_(key_ranges),
      images_(halves.pairs > 0 && schedule.layers[program.step].symmetric) {
    const Half& lower = halves.lower;
    const int t = program.step;
    if (schedule.steps[t].all_entered) {
        closing_lower_ = lower.value_of(schedule.layers[t + 1].full);
        closing_upper_ = halves.upper.value_of(schedule.layers[t + 1].full);
    }
    case_number_.assign(lower.values, -1);
    int cases = 0;
    for (const UpperCase& upper : program.targets)
        for (const TargetCase& target_case : upper.cases)
            if (case_number_[target_case.lower] < 0) case_number_[target_case.lower] = cases++;
    // By key range, number of ends, cell and key.
    std::vector<std::tuple<int, int, int, std::uint32_t, std::uint32_t>> sorted;
    for (int value = 0; value < lower.values; ++value)
        sorted.emplace_back(key_ranges.of(after.key[value]), lower.ends[value], after.cell[value],
                            after.key[value], value);
    std::ranges::sort(sorted);
    std::vector<int> number;  // of the case, per lower value
    for (int value = 0; value < lower.values; ++value)
        number.push_back(case_number_[lower.part(value, program.touched)]);
    std::vector<char> present(lower.values);
    for (const BlockLayout::SegmentShape& segment : after.shapes) {
        auto& by_case = values_.emplace_back(cases);
        std::ranges::fill(present, 0);
        for (std::uint32_t value : segment.present) present[value] = 1;
        for (const auto& [range, ends, cell, key, value] : sorted)
            if (present[value] && number[value] >= 0) by_case[number[value]].push_back(value);
    }
}

void Resolver::resolve(int wave, const UpperCase& upper, const Presence& source,
                       const Presence& target, SourceNumbers& numbers, Piece& piece,
                       int range) const {
    numbers.begin(piece, before_);
    piece.target = wave + upper.upper;
    piece.targets.clear();
    piece.transfers.clear();
    if (after_.shape_of[piece.target] < 0) return;

    std::vector<Inflow> inflows;
    for (const TargetCase& target_case : upper.cases) {
        const auto& all = values_[after_.shape_of[piece.target]][case_number_[target_case.lower]];
        std::span<const std::uint32_t> values(all);
        if (key_ranges_.count() > 1)
            values = std::ranges::equal_range(values, range, std::less{}, [&](std::uint32_t value) {
                return key_ranges_.of(after_.key[value]);
            });
        if (values.empty()) continue;
        inflows.clear();
        for (const Contribution& c : target_case.contributions)
            inflows.push_back(inflow_of(c, wave + upper.sources[c.source], piece.target, source));
        resolve_case(values, inflows, source, target, numbers, piece);
    }
}

Resolver::Inflow Resolver::inflow_of(const Contribution& c, int from, int to,
                                     const Presence& source) const {
    using frontier::Effect;
    const bool stored = before_.shape_of[from] >= 0;
    Inflow inflow{from,
                  stored ? before_.of(from).offset.data() : nullptr,
                  stored ? source.of(from) : nullptr,
                  before_.last_key[from],
                  c.shift,
                  operation_of[static_cast<int>(c.effect)],
                  static_cast<std::uint16_t>(c.choice)};
    if (c.effect == Effect::nothing) return inflow;
    const bool from_target = c.effect == Effect::insert, to_source = c.effect == Effect::contract;
    const auto found = [&](auto position_of, int slot, bool in_target) {
        return position_of(halves_, slot, in_target ? to : from, in_target ? 0 : c.shift);
    };
    inflow.first = found(position, c.first, from_target);
    inflow.second = found(position, c.second, !to_source);
    if (!images_) return inflow;
    inflow.image_first = found(image_position, c.first, from_target);
    inflow.image_second = found(image_position, c.second, !to_source);
    return inflow;
}

// Contracting the only pair of a block closes a cycle. If all vertices are on the cycle, that is a
// copy of one counter; else there is no transfer.
void Resolver::resolve_case(std::span<const std::uint32_t> values,
                            const std::vector<Inflow>& inflows, const Presence& source,
                            const Presence& target, SourceNumbers& numbers, Piece& piece) const {
    // Local copies: the compiler must assume that writing to a piece changes any memory.
    const auto& to_shape = after_.of(piece.target);
    const int upper_ends = to_shape.upper_ends;
    const std::uint32_t* const end_slots = halves_.lower.end_slots.data();
    const std::uint32_t* const image_ends = halves_.mirror.image_ends.data();
    const std::uint32_t* const key = before_.key.data();
    const std::uint32_t* const key_after = after_.key.data();
    const std::uint8_t* const lower_ends = halves_.lower.ends.data();
    const std::uint32_t last_key = after_.last_key[piece.target];
    const int closing = piece.target == closing_upper_ ? closing_lower_ : -1;
    std::uint64_t* const marks = target.of(piece.target);
    const int fixed_ends =
        std::popcount(halves_.upper.end_slots[piece.target] & halves_.mirror.fixed_slots);
    for (std::uint32_t value : values) {
        if (key_after[value] > last_key) continue;
        const int pairs = (upper_ends + lower_ends[value]) / 2;
        const bool may_close = static_cast<int>(value) == closing;
        const auto first = static_cast<std::uint32_t>(piece.transfers.size());
        std::uint32_t images = 0;
        for (const Inflow& inflow : inflows) {
            const std::uint32_t from = value + inflow.shift;
            const bool contracts = inflow.operation == Operation::contract;
            const bool closes = contracts && pairs == 0;
            if (closes && !may_close) continue;
            Transfer transfer{0,
                              0,
                              closes ? Operation::copy : inflow.operation,
                              static_cast<std::uint8_t>(pairs + (contracts && !closes)),
                              0,
                              0,
                              inflow.choice};
            if (key[from] <= inflow.last_key) {
                if (!inflow.bits || !present(inflow.bits, from)) continue;
                transfer.source = inflow.offset[from];
                transfer.segment =
                    numbers.of(piece, before_.cell_number(inflow.upper, static_cast<int>(from)));
                transfer.i = inflow.first.at(end_slots, value);
                transfer.j = inflow.second.at(end_slots, value);
                piece.transfers.push_back(transfer);
            } else if (images_) {
                const int upper =
                    halves_.mirror.upper_image[from] + halves_.mirror.fixed[inflow.upper];
                const int lower = halves_.mirror.lower_image[inflow.upper];
                if (before_.shape_of[upper] < 0 || !present(source.of(upper), lower)) continue;
                transfer.source = before_.of(upper).offset[lower];
                transfer.segment = numbers.of(piece, before_.cell_number(upper, lower));
                transfer.i = inflow.image_first.at(image_ends, value);
                transfer.j = inflow.image_second.at(image_ends, value);
                if (inflow.operation != Operation::move && transfer.i > transfer.j)
                    std::swap(transfer.i, transfer.j);
                piece.transfers.insert(piece.transfers.begin() + first + images++, transfer);
            }
        }
        if (piece.transfers.size() == first) continue;
        if (images > 255)  // the retiring vertex has at least 23 waiting neighbours
            throw std::invalid_argument("a block has over 255 mirrored sources; use no mirror");
        piece.targets.push_back({to_shape.offset[value], after_.cell[value], first,
                                 static_cast<std::uint8_t>(pairs),
                                 static_cast<std::uint8_t>(images), halves_.lower.ends[value],
                                 static_cast<std::uint8_t>(fixed_ends)});
        marks[value / 64] |= std::uint64_t{1} << (value % 64);
    }
}

ResolvedStride::ResolvedStride(const frontier::Sweep& sweep, const Halves& halves, int layer,
                               const BlockLayout& before, const BlockLayout& after, bool divided)
    : stride(make_stride(sweep.schedule, layer, halves, after)) {
    const std::size_t steps = stride.programs.size();
    const KeyRanges& key_ranges = divided ? stride.key_ranges : KeyRanges{};
    std::optional<Division> by_range;
    if (divided) by_range = {key_ranges, key_ranges};
    if (steps > 1) middle = make_layout(sweep, layer + 1, halves, Detail::blocks, by_range);
    for (std::size_t p = 0; p < steps; ++p)
        resolvers.emplace_back(sweep.schedule, halves, p == 0 ? before : middle,
                               p + 1 == steps ? after : middle, stride.programs[p], key_ranges);
}

}  // namespace babieca::sweep
