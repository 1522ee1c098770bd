#include "core/sweep/blocks.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/files/checked_file.hpp"
#include "core/frontier/budget.hpp"
#include "core/sweep/crew.hpp"
#include "core/sweep/execution.hpp"
#include "core/sweep/resolve.hpp"
#include "core/sweep/words.hpp"
#include "core/system/pages.hpp"

namespace babieca::sweep {
namespace {

using frontier::Problem;
using frontier::Schedule;
using Clock = std::chrono::steady_clock;

// A share with a middle of more bytes gives them back.
constexpr std::uint64_t large_middle = std::uint64_t{1} << 24;

// A stride with fewer counters than this is not worth waking threads for.
constexpr std::uint64_t crew_threshold = 20000;

// A sum has more bits than its word keeps exactly, or than make it a residue.
struct Outgrown {};

// Bits a word keeps exactly: all but the highest.
constexpr int exact_bits(int bytes) {
    return 8 * bytes - 1;
}

// By how many bits the largest counter grew in the last strides, which differ among one another.
class Growth {
  public:
    void note(int bits) { last_[next_++ % last_.size()] = bits; }
    int least() const { return *std::min_element(last_.begin(), last_.end()); }
    int most() const { return *std::max_element(last_.begin(), last_.end()); }

  private:
    std::array<int, 4> last_{1, 1, 1, 1};
    std::size_t next_ = 0;
};

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

// What a thread works with, on cache lines of its own.
struct alignas(64) Bench {
    Piece piece;
    SourceNumbers numbers;
    TurnBuffers buffers;
    std::uint64_t seen = 0;  // the bits that occur in any sum, while exact
    BlockBits marks;         // of the blocks that a piece reaches
    // The part of a layer that is not stored, in one wave: segments and block bits by the touched
    // part of the upper value.
    Words middle;
    std::vector<std::byte*> middle_segments;
    std::unique_ptr<BlockBits> middle_bits;
    std::vector<const std::byte*> sources;

    explicit Bench(const Halves& halves) : marks(halves, 1) {}

    // Few shares have a large middle, and seldom two of them at once.
    void end_share(std::uint64_t used) {
        if (used > large_middle) middle = Words();
    }

    void begin_share(const Halves& halves, const Stride& stride, std::uint64_t bytes) {
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
};

// What a thread does at once.
struct Task {
    int wave, share;
    std::size_t phase;
};

// By phases, so that few of them are under way at a time.
std::vector<Task> tasks_of(const Stride& stride, const BlockLayout& after) {
    std::vector<Task> tasks;
    for (int wave : stride.waves) {
        const int own = stride.shares.of(after.limit[wave]);
        for (int share = 0; share <= own; ++share)
            tasks.push_back({wave, share, phase_of(share, own)});
    }
    std::ranges::stable_sort(tasks, std::less{}, &Task::phase);
    return tasks;
}

class Sweep {
  public:
    Sweep(const Problem& problem, const Schedule& schedule, const Plan& plan,
          const BlockOptions& options, Control& control)
        : problem_(problem),
          schedule_(schedule),
          plan_(plan),
          options_(options),
          control_(control),
          crew_(options.threads),
          full_(options.counter_bits / 8),
          halves_(schedule),
          room_(arena_bytes(plan, options)),
          fewest_(schedule.layers.size(), 1),
          residues_from_(static_cast<int>(schedule.layers.size())),
          same_row_(halves_.upper.values, 0) {
        if (!options.least_widths.empty()) fewest_ = options.least_widths;
        result_.widths.assign(schedule.layers.size(), 0);
        tables_.grow(schedule.slot_count / 2);
        room_.chunk = chunk_bytes(plan, options.threads);
        for (int thread = 0; thread < options.threads; ++thread) benches_.emplace_back(halves_);
    }

    BlockResult run() {
        for (std::uint64_t modulus : options_.moduli) {
            modulus_ = modulus;
            // What is held must be residues of this modulus too.
            if (held_ && held_bits_ <= capacity(full_))
                take_held();
            else if (resume())
                result_.resumed_at = layer_;
            else
                begin();
            finish();
            result_.residues.push_back(answer());
            result_.exact = mode_ == Mode::exact && modulus == 0;
            if (result_.exact) break;
        }
        // What is known exactly needs no other sweep.
        const std::size_t plain = result_.residues.size() - 1;
        for (std::size_t n = result_.residues.size(); n < options_.moduli.size(); ++n)
            result_.residues.push_back(result_.residues[plain] % options_.moduli[n]);
        result_.peak_bytes = room_.arena.peak();
        note_disk();
        return result_;
    }

  private:
    static std::uint64_t arena_bytes(const Plan& plan, const BlockOptions& options) {
        std::uint64_t most =
            store_bytes(plan, options.counter_bits / 8, options.threads, options.in_place);
        const std::uint64_t sides = side_bytes(plan);
        if (options.memory == 0) return most;
        if (!options.scratch.empty()) most += full_width(plan, options).memory;
        return std::min(most, options.memory - std::min(options.memory, sides));
    }

    static ScratchBytes full_width(const Plan& plan, const BlockOptions& options) {
        const std::vector<int> widths(plan.layers.size(), options.counter_bits / 8);
        return scratch_bytes_for(plan, widths, options.threads, options.in_place,
                                 !options.checkpoint.empty());
    }

    // Whatever the widths, a stride then finds room in memory for what it loads. `held` is what a
    // checkpoint refers to.
    void open_scratch(const std::vector<ScratchFile::Range>& held = {}) {
        if (options_.scratch.empty()) return;
        note_disk();
        const auto [memory, disk] = full_width(plan_, options_);
        room_.kept = options_.memory - std::min(options_.memory, memory);
        room_.scratch.reset();
        room_.scratch =
            std::make_unique<ScratchFile>(options_.scratch, disk, options_.scratch_name, held);
    }

    void note_disk() {
        if (room_.scratch) result_.disk_bytes = std::max(result_.disk_bytes, room_.scratch->peak());
    }

    // Sweeps the layers that are left.
    void finish() {
        const int last =
            options_.until < 0 ? static_cast<int>(schedule_.steps.size()) : options_.until;
        saved_ = Clock::now();
        while (layer_ < last) {
            stride();
            if (options_.wants_layer && options_.wants_layer(layer_)) lend();
            if (options_.checkpoint.empty()) continue;
            const std::chrono::duration<double> since = Clock::now() - saved_;
            if (layer_ == last || since.count() >= seconds_between_saves()) save(layer_ == last);
        }
    }

    // What is in scratch must be on the disk and what is in memory written before a layer is saved,
    // which must not take long beside the sweep itself.
    double seconds_between_saves() const {
        return std::max(options_.checkpoint_seconds, room_.scratch ? 9 * seconds_to_save_ : 0);
    }

    void take_held() {
        store_ = held_;
        layout_ = held_layout_;
        layer_ = held_layer_;
        width_ = held_->width;
        mode_ = Mode::exact;
        bits_ = held_bits_;
        note_done();
    }

    void note_done() {
        done_ = 0;
        for (int t = 0; t <= layer_; ++t) done_ += plan_.layers[t].counters;
    }

    std::uint64_t answer() {
        std::uint64_t value = 0;
        if (store_->bits.of(0)[0] & 1) {
            store_->load(room_, layout_, layout_.place(0, 0));
            std::memcpy(&value, store_->block(layout_, 0, 0), width_);  // little endian
        }
        store_->clear(room_, layout_);
        if (mode_ == Mode::rounded)
            result_.rounded = width_ == 4 ? std::bit_cast<float>(static_cast<std::uint32_t>(value))
                                          : std::bit_cast<double>(value);
        return mode_ == Mode::exact && modulus_ ? value % modulus_ : value;
    }

    // Bits an exact counter may have: in a word, and if it is to be a residue too.
    int capacity(int bytes) const {
        const int residue =
            modulus_ ? static_cast<int>(std::bit_width(modulus_)) - 1 : exact_bits(full_);
        return std::min(exact_bits(bytes), residue);
    }

    void begin() {
        if (options_.from) return begin_from(*options_.from);
        if (!held_) open_scratch();
        layer_ = 0;
        done_ = 0;
        mode_ = options_.rounded ? Mode::rounded : Mode::exact;
        width_ = options_.rounded ? full_ : fewest_[0];
        layout_ = layout_at(0);
        store_ = new_store(layout_, width_);
        bits_ = 1;
        growth_ = {};
        if (layout_.class_of[0] < 0) return;  // colours out of balance: nothing can be reached
        store_->allocate(room_, layout_, layout_.place(0, 0));
        std::uint64_t one = 1;
        if (options_.rounded)
            one =
                full_ == 4 ? std::bit_cast<std::uint32_t>(1.0f) : std::bit_cast<std::uint64_t>(1.0);
        std::memcpy(store_->block(layout_, 0, 0), &one, width_);
        store_->bits.of(0)[0] = 1;
    }

    void begin_from(const LayerView& view) {
        layer_ = view.layer;
        mode_ = view.residues ? Mode::modular : Mode::exact;
        width_ = view.width;
        bits_ = view.largest;
        growth_ = {};
        layout_ = layout_at(layer_);
        store_ = new_store(layout_, width_);
        store_->bits.words = view.bits;
        for (int upper = 0; upper < halves_.upper.values; ++upper)
            if (view.segments[upper])
                store_->copy_in(room_, layout_, view.layout, halves_, upper, view.segments[upper]);
        note_done();
    }

    // Divided, if there is a mirror: there, stored images are read from all over a layer.
    BlockLayout layout_at(int layer) const {
        if (!halves_.pairs) return make_layout(problem_, schedule_, layer, halves_);
        const Division division = division_of(schedule_, layer);
        return make_layout(problem_, schedule_, layer, halves_, Detail::blocks, &division);
    }
    // The present layer as whoever keeps it wants it.
    BlockLayout whole_layout() const {
        return layout_.divided() ? make_layout(problem_, schedule_, layer_, halves_) : layout_;
    }
    std::shared_ptr<Store> new_store(const BlockLayout& layout, int bytes) const {
        return std::make_shared<Store>(halves_, layout, bytes, options_.threads);
    }

    // Words of 6 bytes are for counters that stay here.
    int next_width(int bytes) const {
        const int next = wider(bytes);
        return next == 6 && (full_ < 8 || options_.wants_layer) ? 8 : next;
    }

    // The width and the sort of arithmetic of the stride's targets: wider words only if the largest
    // counter is sure to need them, growing by as many bits at least as in the strides before. The
    // other moduli need an exact layer to go on from, before a counter grows as never before.
    void choose_width(int next) {
        target_width_ = width_;
        if (mode_ != Mode::exact) return;
        const bool outgrown = bits_ + growth_.most() + 1 > capacity(full_) ||
                              next >= residues_from_ || store_ == held_;
        if (outgrown && options_.moduli.size() > 1 && !held_) hold();
        if (outgrown && held_) {
            target_width_ = full_;
            mode_ = modulus_ ? Mode::modular : Mode::wrapping;
        } else {
            target_width_ = std::max(width_, fewest_[next]);
            while (target_width_ < full_ && bits_ + growth_.least() > exact_bits(target_width_))
                target_width_ = next_width(target_width_);
        }
        widen_sources();
    }

    // What the stride under way has written is kept in wider words, or it goes on with residues:
    // what is exact so far is below the modulus.
    void outgrow(int next, const StridePlan& stride_plan, bool in_place) {
        const int had = capacity(target_width_);
        int bytes = target_width_;
        if (capacity(full_) > had) {
            while (capacity(bytes) <= had) bytes = next_width(bytes);
        } else {
            bytes = full_;
            residues_from_ = std::min(residues_from_, next);
            mode_ = modulus_ ? Mode::modular : Mode::wrapping;
        }
        fewest_[next] = bytes;
        if (bytes == target_width_) return;
        target_width_ = bytes;
        make_room(stride_plan, in_place);
        target_ = target_->widened(room_, next_layout_, halves_, bytes, false, crew_,
                                   options_.threads, [&] { report(0); });
        widen_sources();
    }

    void widen_sources() {
        while (!readable(width_, target_width_)) {
            const int bytes = next_width(width_);
            store_ = store_->widened(room_, layout_, halves_, bytes, store_ == held_, crew_,
                                     options_.threads, [&] { report(0); });
            width_ = bytes;
        }
    }

    // Refuses widths for which the memory is too little.
    void make_room(const StridePlan& stride_plan, bool in_place) {
        const std::uint64_t needed =
            room_.scratch ? loaded_bytes(stride_plan, width_, target_width_, options_.threads)
                          : stride_bytes(plan_, stride_plan, width_, target_width_,
                                         options_.threads, in_place);
        if (options_.memory && side_bytes(plan_) + needed > options_.memory)
            throw frontier::OutOfBudget();
        // Never less than before: pages given back between strides would be asked for again.
        if (room_.scratch) return;
        const std::uint64_t layers =
            layer_bytes(plan_, stride_plan, width_, target_width_, options_.threads, in_place);
        const std::uint64_t beside = target_width_ * options_.threads * stride_plan.middle;
        allowed_ = std::max(allowed_,
                            layers + beside + (held_ ? held_layout_.counters * held_->width : 0));
        room_.arena.allow(allowed_ - beside);
    }

    // Keeps the present layer for the other moduli, if there is room for it and for the rest.
    void hold() {
        const std::uint64_t bytes = layout_.counters * width_;
        if (room_.scratch) {
            if (bytes + room_.scratch->budget() > room_.scratch->free_bytes()) return;
        } else if (options_.memory &&
                   bytes + store_bytes(plan_, full_, options_.threads, options_.in_place) +
                           side_bytes(plan_) >
                       options_.memory) {
            return;
        }
        held_ = store_;
        held_layout_ = layout_;
        held_layer_ = layer_;
        held_bits_ = bits_;
    }

    void stride() {
        const int next = schedule_.next_stored(layer_);
        choose_width(next);
        const bool in_place = options_.in_place && store_ != held_;
        const StridePlan& stride_plan =
            *std::find_if(plan_.strides.begin(), plan_.strides.end(),
                          [&](const StridePlan& candidate) { return candidate.first == layer_; });
        make_room(stride_plan, in_place);
        next_layout_ = layout_at(next);
        const Stride stride = make_stride(schedule_, layer_, halves_, next_layout_);
        BlockLayout middle;
        if (stride.programs.size() > 1)
            middle = make_layout(problem_, schedule_, layer_ + 1, halves_);
        target_ = new_store(next_layout_, target_width_);
        for (const Program& program : stride.programs)
            result_.roundings += most_terms(program, schedule_.slot_count);
        std::vector<Resolver> resolvers;
        for (std::size_t p = 0; p < stride.programs.size(); ++p)
            resolvers.emplace_back(schedule_, halves_, p == 0 ? layout_ : middle,
                                   p + 1 == stride.programs.size() ? next_layout_ : middle,
                                   stride.programs[p], stride.shares);

        system::return_free_memory();
        const std::vector<Task> tasks = tasks_of(stride, next_layout_);
        std::vector<std::uint32_t> pieces_done(tasks.size(), 0);
        std::vector<std::size_t> left(tasks.size());  // those that are not done
        std::iota(left.begin(), left.end(), 0);
        Phases phases(layout_.read.size(), tasks);
        const auto release = [&](std::size_t phase) { store_->release_phase(room_, phase); };
        if (in_place) phases.release_idle(release);
        std::atomic<std::uint64_t> done{0};
        std::vector<char> finished(tasks.size(), 0);
        const auto work = [&](std::size_t number, int thread, const std::atomic<bool>& stop) {
            const std::size_t task = left[number];
            const auto& [wave, share, phase] = tasks[task];
            if (room_.scratch)
                for (int part : stride.sources) store_->expect(room_, layout_, wave + part);
            benches_[thread].begin_share(halves_, stride, target_width_ * stride_plan.middle);
            if (!compute(stride, tasks[task], resolvers, middle, in_place, thread,
                         pieces_done[task], stop))
                return;
            finished[task] = 1;
            if (in_place && halves_.pairs) phases.done(phase, release);
            ++done;
        };
        std::uint64_t counters = next_layout_.counters + middle.counters;
        const auto poll = [&] { report(done * counters / tasks.size()); };
        while (!left.empty()) {
            try {
                crew_.run(left.size(), counters <= crew_threshold, work, poll);
            } catch (const Outgrown&) {
                outgrow(next, stride_plan, in_place);
            }
            std::erase_if(left, [&](std::size_t task) { return finished[task]; });
        }
        poll();
        certify();
        if (store_ != held_) store_->clear(room_, layout_);
        store_ = std::move(target_);
        layout_ = std::move(next_layout_);
        width_ = target_width_;
        done_ += counters;
        result_.counters += counters;
        for (int t = layer_ + 1; t <= next; ++t) result_.widths[t] = width_;
        layer_ = next;
    }

    // How far the sweeps of all moduli are, with so many counters of a stride under way.
    void report(std::uint64_t part) {
        const std::uint64_t before = result_.residues.size() * plan_.total_counters;
        const std::uint64_t whole = options_.moduli.size() * plan_.total_counters;
        control_.check(
            {static_cast<std::int64_t>(before + done_ + part), static_cast<std::int64_t>(whole)});
    }

    // Says when all tasks of a phase are done.
    class Phases {
      public:
        Phases(std::size_t phases, const std::vector<Task>& tasks) : left_(phases) {
            if (phases > 0)
                for (const Task& task : tasks) ++left_[task.phase];
        }
        // Those that have none.
        template <typename Release>
        void release_idle(Release&& release) const {
            for (std::size_t phase = 0; phase < left_.size(); ++phase)
                if (left_[phase] == 0) release(phase);
        }
        template <typename Release>
        void done(std::size_t phase, Release&& release) {
            if (--left_[phase] == 0) release(phase);
        }

      private:
        std::vector<std::atomic<std::size_t>> left_;
    };

    // Runs one task; false if it was told to stop. Without a mirror, sources go with their last
    // use, and so a task that was stopped goes on where it was.
    bool compute(const Stride& stride, const Task& task, const std::vector<Resolver>& resolvers,
                 const BlockLayout& middle, bool in_place, int thread, std::uint32_t& pieces_done,
                 const std::atomic<bool>& stop) {
        std::uint32_t pieces = 0;
        std::uint64_t most_used = 0;
        for (const Turn& turn : stride.turns) {
            std::uint64_t used = 0;  // of the middle, in bytes
            for (std::size_t p = 0; p < resolvers.size(); ++p)
                for (const Turn::Goal& goal : turn.goals[p]) {
                    if (pieces++ < pieces_done) continue;
                    if (stop) return false;
                    const UpperCase& upper = stride.programs[p].targets[goal.target];
                    const int wave = task.wave + goal.subwave;
                    compute_piece(stride, p, task, wave, upper, resolvers[p], middle, used, thread);
                    if (halves_.pairs) continue;
                    pieces_done = pieces;
                    for (int part : upper.last_uses)
                        if (in_place)
                            store_->release(room_, layout_, wave + part);
                        else
                            store_->unload(room_, layout_, wave + part);
                }
            most_used = std::max(most_used, used);
        }
        benches_[thread].end_share(most_used);
        return true;
    }

    // What reaches one segment in a step of a stride, in one share.
    void compute_piece(const Stride& stride, std::size_t p, const Task& task, int subwave,
                       const UpperCase& upper, const Resolver& resolver, const BlockLayout& middle,
                       std::uint64_t& used, int thread) {
        Bench& bench = benches_[thread];
        const int wave = task.wave;
        const bool first = p == 0, last = p + 1 == stride.programs.size();
        const int* const numbers = stride.middle_number.data();
        const Presence from =
            first ? Presence{store_->bits} : Presence{*bench.middle_bits, numbers, wave};
        const Presence to = last ? Presence{bench.marks, same_row_.data()}
                                 : Presence{*bench.middle_bits, numbers, wave};
        resolver.resolve(subwave, upper, from, to, bench.numbers, bench.piece, task.share);
        if (bench.piece.targets.empty()) return;
        const int at = bench.piece.target;
        std::byte* passing;
        std::byte* const* segments = &passing;
        if (last) {
            segments = allocate_targets(bench.piece, thread);
        } else {
            // The segment begins before what there is of it.
            const std::uint64_t begin = middle.begin_of(at, stride.shares.begin[task.share]);
            const std::uint64_t end = middle.begin_of(at, stride.shares.end(task.share));
            passing =
                reinterpret_cast<std::byte*>(bench.middle.data()) + used - begin * target_width_;
            bench.middle_segments[numbers[at - wave]] = passing;
            used += (end - begin) * target_width_;
        }
        bench.sources.clear();
        for (int source : bench.piece.sources)
            bench.sources.push_back(first ? store_->load(room_, layout_, source)
                                          : bench.middle_segments[numbers[source - wave]]);
        const std::uint64_t seen =
            execute({mode_, modulus_, first ? width_ : target_width_, target_width_, tables_,
                     bench.buffers, bench.piece, bench.sources, segments});
        if (static_cast<int>(std::bit_width(seen)) > capacity(target_width_)) {
            std::ranges::fill(bench.marks.words, 0);
            throw Outgrown();
        }
        bench.seen |= seen;
        if (!last) return;
        mark(bench, at);
        if (!halves_.pairs) target_->finish(room_, next_layout_, at);
    }

    // Other threads may have other cells of the same segment.
    void mark(Bench& bench, int upper) {
        std::uint64_t* const row = target_->bits.of(upper);
        for (std::size_t n = 0; n < bench.marks.words.size(); ++n)
            if (const std::uint64_t word = std::exchange(bench.marks.words[n], 0))
                std::atomic_ref(row[n]).fetch_or(word, std::memory_order_relaxed);
    }

    // Where the cells are that a piece writes, of which some may be new.
    std::byte* const* allocate_targets(const Piece& piece, int thread) {
        const int first = piece.target * next_layout_.cells;
        for (const Target& target : piece.targets)
            if (const int place = first + static_cast<int>(target.cell); !target_->segments[place])
                target_->allocate(room_, next_layout_, place, thread);
        return &target_->segments[first];
    }

    // Keeps `bits_` true across the stride.
    void certify() {
        std::uint64_t seen = 0;
        for (Bench& bench : benches_) seen |= std::exchange(bench.seen, 0);
        if (mode_ != Mode::exact) return;
        const int bits = std::max<int>(bits_, std::bit_width(seen));
        growth_.note(bits - bits_);
        bits_ = bits;
    }

    files::Identity identity() const {
        return {options_.scratch.empty() ? files::Kind::counters : files::Kind::counters_in_scratch,
                plan_.fingerprint,
                {modulus_, static_cast<std::uint64_t>(options_.counter_bits)}};
    }

    // The last layer is saved as a whole, so that nothing stays in scratch. Any other refers to
    // what is there.
    void save(bool whole) {
        const auto began = Clock::now();
        if (room_.scratch && !whole) room_.scratch->sync();
        files::CheckedWriter writer(
            options_.checkpoint, identity(),
            {static_cast<std::uint64_t>(layer_),
             static_cast<std::uint64_t>(mode_) << 8 | static_cast<std::uint64_t>(width_),
             static_cast<std::uint64_t>(bits_)});
        store_->write(writer, room_, layout_, whole_layout(), halves_, whole, [&] { report(0); });
        writer.commit();
        if (room_.scratch)
            room_.scratch->hold(whole ? std::vector<ScratchFile::Range>{}
                                      : store_->ranges(layout_));
        saved_ = Clock::now();
        seconds_to_save_ = std::chrono::duration<double>(saved_ - began).count();
    }

    void lend() {
        const BlockLayout whole = whole_layout();
        options_.receive_layer({layer_, whole, store_->bits.words, width_, bits_,
                                mode_ == Mode::modular, [&](int upper, std::byte* to) {
                                    store_->copy_out(room_, layout_, whole, halves_, upper, to);
                                }});
    }

    bool resume() {
        if (options_.checkpoint.empty() || !system::exists(options_.checkpoint)) return false;
        files::SequentialFile reader(options_.checkpoint, identity());
        const auto [layer, form, bits] = reader.notes();
        width_ = static_cast<int>(form & 0xff);
        if (layer > schedule_.steps.size() || !schedule_.layers[layer].symmetric || form >> 8 > 3 ||
            (!std::has_single_bit(form & 0xff) && width_ != 6) || width_ > full_)
            reader.damaged();
        mode_ = static_cast<Mode>(form >> 8);
        layer_ = static_cast<int>(layer);
        bits_ = static_cast<int>(bits);
        growth_ = {};
        layout_ = layout_at(layer_);
        store_ = new_store(layout_, width_);
        store_->read_places(reader, layout_, !options_.scratch.empty());
        open_scratch(store_->ranges(layout_));
        store_->read_segments(reader, room_, layout_, whole_layout(), halves_);
        reader.finish();
        note_done();
        return true;
    }

    const Problem& problem_;
    const Schedule& schedule_;
    const Plan& plan_;
    const BlockOptions& options_;
    Control& control_;
    Crew crew_;
    const int full_;  // bytes of the widest counters
    Halves halves_;
    Room room_;
    RankMaps tables_;
    std::vector<int> fewest_;    // per layer: bytes that are known to be needed
    int residues_from_;          // from this layer on counters are known to outgrow the modulus
    std::vector<int> same_row_;  // per upper value: the row of a bench's marks
    std::vector<Bench> benches_;
    BlockLayout layout_, next_layout_;
    std::shared_ptr<Store> store_, target_;
    std::shared_ptr<Store> held_;  // the last exact layer, if kept for other moduli
    BlockLayout held_layout_;
    int held_layer_ = 0, held_bits_ = 0;
    std::uint64_t modulus_ = 0;
    int layer_ = 0;
    int width_ = 1, target_width_ = 1;  // bytes of a counter of the layer, and of the next one
    Mode mode_ = Mode::exact;
    int bits_ = 0;   // while exact: no counter of the layer needs more bits
    Growth growth_;  // of `bits_`
    std::uint64_t done_ = 0;
    std::uint64_t allowed_ = 0;  // bytes of counters that may be held so far
    Clock::time_point saved_;
    double seconds_to_save_ = 0;  // the last time
    BlockResult result_;
};

}  // namespace

BlockResult count_blocks(const frontier::Sweep& sweep, const Plan& plan,
                         const BlockOptions& options, Control& control) {
    const auto& [problem, schedule] = std::tie(sweep.problem, sweep.schedule);
    const int bits = options.counter_bits;
    if (options.threads < 1) throw std::invalid_argument("at least one thread is needed");
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
        throw std::invalid_argument("counters have 8, 16, 32 or 64 bits");
    if (options.rounded && (bits < 32 || options.moduli.size() != 1 || options.moduli[0]))
        throw std::invalid_argument("rounded counters have 32 or 64 bits and no modulus");
    if (!options.scratch.empty() && (plan.pairs || options.memory == 0 || options.wants_layer))
        throw std::invalid_argument(
            "scratch takes a budget of memory, no mirror, and lends no layer");
    if (options.scratch_name.empty() == !(options.scratch.empty() || options.checkpoint.empty()))
        throw std::invalid_argument("scratch has a name where it serves a checkpoint");
    for (std::uint64_t modulus : options.moduli)
        if (modulus > std::uint64_t{1} << (bits - 1))
            throw std::invalid_argument("the modulus is more than half the range of a counter");
    if (sweep.impossible()) {
        BlockResult none;
        none.residues.assign(options.moduli.size(), 0);
        none.exact = options.moduli.front() == 0;
        return none;
    }
    return Sweep(problem, schedule, plan, options, control).run();
}

}  // namespace babieca::sweep
