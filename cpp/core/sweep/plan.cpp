#include "core/sweep/plan.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/frontier/matchings.hpp"
#include "core/sweep/scratch_file.hpp"

namespace babieca::sweep {
namespace {

constexpr std::uint64_t table_bytes = std::uint64_t{6} << 20;

std::uint64_t bookkeeping(const BlockLayout& layout, const Halves& halves) {
    // Of each class an offset and, in the layout and in the resolver's lists, three words of 4
    // bytes.
    const std::uint64_t tables = layout.classes.size() * halves.lower.values * 20;
    return tables +
           static_cast<std::uint64_t>(halves.upper.values) * (halves.lower.values / 8 + 56);
}

std::uint64_t size(const BlockLayout& layout, int upper) {
    return layout.class_of[upper] < 0 ? 0 : layout.size[upper];
}

// Follows what is alive: sources go wave by wave, or with their last use where each wave has its
// own.
void follow_waves(const Stride& stride, const BlockLayout& before, const BlockLayout& after,
                  bool mirrored, StridePlan& plan) {
    std::uint64_t sources = before.counters, targets = 0;
    const auto note = [&](std::uint64_t before_wave) {
        plan.equal = std::max(plan.equal, sources + targets);
        plan.widening = std::max(plan.widening, sources + 2 * targets);
        if (sources + targets > before_wave)
            plan.wave = std::max(plan.wave, sources + targets - before_wave);
    };
    const Program& last = stride.programs.back();
    for (int wave : stride.waves) {
        const std::uint64_t before_wave = sources + targets;
        for (int subwave : last.subwaves)
            for (const UpperCase& upper : last.targets) {
                targets += size(after, wave + subwave + upper.upper);
                note(before_wave);
                if (!mirrored)
                    for (int part : upper.last_uses) sources -= size(before, wave + part);
            }
        if (mirrored)
            for (int part : stride.sources) sources -= size(before, wave + part);
    }
    plan.copies = before.counters + after.counters;
    plan.copies_widening = before.counters + 2 * after.counters;
}

// What a wave has in memory if layers are in scratch.
void follow_loads(const Stride& stride, const BlockLayout& before, const BlockLayout& after,
                  StridePlan& plan) {
    std::vector<char> loaded(before.class_of.size(), 0);
    for (int wave : stride.waves) {
        std::uint64_t sources = 0;
        for (const UpperCase& upper : stride.programs.front().targets) {
            for (int part : upper.sources)
                if (!std::exchange(loaded[part], 1)) sources += size(before, wave + part);
            const std::uint64_t target = size(after, wave + upper.upper);
            plan.loaded = std::max(plan.loaded, sources + target);
            plan.loaded_widening = std::max(plan.loaded_widening, sources + 2 * target);
            for (int part : upper.last_uses)
                if (std::exchange(loaded[part], 0)) sources -= size(before, wave + part);
        }
    }
}

// The most that a program of a stride writes in one share of a wave.
std::uint64_t written_at_once(const Stride& stride, int wave, const BlockLayout& layout) {
    std::uint64_t most = 0;
    const std::uint32_t keys = stride.share_keys;
    for (std::uint32_t share = 0; share <= layout.limit[wave] / keys; ++share) {
        std::uint64_t counters = 0;
        for (int subwave : stride.programs.front().subwaves)
            for (const UpperCase& upper : stride.programs.front().targets) {
                const int at = wave + subwave + upper.upper;
                if (layout.class_of[at] >= 0)
                    counters +=
                        layout.begin_of(at, (share + 1) * keys) - layout.begin_of(at, share * keys);
            }
        most = std::max(most, counters);
    }
    return most;
}

// What a program of a stride writes in one wave.
std::uint64_t written(const Program& program, int wave, const BlockLayout& layout) {
    std::uint64_t counters = 0;
    for (int subwave : program.subwaves)
        for (const UpperCase& upper : program.targets)
            counters += size(layout, wave + subwave + upper.upper);
    return counters;
}

// The same where a step of a wave keeps all that it reads until it is done.
void follow_whole_waves(const Stride& stride, const BlockLayout& before, const BlockLayout* middle,
                        const BlockLayout& after, StridePlan& plan) {
    std::uint64_t alive = before.counters;
    for (int wave : stride.waves) {
        const std::uint64_t passed = middle ? written(stride.programs.front(), wave, *middle) : 0;
        const std::uint64_t targets = written(stride.programs.back(), wave, after);
        std::uint64_t sources = 0;
        for (int part : stride.sources) sources += size(before, wave + part);
        if (middle) plan.middle = std::max(plan.middle, written_at_once(stride, wave, *middle));
        plan.whole = std::max(plan.whole, middle ? alive + passed : alive + targets);
        alive += targets - sources;
        plan.whole = std::max(plan.whole, alive + passed);
        plan.alone =
            std::max(plan.alone, middle ? passed + std::max(sources, targets) : sources + targets);
    }
}

}  // namespace

Plan make_plan(const frontier::Sweep& sweep, Control& control) {
    const auto& [problem, schedule] = std::tie(sweep.problem, sweep.schedule);
    const int steps = sweep.steps();
    const Halves halves(schedule);
    Plan plan;
    plan.slot_count = schedule.slot_count;
    plan.pairs = schedule.pairs;
    plan.bits_words = (static_cast<std::uint64_t>(halves.lower.values) + 63) / 64 *
                      static_cast<std::uint64_t>(halves.upper.values);
    plan.segments = halves.upper.values;
    plan.fingerprint = sweep.fingerprint();
    const auto add_layer = [&](int t, const BlockLayout& layout) {
        const auto& occupant = schedule.layers[t].occupant;
        const auto free = std::count(occupant.begin(), occupant.end(), -1);
        const bool stored = schedule.layers[t].symmetric;
        plan.layers.push_back(
            {layout.counters, layout.blocks, static_cast<int>(schedule.slot_count - free), stored});
        plan.total_counters += layout.counters;
        if (stored) plan.peak_counters = std::max(plan.peak_counters, layout.counters);
        plan.segment_counters =
            std::max(plan.segment_counters, *std::ranges::max_element(layout.size));
    };
    BlockLayout before = make_layout(problem, schedule, 0, halves, Detail::sizes);
    add_layer(0, before);
    for (int t = 0; t < steps;) {
        control.check({t, steps});
        const int next = schedule.next_stored(t);
        BlockLayout after = make_layout(problem, schedule, next, halves, Detail::sizes);
        const Stride stride = make_stride(schedule, t, halves, after);
        StridePlan alive{t, next};
        follow_waves(stride, before, after, halves.pairs > 0, alive);
        if (!halves.pairs) follow_loads(stride, before, after, alive);
        std::uint64_t kept = bookkeeping(before, halves) + bookkeeping(after, halves);
        if (next - t > 1) {
            const BlockLayout middle = make_layout(problem, schedule, t + 1, halves);
            follow_whole_waves(stride, before, &middle, after, alive);
            kept += bookkeeping(middle, halves);
            add_layer(t + 1, middle);
        } else {
            follow_whole_waves(stride, before, nullptr, after, alive);
        }
        plan.wave_counters = std::max(plan.wave_counters, alive.whole);
        plan.alone_counters = std::max(plan.alone_counters, alive.alone);
        plan.in_place_counters = std::max(plan.in_place_counters, alive.equal);
        plan.copies_counters = std::max(plan.copies_counters, alive.copies);
        plan.bookkeeping_bytes = std::max(plan.bookkeeping_bytes, kept);
        plan.strides.push_back(alive);
        before = std::move(after);
        add_layer(next, before);
        t = next;
    }
    return plan;
}

std::uint64_t stride_bytes(const Plan& plan, const StridePlan& stride, int source_bytes,
                           int target_bytes, int threads, bool in_place) {
    const bool widening = target_bytes > source_bytes;
    std::uint64_t bytes = source_bytes * (widening ? stride.copies_widening : stride.copies);
    if (in_place)
        bytes = std::min(bytes, source_bytes * (widening ? stride.widening : stride.equal) +
                                    target_bytes * (threads - 1) * stride.wave);
    bytes += bytes / 20 + target_bytes * threads * stride.middle;
    if (plan.pairs)  // blocks are turned in buffers of their own
        bytes += 2 * target_bytes * threads * frontier::matching_count[plan.slot_count / 2];
    return bytes;
}

std::uint64_t loaded_bytes(const StridePlan& stride, int source_bytes, int target_bytes,
                           int threads) {
    const bool widening = target_bytes > source_bytes;
    const std::uint64_t bytes =
        threads * source_bytes * (widening ? stride.loaded_widening : stride.loaded);
    return bytes + bytes / 20;
}

std::uint64_t written_bytes(const Plan& plan, const StridePlan& stride, int source_bytes,
                            int target_bytes, int threads, bool in_place) {
    return stride_bytes(plan, stride, source_bytes, target_bytes, threads, in_place) +
           2 * plan.segments * ScratchFile::block;
}

namespace {

// Calls with each stride and the widths of its sources and targets.
template <typename Visit>
void for_each_width(const Plan& plan, const std::vector<int>& widths, Visit&& visit) {
    for (const StridePlan& stride : plan.strides) {
        const int target = widths.at(stride.last);
        const int source = std::max(widths.at(stride.first), target / 2);
        visit(stride, std::min(source, target), target);
    }
}

}  // namespace

std::uint64_t bytes_for(const Plan& plan, const std::vector<int>& widths, int threads,
                        bool in_place) {
    std::uint64_t most = 0;
    for_each_width(plan, widths, [&](const StridePlan& stride, int source, int target) {
        most = std::max(most, stride_bytes(plan, stride, source, target, threads, in_place));
    });
    return most + side_bytes(plan);
}

ScratchBytes scratch_bytes_for(const Plan& plan, const std::vector<int>& widths, int threads,
                               bool in_place, bool saved) {
    ScratchBytes most;
    std::uint64_t layer = 0;
    for_each_width(plan, widths, [&](const StridePlan& stride, int source, int target) {
        most.memory = std::max(most.memory, loaded_bytes(stride, source, target, threads));
        most.disk =
            std::max(most.disk, written_bytes(plan, stride, source, target, threads, in_place));
        layer = std::max(layer, plan.layers[stride.last].counters * target);
    });
    if (saved) most.disk += layer + plan.segments * ScratchFile::block;
    most.memory += side_bytes(plan);
    return most;
}

std::uint64_t store_bytes(const Plan& plan, int counter_bytes, int threads, bool in_place) {
    std::uint64_t most = 0;
    for (const StridePlan& stride : plan.strides)
        most = std::max(
            most, stride_bytes(plan, stride, counter_bytes, counter_bytes, threads, in_place));
    return most;
}

std::uint64_t side_bytes(const Plan& plan) {
    return plan.bookkeeping_bytes + table_bytes;
}

std::uint64_t bytes_needed(const Plan& plan, int counter_bytes, int threads, bool in_place) {
    return store_bytes(plan, counter_bytes, threads, in_place) + side_bytes(plan);
}

}  // namespace babieca::sweep
