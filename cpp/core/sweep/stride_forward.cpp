#include <algorithm>
#include <bit>
#include <utility>

#include "core/sweep/strides.hpp"
#include "core/system/system.hpp"

namespace babieca::sweep {
namespace {

// A task frees its middle buffer if it used more bytes. Few tasks do, and seldom two at once.
constexpr std::uint64_t large_middle = std::uint64_t{1} << 24;

// A middle buffer is giant if it has more bytes than this, and than 1/giant_part of the target
// layer. At most one giant buffer is in use at a time.
constexpr std::uint64_t giant_middle = std::uint64_t{1} << 28;
constexpr std::uint64_t giant_part = 16;

struct Outgrown {};

}  // namespace

void ThreadBuffers::begin_middle(const Halves& halves, const Stride& stride, std::uint64_t bytes) {
    if (stride.middle_parts == 0) return;
    if (!middle_bits || middle_begin.size() != static_cast<std::size_t>(stride.middle_parts))
        middle_bits = std::make_unique<BlockBits>(halves, stride.middle_parts);
    std::ranges::fill(middle_bits->limbs, 0);
    middle_begin.assign(stride.middle_parts, 0);
    middle_cells.assign(stride.key_ranges.count(), nullptr);
    if (middle.size() < bytes) {
        middle = {};  // freed before the new buffer is allocated
        middle = CounterBuffer(bytes);
    }
}

std::byte* const* ThreadBuffers::append_middle(const ResolvedStride& resolved, int wave, int range,
                                               int width) {
    const int cell_number = piece.target * resolved.middle.cells + range;
    middle_begin[resolved.middle_number(cell_number, wave)] = middle_counters;
    middle_cells[range] = middle.data() + middle_counters * width;
    middle_counters += resolved.middle.size_at(cell_number);
    return middle_cells.data();
}

StrideContext::StrideContext(const frontier::Sweep& sweep, const Halves& halves,
                             LayerMemory& memory, int thread_count)
    : sweep(sweep), halves(halves), memory(memory), pool(thread_count) {
    tables.grow(sweep.schedule.slot_count / 2);
    for (int thread = 0; thread < thread_count; ++thread) threads.emplace_back(halves);
}

StrideForward::StrideForward(StrideContext& context, const SweptLayer& source,
                             const SweptLayer& target, std::uint64_t middle, bool hold_sources)
    : context_(context),
      source_(source),
      target_(target),
      most_middle_(middle),
      hold_sources_(hold_sources),
      mirrored_(context.halves.pairs > 0),
      resolved_(context.sweep, context.halves, source.number, source.layout(), target.layout()),
      unfinished_(source.layout().read.size()) {
    const Stride& stride = resolved_.stride;
    for (int wave : stride.waves) {
        const int own = stride.key_ranges.of(target.layout().last_key[wave]);
        for (int range = 0; range <= own; ++range)
            tasks_.push_back({wave, range, phase_of(range, own)});
    }
    // By phases, so that few phases are under way at a time.
    std::ranges::stable_sort(tasks_, std::less{}, &Task::phase);
    for (ThreadBuffers& own : context.threads) own.seen = 0;
    system::return_free_memory();
    if (!mirrored_ || hold_sources) return;
    for (const Task& task : tasks_) ++unfinished_[task.phase];
    for (std::size_t phase = 0; phase < unfinished_.size(); ++phase)
        if (unfinished_[phase] == 0) source.store->release_phase(phase);
}

std::uint64_t StrideForward::seen() const {
    std::uint64_t seen = 0;
    for (const ThreadBuffers& own : context_.threads) seen |= own.seen;
    return seen;
}

// The most terms that can meet in one counter, added up over the steps.

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
    const Stride& stride = resolved_.stride;
    ThreadBuffers& own = context_.threads[thread];
    if (context_.memory.scratch)
        for (int part : stride.sources) source_.store->expect(task.wave + part);
    own.begin_middle(context_.halves, stride, target_.width() * most_middle_);
    std::unique_lock giant(context_.giant_middle, std::defer_lock);
    std::uint64_t most_middle = 0;  // counters of any slice
    std::uint32_t pieces = 0;
    for (const Slice& slice : stride.slices) {
        own.middle_counters = 0;
        for (std::size_t p = 0; p < slice.segments.size(); ++p)
            for (const Slice::Segment& segment : slice.segments[p]) {
                if (pieces++ < task.pieces_done) continue;
                if (stop) return;
                const UpperCase& upper = stride.programs[p].targets[segment.target];
                const int wave = task.wave + segment.subwave;
                compute_piece(task, p, wave, upper, thread, giant);
                most_middle = std::max(most_middle, own.middle_counters);
                if (mirrored_) continue;
                task.pieces_done = pieces;
                for (int source : upper.last_uses)
                    if (hold_sources_)
                        source_.store->unload(wave + source);
                    else
                        source_.store->release(wave + source);
            }
    }
    if (most_middle * target_.width() > large_middle) own.middle = {};
    task.finished = true;
    if (mirrored_ && !hold_sources_ && --unfinished_[task.phase] == 0)
        source_.store->release_phase(task.phase);
    ++done_;
}

// Computes one segment of the targets of step `p`, in one key range.
void StrideForward::compute_piece(const Task& task, std::size_t p, int wave, const UpperCase& upper,
                                  int thread, std::unique_lock<std::mutex>& giant) {
    ThreadBuffers& own = context_.threads[thread];
    const bool first = p == 0, last = p + 1 == resolved_.resolvers.size();
    const int at = wave + upper.upper, width = target_.width();
    const int* const numbers = resolved_.stride.middle_number.data();
    const Presence from =
        first ? Presence{source_.store->bits} : Presence{*own.middle_bits, numbers, task.wave};
    const Presence to =
        last ? Presence{own.marks, nullptr, at} : Presence{*own.middle_bits, numbers, task.wave};
    resolved_.resolvers[p].resolve(wave, upper, from, to, own.numbers, own.piece, task.range);
    if (own.piece.targets.empty()) return;
    std::byte* const* const targets =
        last ? allocate_targets(own.piece, thread)
             : own.append_middle(resolved_, task.wave, task.range, width);
    const std::uint64_t part = target_.layout().counters * width / giant_part;
    if (own.middle_counters * width > std::max(giant_middle, part) && !giant) giant.lock();
    own.sources.clear();
    for (int cell_number : own.piece.sources)
        own.sources.push_back(first ? source_.store->load(cell_number)
                                    : own.middle.data() +
                                          own.middle_at(resolved_, cell_number, task.wave) * width);
    const frontier::Weighting* const weighting = context_.weighting;
    const std::uint64_t seen =
        execute({target_.mode, moduli_, first ? source_.width() : width, width, context_.tables,
                 own.reflection, own.piece, own.sources, targets,
                 weighting ? weighting->of(resolved_.stride.programs[p].step) : nullptr});
    const bool outgrown = static_cast<int>(std::bit_width(seen)) > capacity_;
    if (outgrown || (runs_ <= forced_outgrowth.times &&
                     target_.number >= forced_outgrowth.first_layer && ++pieces_ == runs_)) {
        forced_ = !outgrown;
        std::ranges::fill(own.marks.limbs, 0);
        // The next run computes the segment again.
        if (last && !mirrored_) target_.store->release(at);
        throw Outgrown();
    }
    own.seen |= seen;
    if (!last) return;
    // Other threads may compute other cells of the same segment.
    std::uint64_t* const row = target_.store->bits.of(at);
    for (std::size_t n = 0; n < own.marks.limbs.size(); ++n)
        if (const std::uint64_t limb = std::exchange(own.marks.limbs[n], 0))
            std::atomic_ref(row[n]).fetch_or(limb, std::memory_order_relaxed);
    if (!mirrored_) target_.store->finish(at);
}

// Allocates the cells that a piece writes, where they are new. Returns the cells of its segment.
std::byte* const* StrideForward::allocate_targets(const Piece& piece, int thread) {
    Store& store = *target_.store;
    const int first = piece.target * target_.layout().cells;
    for (const Target& target : piece.targets)
        if (const int number = first + static_cast<int>(target.cell); !store.segments[number])
            store.allocate(number, thread);
    return &store.segments[first];
}

}  // namespace babieca::sweep
