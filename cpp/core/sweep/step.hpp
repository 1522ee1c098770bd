// Executes one step: adds every source block of a wave to the target blocks it leads to.
//
// Gather form: each target block receives all its contributions while it is in the cache, and is
// finished. One thread owns a wave, hence all its targets.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/sweep/program.hpp"
#include "core/sweep/rank_maps.hpp"
#include "core/sweep/store.hpp"

namespace babieca::sweep {

template <typename Arithmetic>
class StepRunner {
  public:
    using Counter = typename Arithmetic::Counter;

    StepRunner(const frontier::Schedule& schedule, int t, const Halves& halves,
               const Layout& before, const Layout& after, const Program& program,
               const Tables& tables, Arithmetic arithmetic)
        : halves_(halves),
          before_(before),
          after_(after),
          program_(program),
          tables_(tables),
          kernels_{arithmetic} {
        sort_targets();
        if (schedule.steps[t].all_entered) {
            const std::uint64_t full = schedule.layers[t + 1].full;
            closing_lower_ = closing_upper_ = 0;
            for (int slot = 0; slot < schedule.slot_count; ++slot) {
                const bool low = halves.lower.holds(slot);
                const Half& half = low ? halves.lower : halves.upper;
                (low ? closing_lower_ : closing_upper_) +=
                    frontier::type_at(full, slot) * half.weight[slot - half.first];
            }
        }
    }

    // Computes the targets of a wave, or gives up when told to stop. Returns, if asked to measure,
    // the bits that occur in any of their counters. In place: frees the sources done with.
    Counter run(int wave, Store<Counter>& source, Store<Counter>& target, Arena& arena,
                bool measure, bool in_place, const std::atomic<bool>& stop) const {
        Counter bits = 0;
        for (const UpperCase& upper : program_.targets) {
            if (stop) break;
            const int to = wave + upper.upper;
            if (after_.class_of[to] >= 0 && reached(wave, upper, source)) {
                target.allocate(arena, after_, to);
                for (const TargetCase& target_case : upper.cases)
                    bits |= run_case(wave, to, target_case, source, target, measure);
            }
            if (in_place)
                for (int part : upper.last_uses) source.release(arena, before_, wave + part);
        }
        return bits;
    }

  private:
    // Finds the position of an end in its block: ends in lower slots below it, plus a constant.
    struct Position {
        std::uint32_t below;
        int offset;
    };
    // A contribution with everything that is the same for all lower values looked up.
    struct Ready {
        const Counter* segment;
        const std::uint32_t* offset;
        const std::uint64_t* bits;
        int shift;
        frontier::Effect effect;
        Position first, second;
    };

    // Lower values of each class by the setting of their touched slots; within one list by ends, so
    // that neighbouring blocks have the same size and branches are predicted.
    void sort_targets() {
        const Half& lower = halves_.lower;
        std::vector<int> part(lower.values, 0);
        for (int slot : program_.lower_touched)
            for (int value = 0; value < lower.values; ++value)
                part[value] += lower.type(value, slot) * lower.weight[slot - lower.first];
        case_number_.assign(lower.values, -1);
        int cases = 0;
        for (const UpperCase& upper : program_.targets)
            for (const TargetCase& target_case : upper.cases)
                if (case_number_[target_case.lower] < 0) case_number_[target_case.lower] = cases++;
        lists_.resize(after_.classes.size());
        for (std::size_t c = 0; c < lists_.size(); ++c) {
            lists_[c].resize(cases);
            const auto& present = after_.classes[c].present;
            for (int ends = 0; ends <= lower.slots; ++ends)
                for (std::uint32_t value : present)
                    if (lower.ends[value] == ends && case_number_[part[value]] >= 0)
                        lists_[c][case_number_[part[value]]].push_back(value);
        }
    }

    bool reached(int wave, const UpperCase& upper, const Store<Counter>& source) const {
        for (const TargetCase& target_case : upper.cases)
            for (const Contribution& c : target_case.contributions)
                if (source.segments[wave + c.upper]) return true;
        return false;
    }

    Position position(int slot, int upper) const {
        if (halves_.lower.holds(slot)) return {(std::uint32_t{1} << slot) - 1, 0};
        const std::uint32_t below = (std::uint32_t{1} << (slot - halves_.upper.first)) - 1;
        return {~std::uint32_t{0}, std::popcount(halves_.upper.end_slots[upper] & below)};
    }

    Counter run_case(int wave, int to, const TargetCase& target_case, const Store<Counter>& source,
                     Store<Counter>& target, bool measure) const {
        using frontier::Effect;
        thread_local std::vector<Ready> ready;
        ready.clear();
        for (const Contribution& c : target_case.contributions) {
            const int from = wave + c.upper;
            if (before_.class_of[from] < 0 || !source.segments[from]) continue;
            const auto& from_class = before_.classes[before_.class_of[from]];
            Ready r{source.segments[from],
                    from_class.offset.data(),
                    source.bits_of(from),
                    c.shift,
                    c.effect,
                    {0, 0},
                    {0, 0}};
            if (c.effect != Effect::nothing) {
                r.first = position(c.first, c.effect == Effect::insert ? to : from);
                r.second = position(c.second, c.effect == Effect::contract ? from : to);
            }
            ready.push_back(r);
        }
        if (ready.empty()) return 0;

        const auto& to_class = after_.classes[after_.class_of[to]];
        const auto& lower_ends = halves_.lower.ends;
        Counter* const segment = target.segments[to];
        std::uint64_t* const target_bits = target.bits_of(to);
        Counter all_bits = 0;
        for (std::uint32_t value : lists_[after_.class_of[to]][case_number_[target_case.lower]]) {
            const int pairs = (to_class.upper_ends + lower_ends[value]) / 2;
            Counter* const block = segment + to_class.offset[value];
            bool begun = false;
            for (const Ready& r : ready) {
                const std::uint32_t from = value + r.shift;
                if (!(r.bits[from / 64] >> (from % 64) & 1)) continue;
                begun |= contribute(r, value, from, pairs, begun,
                                    pairs > 0 || (to == closing_upper_ &&
                                                  static_cast<int>(value) == closing_lower_),
                                    block);
            }
            if (!begun) continue;
            target_bits[value / 64] |= std::uint64_t{1} << (value % 64);
            if (measure)
                for (std::size_t i = 0; i < matching_count[pairs]; ++i) all_bits |= block[i];
        }
        return all_bits;
    }

    // Brings one source block to a target block. False if nothing came of it: a cycle would close
    // too early. A block that has received nothing yet is set, not added to, where that is
    // possible.
    bool contribute(const Ready& r, std::uint32_t value, std::uint32_t from, int pairs, bool begun,
                    bool may_close, Counter* block) const {
        using frontier::Effect;
        const auto* end_slots = halves_.lower.end_slots.data();
        const auto at = [&](const Position& p, std::uint32_t v) {
            return std::popcount(end_slots[v] & p.below) + p.offset;
        };
        const Counter* const source = r.segment + r.offset[from];
        Operation operation = Operation::copy;
        int larger = pairs, i = 0, j = 0;
        if (r.effect == Effect::move) {
            operation = Operation::move;
            i = at(r.first, from);
            j = at(r.second, value);
        } else if (r.effect == Effect::insert) {
            operation = Operation::insert;
            i = at(r.first, value);
            j = at(r.second, value);
        } else if (r.effect == Effect::contract) {
            if (!may_close) return false;
            if (pairs > 0) {
                operation = Operation::contract;
                larger = pairs + 1;
                i = at(r.first, from);
                j = at(r.second, from);
            }
        }
        const bool once = operation != Operation::insert &&
                          !(operation == Operation::contract && larger > table_pairs);
        if (!begun && once) {
            apply<Onto::set>(kernels_, tables_, operation, larger, i, j, source, block);
        } else {
            if (!begun) std::fill_n(block, matching_count[pairs], Counter{0});
            apply<Onto::add>(kernels_, tables_, operation, larger, i, j, source, block);
        }
        return true;
    }

    const Halves& halves_;
    const Layout& before_;
    const Layout& after_;
    const Program& program_;
    const Tables& tables_;
    Kernels<Arithmetic> kernels_;
    int closing_lower_ = -1, closing_upper_ = -1;
    std::vector<int> case_number_;
    std::vector<std::vector<std::vector<std::uint32_t>>> lists_;
};

}  // namespace babieca::sweep
