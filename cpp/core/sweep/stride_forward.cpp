#include "core/sweep/stride_forward.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "core/sweep/execution.hpp"
#include "core/system/pages.hpp"

namespace babieca::sweep {
namespace {

// A share with a middle of more bytes gives them back.
constexpr std::uint64_t large_middle = std::uint64_t{1} << 24;

// One that takes more, and more than such a part of a layer, has no other one beside it.
constexpr std::uint64_t giant_middle = std::uint64_t{1} << 28;
constexpr std::uint64_t giant_part = 16;

// A stride with fewer counters than this is not worth waking threads for.
constexpr std::uint64_t pool_threshold = 20000;

struct Outgrown {};

// The largest number of terms that can meet in one counter of the step's targets.
std::uint64_t most_terms(const Program& program, int slot_count) {
    std::uint64_t most = 1;
    for (const UpperCase& upper : program.targets)
        for (const TargetCase& target_case : upper.cases) {
            std::uint64_t terms = 0;
            for (const Contribution& c : target_case.contributions)
                terms += c.effect == frontier::Effect::contract ? slot_count : 1;
            most = std::max(most, terms);
        }
    return most;
}

}  // namespace

void Bench::begin_share(const Halves& halves, const Stride& stride, std::uint64_t bytes) {
    if (stride.middle_parts == 0) return;
    if (!middle_bits || middle_segments.size() != static_cast<std::size_t>(stride.middle_parts))
        middle_bits = std::make_unique<BlockBits>(halves, stride.middle_parts);
    std::fill(middle_bits->words.begin(), middle_bits->words.end(), 0);
    middle_segments.assign(stride.middle_parts, nullptr);
    if (middle.size() * sizeof middle[0] < bytes) {
        middle = Words();
        middle = Words(bytes / sizeof middle[0] + 1);
    }
}

// Few shares have a large middle, and seldom two of them at once.
void Bench::end_share(std::uint64_t used) {
    if (used > large_middle) middle = Words();
}

Workshop::Workshop(const frontier::Sweep& sweep, const Halves& halves, Room& room, int threads)
    : sweep(sweep), halves(halves), room(room), pool(threads), same_row(halves.upper.values, 0) {
    tables.grow(sweep.schedule.slot_count / 2);
    for (int thread = 0; thread < threads; ++thread) benches.emplace_back(halves);
}

StrideForward::StrideForward(Workshop& workshop, const SweptLayer& source, const SweptLayer& target,
                             std::uint64_t middle, bool in_place)
    : workshop_(workshop),
      source_(source),
      target_(target),
      middle_counters_(middle),
      in_place_(in_place),
      stride_(make_stride(workshop.sweep.schedule, source.number, workshop.halves, target.layout)),
      tasks_(tasks_of(stride_, target.layout)),
      phases_(source.layout.read.size(), tasks_) {
    const auto& [problem, schedule] = std::tie(workshop.sweep.problem, workshop.sweep.schedule);
    const std::size_t steps = stride_.programs.size();
    if (steps > 1) middle_ = make_layout(problem, schedule, source.number + 1, workshop.halves);
    for (std::size_t p = 0; p < steps; ++p)
        resolvers_.emplace_back(schedule, workshop.halves, p == 0 ? source.layout : middle_,
                                p + 1 == steps ? target.layout : middle_, stride_.programs[p],
                                stride_.shares);
    for (Bench& bench : workshop.benches) bench.seen = 0;
    system::return_free_memory();
    if (in_place)
        phases_.release_idle(
            [&](std::size_t phase) { source.store->release_phase(workshop.room, phase); });
}

// By phases, so that few of them are under way at a time.
std::vector<StrideForward::Task> StrideForward::tasks_of(const Stride& stride,
                                                         const BlockLayout& after) {
    std::vector<Task> tasks;
    for (int wave : stride.waves) {
        const int own = stride.shares.of(after.limit[wave]);
        for (int share = 0; share <= own; ++share)
            tasks.push_back({wave, share, phase_of(share, own)});
    }
    std::ranges::stable_sort(tasks, std::less{}, &Task::phase);
    return tasks;
}

std::uint64_t StrideForward::seen() const {
    std::uint64_t seen = 0;
    for (const Bench& bench : workshop_.benches) seen |= bench.seen;
    return seen;
}

std::uint64_t StrideForward::roundings() const {
    std::uint64_t roundings = 0;
    for (const Program& program : stride_.programs)
        roundings += most_terms(program, workshop_.sweep.schedule.slot_count);
    return roundings;
}

bool StrideForward::run(const Moduli& moduli, int capacity, const std::function<void()>& poll) {
    moduli_ = moduli;
    capacity_ = capacity;
    ++runs_;
    pieces_ = 0;
    forced_ = false;
    std::vector<Task*> left;  // those that are not done
    for (Task& task : tasks_)
        if (!task.finished) left.push_back(&task);
    const auto work = [&](std::size_t number, int thread, const std::atomic<bool>& stop) {
        run_task(*left[number], thread, stop);
    };
    try {
        workshop_.pool.run(left.size(), counters() <= pool_threshold, work, poll);
    } catch (const Outgrown&) {
        return false;
    }
    return true;
}

void StrideForward::run_task(Task& task, int thread, const std::atomic<bool>& stop) {
    Room& room = workshop_.room;
    if (room.scratch)
        for (int part : stride_.sources)
            source_.store->expect(room, source_.layout, task.wave + part);
    workshop_.benches[thread].begin_share(workshop_.halves, stride_,
                                          target_.width() * middle_counters_);
    if (!compute(task, thread, stop)) return;
    task.finished = true;
    if (in_place_ && workshop_.halves.pairs)
        phases_.done(task.phase,
                     [&](std::size_t phase) { source_.store->release_phase(room, phase); });
    ++done_;
}

// False if it was told to stop. Without a mirror, sources go with their last use, and so a task
// that was stopped goes on where it was.
bool StrideForward::compute(Task& task, int thread, const std::atomic<bool>& stop) {
    std::uint32_t pieces = 0;
    Middle middle{.giant = std::unique_lock(workshop_.giant, std::defer_lock)};
    for (const Turn& turn : stride_.turns) {
        middle.used = 0;
        for (std::size_t p = 0; p < resolvers_.size(); ++p)
            for (const Turn::Goal& goal : turn.goals[p]) {
                if (pieces++ < task.pieces_done) continue;
                if (stop) return false;
                const UpperCase& upper = stride_.programs[p].targets[goal.target];
                const int wave = task.wave + goal.subwave;
                compute_piece(task, p, wave, upper, middle, thread);
                if (workshop_.halves.pairs) continue;
                task.pieces_done = pieces;
                for (int part : upper.last_uses)
                    if (in_place_)
                        source_.store->release(workshop_.room, source_.layout, wave + part);
                    else
                        source_.store->unload(workshop_.room, source_.layout, wave + part);
            }
    }
    workshop_.benches[thread].end_share(middle.most_used);
    return true;
}

// What reaches one segment in a step of the stride, in one share.
void StrideForward::compute_piece(const Task& task, std::size_t p, int subwave,
                                  const UpperCase& upper, Middle& middle, int thread) {
    Bench& bench = workshop_.benches[thread];
    const int wave = task.wave, target_width = target_.width();
    const bool first = p == 0, last = p + 1 == stride_.programs.size();
    const int* const numbers = stride_.middle_number.data();
    const Presence from =
        first ? Presence{source_.store->bits} : Presence{*bench.middle_bits, numbers, wave};
    const Presence to = last ? Presence{bench.marks, workshop_.same_row.data()}
                             : Presence{*bench.middle_bits, numbers, wave};
    resolvers_[p].resolve(subwave, upper, from, to, bench.numbers, bench.piece, task.share);
    if (bench.piece.targets.empty()) return;
    const int at = bench.piece.target;
    std::byte* passing;
    std::byte* const* segments = &passing;
    if (last) {
        segments = allocate_targets(bench.piece, thread);
    } else {
        // The segment begins before what there is of it.
        const std::uint64_t begin = middle_.begin_of(at, stride_.shares.begin[task.share]);
        const std::uint64_t end = middle_.begin_of(at, stride_.shares.end(task.share));
        passing =
            reinterpret_cast<std::byte*>(bench.middle.data()) + middle.used - begin * target_width;
        bench.middle_segments[numbers[at - wave]] = passing;
        middle.used += (end - begin) * target_width;
        middle.most_used = std::max(middle.most_used, middle.used);
        const std::uint64_t part = target_.layout.counters * target_width / giant_part;
        if (middle.used > std::max(giant_middle, part) && !middle.giant) middle.giant.lock();
    }
    bench.sources.clear();
    for (int source : bench.piece.sources)
        bench.sources.push_back(first ? source_.store->load(workshop_.room, source_.layout, source)
                                      : bench.middle_segments[numbers[source - wave]]);
    const std::uint64_t seen =
        execute({target_.mode, moduli_, first ? source_.width() : target_width, target_width,
                 workshop_.tables, bench.buffers, bench.piece, bench.sources, segments});
    const bool outgrown = static_cast<int>(std::bit_width(seen)) > capacity_;
    if (outgrown || forces_outgrowth()) {
        forced_ = !outgrown;
        std::ranges::fill(bench.marks.words, 0);
        // Nobody may take it for finished.
        if (last && !workshop_.halves.pairs)
            target_.store->release(workshop_.room, target_.layout, at);
        throw Outgrown();
    }
    bench.seen |= seen;
    if (!last) return;
    mark(bench, at);
    if (!workshop_.halves.pairs) target_.store->finish(workshop_.room, target_.layout, at);
}

bool StrideForward::forces_outgrowth() {
    const int run = runs_;
    return run <= forced_outgrowth.times && target_.number >= forced_outgrowth.first_layer &&
           ++pieces_ == run;
}

// Where the cells are that a piece writes, of which some may be new.
std::byte* const* StrideForward::allocate_targets(const Piece& piece, int thread) {
    const int first = piece.target * target_.layout.cells;
    Store& store = *target_.store;
    for (const Target& target : piece.targets)
        if (const int place = first + static_cast<int>(target.cell); !store.segments[place])
            store.allocate(workshop_.room, target_.layout, place, thread);
    return &store.segments[first];
}

// Other threads may have other cells of the same segment.
void StrideForward::mark(Bench& bench, int upper) {
    std::uint64_t* const row = target_.store->bits.of(upper);
    for (std::size_t n = 0; n < bench.marks.words.size(); ++n)
        if (const std::uint64_t word = std::exchange(bench.marks.words[n], 0))
            std::atomic_ref(row[n]).fetch_or(word, std::memory_order_relaxed);
}

}  // namespace babieca::sweep
