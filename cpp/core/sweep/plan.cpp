#include "core/sweep/plan.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/frontier/state.hpp"
#include "core/sweep/counter_types.hpp"
#include "core/sweep/memory.hpp"

namespace babieca::sweep {
namespace {

constexpr std::uint64_t table_bytes = std::uint64_t{6} << 20;

std::uint64_t bookkeeping(const BlockLayout& layout, const Halves& halves) {
    // Each shape has an offset of 8 bytes, and 12 bytes in the layout and the resolver's lists.
    const std::uint64_t tables = layout.shapes.size() * halves.lower.values * 20;
    const std::uint64_t uppers = halves.upper.values, cells = uppers * layout.cells;
    return tables + layout.rows * (halves.lower.values / 8) + uppers * 40 + cells * 16;
}

// Adds the next moment of a stride. Sources only decrease and targets only increase. Bytes are
// linear in both, so for any widths only corners of the convex hull may need the most.
void note(std::vector<Alive>& most, Alive now) {
    const auto between = [](const Alive& a, const Alive& b, const Alive& c) {
        const auto distance = [](std::uint64_t from, std::uint64_t to) {
            return static_cast<double>(to) - static_cast<double>(from);
        };
        return distance(a.targets, b.targets) * distance(a.sources, c.sources) >=
               distance(a.targets, c.targets) * distance(a.sources, b.sources);
    };
    if (!most.empty() && most.back().sources <= now.sources) most.pop_back();
    while (most.size() > 1 && between(most[most.size() - 2], most.back(), now)) most.pop_back();
    most.push_back(now);
}

// Sources are freed with the phase that reads them.
void follow_phases(const BlockLayout& before, const BlockLayout& after, StridePlan& plan) {
    Alive now{before.counters, 0};
    for (std::size_t phase = 0; phase < before.read.size(); ++phase) {
        now.targets = std::min(now.targets + after.written[phase], after.counters);
        note(plan.most, now);
        now.sources -= std::min(now.sources, before.read[phase]);
        plan.ahead = std::max(plan.ahead, after.written[phase]);
        plan.behind = std::max(plan.behind, before.read[phase]);
    }
}

// The first step of a stride writes the middle layer, key range by key range and slice by slice.
void follow_key_ranges(const Stride& stride, int wave, const BlockLayout& layout,
                       StridePlan& plan) {
    for (int range = 0; range <= stride.key_ranges.of(layout.last_key[wave]); ++range)
        for (const Slice& slice : stride.slices) {
            std::uint64_t counters = 0;
            for (const auto& [subwave, target] : slice.segments.front()) {
                const int at = wave + subwave + stride.programs.front().targets[target].upper;
                if (layout.shape_of[at] >= 0)
                    counters += layout.begin_of(at, stride.key_ranges.end(range)) -
                                layout.begin_of(at, stride.key_ranges.begin[range]);
            }
            plan.middle = std::max(plan.middle, counters);
        }
}

// Without a mirror, sources are freed after their last use; with a mirror, wave by wave. `middle`:
// null if the stride has one step.
void follow_waves(const Stride& stride, const BlockLayout& before, const BlockLayout* middle,
                  const BlockLayout& after, bool mirrored, StridePlan& plan) {
    // Calls visit(upper case, counters) for every segment that a step writes in one wave.
    const auto for_each_target = [](const Program& program, const BlockLayout& layout, int wave,
                                    auto&& visit) {
        for (int subwave : program.subwaves)
            for (const UpperCase& upper : program.targets)
                visit(upper, layout.size[wave + subwave + upper.upper]);
    };
    std::uint64_t sources = before.counters, targets = 0;
    std::vector<char> loaded(before.shape_of.size(), 0);
    for (int wave : stride.waves) {
        const std::uint64_t alive = sources + targets, targets_before = targets;
        std::uint64_t read = 0, passed = 0, in_memory = 0;
        for (int part : stride.sources) read += before.size[wave + part];
        for_each_target(
            stride.programs.back(), after, wave, [&](const UpperCase& upper, std::uint64_t size) {
                targets += size;
                if (sources + targets > alive)
                    plan.wave = std::max(plan.wave, sources + targets - alive);
                if (mirrored) return;
                note(plan.most, {sources, targets});
                // With layers in scratch, a source is in memory from its first use to its last.
                for (int part : upper.sources)
                    if (!std::exchange(loaded[part], 1)) in_memory += before.size[wave + part];
                plan.loaded = std::max(plan.loaded, in_memory + size);
                plan.loaded_widening = std::max(plan.loaded_widening, in_memory + 2 * size);
                for (int part : upper.last_uses) {
                    sources -= before.size[wave + part];
                    if (std::exchange(loaded[part], 0)) in_memory -= before.size[wave + part];
                }
            });
        if (mirrored) sources -= read;
        // Here every step of a wave frees its sources only at its end.
        const std::uint64_t written = targets - targets_before;
        if (middle) {
            for_each_target(stride.programs.front(), *middle, wave,
                            [&](const UpperCase&, std::uint64_t size) { passed += size; });
            follow_key_ranges(stride, wave, *middle, plan);
        }
        plan.whole = std::max(
            {plan.whole, alive + (middle ? passed : written), alive + written - read + passed});
        plan.alone =
            std::max(plan.alone, middle ? passed + std::max(read, written) : read + written);
    }
    if (!mirrored) plan.ahead = plan.wave;
}

}  // namespace

Plan make_plan(const frontier::Sweep& sweep, Control& control) {
    const frontier::Schedule& schedule = sweep.schedule;
    const int steps = sweep.steps();
    const Halves halves(schedule);
    Plan plan;
    plan.slot_count = schedule.slot_count;
    plan.pairs = schedule.pairs;
    plan.segments = halves.upper.values;
    plan.fingerprint = sweep.fingerprint();
    const auto add_layer = [&](int t, const BlockLayout& layout) {
        const auto& occupant = schedule.layers[t].occupant;
        const auto free = std::count(occupant.begin(), occupant.end(), -1);
        const bool stored = schedule.layers[t].symmetric;
        plan.layers.push_back(
            {layout.counters, layout.blocks, static_cast<int>(schedule.slot_count - free), stored});
        plan.total_counters += layout.counters;
        plan.most_pairs = std::max(plan.most_pairs, layout.most_pairs);
        plan.bits_limbs = std::max<std::uint64_t>(
            plan.bits_limbs, layout.rows * (rounded_up(halves.lower.values, 64) / 64));
        if (stored) plan.peak_counters = std::max(plan.peak_counters, layout.counters);
        plan.segment_counters =
            std::max(plan.segment_counters, *std::ranges::max_element(layout.size));
    };
    BlockLayout before = stored_layout(sweep, 0, halves, Detail::sizes);
    add_layer(0, before);
    for (int t = 0; t < steps;) {
        control.check({t, steps});
        const int next = schedule.next_stored(t);
        BlockLayout after = stored_layout(sweep, next, halves, Detail::sizes);
        const Stride stride = make_stride(schedule, t, halves, after);
        StridePlan made{t, next, {}, before.counters, after.counters};
        std::uint64_t bytes = bookkeeping(before, halves) + bookkeeping(after, halves);
        std::optional<BlockLayout> middle;
        if (next - t > 1) {
            middle = make_layout(sweep, t + 1, halves);
            bytes += bookkeeping(*middle, halves);
            add_layer(t + 1, *middle);
        }
        follow_waves(stride, before, middle ? &*middle : nullptr, after, halves.pairs > 0, made);
        if (halves.pairs) follow_phases(before, after, made);
        plan.wave_counters = std::max(plan.wave_counters, made.whole);
        plan.alone_counters = std::max(plan.alone_counters, made.alone);
        plan.phases = std::max<std::uint64_t>(plan.phases, after.written.size());
        plan.bookkeeping_bytes = std::max(plan.bookkeeping_bytes, bytes);
        plan.strides.push_back(made);
        before = std::move(after);
        add_layer(next, before);
        t = next;
    }
    return plan;
}

std::uint64_t chunk_bytes(const Plan& plan, int threads) {
    const std::uint64_t open = 100 * std::max<std::uint64_t>(plan.phases, 1) * threads;
    const std::uint64_t bytes = plan.peak_counters * sizeof(std::uint32_t) / open;
    return std::clamp<std::uint64_t>(bytes / 1024 * 1024, 1 << 10, 1 << 16);
}

std::uint64_t layer_bytes(const Plan& plan, const StridePlan& stride, int source_bytes,
                          int target_bytes, int threads, bool hold_sources) {
    std::uint64_t bytes = source_bytes * stride.sources + target_bytes * stride.targets;
    if (!hold_sources) {
        std::uint64_t most = 0;
        for (const Alive& now : stride.most)
            most = std::max(most, source_bytes * now.sources + target_bytes * now.targets);
        bytes = std::min(bytes, most + (threads - 1) * std::max(target_bytes * stride.ahead,
                                                                source_bytes * stride.behind));
    }
    if (plan.pairs) bytes += 3 * plan.phases * threads * chunk_bytes(plan, threads);
    return bytes;
}

std::uint64_t stride_bytes(const Plan& plan, const StridePlan& stride, int source_bytes,
                           int target_bytes, int threads, bool hold_sources) {
    // With a mirror, each thread has buffers to reflect blocks.
    const std::uint64_t mirror = plan.pairs ? 2 * frontier::matching_count[plan.most_pairs] : 0;
    const std::uint64_t layers =
        layer_bytes(plan, stride, source_bytes, target_bytes, threads, hold_sources);
    return layers + layers / 20 + target_bytes * threads * (stride.middle + mirror);
}

std::uint64_t loaded_bytes(const StridePlan& stride, int source_bytes, int target_bytes,
                           int threads) {
    const bool widening = target_bytes > source_bytes;
    const std::uint64_t counters = widening ? stride.loaded_widening : stride.loaded;
    const std::uint64_t bytes = threads * std::max(source_bytes, target_bytes / 2) * counters;
    return bytes + bytes / 20;
}

namespace {

// Calls visit(stride, bytes of a source, bytes of a target).
template <typename Visit>
void for_each_width(const Plan& plan, const std::vector<int>& widths, Visit&& visit) {
    for (const StridePlan& stride : plan.strides) {
        const int target = widths.at(stride.last);
        int source = std::min(widths.at(stride.first), target);
        while (!readable(true, source, target)) source = wider(source);
        visit(stride, source, target);
    }
}

}  // namespace

std::uint64_t bytes_for(const Plan& plan, const std::vector<int>& widths, int threads) {
    std::uint64_t most = 0;
    for_each_width(plan, widths, [&](const StridePlan& stride, int source, int target) {
        most = std::max(most, stride_bytes(plan, stride, source, target, threads));
    });
    return most + side_bytes(plan);
}

ScratchBytes scratch_bytes_for(const Plan& plan, const std::vector<int>& widths, int threads,
                               bool saved) {
    ScratchBytes most;
    std::uint64_t layer = 0;
    for_each_width(plan, widths, [&](const StridePlan& stride, int source, int target) {
        most.memory = std::max(most.memory, loaded_bytes(stride, source, target, threads));
        most.disk = std::max(most.disk, stride_bytes(plan, stride, source, target, threads) +
                                            2 * plan.segments * ScratchFile::disk_block);
        layer = std::max(layer, plan.layers[stride.last].counters * target);
    });
    if (saved) most.disk += layer + plan.segments * ScratchFile::disk_block;
    most.memory += side_bytes(plan);
    return most;
}

std::uint64_t side_bytes(const Plan& plan) {
    return plan.bookkeeping_bytes + table_bytes;
}

std::uint64_t bytes_needed(const Plan& plan, int counter_bytes, int threads) {
    return bytes_for(plan, std::vector<int>(plan.layers.size(), counter_bytes), threads);
}

}  // namespace babieca::sweep
