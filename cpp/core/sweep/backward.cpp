#include "core/sweep/backward.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/control.hpp"
#include "core/frontier/natural.hpp"
#include "core/frontier/state_sweep.hpp"

namespace babieca::sweep {
namespace {

// The cost of a backward counter, in forward counters.
constexpr int backward_weight = 2;

class Backward {
  public:
    Backward(const frontier::Sweep& sweep, const Plan& plan, const BackwardOptions& options,
             Control& control)
        : sweep_(sweep),
          plan_(plan),
          options_(options),
          control_(control),
          halves_(sweep.schedule) {
        if (const std::uint64_t disk = options.sections.disk_bytes)
            scratch_ = std::make_unique<ScratchFile>(options.scratch, disk);
        for (const StridePlan& stride : plan.strides) {
            const bool again = stride.last < kept().back() && !is_kept(stride.last);
            work_ += (1 + again) * counters(stride.first + 1, stride.last) + backward_work(stride);
        }
    }

    BackwardResult run() {
        const int steps = sweep_.steps();
        if (!keep_first_layer()) return std::move(result_);  // the colours do not balance
        sweep_forwards(0, steps, [&](int layer) {
            return layer < steps && (layer > kept().back() || is_kept(layer));
        });
        if (result_.tours == 0 && !options_.modulus) return std::move(result_);
        const std::vector<int> widths(plan_.layers.size(), options_.modulus ? 4 : 8);
        back_.emplace(sweep_, options_.threads,
                      backward_only_bytes(plan_, widths, 0, options_.threads), options_.modulus);
        int last = steps;
        for (auto stride = plan_.strides.rbegin(); stride != plan_.strides.rend(); ++stride) {
            if (!layers_.contains(stride->first)) {
                const int first = *std::prev(std::ranges::lower_bound(kept(), last));
                sweep_forwards(first, stride->first, [](int) { return true; });
            }
            go_back(*stride);
            if (is_kept(stride->first)) last = stride->first;
        }
        result_.uses = back_->uses();
        if (scratch_) result_.disk_bytes = scratch_->peak();
        return std::move(result_);
    }

  private:
    const std::vector<int>& kept() const { return options_.sections.kept; }
    bool is_kept(int layer) const { return std::ranges::binary_search(kept(), layer); }
    std::int64_t counters(int first, int last) const {  // of the layers first .. last
        std::uint64_t sum = 0;
        for (int t = first; t <= last; ++t) sum += plan_.layers[t].counters;
        return static_cast<std::int64_t>(sum);
    }
    std::int64_t backward_work(const StridePlan& stride) const {
        return backward_weight * counters(stride.first, stride.last - 1);
    }

    // Keeps layer 0: its only state is reached in one way. Returns false if there is no tour.
    bool keep_first_layer() {
        const BlockLayout layout = make_layout(sweep_, 0, halves_);
        if (layout.shape_of[0] < 0) return false;
        BlockBits bits(halves_, layout);
        bits.set(0, 0);
        keep({{0, layout, bits, 1, 1, false}, [](int, std::byte* to) { *to = std::byte{1}; }});
        return true;
    }

    void keep(const LentLayer& lent) {
        layers_[lent.layer] = std::make_unique<KeptLayer>(lent, scratch_.get());
    }

    // Brings a layer to memory, if it is in scratch.
    KeptLayer& loaded(int number) {
        KeptLayer& layer = *layers_.at(number);
        if (scratch_) layer.load(make_layout(sweep_, number, halves_));
        return layer;
    }

    // Sweeps forwards from a kept layer and keeps the layers with wanted(layer).
    template <typename Wanted>
    void sweep_forwards(int from, int until, Wanted&& wanted) {
        KeptLayer& layer = loaded(from);
        const LayerView begin = layer.view();
        BlockOptions forward;
        forward.threads = options_.threads;
        forward.moduli = {options_.modulus};
        if (options_.modulus) forward.counter_bits = 32;
        forward.from = &begin;
        forward.until = until;
        forward.least_widths = widths_;
        forward.wants_layer = wanted;
        forward.receive_layer = [&](const LentLayer& lent) {
            // In memory the layer exists twice while it is copied.
            require(kept_now() + waiting() +
                    (scratch_ ? 1 : 2) * lent.layout.counters * lent.width);
            keep(lent);
        };
        if (options_.memory) forward.memory = left_for_sweep(from, until, wanted);
        FunctionControl part([this, first = done_ - counters(0, from)](const Progress& progress) {
            return control_.keep_going({first + progress.done, work_});
        });
        const BlockResult found = count_blocks(sweep_, plan_, forward, part);
        done_ += counters(from + 1, until);
        result_.counters += found.counters;
        note(found.peak_bytes);
        if (scratch_) layer.unload();
        if (until < sweep_.steps()) return;
        if (!found.exact && !options_.modulus) throw frontier::TooNarrow({Code::number_64_bits});
        result_.tours = found.residues.front();
        widths_ = found.widths;
    }

    // The memory for a forward sweep beside the layers that it keeps.
    template <typename Wanted>
    std::uint64_t left_for_sweep(int from, int until, Wanted&& wanted) const {
        std::uint64_t bytes = options_.sections.kept_bytes;
        if (!widths_.empty()) {
            bytes = kept_now();
            for (int t = from + 1; t <= until; ++t)
                if (!scratch_ && plan_.layers[t].stored && wanted(t))
                    bytes += plan_.layers[t].counters * widths_[t];
        }
        require(bytes + waiting() + 1);
        return options_.memory - bytes - waiting();
    }

    void go_back(const StridePlan& stride) {
        const auto work = backward_work(stride);
        back_->go_back(
            loaded(stride.first).view(), stride.middle,
            [&](int width) {
                const std::uint64_t bytes = backward_bytes(stride, width, options_.threads);
                require(kept_now() + bytes);
                return bytes;
            },
            [&](double part) {
                const double done = part * static_cast<double>(work);
                control_.check({done_ + static_cast<std::int64_t>(done), work_});
            });
        done_ += work;
        result_.counters += static_cast<std::uint64_t>(work / backward_weight);
        note(0);
        layers_.erase(stride.first);
    }

    std::uint64_t kept_now() const {  // bytes of kept layers in memory
        std::uint64_t bytes = 0;
        for (const auto& [number, layer] : layers_) bytes += layer->bytes();
        return bytes;
    }
    // Bytes of the ways to complete states.
    std::uint64_t waiting() const { return back_ ? back_->peak_bytes() : 0; }
    void require(std::uint64_t bytes) const {
        if (options_.memory && bytes > options_.memory) throw OutOfBudget();
    }
    void note(std::uint64_t bytes) {
        result_.peak_bytes = std::max(result_.peak_bytes, kept_now() + waiting() + bytes);
    }

    const frontier::Sweep& sweep_;
    const Plan& plan_;
    const BackwardOptions& options_;
    Control& control_;
    const Halves halves_;
    std::unique_ptr<ScratchFile> scratch_;              // null: kept layers are in memory
    std::map<int, std::unique_ptr<KeptLayer>> layers_;  // the ways to reach states
    std::vector<int> widths_;                           // of all layers, after the first sweep
    std::optional<StridesBack> back_;
    std::int64_t done_ = 0, work_ = 0;  // in counters
    BackwardResult result_;
};

}  // namespace

BackwardResult sweep_and_back(const frontier::Sweep& sweep, const Plan& plan,
                              const BackwardOptions& options, Control& control) {
    if (options.modulus >> 31 || (options.modulus && options.modulus % 2 == 0))
        throw std::invalid_argument("the modulus must be odd and below 2^31");
    if (sweep.impossible()) return {};
    return Backward(sweep, plan, options, control).run();
}

BackwardOnly::BackwardOnly(const frontier::Sweep& sweep, const Plan& plan,
                           const BackwardOnlyOptions& options, Control& control)
    : sweep_(sweep), options_(options) {
    const int steps = sweep_.steps();
    if (plan.pairs) throw std::invalid_argument("a sweep that goes only backwards has no mirror");
    if (options.layer < 0 || options.layer > steps)
        throw std::invalid_argument("there is no such layer");
    if (sweep_.impossible()) return;
    const Halves halves(sweep_.schedule);
    std::uint64_t work = 0;
    for (int t = options.layer; t < steps; ++t) work += plan.layers[t].counters;
    const auto total = static_cast<std::int64_t>(work);
    const std::vector<int> widths(plan.layers.size(), 8);
    back_ = std::make_unique<StridesBack>(sweep_, options.threads,
                                          backward_only_bytes(plan, widths, 0, options.threads),
                                          options.modulus);
    const BlockBits unknown(halves, 0);
    for (auto stride = plan.strides.rbegin(); stride != plan.strides.rend(); ++stride) {
        if (stride->first < options.layer) break;
        const BlockLayout layout = make_layout(sweep_, stride->first, halves);
        back_->go_back(
            {{stride->first, layout, unknown, 0, 0, false}, {}}, stride->middle,
            [&](int width) {
                const std::uint64_t bytes = backward_bytes(*stride, width, options.threads);
                if (options.memory && bytes + side_bytes(plan) > options.memory)
                    throw OutOfBudget();
                return bytes;
            },
            [&](double part) {
                const double done = part * static_cast<double>(layout.counters);
                control.check({static_cast<std::int64_t>(counters_ + done), total});
            });
        counters_ += layout.counters;
    }
}

BackwardOnly::Tours BackwardOnly::tours(std::span<const Edge> edges) const {
    if (!back_) return {0, !options_.modulus};
    const auto& steps = sweep_.schedule.steps;
    // Per step: the vertices that the retiring vertex must be joined to.
    std::vector<std::vector<Vertex>> wanted(options_.layer);
    for (const Edge& edge : edges) {
        const auto first = std::find_if(
            steps.begin(), steps.begin() + options_.layer,
            [&](const auto& s) { return s.vertex == edge.first || s.vertex == edge.second; });
        if (first == steps.begin() + options_.layer)
            throw std::invalid_argument("an edge is not decided before the layer");
        wanted[first - steps.begin()].push_back(first->vertex == edge.first ? edge.second
                                                                            : edge.first);
    }
    bool exact = !options_.modulus && back_->largest() < 64;
    const auto reduced = [&](unsigned __int128 value) {
        exact = exact && value >> 64 == 0;
        return static_cast<std::uint64_t>(options_.modulus ? value % options_.modulus : value);
    };
    frontier::StateSweep<std::uint64_t> reached(sweep_.schedule, 1, 0);
    Control control;
    while (reached.done() < options_.layer) {
        const std::vector<Vertex>& all = wanted[reached.done()];
        reached.step(
            control, options_.layer,
            [&](std::uint64_t& sum, std::uint64_t ways, const auto&) {
                sum = reduced(static_cast<unsigned __int128>(sum) + ways);
            },
            [&](const frontier::Choice& choice) {
                const frontier::JoinedTo joined = frontier::joined_to(choice);
                return std::all_of(all.begin(), all.end(),
                                   [&](Vertex u) { return u == joined[0] || u == joined[1]; });
            });
    }
    std::uint64_t sum = 0;
    reached.layer().for_each([&](const frontier::PackedState& state, std::uint64_t ways) {
        sum = reduced(static_cast<unsigned __int128>(ways) * back_->ways_on(state) + sum);
    });
    return {sum, exact};
}

}  // namespace babieca::sweep
