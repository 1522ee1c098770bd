#include "core/sweep/blocks.hpp"

#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "core/files/checked_file.hpp"
#include "core/sweep/crew.hpp"
#include "core/sweep/execute.hpp"
#include "core/sweep/resolve.hpp"

namespace babieca::sweep {
namespace {

using frontier::Problem;
using frontier::Schedule;
using Clock = std::chrono::steady_clock;

// A step with fewer counters than this is not worth waking threads for.
constexpr std::uint64_t crew_threshold = 20000;

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

template <typename Arithmetic>
class Sweep {
  public:
    using Counter = typename Arithmetic::Counter;

    Sweep(const Problem& problem, const Schedule& schedule, const Plan& plan,
          const BlockOptions& options, Arithmetic arithmetic, Control& control)
        : problem_(problem),
          schedule_(schedule),
          plan_(plan),
          options_(options),
          arithmetic_(arithmetic),
          control_(control),
          halves_(schedule.slot_count),
          arena_(store_bytes(plan, sizeof(Counter), options.threads, options.in_place)) {
        tables_.grow(schedule.slot_count / 2);
    }

    BlockResult run() {
        const int steps = static_cast<int>(schedule_.steps.size());
        result_.exact = !options_.modulus;
        if (!resume()) begin();
        saved_ = Clock::now();
        while (layer_ < steps) {
            step();
            if (options_.wants_layer && options_.wants_layer(layer_)) lend();
            if (options_.checkpoint.empty()) continue;
            const std::chrono::duration<double> since = Clock::now() - saved_;
            if (layer_ == steps || since.count() >= options_.checkpoint_seconds) save();
        }
        const Counter* answer = store_->segments[0];
        result_.residue = answer && (store_->bits.of(0)[0] & 1) ? answer[0] : 0;
        result_.peak_bytes = arena_.peak();
        return result_;
    }

  private:
    void begin() {
        layout_ = make_layout(problem_, schedule_, 0, halves_);
        store_ = std::make_unique<Store<Counter>>(halves_);
        if (layout_.class_of[0] < 0) return;  // colours out of balance: nothing can be reached
        store_->allocate(arena_, layout_, 0);
        store_->segments[0][0] = 1;
        store_->bits.of(0)[0] = 1;
        bit_bound_ = 1;
    }

    void step() {
        BlockLayout after = make_layout(problem_, schedule_, layer_ + 1, halves_);
        if (!after.addressable)
            throw std::length_error("a segment would hold 2^32 counters or more");
        const Program program = make_program(schedule_, layer_, halves_);
        auto target = std::make_unique<Store<Counter>>(halves_);
        const Resolver resolver(schedule_, layer_, halves_, layout_, after, program);
        const bool measure = certify(program);

        std::vector<Bench> benches(options_.threads);
        std::atomic<std::uint64_t> waves_done{0};
        const auto work = [&](std::size_t task, int thread, const std::atomic<bool>& stop) {
            Bench& bench = benches[thread];
            const int wave = program.waves[task];
            for (const UpperCase& upper : program.targets) {
                if (stop) return;
                resolver.resolve(wave, upper, store_->bits, target->bits, bench.piece);
                if (!bench.piece.transfers.empty()) {
                    target->allocate(arena_, after, bench.piece.target);
                    bench.bits |= execute_piece(bench, *target, measure);
                }
                if (options_.in_place)
                    for (int part : upper.last_uses) store_->release(arena_, layout_, wave + part);
            }
            ++waves_done;
        };
        const auto poll = [&] {
            const std::uint64_t part = waves_done * after.counters / program.waves.size();
            control_.check({static_cast<std::int64_t>(done_ + part),
                            static_cast<std::int64_t>(plan_.total_counters)});
        };
        run_tasks(program.waves.size(), after.counters > crew_threshold ? options_.threads : 0,
                  work, poll);
        poll();
        for (int upper = 0; upper < halves_.upper.values; ++upper)
            store_->release(arena_, layout_, upper);

        if (measure) {
            Counter all = 0;
            for (const Bench& bench : benches) all |= bench.bits;
            bit_bound_ = std::bit_width(all);
        }
        store_ = std::move(target);
        layout_ = std::move(after);
        done_ += layout_.counters;
        result_.counters += layout_.counters;
        ++layer_;
    }

    // What a thread works with, on cache lines of its own.
    struct alignas(64) Bench {
        Piece piece;
        std::vector<const Counter*> sources;
        Counter bits = 0;  // those that occur in any counter computed, if measured
    };

    Counter execute_piece(Bench& bench, const Store<Counter>& target, bool measure) const {
        bench.sources.clear();
        for (int upper : bench.piece.sources) bench.sources.push_back(store_->segments[upper]);
        return execute(bench.piece.transfers, bench.sources, target.segments[bench.piece.target],
                       tables_, arithmetic_, measure);
    }

    // Keeps `bit_bound_` true across the step: the bits of the largest counter grow at most by
    // those of the number of terms. Measuring a layer is worth its time only where the next step
    // might otherwise appear to overflow. Returns whether to measure the targets of this step.
    bool certify(const Program& program) {
        if (!result_.exact) return false;
        constexpr int digits = std::numeric_limits<Counter>::digits;
        constexpr int next_step = 8;  // bits a step adds at most on any board we know
        bit_bound_ += std::bit_width(most_terms(program, schedule_.slot_count));
        if (bit_bound_ > digits) result_.exact = false;
        return bit_bound_ + next_step > digits;
    }

    files::Identity identity() const {
        return {files::Kind::counters,
                plan_.fingerprint,
                {options_.modulus, static_cast<std::uint64_t>(options_.counter_bits)}};
    }

    // The block bits, then the segments that have any; the layout needs no saving.
    void save() {
        files::CheckedWriter writer(options_.checkpoint, identity(),
                                    {static_cast<std::uint64_t>(layer_), result_.exact,
                                     static_cast<std::uint64_t>(bit_bound_)});
        writer.write(store_->bits.words.data(), store_->bits.words.size() * sizeof(std::uint64_t));
        for (int upper = 0; upper < halves_.upper.values; ++upper) {
            if (!store_->bits.any(upper)) continue;
            const std::uint64_t size = layout_.classes[layout_.class_of[upper]].size;
            clear_absent_blocks(upper);
            writer.write(store_->segments[upper], size * sizeof(Counter));
            control_.check({static_cast<std::int64_t>(done_),
                            static_cast<std::int64_t>(plan_.total_counters)});
        }
        writer.commit();
        saved_ = Clock::now();
    }

    void lend() {
        if constexpr (sizeof(Counter) == sizeof(std::uint64_t)) {
            std::vector<const std::uint64_t*> segments(halves_.upper.values, nullptr);
            for (int upper = 0; upper < halves_.upper.values; ++upper) {
                if (!store_->bits.any(upper)) continue;
                clear_absent_blocks(upper);
                segments[upper] = store_->segments[upper];
            }
            options_.receive_layer({layer_, layout_, store_->bits.words, segments});
        }
    }

    // So that a checkpoint never carries bytes nobody computed.
    void clear_absent_blocks(int upper) {
        const auto& segment = layout_.classes[layout_.class_of[upper]];
        for (std::uint32_t value : segment.present) {
            if (store_->bits.of(upper)[value / 64] >> (value % 64) & 1) continue;
            const int pairs = (segment.upper_ends + halves_.lower.ends[value]) / 2;
            std::fill_n(store_->segments[upper] + segment.offset[value], matching_count[pairs],
                        Counter{0});
        }
    }

    bool resume() {
        if (options_.checkpoint.empty() || !files::exists(options_.checkpoint)) return false;
        files::SequentialFile reader(options_.checkpoint, identity());
        const auto [layer, exact, bit_bound] = reader.notes();
        if (layer > schedule_.steps.size()) reader.damaged();
        layer_ = result_.resumed_at = static_cast<int>(layer);
        result_.exact = exact != 0;
        bit_bound_ = static_cast<int>(bit_bound);
        layout_ = make_layout(problem_, schedule_, layer_, halves_);
        store_ = std::make_unique<Store<Counter>>(halves_);
        reader.read(store_->bits.words.data(), store_->bits.words.size() * sizeof(std::uint64_t));
        for (int upper = 0; upper < halves_.upper.values; ++upper) {
            if (!store_->bits.any(upper)) continue;
            if (layout_.class_of[upper] < 0) reader.damaged();
            store_->allocate(arena_, layout_, upper);
            const std::uint64_t size = layout_.classes[layout_.class_of[upper]].size;
            reader.read(store_->segments[upper], size * sizeof(Counter));
        }
        reader.finish();
        for (int t = 0; t <= layer_; ++t) done_ += plan_.layers[t].counters;
        return true;
    }

    const Problem& problem_;
    const Schedule& schedule_;
    const Plan& plan_;
    const BlockOptions& options_;
    Arithmetic arithmetic_;
    Control& control_;
    Halves halves_;
    Arena arena_;
    RankMaps tables_;
    BlockLayout layout_;
    std::unique_ptr<Store<Counter>> store_;
    int layer_ = 0;
    int bit_bound_ = 0;  // no counter of the layer needs more bits
    std::uint64_t done_ = 0;
    Clock::time_point saved_;
    BlockResult result_;
};

template <typename Word>
BlockResult count_with(const Problem& problem, const Schedule& schedule, const Plan& plan,
                       const BlockOptions& options, Control& control) {
    if (options.modulus == 0)
        return Sweep(problem, schedule, plan, options, Wrapping<Word>{}, control).run();
    if (options.modulus > std::numeric_limits<Word>::max() / 2 + 1)
        throw std::invalid_argument("the modulus is more than half the range of a counter");
    const Modular<Word> modular{static_cast<Word>(options.modulus)};
    return Sweep(problem, schedule, plan, options, modular, control).run();
}

}  // namespace

BlockResult count_blocks(const frontier::Sweep& sweep, const Plan& plan,
                         const BlockOptions& options, Control& control) {
    const auto& [problem, schedule] = std::tie(sweep.problem, sweep.schedule);
    if (options.threads < 1) throw std::invalid_argument("at least one thread is needed");
    if (sweep.impossible()) {
        BlockResult none;
        none.exact = !options.modulus;
        return none;
    }
    if (options.counter_bits == 32)
        return count_with<std::uint32_t>(problem, schedule, plan, options, control);
    if (options.counter_bits == 64)
        return count_with<std::uint64_t>(problem, schedule, plan, options, control);
    throw std::invalid_argument("counters have 32 or 64 bits");
}

}  // namespace babieca::sweep
