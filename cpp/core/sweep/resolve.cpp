#include "core/sweep/resolve.hpp"

#include <algorithm>
#include <bit>
#include <functional>

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
    if (halves.lower.holds(slot)) return {slots_below(halves.lower, slot), 0, shift};
    const std::uint32_t below = slots_below(halves.upper, slot);
    return {~std::uint32_t{0}, std::popcount(halves.upper.end_slots[upper] & below), shift};
}

// The same for the image of a slot in the image of a state. Here the right slots of the image vary:
// look them up in Mirror::image_ends.
Position image_position(const Halves& halves, int slot, int upper, int shift) {
    const int image = halves.image(slot), lower = halves.mirror.lower_image[upper];
    if (halves.lower.holds(image))
        return {0, std::popcount(halves.lower.end_slots[lower] & slots_below(halves.lower, image)),
                shift};
    const std::uint32_t below = slots_below(halves.upper, image);
    const std::uint32_t fixed = halves.upper.end_slots[halves.mirror.fixed[upper]];
    return {below, halves.lower.ends[lower] + std::popcount(fixed & below), shift};
}

Operation operation_of(frontier::Effect effect) {
    switch (effect) {
        case frontier::Effect::move:
            return Operation::move;
        case frontier::Effect::insert:
            return Operation::insert;
        case frontier::Effect::contract:
            return Operation::contract;
        default:
            return Operation::copy;
    }
}

bool present(const std::uint64_t* bits, std::uint32_t value) {
    return bits[value / 64] >> (value % 64) & 1;
}

}  // namespace

// A contribution, with everything looked up that does not depend on the lower value.
struct Resolver::Flow {
    int upper;                    // of the source
    const std::uint64_t* offset;  // null: the source's segment stores nothing
    const std::uint64_t* bits;
    std::uint32_t limit;  // the largest key stored there
    int shift;
    Operation operation;
    std::uint16_t choice;
    Position first, second;
    Position image_first, image_second;
};

Resolver::Resolver(const frontier::Schedule& schedule, const Halves& halves,
                   const BlockLayout& before, const BlockLayout& after, const Program& program,
                   const Shares& shares)
    : halves_(halves),
      before_(before),
      after_(after),
      shares_(shares),
      images_(halves.pairs > 0 && schedule.layers[program.step].symmetric) {
    const Half& lower = halves.lower;
    const int t = program.step;
    if (schedule.steps[t].all_entered) {
        closing_lower_ = lower.value_of(schedule.layers[t + 1].full);
        closing_upper_ = halves.upper.value_of(schedule.layers[t + 1].full);
    }
    std::vector<int> part(lower.values, 0);
    for (int slot : program.lower_touched)
        for (int value = 0; value < lower.values; ++value)
            part[value] += lower.type(value, slot) * lower.weight[slot - lower.first];
    case_number_.assign(lower.values, -1);
    int cases = 0;
    for (const UpperCase& upper : program.targets)
        for (const TargetCase& target_case : upper.cases)
            if (case_number_[target_case.lower] < 0) case_number_[target_case.lower] = cases++;
    values_.resize(after.classes.size());
    std::vector<std::vector<std::uint32_t>> by_ends(lower.slots + 1);
    for (std::size_t c = 0; c < values_.size(); ++c) {
        values_[c].resize(cases);
        int share = 0;
        const auto flush = [&] {
            for (auto& values : by_ends) {
                for (std::uint32_t value : values)
                    values_[c][case_number_[part[value]]].push_back(value);
                values.clear();
            }
        };
        std::vector<std::uint32_t> by_share = after.classes[c].present;
        if (after.cells > 1)
            std::ranges::stable_sort(by_share, std::less{}, [&](std::uint32_t value) {
                return shares.of(after.key[value]);
            });
        for (std::uint32_t value : by_share) {
            if (const int own = shares.of(after.key[value]); own != share) {
                flush();
                share = own;
            }
            if (case_number_[part[value]] >= 0) by_ends[lower.ends[value]].push_back(value);
        }
        flush();
    }
}

void Resolver::resolve(int wave, const UpperCase& upper, const Presence& source,
                       const Presence& target, SourceNumbers& numbers, Piece& piece,
                       int share) const {
    numbers.begin(piece, before_);
    piece.target = wave + upper.upper;
    piece.targets.clear();
    piece.transfers.clear();
    if (after_.class_of[piece.target] < 0) return;

    std::vector<Flow> flows;
    for (const TargetCase& target_case : upper.cases) {
        const auto& all = values_[after_.class_of[piece.target]][case_number_[target_case.lower]];
        std::span<const std::uint32_t> values(all);
        if (shares_.count() > 1)
            values = std::ranges::equal_range(values, share, std::less{}, [&](std::uint32_t value) {
                return shares_.of(after_.key[value]);
            });
        if (values.empty()) continue;
        flows.clear();
        for (const Contribution& c : target_case.contributions)
            flows.push_back(flow_of(c, wave + upper.sources[c.source], piece.target, source));
        resolve_case(values, flows, source, target, numbers, piece);
    }
}

Resolver::Flow Resolver::flow_of(const Contribution& c, int from, int to,
                                 const Presence& source) const {
    using frontier::Effect;
    const bool stored = before_.class_of[from] >= 0;
    Flow flow{from,
              stored ? before_.of(from).offset.data() : nullptr,
              stored ? source.of(from) : nullptr,
              before_.limit[from],
              c.shift,
              operation_of(c.effect),
              static_cast<std::uint16_t>(c.choice),
              {},
              {},
              {},
              {}};
    if (c.effect == Effect::nothing) return flow;
    const bool from_target = c.effect == Effect::insert, to_source = c.effect == Effect::contract;
    const auto found = [&](auto position_of, int slot, bool in_target) {
        return position_of(halves_, slot, in_target ? to : from, in_target ? 0 : c.shift);
    };
    flow.first = found(position, c.first, from_target);
    flow.second = found(position, c.second, !to_source);
    if (!images_) return flow;
    flow.image_first = found(image_position, c.first, from_target);
    flow.image_second = found(image_position, c.second, !to_source);
    return flow;
}

// Contracting the only pair of a block closes a cycle: a copy of one counter if all vertices are on
// the cycle, else nothing.
void Resolver::resolve_case(std::span<const std::uint32_t> values, const std::vector<Flow>& flows,
                            const Presence& source, const Presence& target, SourceNumbers& numbers,
                            Piece& piece) const {
    // Local copies: the compiler must assume that writing to a piece changes any memory.
    const auto& to_class = after_.of(piece.target);
    const int upper_ends = to_class.upper_ends;
    const std::uint32_t* const end_slots = halves_.lower.end_slots.data();
    const std::uint32_t* const image_ends = halves_.mirror.image_ends.data();
    const std::uint32_t* const key = before_.key.data();
    const std::uint32_t* const key_after = after_.key.data();
    const std::uint8_t* const lower_ends = halves_.lower.ends.data();
    const std::uint32_t limit = after_.limit[piece.target];
    const int closing = piece.target == closing_upper_ ? closing_lower_ : -1;
    std::uint64_t* const marks = target.of(piece.target);
    const int fixed_ends =
        std::popcount(halves_.upper.end_slots[piece.target] & halves_.mirror.fixed_slots);
    for (std::uint32_t value : values) {
        if (key_after[value] > limit) continue;
        const int pairs = (upper_ends + lower_ends[value]) / 2;
        const bool may_close = static_cast<int>(value) == closing;
        const auto first = static_cast<std::uint32_t>(piece.transfers.size());
        std::uint32_t images = 0;
        for (const Flow& flow : flows) {
            const std::uint32_t from = value + flow.shift;
            const bool contracts = flow.operation == Operation::contract;
            const bool closes = contracts && pairs == 0;
            if (closes && !may_close) continue;
            Transfer transfer{0,
                              0,
                              closes ? Operation::copy : flow.operation,
                              static_cast<std::uint8_t>(pairs + (contracts && !closes)),
                              0,
                              0,
                              flow.choice};
            if (key[from] <= flow.limit) {
                if (!flow.bits || !present(flow.bits, from)) continue;
                transfer.source = flow.offset[from];
                transfer.segment =
                    numbers.of(piece, before_.place(flow.upper, static_cast<int>(from)));
                transfer.i = flow.first.at(end_slots, value);
                transfer.j = flow.second.at(end_slots, value);
                piece.transfers.push_back(transfer);
            } else if (images_) {
                const int upper =
                    halves_.mirror.upper_image[from] + halves_.mirror.fixed[flow.upper];
                const int lower = halves_.mirror.lower_image[flow.upper];
                if (before_.class_of[upper] < 0 || !present(source.of(upper), lower)) continue;
                transfer.source = before_.of(upper).offset[lower];
                transfer.segment = numbers.of(piece, before_.place(upper, lower));
                transfer.i = flow.image_first.at(image_ends, value);
                transfer.j = flow.image_second.at(image_ends, value);
                if (flow.operation != Operation::move && transfer.i > transfer.j)
                    std::swap(transfer.i, transfer.j);
                piece.transfers.insert(piece.transfers.begin() + first + images++, transfer);
            }
        }
        if (piece.transfers.size() == first) continue;
        piece.targets.push_back({to_class.offset[value], after_.cell[value], first,
                                 static_cast<std::uint8_t>(pairs),
                                 static_cast<std::uint8_t>(images), halves_.lower.ends[value],
                                 static_cast<std::uint8_t>(fixed_ends)});
        marks[value / 64] |= std::uint64_t{1} << (value % 64);
    }
}

}  // namespace babieca::sweep
