#include "core/sweep/blocks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/control.hpp"
#include "core/sweep/counter_types.hpp"
#include "core/sweep/residues.hpp"
#include "core/sweep/strides.hpp"

namespace babieca::sweep {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point when) {
    return std::chrono::duration<double>(Clock::now() - when).count();
}

// The highest bit of a counter must stay 0.
constexpr int exact_bits(int bytes) {
    return 8 * bytes - 1;
}

std::uint64_t reduced(std::uint64_t value, std::uint64_t modulus) {
    return modulus ? value % modulus : value;
}

// The bits by which the largest counter grew in each of the last four strides.
class Growth {
  public:
    void note(int bits) { last_[next_++ % last_.size()] = bits; }
    int least() const { return *std::min_element(last_.begin(), last_.end()); }
    int most() const { return *std::max_element(last_.begin(), last_.end()); }

  private:
    std::array<int, 4> last_{1, 1, 1, 1};
    std::size_t next_ = 0;
};

class BlockSweep {
  public:
    BlockSweep(const frontier::Sweep& sweep, const Plan& plan, const BlockOptions& options,
               Control& control)
        : sweep_(sweep),
          plan_(plan),
          options_(options),
          control_(control),
          full_(options.counter_bits / 8),
          by_twos_(by_twos(plan, options)),
          layers_(sweep, plan, options),
          memory_(layers_.memory()),
          context_(sweep, layers_.halves(), memory_, options.threads),
          least_widths_(sweep.schedule.layers.size(), 1),
          residues_from_(static_cast<int>(sweep.schedule.layers.size())) {
        if (!options.least_widths.empty()) least_widths_ = options.least_widths;
        context_.weighting = options.weighting;
        result_.widths.assign(sweep.schedule.layers.size(), 0);
        result_.sums.assign(options.moduli.size() * options.sums, 0);
        read_until_.assign(options.moduli.size(), 0);
    }

    BlockResult run() {
        while (result_.residues.size() < options_.moduli.size() && !result_.exact) {
            choose_moduli();
            begin();
            finish();
            note_answer();
        }
        // An exact number gives the residues of all other moduli.
        for (std::size_t n = result_.residues.size(); n < options_.moduli.size(); ++n)
            result_.residues.push_back(reduced(exact_value_, options_.moduli[n]));
        result_.peak_bytes = memory_.arena.peak();
        result_.reserved_bytes = memory_.arena.peak_reserved();
        result_.disk_bytes = layers_.disk_bytes();
        return result_;
    }

  private:
    // Takes the next modulus, or the next two.
    void choose_moduli() {
        const std::size_t number = result_.residues.size();
        together_ = by_twos_ && number + 1 < options_.moduli.size() ? 2 : 1;
        moduli_[0] = options_.moduli[number];
        moduli_[1] = options_.moduli[number + together_ - 1];
    }

    void begin() {
        growth_ = {};
        done_ = 0;
        // The counters of the held layer must be residues of this modulus too.
        if (held_ && held_->bits <= capacity(full_)) {
            layer_ = *held_;
        } else if (std::optional<SweptLayer> saved = layers_.resume(moduli_[0])) {
            layer_ = std::move(*saved);
            result_.resumed_at = layer_.number;
        } else if (options_.from) {
            layer_ = layers_.copy_of(*options_.from);
        } else {
            if (!held_) layers_.open_scratch();
            layer_ = layers_.first(options_.weighting ? full_ : least_widths_[0]);
            if (options_.weighting) layer_.mode = Mode::residues;
            return;
        }
        for (int t = 0; t <= layer_.number; ++t) done_ += plan_.layers[t].counters;
    }

    // Sweeps the rest of the layers.
    void finish() {
        const int last = options_.until < 0 ? sweep_.steps() : options_.until;
        saved_ = Clock::now();
        while (layer_.number < last) {
            stride();
            read();
            if (options_.wants_layer && options_.wants_layer(layer_.number)) layers_.lend(layer_);
            if (options_.checkpoint.empty()) continue;
            // With scratch, saving waits for the disk. It may take a tenth of the time.
            const double between =
                std::max(options_.checkpoint_seconds, memory_.scratch ? 9 * seconds_to_save_ : 0);
            const bool ends = layer_.number == last;
            if (ends || seconds_since(saved_) >= between) save(ends);
        }
    }

    // Adds the readings of this layer to their sums. An exact counter serves every modulus that has
    // not read the layer; a residue serves the moduli of this sweep.
    void read() {
        const std::vector<Reading>& all = options_.readings;
        const auto begin = std::ranges::find(all, layer_.number, &Reading::layer);
        const std::size_t first = result_.residues.size(), count = options_.moduli.size();
        const bool exact = layer_.mode == Mode::exact;
        const std::size_t last = exact ? count : std::min(count, first + together_);
        for (std::size_t n = exact ? 0 : first; n < last; ++n) {
            if (read_until_[n] >= layer_.number) continue;
            read_until_[n] = layer_.number;
            const std::uint64_t modulus = options_.moduli[n];
            for (auto reading = begin; reading != all.end() && reading->layer == layer_.number;
                 ++reading) {
                std::uint64_t& sum = result_.sums[n * options_.sums + reading->sum];
                const std::uint64_t value =
                    reduced(counter(reading->types, exact ? 0 : n - first), modulus);
                const bool wraps = modulus && sum >= modulus - value;
                sum += wraps ? value - modulus : value;
            }
        }
    }

    // The only counter of a block with at most one pair of ends, of one of the moduli of this
    // sweep.
    std::uint64_t counter(std::uint64_t types, std::size_t lane) {
        const Halves& halves = layers_.halves();
        const int upper = halves.upper.value_of(types), lower = halves.lower.value_of(types);
        Store& store = *layer_.store;
        if (layer_.layout().shape_of[upper] < 0 || !store.bits.has(upper, lower)) return 0;
        store.load(layer_.layout().cell_number(upper, lower));
        std::array<std::uint64_t, 2> values{};
        std::memcpy(&values, store.block(upper, lower), store.width);  // little endian
        return values[lane];
    }

    void save(bool whole) {
        const auto began = Clock::now();
        layers_.save(layer_, moduli_[0], whole, [&] { report(0); });
        seconds_to_save_ = seconds_since(began);
        saved_ = Clock::now();
    }

    void note_answer() {
        const bool exact = layer_.mode == Mode::exact;
        exact_value_ = counter(0, 0);
        for (int lane = 0; lane < together_; ++lane)
            result_.residues.push_back(exact ? reduced(exact_value_, moduli_[lane])
                                             : counter(0, lane));
        result_.exact = exact && (moduli_[0] == 0 || moduli_[1] == 0);
        layer_.store.reset();
    }

    // The most bits of an exact counter: it must fit its width, and be a residue of every modulus.
    int capacity(int bytes) const {
        int bits = std::min(exact_bits(bytes), exact_bits(full_));
        for (std::uint64_t modulus : moduli_)
            if (modulus) bits = std::min<int>(bits, std::bit_width(modulus) - 1);
        return bits;
    }

    // Counters of 6 bytes are for large layers that are not lent.
    int next_width(int bytes, int layer) const {
        const int next = wider(bytes);
        const bool large = plan_.layers[layer].counters * 8 > options_.six_bytes_from;
        return next == 6 && (full_ < 8 || !large || options_.wants_layer) ? 8 : next;
    }

    bool is_held() const { return held_ && layer_.store == held_->store; }
    int residue_bytes() const { return together_ > 1 ? sizeof(Twins) : full_; }

    // Chooses the arithmetic and the width of the next targets. Counters become wider if the
    // largest counter would outgrow them even by the least growth of the last strides. Counters
    // become residues one stride before they might outgrow the full width, because the sweeps of
    // the other moduli start from an exact layer.
    std::pair<Mode, int> choose_width(int next) {
        if (layer_.mode != Mode::exact) return {layer_.mode, layer_.width()};
        const bool outgrown = layer_.bits + growth_.most() + 1 > capacity(full_) ||
                              next >= residues_from_ || is_held();
        if (outgrown && options_.moduli.size() > 1 && !held_) hold();
        if (outgrown && held_) return {Mode::residues, residue_bytes()};
        int bytes = std::max(layer_.width(), least_widths_[next]);
        while (bytes < full_ && layer_.bits + growth_.least() > exact_bits(bytes))
            bytes = next_width(bytes, next);
        return {Mode::exact, bytes};
    }

    // Widens the targets of the stride under way. At full width they become residues: the exact
    // counters so far are below the modulus.
    void outgrow(const StridePlan& stride_plan, bool hold_sources) {
        const int had = capacity(target_.width());
        int bytes = target_.width();
        if (capacity(full_) > had) {
            while (capacity(bytes) <= had) bytes = next_width(bytes, target_.number);
        } else {
            bytes = residue_bytes();
            residues_from_ = std::min(residues_from_, target_.number);
            target_.mode = Mode::residues;
        }
        least_widths_[target_.number] = std::min(bytes, full_);
        const int source_bytes = readable_width(target_.mode, bytes);
        if (bytes == target_.width() && source_bytes == layer_.width()) return;
        set_budget(stride_plan, source_bytes, bytes, hold_sources);
        widen(target_, bytes, false);
        widen(layer_, source_bytes, is_held());
    }

    // The narrowest width of sources from which targets of this width can be computed.
    int readable_width(Mode mode, int target_bytes) const {
        int bytes = layer_.width();
        while (!readable(mode == Mode::exact, bytes, target_bytes)) bytes = wider(bytes);
        return bytes;
    }

    void widen(SweptLayer& layer, int bytes, bool hold) {
        if (bytes == layer.width()) return;
        layer.store =
            layer.store->widened(bytes, hold, context_.pool, options_.threads, [&] { report(0); });
    }

    // Sets the budget of the arena for a stride of these widths. Throws OutOfBudget if the stride
    // needs more memory than allowed.
    void set_budget(const StridePlan& stride_plan, int bytes, int target_bytes, bool hold_sources) {
        const int threads = options_.threads;
        const std::uint64_t needed =
            memory_.scratch
                ? loaded_bytes(stride_plan, bytes, target_bytes, threads)
                : stride_bytes(plan_, stride_plan, bytes, target_bytes, threads, hold_sources);
        if (options_.memory && side_bytes(plan_) + needed > options_.memory) throw OutOfBudget();
        if (memory_.scratch) return;
        const std::uint64_t layers =
            layer_bytes(plan_, stride_plan, bytes, target_bytes, threads, hold_sources);
        const std::uint64_t beside = target_bytes * threads * stride_plan.middle;
        // The held layer is extra, unless it is the source.
        const bool read_from = is_held() && bytes == layer_.width();
        const std::uint64_t held =
            held_ && !read_from ? held_->layout().counters * held_->width() : 0;
        const std::uint64_t taken = side_bytes(plan_) + needed + held;
        const std::uint64_t left =
            options_.memory ? options_.memory - std::min(options_.memory, taken) : layers;
        // If several sweeps run, gaps may stay where the memory allows it. The budget never
        // shrinks: pages that went back would be needed again.
        const bool several = options_.moduli.size() > 1;
        const std::uint64_t gaps = several ? std::min(layers / 4, left / 2) : 0;
        budget_ = std::max(budget_, layers + gaps + beside + held);
        memory_.arena.allow(budget_ - beside);
    }

    // Holds the present layer for the other moduli, if the memory allows it.
    void hold() {
        const std::uint64_t layer = layer_.layout().counters * layer_.width();
        const std::uint64_t bytes = layer + layer / 20;
        if (memory_.scratch) {
            if (!options_.checkpoint.empty()) return;  // resuming opens another scratch file
            if (bytes + memory_.scratch->budget() > memory_.scratch->free_bytes()) return;
        } else if (options_.memory) {
            const std::uint64_t rest = bytes_needed(plan_, residue_bytes(), options_.threads);
            if (bytes + rest > options_.memory) return;
        }
        held_ = layer_;
    }

    void stride() {
        const int next = sweep_.schedule.next_stored(layer_.number);
        const auto [mode, bytes] = choose_width(next);
        const int source_bytes = readable_width(mode, bytes);
        // The held layer stays; its wider copy is freed as usual.
        const bool hold_sources = is_held() && source_bytes == layer_.width();
        const StridePlan& stride_plan =
            *std::ranges::find(plan_.strides, layer_.number, &StridePlan::first);
        set_budget(stride_plan, source_bytes, bytes, hold_sources);
        widen(layer_, source_bytes, is_held());
        target_ = layers_.empty(next, mode, layer_.bits, bytes);
        StrideForward stride(context_, layer_, target_, stride_plan.middle, hold_sources);
        const auto poll = [&] { report(stride.done()); };
        while (!stride.run(moduli_, capacity(target_.width()), poll)) {
            const bool widest =
                target_.mode != Mode::exact || capacity(target_.width()) == capacity(full_);
            if (!stride.forced() || !widest) outgrow(stride_plan, hold_sources);
        }
        poll();
        if (target_.mode == Mode::exact) {
            target_.bits = std::max<int>(layer_.bits, std::bit_width(stride.seen()));
            growth_.note(target_.bits - layer_.bits);
        }
        done_ += stride.counters();
        result_.counters += stride.counters();
        for (int t = layer_.number + 1; t <= next; ++t)
            result_.widths[t] = std::min(target_.width(), full_);
        layer_ = std::move(target_);
    }

    // Reports the progress over all moduli; `part` counters of the stride under way are done.
    void report(std::uint64_t part) {
        const std::uint64_t before = result_.residues.size() * plan_.total_counters;
        const std::uint64_t now = together_ * (done_ + part);
        const std::uint64_t whole = options_.moduli.size() * plan_.total_counters;
        control_.check({static_cast<std::int64_t>(before + now), static_cast<std::int64_t>(whole)});
    }

    const frontier::Sweep& sweep_;
    const Plan& plan_;
    const BlockOptions& options_;
    Control& control_;
    const int full_;      // bytes of the widest counters
    const bool by_twos_;  // two moduli per sweep, if two are left
    SweptLayers layers_;
    LayerMemory& memory_;
    StrideContext context_;
    std::vector<int> least_widths_;  // per layer: bytes that its counters are known to need
    int residues_from_;              // from this layer on counters are known to outgrow the modulus
    SweptLayer layer_, target_;
    std::optional<SweptLayer> held_;  // the last exact layer, if the other moduli start from it
    Moduli moduli_{};                 // of this sweep
    int together_ = 1;                // moduli of this sweep
    std::uint64_t exact_value_ = 0;   // of the last sweep, if exact
    std::vector<int> read_until_;     // per modulus: the last layer that was read
    Growth growth_;
    std::uint64_t done_ = 0;    // counters
    std::uint64_t budget_ = 0;  // bytes, so far
    Clock::time_point saved_;
    double seconds_to_save_ = 0;  // the last time
    BlockResult result_;
};

}  // namespace

BlockResult count_blocks(const frontier::Sweep& sweep, const Plan& plan, const BlockOptions& given,
                         Control& control) {
    BlockOptions options = given;
    const auto require = [](bool holds, const char* message) {
        if (!holds) throw std::invalid_argument(message);
    };
    const int bits = options.counter_bits;
    const bool scratch = !options.scratch.empty(), saved = !options.checkpoint.empty();
    require(options.threads >= 1, "at least one thread is needed");
    require(bits == 8 || bits == 16 || bits == 32 || bits == 64,
            "counters have 8, 16, 32 or 64 bits");
    std::replace(options.moduli.begin(), options.moduli.end(), wrapping_modulus(bits),
                 std::uint64_t{0});  // Emscripten 3.1.6 has no std::ranges::replace
    require(!scratch || (!plan.pairs && options.memory && !options.wants_layer),
            "scratch needs a memory budget, no mirror, and no layer to lend");
    require(options.scratch_name.empty() != (scratch && saved),
            "the scratch file needs a name if there is a checkpoint, and else has none");
    require(std::ranges::max(options.moduli) <= std::uint64_t{1} << (bits - 1),
            "the modulus may be at most half the range of a counter");
    if (const frontier::Weighting* weighting = options.weighting)
        require(bits == 64 && !saved && !options.wants_layer && !options.from &&
                    options.moduli == std::vector{weighting->modulus()},
                "a weighted sweep has one modulus, 64-bit counters, and no checkpoint");
    require(options.readings.empty() || (!plan.pairs && !saved && !scratch),
            "readings need a sweep without a mirror, a checkpoint and scratch");
    if (sweep.impossible()) {
        using Zeros = std::vector<std::uint64_t>;
        return {.residues = Zeros(options.moduli.size()),
                .exact = options.moduli.front() == 0,
                .sums = Zeros(options.moduli.size() * options.sums)};
    }
    return BlockSweep(sweep, plan, options, control).run();
}

}  // namespace babieca::sweep
