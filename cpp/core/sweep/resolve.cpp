#include "core/sweep/resolve.hpp"

#include <bit>

namespace babieca::sweep {
namespace {

// Finds the position of an end in its block: the ends in lower slots below it, plus a constant. The
// lower value to look at is the target's plus `shift`.
struct Position {
    std::uint32_t below = 0;
    int offset = 0;
    int shift = 0;

    std::uint8_t at(const std::uint32_t* end_slots, std::uint32_t value) const {
        return static_cast<std::uint8_t>(std::popcount(end_slots[value + shift] & below) + offset);
    }
};

Position position(const Halves& halves, int slot, int upper, int shift) {
    if (halves.lower.holds(slot)) return {(std::uint32_t{1} << slot) - 1, 0, shift};
    const std::uint32_t below = (std::uint32_t{1} << (slot - halves.upper.first)) - 1;
    return {~std::uint32_t{0}, std::popcount(halves.upper.end_slots[upper] & below), shift};
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

}  // namespace

// A contribution with everything looked up that is the same for all lower values.
struct Resolver::Flow {
    const std::uint32_t* offset;
    const std::uint64_t* bits;
    int shift;
    std::uint16_t segment;
    Operation operation;
    Position first, second;
};

Resolver::Resolver(const frontier::Schedule& schedule, int t, const Halves& halves,
                   const BlockLayout& before, const BlockLayout& after, const Program& program)
    : halves_(halves), before_(before), after_(after) {
    const Half& lower = halves.lower;
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
    for (std::size_t c = 0; c < values_.size(); ++c) {
        values_[c].resize(cases);
        for (int ends = 0; ends <= lower.slots; ++ends)
            for (std::uint32_t value : after.classes[c].present)
                if (lower.ends[value] == ends && case_number_[part[value]] >= 0)
                    values_[c][case_number_[part[value]]].push_back(value);
    }
}

void Resolver::resolve(int wave, const UpperCase& upper, const BlockBits& source, BlockBits& target,
                       Piece& piece) const {
    piece.target = wave + upper.upper;
    piece.sources.clear();
    piece.transfers.clear();
    if (after_.class_of[piece.target] < 0) return;
    for (int part : upper.sources) piece.sources.push_back(wave + part);
    std::vector<char> live;
    for (int from : piece.sources) live.push_back(source.any(from));

    std::vector<Flow> flows;
    for (const TargetCase& target_case : upper.cases) {
        flows.clear();
        for (const Contribution& c : target_case.contributions)
            if (live[c.source]) flows.push_back(flow_of(c, piece, source));
        if (!flows.empty())
            resolve_case(values_[after_.class_of[piece.target]][case_number_[target_case.lower]],
                         flows, target.of(piece.target), piece);
    }
}

Resolver::Flow Resolver::flow_of(const Contribution& c, const Piece& piece,
                                 const BlockBits& source) const {
    using frontier::Effect;
    const int from = piece.sources[c.source];
    Flow flow{before_.classes[before_.class_of[from]].offset.data(),
              source.of(from),
              c.shift,
              static_cast<std::uint16_t>(c.source),
              operation_of(c.effect),
              {},
              {}};
    const auto in_source = [&](int slot) { return position(halves_, slot, from, c.shift); };
    const auto in_target = [&](int slot) { return position(halves_, slot, piece.target, 0); };
    if (c.effect == Effect::nothing) return flow;
    flow.first = c.effect == Effect::insert ? in_target(c.first) : in_source(c.first);
    flow.second = c.effect == Effect::contract ? in_source(c.second) : in_target(c.second);
    return flow;
}

// Contracting the only pair of a block closes a cycle: one counter goes to one counter, where that
// is allowed, and nothing happens where it would be too early.
void Resolver::resolve_case(const std::vector<std::uint32_t>& values,
                            const std::vector<Flow>& flows, std::uint64_t* target,
                            Piece& piece) const {
    const auto& to_class = after_.classes[after_.class_of[piece.target]];
    const std::uint32_t* const end_slots = halves_.lower.end_slots.data();
    for (std::uint32_t value : values) {
        const int pairs = (to_class.upper_ends + halves_.lower.ends[value]) / 2;
        const bool may_close =
            piece.target == closing_upper_ && static_cast<int>(value) == closing_lower_;
        Onto onto = Onto::set;
        for (const Flow& flow : flows) {
            const std::uint32_t from = value + flow.shift;
            if (!(flow.bits[from / 64] >> (from % 64) & 1)) continue;
            const bool contracts = flow.operation == Operation::contract;
            if (contracts && pairs == 0 && !may_close) continue;
            const bool closes = contracts && pairs == 0;
            piece.transfers.push_back({flow.offset[from], to_class.offset[value], flow.segment,
                                       closes ? Operation::copy : flow.operation,
                                       static_cast<std::uint8_t>(pairs + (contracts && !closes)),
                                       flow.first.at(end_slots, value),
                                       flow.second.at(end_slots, value), onto});
            onto = Onto::add;
        }
        if (onto == Onto::add) target[value / 64] |= std::uint64_t{1} << (value % 64);
    }
}

}  // namespace babieca::sweep
