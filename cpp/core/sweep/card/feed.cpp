#include "core/sweep/card/feed.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <utility>

#include "core/frontier/budget.hpp"
#include "core/sweep/crew.hpp"

namespace babieca::card {

using sweep::BlockBits;
using sweep::Piece;
using sweep::Presence;

// A batch of fewer bytes than this is not worth waking threads for.
constexpr std::uint64_t crew_threshold = 1 << 20;

// About how many bytes of lists a block has: a goal and eight flows, say.
constexpr std::uint64_t list_bytes = sizeof(Goal) + 8 * sizeof(Flow);

// Goals are read as one.
constexpr std::uint64_t aligned(std::uint64_t bytes) {
    return (bytes + sizeof(Goal) - 1) / sizeof(Goal) * sizeof(Goal);
}

// What a thread resolves with, on cache lines of its own.
struct alignas(64) Feed::Bench {
    Piece piece;
    sweep::SourceNumbers numbers;
    std::vector<std::uint64_t> sources;
    std::unique_ptr<BlockBits> middle_bits;
    std::vector<std::uint64_t> middle_segments;

    explicit Bench(const sweep::Halves& halves) : numbers(halves) {}
};

std::uint64_t Feed::Wave::bytes() const {
    std::uint64_t total = 0;
    for (const Lists& lists : steps) {
        total += lists.flows.size() * sizeof(Flow);
        for (const auto& by_pairs : lists.goals)
            for (const auto& goals : by_pairs) total += goals.size() * sizeof(Goal);
    }
    return total;
}

Feed::Feed(const frontier::Sweep& sweep, const sweep::Plan& plan, const FeedOptions& options)
    : sweep_(sweep),
      plan_(plan),
      options_(options),
      halves_(sweep.schedule),
      ranges_(options.capacity) {
    if (options.threads < 1) throw std::invalid_argument("at least one thread is needed");
    if (sweep.schedule.slot_count > 2 * most_pairs)
        throw std::invalid_argument("the frontier is too wide for a card");
    for (int thread = 0; thread < options.threads; ++thread) benches_.emplace_back(halves_);
    source_ = make_layer(0);
    if (source_->layout.class_of[0] < 0) {  // colours out of balance: nothing can be reached
        layer_ = sweep.steps();
        return;
    }
    source_->segments[0] = take(source_->layout.size[0] * source_->bytes);
    source_->bits.of(0)[0] = 1;
}

Feed::~Feed() = default;

std::unique_ptr<Feed::Layer> Feed::make_layer(int layer) const {
    auto made =
        std::make_unique<Layer>(Layer{make_layout(sweep_.problem, sweep_.schedule, layer, halves_),
                                      BlockBits(halves_),
                                      {},
                                      options_.counter_bytes});
    made->segments.resize(halves_.upper.values);
    return made;
}

std::uint64_t Feed::take(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto begin = ranges_.take(bytes);
    if (!begin) throw frontier::OutOfBudget();
    used_ += sweep::Ranges::rounded(bytes);
    peak_ = std::max(peak_, used_);
    return *begin;
}

void Feed::give(const Extent& extent) {
    ranges_.give(extent.begin, extent.bytes);
    used_ -= sweep::Ranges::rounded(extent.bytes);
}

void Feed::begin_stride() {
    const int next = sweep_.schedule.next_stored(layer_);
    target_ = make_layer(next);
    stride_ = make_stride(sweep_.schedule, layer_, halves_, target_->layout);
    middle_.reset();
    if (stride_.programs.size() > 1)
        middle_ = make_layout(sweep_.problem, sweep_.schedule, layer_ + 1, halves_);
    resolvers_.clear();
    for (std::size_t p = 0; p < stride_.programs.size(); ++p)
        resolvers_.emplace_back(sweep_.schedule, halves_, p == 0 ? source_->layout : *middle_,
                                p + 1 == stride_.programs.size() ? target_->layout : *middle_,
                                stride_.programs[p]);
    resolved_ = emitted_ = 0;
}

void Feed::end_stride() {
    for (int upper = 0; upper < halves_.upper.values; ++upper)
        if (const auto segment = source_->segments[upper])
            finished_.push_back({*segment, source_->layout.size[upper] * source_->bytes});
    done_ += target_->layout.counters + (middle_ ? middle_->counters : 0);
    source_ = std::move(target_);
    layer_ = stride_.last;
}

Batch Feed::next(std::span<std::byte> buffer, Control& control) {
    for (const Extent& extent : finished_) give(extent);
    finished_.clear();
    Batch batch;
    while (layer_ < sweep_.steps() && batch.jobs.empty()) {
        if (!target_) begin_stride();
        batch.layer = stride_.last;
        if (ready_.empty()) resolve(waves_at_once(buffer.size()), control);
        std::size_t waves = 0;
        std::uint64_t bytes = 0;
        const std::uint64_t room = buffer.size() - resolvers_.size() * sizeof(Goal);
        while (waves < ready_.size() && bytes + ready_[waves].bytes() <= room)
            bytes += ready_[waves++].bytes();
        if (waves == 0) throw std::length_error("the lists of a wave outgrow the buffer");
        emit(waves, buffer, batch, control);
        retire(waves);
        if (emitted_ == stride_.waves.size()) end_stride();
    }
    return batch;
}

// As many as are expected to fill the buffer, and to leave half of the free memory of the card for
// gaps and for waves larger than others.
std::size_t Feed::waves_at_once(std::size_t buffer) const {
    const std::size_t waves = stride_.waves.size();
    const auto of_layers = [&](auto member) {
        return target_->layout.*member + (middle_ ? (*middle_).*member : 0);
    };
    const std::uint64_t lists = list_bytes * of_layers(&sweep::BlockLayout::blocks) / waves + 1;
    const std::uint64_t memory =
        target_->bytes * of_layers(&sweep::BlockLayout::counters) / waves + 1;
    const std::uint64_t free = options_.capacity - used_;
    return std::clamp<std::size_t>(std::min(buffer / lists, free / 2 / memory), 1,
                                   waves - resolved_);
}

void Feed::resolve(std::size_t count, Control& control) {
    ready_.clear();
    ready_.resize(count);
    sweep::run_tasks(
        count, count > 1 ? options_.threads : 0,
        [&](std::size_t task, int thread, const std::atomic<bool>&) {
            resolve_wave(stride_.waves[resolved_ + task], benches_[thread], ready_[task]);
        },
        [&] { check(control); });
    resolved_ += count;
}

void Feed::resolve_wave(int wave, Bench& bench, Wave& lists) {
    const int* const numbers = stride_.middle_number.data();
    if (middle_) {
        if (!bench.middle_bits ||
            bench.middle_segments.size() != static_cast<std::size_t>(stride_.middle_parts))
            bench.middle_bits = std::make_unique<BlockBits>(halves_, stride_.middle_parts);
        std::fill(bench.middle_bits->words.begin(), bench.middle_bits->words.end(), 0);
        bench.middle_segments.assign(stride_.middle_parts, 0);
    }
    lists.steps.resize(resolvers_.size());
    for (std::size_t p = 0; p < resolvers_.size(); ++p) {
        const bool first = p == 0, last = p + 1 == resolvers_.size();
        const Presence from =
            first ? Presence{source_->bits} : Presence{*bench.middle_bits, numbers, wave};
        const Presence to =
            last ? Presence{target_->bits} : Presence{*bench.middle_bits, numbers, wave};
        const sweep::Program& program = stride_.programs[p];
        for (int subwave : program.subwaves)
            for (const sweep::UpperCase& upper : program.targets) {
                resolvers_[p].resolve(wave + subwave, upper, from, to, bench.numbers, bench.piece);
                const Piece& piece = bench.piece;
                if (piece.targets.empty()) continue;
                const sweep::BlockLayout& layout = last ? target_->layout : *middle_;
                const std::uint64_t bytes = layout.size[piece.target] * target_->bytes;
                const std::uint64_t segment = take(bytes);
                if (last) {
                    target_->segments[piece.target] = segment;
                } else {
                    bench.middle_segments[numbers[piece.target - wave]] = segment;
                    lists.middle.push_back({segment, bytes});
                }
                bench.sources.clear();
                for (int source : piece.sources)
                    bench.sources.push_back(first ? *source_->segments[source] / source_->bytes
                                                  : bench.middle_segments[numbers[source - wave]] /
                                                        target_->bytes);
                append(piece, segment / target_->bytes, bench.sources, lists.steps[p]);
            }
    }
}

void Feed::append(const Piece& piece, std::uint64_t target,
                  const std::vector<std::uint64_t>& sources, Lists& lists) const {
    for (std::size_t n = 0; n < piece.targets.size(); ++n) {
        const sweep::Target& block = piece.targets[n];
        const auto begin = static_cast<Word>(lists.flows.size());
        for (std::uint32_t t = block.first; t < piece.end(n); ++t) {
            const sweep::Transfer& transfer = piece.transfers[t];
            const std::uint64_t at = sources[transfer.segment] + transfer.source;
            lists.flows.push_back({static_cast<Word>(at), static_cast<Byte>(at >> 32),
                                   static_cast<Byte>(transfer.operation), transfer.i, transfer.j});
        }
        const std::uint64_t at = target + block.offset;
        Goal goal{static_cast<Word>(at), static_cast<Byte>(at >> 32), turned,
                  block.fixed_first,     block.fixed_count,           begin,
                  block.mirrored};
        if (block.mirrored) lists.goals[0][block.pairs].push_back(goal);
        goal.way = block.mirrored ? added : 0;
        goal.first += block.mirrored;
        goal.count = piece.end(n) - block.first - block.mirrored;
        if (goal.count) lists.goals[1][block.pairs].push_back(goal);
    }
}

// Lays the lists of some waves end to end: per step its flows, then its goals by way and pairs.
void Feed::emit(std::size_t waves, std::span<std::byte> buffer, Batch& batch, Control& control) {
    std::vector<std::function<void()>> copies;
    const auto copy_flows = [&](const std::vector<Flow>& flows, std::uint64_t at) {
        copies.push_back([&flows, to = buffer.data() + at] {
            std::memcpy(to, flows.data(), flows.size() * sizeof(Flow));
        });
    };
    const auto copy_goals = [&](const std::vector<Goal>& goals, std::uint64_t at,
                                Word flows_before) {
        copies.push_back([&goals, flows_before, to = buffer.data() + at] {
            for (std::size_t n = 0; n < goals.size(); ++n) {
                Goal goal = goals[n];
                goal.first += flows_before;
                std::memcpy(to + n * sizeof(Goal), &goal, sizeof(Goal));
            }
        });
    };
    std::uint64_t end = 0;
    for (std::size_t p = 0; p < resolvers_.size(); ++p) {
        const std::uint64_t begin = end;
        std::vector<Word> flows_before;
        for (std::size_t wave = 0; wave < waves; ++wave) {
            const auto& flows = ready_[wave].steps[p].flows;
            flows_before.push_back(static_cast<Word>((end - begin) / sizeof(Flow)));
            if (!flows.empty()) copy_flows(flows, end);
            end += flows.size() * sizeof(Flow);
        }
        end = aligned(end);
        for (int way = 0; way < ways; ++way)
            for (int pairs = 0; pairs <= most_pairs; ++pairs) {
                Job job{pairs, p == 0 ? source_->bytes : target_->bytes, target_->bytes, end, 0,
                        begin};
                for (std::size_t wave = 0; wave < waves; ++wave) {
                    const auto& goals = ready_[wave].steps[p].goals[way][pairs];
                    if (!goals.empty()) copy_goals(goals, end, flows_before[wave]);
                    end += goals.size() * sizeof(Goal);
                    job.goal_count += goals.size();
                }
                if (job.goal_count) batch.jobs.push_back(job);
            }
    }
    batch.bytes = end;
    sweep::run_tasks(
        copies.size(), end > crew_threshold ? options_.threads : 0,
        [&](std::size_t task, int, const std::atomic<bool>&) { copies[task](); },
        [&] { check(control); });
}

// What the first `waves` of the waves that are ready were the last to read is free after this
// batch.
void Feed::retire(std::size_t waves) {
    for (std::size_t wave = 0; wave < waves; ++wave, ++emitted_) {
        finished_.insert(finished_.end(), ready_[wave].middle.begin(), ready_[wave].middle.end());
        for (int part : stride_.sources) {
            const int upper = stride_.waves[emitted_] + part;
            if (const auto segment = std::exchange(source_->segments[upper], std::nullopt))
                finished_.push_back({*segment, source_->layout.size[upper] * source_->bytes});
        }
    }
    ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(waves));
}

void Feed::check(Control& control) const {
    control.check(
        {static_cast<std::int64_t>(done_), static_cast<std::int64_t>(plan_.total_counters)});
}

std::optional<std::uint64_t> Feed::answer() const {
    if (!source_->segments[0] || !(source_->bits.of(0)[0] & 1)) return std::nullopt;
    return source_->segments[0];
}

}  // namespace babieca::card
