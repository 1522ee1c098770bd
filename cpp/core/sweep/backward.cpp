#include "core/sweep/backward.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "core/frontier/budget.hpp"
#include "core/frontier/natural.hpp"
#include "core/sweep/block_layers.hpp"
#include "core/sweep/crew.hpp"
#include "core/sweep/resolve.hpp"
#include "core/sweep/transpose.hpp"

namespace babieca::sweep {
namespace {

// A step with fewer counters than this is not worth waking threads for.
constexpr std::uint64_t crew_threshold = 20000;

// Computing a counter backwards takes about as long as so many forwards.
constexpr int backward_weight = 2;

// Bytes of the counters of the ways to go on.
constexpr int narrow = 4, wide = 8;

// Shows a part of the work to whoever watches the whole.
class PartOfWork : public Control {
  public:
    PartOfWork(Control& whole, std::int64_t first, std::int64_t total)
        : whole_(whole), first_(first), total_(total) {}
    bool keep_going(const Progress& part) override {
        return whole_.keep_going({first_ + part.done, total_});
    }

  private:
    Control& whole_;
    std::int64_t first_, total_;
};

// What a thread works with, on cache lines of its own.
struct alignas(64) Desk {
    Piece piece;
    SourceNumbers numbers;
    std::vector<const std::byte*> reach;
    std::vector<std::byte*> sums;
    std::vector<std::uint64_t> uses;  // per choice of the step
    std::uint64_t seen = 0;           // the bits that occur in any sum

    explicit Desk(const Halves& halves) : numbers(halves) {}
};

class Backward {
  public:
    Backward(const frontier::Sweep& sweep, const Plan& plan, const BackwardOptions& options,
             Control& control)
        : sweep_(sweep),
          plan_(plan),
          options_(options),
          control_(control),
          halves_(sweep.schedule),
          marks_(halves_),
          arena_(most_onward_bytes(plan, wide, options.threads)) {
        tables_.grow(sweep.schedule.slot_count / 2);
        for (int thread = 0; thread < options.threads; ++thread) desks_.emplace_back(halves_);
        const auto& kept = options.sections.kept;
        for (int t = 0; t <= sweep.steps(); ++t) {
            const bool again = t < kept.back() && !std::binary_search(kept.begin(), kept.end(), t);
            const int times = (t > 0) + again + (t < sweep.steps() ? backward_weight : 0);
            work_ += static_cast<std::int64_t>(times * plan.layers[t].counters);
        }
    }

    BackwardResult run() {
        const auto& kept = options_.sections.kept;
        layers_[0] = first_layer();
        if (!layers_[0]) return std::move(result_);  // colours out of balance
        sweep_forwards(*layers_[0], sweep_.steps(), [&](int layer) {
            return layer < sweep_.steps() &&
                   (layer > kept.back() || std::binary_search(kept.begin(), kept.end(), layer));
        });
        if (result_.tours == 0) return std::move(result_);
        begin_onward();
        for (std::size_t section = kept.size(); section-- > 0;) {
            const int first = kept[section];
            const int last = section + 1 < kept.size() ? kept[section + 1] : sweep_.steps();
            if (section + 1 < kept.size() && last - first > 1)
                sweep_forwards(*layers_[first], last - 1, [](int) { return true; });
            for (int t = last - 1; t >= first; --t) {
                step_back(t);
                held_ -= layers_[t]->bytes();
                layers_.erase(t);
            }
        }
        return std::move(result_);
    }

  private:
    // Sweeps from one layer to another and keeps those that are wanted.
    template <typename Wanted>
    void sweep_forwards(const KeptLayer& from, int until, Wanted&& wanted) {
        BlockOptions forward;
        forward.threads = options_.threads;
        forward.until = until;
        forward.least_widths = widths_;
        forward.wants_layer = wanted;
        forward.receive_layer = [&](const LayerView& view) {
            auto kept = std::make_unique<KeptLayer>(view);
            if (auto& old = layers_[view.layer]) held_ -= old->bytes();
            held_ += kept->bytes();
            require(held_ + arena_.peak() + 2 * view.layout.counters * view.width);
            layers_[view.layer] = std::move(kept);
        };
        if (options_.memory) forward.memory = forward_bytes(until, wanted);
        const std::vector<const std::byte*> segments = from.segments();
        const LayerView begin{from.layer(), from.layout(),  from.bits(),
                              from.width(), from.largest(), segments};
        forward.from = &begin;
        std::uint64_t skipped = 0;
        for (int t = 0; t <= from.layer(); ++t) skipped += plan_.layers[t].counters;
        PartOfWork part(control_, static_cast<std::int64_t>(done_ - skipped), work_);
        const BlockResult found = count_blocks(sweep_, plan_, forward, part);
        done_ += found.counters;
        result_.counters += found.counters;
        note(found.peak_bytes);
        if (until < sweep_.steps()) return;
        if (!found.exact) throw frontier::TooNarrow("there may be 2^63 tours or more");
        result_.tours = found.residues.front();
        widths_ = found.widths;
        widths_[0] = 1;
    }

    // What is left of the memory for a forward sweep beside the layers it is to keep.
    template <typename Wanted>
    std::uint64_t forward_bytes(int until, Wanted&& wanted) const {
        std::uint64_t kept = options_.sections.kept_bytes;
        if (!widths_.empty()) {
            kept = held_;
            for (int t = 1; t <= until; ++t)
                if (wanted(t) && !layers_.contains(t))
                    kept += plan_.layers[t].counters * widths_[t];
        }
        kept += arena_.peak();
        require(kept + 1);
        return options_.memory - kept;
    }

    void require(std::uint64_t bytes) const {
        if (options_.memory && bytes > options_.memory) throw frontier::OutOfBudget();
    }

    void note(std::uint64_t bytes) {
        result_.peak_bytes = std::max(result_.peak_bytes, held_ + arena_.peak() + bytes);
    }

    // The only state of layer 0, reached in one way.
    std::unique_ptr<KeptLayer> first_layer() {
        const BlockLayout layout = make_layout(sweep_.problem, sweep_.schedule, 0, halves_);
        if (layout.class_of[0] < 0) return nullptr;
        BlockBits bits(halves_);
        bits.of(0)[0] = 1;
        const std::vector<std::byte> one(layout.size[0], std::byte{1});
        std::vector<const std::byte*> segments(halves_.upper.values, nullptr);
        segments[0] = one.data();
        auto kept = std::make_unique<KeptLayer>(LayerView{0, layout, bits.words, 1, 1, segments});
        held_ += kept->bytes();
        return kept;
    }

    // From the last layer there is one way to go on: none.
    void begin_onward() {
        layout_ = make_layout(sweep_.problem, sweep_.schedule, sweep_.steps(), halves_);
        onward_ = std::make_unique<Store>(halves_, narrow);
        onward_->allocate(arena_, layout_, 0);
        const std::uint32_t one = 1;
        std::memcpy(onward_->segments[0], &one, narrow);
        largest_ = 1;
    }

    // A state has no more successors than it has choices, so it is known how wide sums may be.
    int width_before(const Program& program) const {
        const auto most = static_cast<std::uint64_t>(program.choices.size());
        const int bits = largest_ + static_cast<int>(std::bit_width(most));
        return onward_->width == narrow && bits <= 8 * narrow ? narrow : wide;
    }

    // From the ways to go on from layer t + 1 to those from layer t.
    void step_back(int t) {
        const KeptLayer& layer = *layers_[t];
        const BlockLayout& before = layer.layout();
        const Stride stride = make_stride(sweep_.schedule, t, halves_, layout_);
        const Program& program = stride.programs.front();
        const Resolver resolver(sweep_.schedule, halves_, before, layout_, program);
        const std::vector<const std::byte*> reach = layer.segments();
        BlockBits present(halves_);
        present.words = layer.bits();
        std::fill(marks_.words.begin(), marks_.words.end(), 0);

        sums_ = std::make_unique<Store>(halves_, width_before(program));
        require(held_ + onward_bytes(plan_.strides[t], sums_->width, options_.threads));
        for (Desk& desk : desks_) desk.uses.assign(program.choices.size(), 0);
        std::atomic<std::uint64_t> waves_done{0};
        const auto work = [&](std::size_t task, int thread, const std::atomic<bool>& stop) {
            Desk& desk = desks_[thread];
            const int wave = stride.waves[stride.waves.size() - 1 - task];
            for (int part : stride.sources) {
                if (!reach[wave + part]) continue;
                sums_->allocate(arena_, before, wave + part);
                std::fill_n(sums_->segments[wave + part], before.size[wave + part] * sums_->width,
                            std::byte{0});
            }
            for (const UpperCase& upper : program.targets) {
                if (stop) return;
                resolver.resolve(wave, upper, Presence{present}, Presence{marks_}, desk.numbers,
                                 desk.piece);
                if (desk.piece.targets.empty()) continue;
                desk.reach.clear();
                desk.sums.clear();
                for (int source : desk.piece.sources) {
                    desk.reach.push_back(reach[source]);
                    desk.sums.push_back(sums_->segments[source]);
                }
                bring_back(desk, layer.width(), onward_->segments[desk.piece.target]);
            }
            for (const UpperCase& upper : program.targets)
                onward_->release(arena_, layout_, wave + upper.upper);
            ++waves_done;
        };
        const std::uint64_t counters = backward_weight * before.counters;
        const auto poll = [&] {
            control_.check(
                {static_cast<std::int64_t>(done_ + waves_done * counters / stride.waves.size()),
                 work_});
        };
        run_tasks(stride.waves.size(), counters > crew_threshold ? options_.threads : 0, work,
                  poll);
        poll();
        note(0);
        finish_step(program);
        done_ += counters;
        result_.counters += before.counters;
        layout_ = before;
    }

    void finish_step(const Program& program) {
        std::uint64_t seen = 0;
        for (Desk& desk : desks_) seen |= std::exchange(desk.seen, 0);
        largest_ = std::max<int>(largest_, std::bit_width(seen));
        const Vertex vertex = sweep_.schedule.steps[program.step].vertex;
        for (std::size_t choice = 0; choice < program.choices.size(); ++choice) {
            std::uint64_t tours = 0;
            for (const Desk& desk : desks_) tours += desk.uses[choice];
            result_.uses.push_back({vertex, program.choices[choice], tours});
        }
        for (int upper = 0; upper < halves_.upper.values; ++upper)
            onward_->release(arena_, layout_, upper);
        onward_ = std::move(sums_);
    }

    void bring_back(Desk& desk, int reach_width, const std::byte* onward) {
        switch (reach_width) {
            case 1:
                return bring_back_from<std::uint8_t>(desk, onward);
            case 2:
                return bring_back_from<std::uint16_t>(desk, onward);
            case 4:
                return bring_back_from<std::uint32_t>(desk, onward);
            default:
                return bring_back_from<std::uint64_t>(desk, onward);
        }
    }
    template <typename Reach>
    void bring_back_from(Desk& desk, const std::byte* onward) {
        if (sums_->width == narrow)
            return bring_back_as<Reach, std::uint32_t, std::uint32_t>(desk, onward);
        if (onward_->width == narrow)
            return bring_back_as<Reach, std::uint32_t, std::uint64_t>(desk, onward);
        bring_back_as<Reach, std::uint64_t, std::uint64_t>(desk, onward);
    }
    template <typename Reach, typename Onward, typename Sum>
    void bring_back_as(Desk& desk, const std::byte* onward) {
        TransposedExecutor<Reach, Onward, Sum> executor(tables_);
        executor.run(
            desk.piece,
            std::span(reinterpret_cast<const Reach* const*>(desk.reach.data()), desk.reach.size()),
            std::span(reinterpret_cast<Sum* const*>(desk.sums.data()), desk.sums.size()),
            reinterpret_cast<const Onward*>(onward), desk.uses);
        desk.seen |= executor.seen();
    }

    const frontier::Sweep& sweep_;
    const Plan& plan_;
    const BackwardOptions& options_;
    Control& control_;
    Halves halves_;
    RankMaps tables_;
    BlockBits marks_;  // which targets of a step receive something; nobody asks
    std::vector<Desk> desks_;
    std::map<int, std::unique_ptr<KeptLayer>> layers_;  // of ways to reach a state
    std::uint64_t held_ = 0;                            // their bytes
    std::vector<int> widths_;                           // of all layers, once they have been swept
    Arena arena_;
    BlockLayout layout_;                    // of the later layer of a step
    std::unique_ptr<Store> onward_, sums_;  // ways to go on from the later and the earlier layer
    int largest_ = 0;                       // bits: no counter of `onward_` needs more
    std::uint64_t done_ = 0;                // of the work, in counters
    std::int64_t work_ = 0;
    BackwardResult result_;
};

}  // namespace

BackwardResult count_choices(const frontier::Sweep& sweep, const Plan& plan,
                             const BackwardOptions& options, Control& control) {
    if (sweep.impossible()) return {};
    return Backward(sweep, plan, options, control).run();
}

}  // namespace babieca::sweep
