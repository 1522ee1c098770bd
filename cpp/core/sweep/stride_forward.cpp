#include "core/sweep/stride_forward.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "core/system/pages.hpp"

namespace babieca::sweep {
namespace {

// A task frees its middle buffer if it used more bytes: few tasks do, and seldom two at once.
constexpr std::uint64_t large_middle = std::uint64_t{1} << 24;

// At most one giant middle buffer is in use at a time: one of more bytes, and of more than this
// part of the target layer.
constexpr std::uint64_t giant_middle = std::uint64_t{1} << 28;
constexpr std::uint64_t giant_part = 16;

// A stride with fewer counters runs on the calling thread.
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

void ThreadBuffers::begin_middle(const Halves& halves, const Stride& stride, std::uint64_t bytes) {
    if (stride.middle_parts == 0) return;
    if (!middle_bits || middle_segments.size() != static_cast<std::size_t>(stride.middle_parts))
        middle_bits = std::make_unique<BlockBits>(halves, stride.middle_parts);
    std::fill(middle_bits->words.begin(), middle_bits->words.end(), 0);
    middle_segments.assign(stride.middle_parts, nullptr);
    middle_cells.assign(stride.shares.count(), nullptr);
    if (middle.size() * sizeof middle[0] < bytes) {
        middle = Words();
        middle = Words(bytes / sizeof middle[0] + 1);
    }
}

StrideContext::StrideContext(const frontier::Sweep& sweep, const Halves& halves,
                             LayerMemory& memory, int thread_count)
    : sweep(sweep),
      halves(halves),
      memory(memory),
      pool(thread_count),
      same_row(halves.upper.values, 0) {
    tables.grow(sweep.schedule.slot_count / 2);
    for (int thread = 0; thread < thread_count; ++thread) threads.emplace_back(halves);
}

StrideForward::StrideForward(StrideContext& context, const SweptLayer& source,
                             const SweptLayer& target, std::uint64_t middle, bool keep_sources)
    : context_(context),
      source_(source),
      target_(target),
      middle_counters_(middle),
      keep_sources_(keep_sources),
      mirrored_(context.halves.pairs > 0),
      stride_(make_stride(context.sweep.schedule, source.number, context.halves, target.layout())),
      tasks_(tasks_of(stride_, target.layout())),
      unfinished_(source.layout().read.size()) {
    const auto& [problem, schedule] = std::tie(context.sweep.problem, context.sweep.schedule);
    const std::size_t steps = stride_.programs.size();
    if (steps > 1) {
        const Division by_share{stride_.shares, stride_.shares};
        middle_ = make_layout(problem, schedule, source.number + 1, context.halves, Detail::blocks,
                              &by_share);
    }
    for (std::size_t p = 0; p < steps; ++p)
        resolvers_.emplace_back(schedule, context.halves, p == 0 ? source.layout() : middle_,
                                p + 1 == steps ? target.layout() : middle_, stride_.programs[p],
                                stride_.shares);
    for (ThreadBuffers& own : context.threads) own.seen = 0;
    system::return_free_memory();
    if (!mirrored_ || keep_sources) return;
    for (const Task& task : tasks_) ++unfinished_[task.phase];
    for (std::size_t phase = 0; phase < unfinished_.size(); ++phase)
        if (unfinished_[phase] == 0) source.store->release_phase(phase);
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
    for (const ThreadBuffers& own : context_.threads) seen |= own.seen;
    return seen;
}

std::uint64_t StrideForward::roundings() const {
    std::uint64_t roundings = 0;
    for (const Program& program : stride_.programs)
        roundings += most_terms(program, context_.sweep.schedule.slot_count);
    return roundings;
}

bool StrideForward::run(const Moduli& moduli, int capacity, const std::function<void()>& poll) {
    moduli_ = moduli;
    capacity_ = capacity;
    ++runs_;
    pieces_ = 0;
    forced_ = false;
    std::vector<Task*> left;
    for (Task& task : tasks_)
        if (!task.finished) left.push_back(&task);
    const auto work = [&](std::size_t number, int thread, const std::atomic<bool>& stop) {
        run_task(*left[number], thread, stop);
    };
    try {
        context_.pool.run(left.size(), counters() <= pool_threshold, work, poll);
    } catch (const Outgrown&) {
        return false;
    }
    return true;
}

void StrideForward::run_task(Task& task, int thread, const std::atomic<bool>& stop) {
    if (context_.memory.scratch)
        for (int part : stride_.sources) source_.store->expect(task.wave + part);
    context_.threads[thread].begin_middle(context_.halves, stride_,
                                          target_.width() * middle_counters_);
    if (!compute(task, thread, stop)) return;
    task.finished = true;
    if (mirrored_ && !keep_sources_ && --unfinished_[task.phase] == 0)
        source_.store->release_phase(task.phase);
    ++done_;
}

// Returns false if `stop` became true.
bool StrideForward::compute(Task& task, int thread, const std::atomic<bool>& stop) {
    std::uint32_t pieces = 0;
    Middle middle{.giant = std::unique_lock(context_.giant_middle, std::defer_lock)};
    for (const Turn& turn : stride_.turns) {
        middle.used = 0;
        for (std::size_t p = 0; p < resolvers_.size(); ++p)
            for (const Turn::Goal& goal : turn.goals[p]) {
                if (pieces++ < task.pieces_done) continue;
                if (stop) return false;
                const UpperCase& upper = stride_.programs[p].targets[goal.target];
                const int wave = task.wave + goal.subwave;
                compute_piece(task, p, wave, upper, middle, thread);
                if (mirrored_) continue;
                task.pieces_done = pieces;
                for (int part : upper.last_uses)
                    if (keep_sources_)
                        source_.store->unload(wave + part);
                    else
                        source_.store->release(wave + part);
            }
    }
    if (middle.most_used > large_middle) context_.threads[thread].middle = Words();
    return true;
}

// Computes one segment of the targets of step `p`, in one share.
void StrideForward::compute_piece(const Task& task, std::size_t p, int wave, const UpperCase& upper,
                                  Middle& middle, int thread) {
    ThreadBuffers& own = context_.threads[thread];
    const bool first = p == 0, last = p + 1 == stride_.programs.size();
    const int* const numbers = stride_.middle_number.data();
    const Presence from =
        first ? Presence{source_.store->bits} : Presence{*own.middle_bits, numbers, task.wave};
    const Presence to = last ? Presence{own.marks, context_.same_row.data()}
                             : Presence{*own.middle_bits, numbers, task.wave};
    resolvers_[p].resolve(wave, upper, from, to, own.numbers, own.piece, task.share);
    if (own.piece.targets.empty()) return;
    std::byte* const* const targets =
        last ? allocate_targets(own.piece, thread) : allocate_middle(task, middle, own);
    own.sources.clear();
    for (int source : own.piece.sources)
        own.sources.push_back(
            first ? source_.store->load(source)
                  : own.middle_segments[numbers[source / middle_.cells - task.wave]]);
    const std::uint64_t seen =
        execute({target_.mode, moduli_, first ? source_.width() : target_.width(), target_.width(),
                 context_.tables, own.turning, own.piece, own.sources, targets});
    const int at = own.piece.target;
    const bool outgrown = static_cast<int>(std::bit_width(seen)) > capacity_;
    if (outgrown || forces_outgrowth()) {
        forced_ = !outgrown;
        std::ranges::fill(own.marks.words, 0);
        // The segment is not finished: the next run computes it again.
        if (last && !mirrored_) target_.store->release(at);
        throw Outgrown();
    }
    own.seen |= seen;
    if (!last) return;
    mark(own, at);
    if (!mirrored_) target_.store->finish(at);
}

bool StrideForward::forces_outgrowth() {
    const int run = runs_;
    return run <= forced_outgrowth.times && target_.number >= forced_outgrowth.first_layer &&
           ++pieces_ == run;
}

// Returns the cells of the segment that a piece writes; some may be new.
std::byte* const* StrideForward::allocate_targets(const Piece& piece, int thread) {
    Store& store = *target_.store;
    const int first = piece.target * target_.layout().cells;
    for (const Target& target : piece.targets)
        if (const int place = first + static_cast<int>(target.cell); !store.segments[place])
            store.allocate(place, thread);
    return &store.segments[first];
}

// Returns the cells of the middle segment that a piece writes: only the share's cell exists.
std::byte* const* StrideForward::allocate_middle(const Task& task, Middle& middle,
                                                 ThreadBuffers& own) {
    const int at = own.piece.target;
    std::byte* const cell = reinterpret_cast<std::byte*>(own.middle.data()) + middle.used;
    own.middle_cells[task.share] = cell;
    own.middle_segments[stride_.middle_number[at - task.wave]] = cell;
    middle.used += middle_.size_at(at * middle_.cells + task.share) * target_.width();
    middle.most_used = std::max(middle.most_used, middle.used);
    const std::uint64_t part = target_.layout().counters * target_.width() / giant_part;
    if (middle.used > std::max(giant_middle, part) && !middle.giant) middle.giant.lock();
    return own.middle_cells.data();
}

// Marks the blocks that a piece reached. Other threads may have other cells of the same segment.
void StrideForward::mark(ThreadBuffers& own, int upper) {
    std::uint64_t* const row = target_.store->bits.of(upper);
    for (std::size_t n = 0; n < own.marks.words.size(); ++n)
        if (const std::uint64_t word = std::exchange(own.marks.words[n], 0))
            std::atomic_ref(row[n]).fetch_or(word, std::memory_order_relaxed);
}

}  // namespace babieca::sweep
