#include "core/sweep/blocks.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/files/checked_file.hpp"
#include "core/frontier/budget.hpp"
#include "core/sweep/crew.hpp"
#include "core/sweep/execution.hpp"
#include "core/sweep/resolve.hpp"

namespace babieca::sweep {
namespace {

using frontier::Problem;
using frontier::Schedule;
using Clock = std::chrono::steady_clock;

// A stride with fewer counters than this is not worth waking threads for.
constexpr std::uint64_t crew_threshold = 20000;

// A sum had the highest bit of its word set: the layer must be wider.
struct Overflow {
    int layer;
};

// Bits a word keeps exactly: all but the highest.
constexpr int exact_bits(int bytes) {
    return 8 * bytes - 1;
}

// By how many bits the largest counter grew in the last strides, which differ among one another.
class Growth {
  public:
    void note(int bits) { last_[next_++ % last_.size()] = bits; }
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
    // The part of a layer that is not stored, in one wave: segments and block bits by the touched
    // part of the upper value.
    std::vector<std::uint64_t> middle;
    std::vector<std::byte*> middle_segments;
    std::unique_ptr<BlockBits> middle_bits;
    std::vector<const std::byte*> sources;

    explicit Bench(const Halves& halves) : numbers(halves) {}

    void begin_share(const Halves& halves, const Stride& stride, std::uint64_t bytes) {
        if (stride.middle_parts == 0) return;
        if (!middle_bits || middle_segments.size() != static_cast<std::size_t>(stride.middle_parts))
            middle_bits = std::make_unique<BlockBits>(halves, stride.middle_parts);
        std::fill(middle_bits->words.begin(), middle_bits->words.end(), 0);
        middle_segments.assign(stride.middle_parts, nullptr);
        if (middle.size() * sizeof(std::uint64_t) < bytes)
            middle.resize(bytes / sizeof(std::uint64_t) + 1);
    }
};

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
          residues_from_(static_cast<int>(schedule.layers.size())) {
        if (!options.least_widths.empty()) fewest_ = options.least_widths;
        result_.widths.assign(schedule.layers.size(), 0);
        tables_.grow(schedule.slot_count / 2);
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
            while (true) {
                try {
                    finish();
                    break;
                } catch (const Overflow& overflow) {
                    begin_again(overflow.layer);
                }
            }
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

    // A layer was narrower than its counters, or exact ones were no residues any more.
    void begin_again(int layer) {
        for (int upper = 0; upper < halves_.upper.values; ++upper) {
            store_->release(room_, layout_, upper);
            target_->release(room_, next_layout_, upper);
        }
        if (target_width_ < full_)
            fewest_[layer] = 2 * target_width_;
        else
            residues_from_ = layer;
        if (!resume()) begin();
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
        const std::byte* const last = store_->load(room_, layout_, 0);
        if (last && (store_->bits.of(0)[0] & 1))
            std::memcpy(&value, last, width_);  // little endian
        store_->release(room_, layout_, 0);
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
        layout_ = make_layout(problem_, schedule_, 0, halves_);
        store_ = std::make_shared<Store>(halves_, width_);
        bits_ = 1;
        growth_ = {};
        if (layout_.class_of[0] < 0) return;  // colours out of balance: nothing can be reached
        store_->allocate(room_, layout_, 0);
        std::uint64_t one = 1;
        if (options_.rounded)
            one =
                full_ == 4 ? std::bit_cast<std::uint32_t>(1.0f) : std::bit_cast<std::uint64_t>(1.0);
        std::memcpy(store_->segments[0], &one, width_);
        store_->bits.of(0)[0] = 1;
    }

    void begin_from(const LayerView& view) {
        layer_ = view.layer;
        mode_ = view.residues ? Mode::modular : Mode::exact;
        width_ = view.width;
        bits_ = view.largest;
        growth_ = {};
        layout_ = view.layout;
        store_ = std::make_shared<Store>(halves_, width_);
        store_->bits.words = view.bits;
        for (int upper = 0; upper < halves_.upper.values; ++upper) {
            if (!view.segments[upper]) continue;
            store_->allocate(room_, layout_, upper);
            std::memcpy(store_->segments[upper], view.segments[upper],
                        layout_.size[upper] * width_);
            store_->finish(room_, layout_, upper);
        }
        note_done();
    }

    // The width and the sort of arithmetic of the stride's targets. The largest counter is expected
    // to grow by as many bits at most as in the strides before.
    void choose_width(int next) {
        target_width_ = width_;
        if (mode_ != Mode::exact) return;
        const int expected = bits_ + growth_.most() + 1;
        int wanted = std::max(width_, fewest_[next]);
        while (wanted < full_ && expected > exact_bits(wanted)) wanted *= 2;
        const bool outgrown =
            expected > capacity(full_) || next >= residues_from_ || store_ == held_;
        if (outgrown && options_.moduli.size() > 1 && !held_) hold();
        if (outgrown && (modulus_ || held_)) {
            wanted = full_;
            mode_ = modulus_ ? Mode::modular : Mode::wrapping;
        }
        while (2 * width_ < wanted) widen();
        target_width_ = wanted;
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
        const std::uint64_t needed =
            room_.scratch ? loaded_bytes(stride_plan, width_, target_width_, options_.threads)
                          : stride_bytes(plan_, stride_plan, width_, target_width_,
                                         options_.threads, in_place);
        if (options_.memory && side_bytes(plan_) + needed > options_.memory)
            throw frontier::OutOfBudget();
        // Never less than before: pages given back between strides would be asked for again.
        allowed_ = std::max(allowed_, needed + (held_ ? held_layout_.counters * held_->width : 0));
        if (!room_.scratch) room_.arena.allow(allowed_);
        next_layout_ = make_layout(problem_, schedule_, next, halves_);
        const Stride stride = make_stride(schedule_, layer_, halves_, next_layout_);
        BlockLayout middle;
        if (stride.programs.size() > 1)
            middle = make_layout(problem_, schedule_, layer_ + 1, halves_);
        target_ = std::make_shared<Store>(halves_, target_width_);
        for (const Program& program : stride.programs)
            result_.roundings += most_terms(program, schedule_.slot_count);
        std::vector<Resolver> resolvers;
        for (std::size_t p = 0; p < stride.programs.size(); ++p)
            resolvers.emplace_back(schedule_, halves_, p == 0 ? layout_ : middle,
                                   p + 1 == stride.programs.size() ? next_layout_ : middle,
                                   stride.programs[p], stride.share_keys);

        std::atomic<std::uint64_t> waves_done{0};
        Ordered finished(stride.waves.size());
        const auto work = [&](std::size_t task, int thread, const std::atomic<bool>& stop) {
            Bench& bench = benches_[thread];
            const int wave = stride.waves[task];
            for (int part : stride.sources) store_->expect(room_, layout_, wave + part);
            for (std::uint32_t share = 0; share <= next_layout_.limit[wave] / stride.share_keys;
                 ++share) {
                bench.begin_share(halves_, stride, target_width_ * stride_plan.middle);
                for (std::size_t p = 0; p < resolvers.size(); ++p)
                    if (!compute(stride, p, wave, share, resolvers[p], middle, in_place, bench,
                                 stop))
                        return;
            }
            if (in_place && halves_.pairs)
                finished.done(task, [&](std::size_t n) {
                    for (int part : stride.sources)
                        store_->release(room_, layout_, stride.waves[n] + part);
                });
            ++waves_done;
        };
        std::uint64_t counters = next_layout_.counters + middle.counters;
        const auto poll = [&] { report(waves_done * counters / stride.waves.size()); };
        crew_.run(stride.waves.size(), counters <= crew_threshold, work, poll);
        poll();
        certify(next);
        if (store_ != held_)
            for (int upper = 0; upper < halves_.upper.values; ++upper)
                store_->release(room_, layout_, upper);
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

    // Says when all waves up to one are finished, each once, in order.
    class Ordered {
      public:
        explicit Ordered(std::size_t waves) : done_(waves, false) {}
        template <typename Release>
        void done(std::size_t wave, Release&& release) {
            const std::lock_guard lock(mutex_);
            done_[wave] = true;
            for (; head_ < done_.size() && done_[head_]; ++head_) release(head_);
        }

      private:
        std::mutex mutex_;
        std::vector<bool> done_;
        std::size_t head_ = 0;
    };

    // Runs one step of a stride for one wave; false if it was told to stop.
    bool compute(const Stride& stride, std::size_t p, int wave, std::uint32_t share,
                 const Resolver& resolver, const BlockLayout& middle, bool in_place, Bench& bench,
                 const std::atomic<bool>& stop) {
        const Program& program = stride.programs[p];
        const bool first = p == 0, last = p + 1 == stride.programs.size();
        const int* const numbers = stride.middle_number.data();
        const Presence from =
            first ? Presence{store_->bits} : Presence{*bench.middle_bits, numbers, wave};
        const Presence to =
            last ? Presence{target_->bits} : Presence{*bench.middle_bits, numbers, wave};
        std::uint64_t used = 0;  // of the middle, in bytes
        for (int subwave : program.subwaves)
            for (const UpperCase& upper : program.targets) {
                if (stop) return false;
                resolver.resolve(wave + subwave, upper, from, to, bench.numbers, bench.piece,
                                 share);
                if (!bench.piece.targets.empty()) {
                    const int at = bench.piece.target;
                    std::byte* segment;
                    if (last) {
                        if (!target_->segments[at]) target_->allocate(room_, next_layout_, at);
                        segment = target_->segments[at];
                    } else {
                        // The segment begins before what there is of it.
                        const std::uint64_t begin = middle.begin_of(at, share * stride.share_keys);
                        const std::uint64_t end =
                            middle.begin_of(at, (share + 1) * stride.share_keys);
                        segment = reinterpret_cast<std::byte*>(bench.middle.data()) + used -
                                  begin * target_width_;
                        bench.middle_segments[numbers[at - wave]] = segment;
                        used += (end - begin) * target_width_;
                    }
                    bench.sources.clear();
                    for (int source : bench.piece.sources)
                        bench.sources.push_back(
                            first ? store_->load(room_, layout_, source)
                                  : bench.middle_segments[numbers[source - wave]]);
                    bench.seen |=
                        execute({mode_, modulus_, first ? width_ : target_width_, target_width_,
                                 tables_, bench.buffers, bench.piece, bench.sources, segment});
                    if (last) target_->finish(room_, next_layout_, at);
                }
                if (halves_.pairs) continue;
                for (int part : upper.last_uses)
                    if (in_place)
                        store_->release(room_, layout_, wave + subwave + part);
                    else
                        store_->unload(room_, layout_, wave + subwave + part);
            }
        return true;
    }

    // Keeps `bits_` true across the stride, or says that it went wrong.
    void certify(int next) {
        if (mode_ != Mode::exact) return;
        std::uint64_t seen = 0;
        for (Bench& bench : benches_) seen |= std::exchange(bench.seen, 0);
        const int bits = std::max<int>(bits_, std::bit_width(seen));
        if (bits > capacity(target_width_)) {
            if (target_width_ < full_ || modulus_) throw Overflow{next};
            mode_ = Mode::wrapping;  // the counters are still right modulo 2^bits
        }
        growth_.note(bits - bits_);
        bits_ = bits;
    }

    // Doubles the width of the present layer, for a stride whose counters grow by more than that.
    void widen() {
        store_ = store_->widened(room_, layout_, halves_, store_ == held_);
        width_ *= 2;
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
        store_->write(writer, room_, layout_, halves_, whole, [&] { report(0); });
        writer.commit();
        if (room_.scratch)
            room_.scratch->hold(whole ? std::vector<ScratchFile::Range>{}
                                      : store_->ranges(layout_));
        saved_ = Clock::now();
        seconds_to_save_ = std::chrono::duration<double>(saved_ - began).count();
    }

    void lend() {
        std::vector<const std::byte*> segments(halves_.upper.values, nullptr);
        for (int upper = 0; upper < halves_.upper.values; ++upper) {
            if (!store_->bits.any(upper)) continue;
            store_->clear_absent_blocks(layout_, halves_, upper);
            segments[upper] = store_->segments[upper];
        }
        options_.receive_layer(
            {layer_, layout_, store_->bits.words, width_, bits_, segments, mode_ == Mode::modular});
    }

    bool resume() {
        if (options_.checkpoint.empty() || !system::exists(options_.checkpoint)) return false;
        files::SequentialFile reader(options_.checkpoint, identity());
        const auto [layer, form, bits] = reader.notes();
        width_ = static_cast<int>(form & 0xff);
        if (layer > schedule_.steps.size() || !schedule_.layers[layer].symmetric || form >> 8 > 3 ||
            !std::has_single_bit(form & 0xff) || width_ > full_)
            reader.damaged();
        mode_ = static_cast<Mode>(form >> 8);
        layer_ = static_cast<int>(layer);
        bits_ = static_cast<int>(bits);
        growth_ = {};
        layout_ = make_layout(problem_, schedule_, layer_, halves_);
        store_ = std::make_shared<Store>(halves_, width_);
        store_->read_places(reader, layout_, !options_.scratch.empty());
        open_scratch(store_->ranges(layout_));
        store_->read_segments(reader, room_, layout_);
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
    std::vector<int> fewest_;  // per layer: bytes that are known to be needed
    int residues_from_;        // from this layer on counters are known to outgrow the modulus
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
