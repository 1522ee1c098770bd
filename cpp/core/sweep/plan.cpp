#include "core/sweep/plan.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/frontier/matchings.hpp"
#include "core/sweep/scratch_file.hpp"
#include "core/sweep/words.hpp"

namespace babieca::sweep {
namespace {

constexpr std::uint64_t table_bytes = std::uint64_t{6} << 20;

std::uint64_t bookkeeping(const BlockLayout& layout, const Halves& halves) {
    // Each class has an offset of 8 bytes, and 12 bytes in the layout and the resolver's lists.
    const std::uint64_t tables = layout.classes.size() * halves.lower.values * 20;
    const std::uint64_t places = static_cast<std::uint64_t>(halves.upper.values) * layout.cells;
    return tables +
           static_cast<std::uint64_t>(halves.upper.values) * (halves.lower.values / 8 + 40) +
           places * 16;
}

std::uint64_t size(const BlockLayout& layout, int upper) {
    return layout.class_of[upper] < 0 ? 0 : layout.size[upper];
}

// Adds a moment of a stride, in the order of time. Sources only decrease and targets only increase,
// so the moments that may need the most bytes, for some widths, form a convex line: keep only
// these.
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

// Without a mirror, sources are freed with their last use; with one, wave by wave.
void follow_waves(const Stride& stride, const BlockLayout& before, const BlockLayout& after,
                  bool mirrored, StridePlan& plan) {
    std::uint64_t sources = before.counters, targets = 0;
    const Program& last = stride.programs.back();
    for (int wave : stride.waves) {
        const std::uint64_t before_wave = sources + targets;
        for (int subwave : last.subwaves)
            for (const UpperCase& upper : last.targets) {
                targets += size(after, wave + subwave + upper.upper);
                if (sources + targets > before_wave)
                    plan.wave = std::max(plan.wave, sources + targets - before_wave);
                if (mirrored) continue;
                note(plan.most, {sources, targets});
                for (int part : upper.last_uses) sources -= size(before, wave + part);
            }
        if (mirrored)
            for (int part : stride.sources) sources -= size(before, wave + part);
    }
    if (!mirrored) plan.ahead = plan.wave;
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

// With layers in scratch, a source is in memory from its first use in a wave to its last.
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

// The first step of a stride writes the middle layer, share by share and turn by turn.
void follow_shares(const Stride& stride, int wave, const BlockLayout& layout, StridePlan& plan) {
    for (int share = 0; share <= stride.shares.of(layout.limit[wave]); ++share) {
        std::uint64_t all = 0;
        for (const Turn& turn : stride.turns) {
            std::uint64_t counters = 0;
            for (const auto& [subwave, target] : turn.goals.front()) {
                const int at = wave + subwave + stride.programs.front().targets[target].upper;
                if (layout.class_of[at] >= 0)
                    counters += layout.begin_of(at, stride.shares.end(share)) -
                                layout.begin_of(at, stride.shares.begin[share]);
            }
            plan.middle = std::max(plan.middle, counters);
            all += counters;
        }
        plan.all_turns = std::max(plan.all_turns, all);
    }
}

// The counters that a step writes in one wave.
std::uint64_t written(const Program& program, int wave, const BlockLayout& layout) {
    std::uint64_t counters = 0;
    for (int subwave : program.subwaves)
        for (const UpperCase& upper : program.targets)
            counters += size(layout, wave + subwave + upper.upper);
    return counters;
}

// Every step of a wave keeps all that it reads until it ends.
void follow_whole_waves(const Stride& stride, const BlockLayout& before, const BlockLayout* middle,
                        const BlockLayout& after, StridePlan& plan) {
    std::uint64_t alive = before.counters;
    for (int wave : stride.waves) {
        const std::uint64_t passed = middle ? written(stride.programs.front(), wave, *middle) : 0;
        const std::uint64_t targets = written(stride.programs.back(), wave, after);
        std::uint64_t sources = 0;
        for (int part : stride.sources) sources += size(before, wave + part);
        if (middle) follow_shares(stride, wave, *middle, plan);
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
    const auto layout_of = [&](int t) {
        if (!halves.pairs) return make_layout(problem, schedule, t, halves, Detail::sizes);
        const Division division = division_of(schedule, t);
        return make_layout(problem, schedule, t, halves, Detail::sizes, &division);
    };
    BlockLayout before = layout_of(0);
    add_layer(0, before);
    for (int t = 0; t < steps;) {
        control.check({t, steps});
        const int next = schedule.next_stored(t);
        BlockLayout after = layout_of(next);
        const Stride stride = make_stride(schedule, t, halves, after);
        StridePlan alive{t, next, {}, before.counters, after.counters};
        follow_waves(stride, before, after, halves.pairs > 0, alive);
        if (halves.pairs)
            follow_phases(before, after, alive);
        else
            follow_loads(stride, before, after, alive);
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
        plan.phases = std::max<std::uint64_t>(plan.phases, after.written.size());
        plan.bookkeeping_bytes = std::max(plan.bookkeeping_bytes, kept);
        plan.strides.push_back(alive);
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
                          int target_bytes, int threads, bool keep_sources) {
    std::uint64_t bytes = source_bytes * stride.sources + target_bytes * stride.targets;
    if (!keep_sources) {
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
                           int target_bytes, int threads, bool keep_sources) {
    // With a mirror, each thread has buffers to turn blocks.
    const std::uint64_t turned = plan.pairs ? 2 * frontier::matching_count[plan.slot_count / 2] : 0;
    const std::uint64_t layers =
        layer_bytes(plan, stride, source_bytes, target_bytes, threads, keep_sources);
    return layers + layers / 20 + target_bytes * threads * (stride.middle + turned);
}

std::uint64_t loaded_bytes(const StridePlan& stride, int source_bytes, int target_bytes,
                           int threads) {
    const bool widening = target_bytes > source_bytes;
    const std::uint64_t bytes =
        threads * source_bytes * (widening ? stride.loaded_widening : stride.loaded);
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
                                            2 * plan.segments * ScratchFile::block);
        layer = std::max(layer, plan.layers[stride.last].counters * target);
    });
    if (saved) most.disk += layer + plan.segments * ScratchFile::block;
    most.memory += side_bytes(plan);
    return most;
}

std::uint64_t store_bytes(const Plan& plan, int counter_bytes, int threads) {
    std::uint64_t most = 0;
    for (const StridePlan& stride : plan.strides)
        most = std::max(most, stride_bytes(plan, stride, counter_bytes, counter_bytes, threads));
    return most;
}

std::uint64_t side_bytes(const Plan& plan) {
    return plan.bookkeeping_bytes + table_bytes;
}

std::uint64_t bytes_needed(const Plan& plan, int counter_bytes, int threads) {
    return store_bytes(plan, counter_bytes, threads) + side_bytes(plan);
}

}  // namespace babieca::sweep
