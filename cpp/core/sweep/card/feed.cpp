#include "core/sweep/card/feed.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "core/frontier/budget.hpp"

namespace babieca::card {

using sweep::BlockBits;
using sweep::Piece;
using sweep::Presence;

namespace {

// Fewer bytes than this are not worth waking threads for: of lists to copy, and to resolve.
constexpr std::uint64_t crew_threshold = 1 << 20, resolve_threshold = 1 << 17;

// About how many bytes of lists a block has: a goal and two flows, say.
constexpr std::uint64_t list_bytes = sizeof(Goal) + 2 * sizeof(Flow);

// Goals are read as one.
constexpr std::uint64_t aligned(std::uint64_t bytes) {
    return (bytes + sizeof(Goal) - 1) / sizeof(Goal) * sizeof(Goal);
}

// Parts of the middle, by number, that no target of the first step has.
std::vector<int> never_written(const sweep::Stride& stride) {
    const sweep::Program& first = stride.programs.front();
    std::vector<char> written(stride.middle_parts, 0);
    for (int subwave : first.subwaves)
        for (const sweep::UpperCase& upper : first.targets)
            if (const int part = stride.middle_number[subwave + upper.upper]; part >= 0)
                written[part] = 1;
    std::vector<int> never;
    for (int part = 0; part < stride.middle_parts; ++part)
        if (!written[part]) never.push_back(part);
    return never;
}

}  // namespace

// What a thread resolves with, on cache lines of its own.
struct alignas(64) Feed::Bench {
    Piece piece;
    sweep::SourceNumbers numbers;
    std::vector<std::uint64_t> sources;
};

std::uint64_t Feed::Wave::bytes() const {
    std::uint64_t total = 0;
    for (const Lists& part : lists()) total += part.bytes;
    return total;
}

void Feed::Wave::begin_parts(std::size_t count) {
    if (parts.size() < count) parts.resize(count);
    used = count;
}

Feed::Feed(const frontier::Sweep& sweep, const sweep::Plan& plan, const FeedOptions& options)
    : sweep_(sweep),
      plan_(plan),
      options_(options),
      halves_(sweep.schedule),
      places_(options.capacity, options.host),
      middle_bits_(halves_, 0),
      crew_(options.threads) {
    if (options.threads < 1) throw std::invalid_argument("at least one thread is needed");
    if (sweep.schedule.slot_count > 2 * most_pairs)
        throw std::invalid_argument("the frontier is too wide for a card");
    benches_.resize(options.threads);
    layout_ahead_ = std::async(std::launch::deferred, [this] { return layout_of(0); }).share();
    source_ = make_layer(layout_ahead_.get());
    if (source_->layout->class_of[0] < 0) {  // colours out of balance: nothing can be reached
        layer_ = sweep.steps();
        return;
    }
    source_->segments[0] = places_.take(source_->layout->size[0] * source_->bytes);
    if (!source_->segments[0]) throw frontier::OutOfBudget();
    source_->bits.of(0)[0] = 1;
    look_ahead();
}

Feed::~Feed() = default;

Feed::Layout Feed::layout_of(int layer) const {
    return std::make_shared<const sweep::BlockLayout>(
        make_layout(sweep_.problem, sweep_.schedule, layer, halves_));
}

std::unique_ptr<Feed::Way> Feed::make_way(int layer, Layout source, Layout target) const {
    auto way = std::make_unique<Way>();
    way->source = std::move(source);
    way->target = std::move(target);
    way->stride = make_stride(sweep_.schedule, layer, halves_, *way->target);
    const std::size_t steps = way->stride.programs.size();
    if (steps > 1) {
        way->middle = layout_of(layer + 1);
        way->never_written = never_written(way->stride);
    }
    for (std::size_t p = 0; p < steps; ++p)
        way->resolvers.emplace_back(sweep_.schedule, halves_, *(p == 0 ? way->source : way->middle),
                                    *(p + 1 == steps ? way->target : way->middle),
                                    way->stride.programs[p]);
    return way;
}

void Feed::look_ahead() {
    while (laid_out_ < sweep_.steps() && ways_ahead_.size() < strides_ahead) {
        const int layer = std::exchange(laid_out_, sweep_.schedule.next_stored(laid_out_));
        const std::shared_future<Layout> source = layout_ahead_;
        layout_ahead_ = std::async([this, next = laid_out_] { return layout_of(next); }).share();
        ways_ahead_.push_back(std::async([this, layer, source, target = layout_ahead_] {
            return make_way(layer, source.get(), target.get());
        }));
    }
}

std::unique_ptr<Feed::Layer> Feed::make_layer(Layout layout) {
    if (!spare_bits_) spare_bits_.emplace(halves_);
    auto made = std::make_unique<Layer>(Layer{
        std::move(layout), *std::exchange(spare_bits_, std::nullopt), {}, options_.counter_bytes});
    made->segments.resize(halves_.upper.values);
    return made;
}

void Feed::begin_stride() {
    look_ahead();
    way_ = ways_ahead_.front().get();
    ways_ahead_.pop_front();
    target_ = make_layer(way_->target);
    group_ = group_size_ = emitted_ = 0;
    step_ = way_->stride.programs.size() - 1;
}

void Feed::end_stride() {
    for (int upper = 0; upper < halves_.upper.values; ++upper) {
        if (source_->segments[upper]) finished_.push_back(source_->extent(upper));
        if (target_->layout->class_of[upper] >= 0 && !target_->segments[upper])
            target_->bits.clear(upper);
    }
    written_.clear();
    done_ += stride_counters();
    spare_bits_ = std::move(source_->bits);
    source_ = std::move(target_);
    layer_ = way_->stride.last;
}

Batch Feed::next(std::span<std::byte> buffer, Control& control) {
    Batch batch;
    while (layer_ < sweep_.steps() && batch.jobs.empty()) {
        places_.give_all(finished_);
        if (!target_) begin_stride();
        check(control);  // most batches are done before a crew would ask
        batch.layer = way_->stride.last;
        if (emitted_ == group_size_) resolve(buffer.size(), shifts_, control);
        std::size_t waves = 0;
        std::uint64_t bytes = sizeof(Goal);  // between flows and goals
        while (emitted_ + waves < group_size_ &&
               bytes + waves_[emitted_ + waves].bytes() <= buffer.size())
            bytes += waves_[emitted_ + waves++].bytes();
        if (waves == 0) {
            batch.wanted = bytes + waves_[emitted_].bytes();
            return batch;
        }
        emit(waves, buffer, batch, control);
        retire(waves);
        if (emitted_ == group_size_ && last_step() &&
            group_ + group_size_ == way_->stride.waves.size())
            end_stride();
    }
    batch.shifts = std::exchange(shifts_, {});
    return batch;
}

// About how many bytes of lists a wave has.
std::uint64_t Feed::wave_bytes() const {
    const std::uint64_t blocks =
        std::max(target_->layout->blocks, way_->middle ? way_->middle->blocks : 0);
    return list_bytes * blocks / way_->stride.waves.size() + 1;
}

// As many as are expected to fill the buffer, or all if few would be left.
std::size_t Feed::waves_at_once(std::size_t buffer) const {
    const std::size_t left = way_->stride.waves.size() - group_;
    const auto filling = std::max<std::size_t>(buffer / wave_bytes(), 1);
    return left <= filling + filling / 4 ? left : filling;
}

// Resolves the next step of the group, or the first one of the next group.
void Feed::resolve(std::size_t buffer, Shifts& shifts, Control& control) {
    std::size_t most = group_size_;
    if (last_step()) {
        group_ += group_size_;
        group_size_ = step_ = 0;
        most = waves_at_once(buffer);
        if (waves_.size() < most) waves_.resize(most);
        const std::size_t rows = most * way_->stride.middle_parts;
        if (middle_bits_.words.size() < middle_bits_.stride * rows)
            middle_bits_ = BlockBits(halves_, rows);
    } else {
        ++step_;
    }
    place_group(most, shifts);
    emitted_ = 0;
    const std::size_t parts =
        std::min(tasks_per_thread * benches_.size() / group_size_ + 1, finest_parts);
    for (std::size_t number = 0; number < group_size_; ++number) waves_[number].begin_parts(parts);
    crew_.run(
        group_size_ * parts, group_size_ * wave_bytes() < resolve_threshold,
        [&](std::size_t task, int thread, const std::atomic<bool>&) {
            resolve_part(task / parts, task % parts, benches_[thread]);
        },
        [&] { check(control); });
}

// Resolves every so-manieth segment of a wave, for the step under way.
void Feed::resolve_part(std::size_t number, std::size_t part, Bench& bench) {
    Wave& lists = waves_[number];
    Lists& own = lists.parts[part];
    const int at_wave = wave(number);
    const int* const numbers = way_->stride.middle_number.data();
    const bool first = step_ == 0, last = last_step();
    own.flows.clear();
    for (auto& by_pairs : own.goals)
        for (auto& goals : by_pairs) goals.clear();
    const auto presence = [&](Layer& layer, bool stored) {
        return stored ? Presence{layer.bits}
                      : Presence{middle_bits_, numbers, at_wave, middle_row(number)};
    };
    const Presence from = presence(*source_, first), to = presence(*target_, last);
    const sweep::Program& program = way_->stride.programs[step_];
    const sweep::BlockLayout& layout = last ? *way_->target : *way_->middle;
    std::size_t count = 0;
    for (int subwave : program.subwaves)
        for (const sweep::UpperCase& upper : program.targets) {
            if (count++ % lists.used != part) continue;
            const int target = at_wave + subwave + upper.upper;
            if (layout.class_of[target] < 0) continue;
            to.clear(target);
            way_->resolvers[step_].resolve(at_wave + subwave, upper, from, to, bench.numbers,
                                           bench.piece);
            const Piece& piece = bench.piece;
            if (piece.targets.empty()) continue;
            const std::uint64_t segment = last ? *target_->segments[piece.target]
                                               : lists.middle[numbers[piece.target - at_wave]];
            bench.sources.clear();
            for (int source : piece.sources)
                bench.sources.push_back(first ? *source_->segments[source] / source_->bytes
                                              : lists.middle[numbers[source - at_wave]] /
                                                    target_->bytes);
            append(piece, segment / target_->bytes, bench.sources, own);
        }
    own.bytes = own.flows.size() * sizeof(Flow);
    for (const auto& by_pairs : own.goals)
        for (const auto& goals : by_pairs) own.bytes += goals.size() * sizeof(Goal);
}

void Feed::append(const Piece& piece, std::uint64_t target,
                  const std::vector<std::uint64_t>& sources, Lists& lists) const {
    const std::size_t before = lists.flows.size();
    lists.flows.resize(before + piece.transfers.size());
    Flow* flow = lists.flows.data() + before;
    for (const sweep::Transfer& transfer : piece.transfers) {
        const std::uint64_t at = sources[transfer.segment] + transfer.source;
        *flow++ = {static_cast<Word>(at), static_cast<Byte>(at >> 32),
                   static_cast<Byte>(transfer.operation), transfer.i, transfer.j};
    }
    for (std::size_t n = 0; n < piece.targets.size(); ++n) {
        const sweep::Target& block = piece.targets[n];
        const std::uint64_t at = target + block.offset;
        Goal goal{static_cast<Word>(at),
                  static_cast<Byte>(at >> 32),
                  turned,
                  block.fixed_first,
                  block.fixed_count,
                  static_cast<Word>(before + block.first),
                  block.mirrored};
        if (block.mirrored) lists.goals[0][block.pairs].push_back(goal);
        goal.way = block.mirrored ? added : 0;
        goal.first += block.mirrored;
        goal.count = piece.end(n) - block.first - block.mirrored;
        if (goal.count) lists.goals[1][block.pairs].push_back(goal);
    }
}

// Copies the lists of some waves to the buffer.
void Feed::emit(std::size_t waves, std::span<std::byte> buffer, Batch& batch, Control& control) {
    const std::vector<Laid> laid = lay_out(waves, batch);
    crew_.run(
        laid.size(), batch.bytes <= crew_threshold,
        [&](std::size_t task, int, const std::atomic<bool>&) {
            copy_lists(laid[task], buffer.data());
        },
        [&] { check(control); });
}

// Lays lists end to end: the flows, then the goals by way and pairs, a job for each.
std::vector<Feed::Laid> Feed::lay_out(std::size_t waves, Batch& batch) const {
    std::vector<Laid> laid;
    std::uint64_t end = 0;
    std::array<std::array<std::uint64_t, most_pairs + 1>, ways> counts{};
    for (std::size_t n = emitted_; n < emitted_ + waves; ++n)
        for (const Lists& lists : waves_[n].lists()) {
            if (lists.flows.empty()) continue;
            Laid& place = laid.emplace_back(Laid{&lists, end, {}});
            end += lists.flows.size() * sizeof(Flow);
            for (int way = 0; way < ways; ++way)
                for (int pairs = 0; pairs <= most_pairs; ++pairs) {
                    place.goals[way][pairs] = counts[way][pairs] * sizeof(Goal);
                    counts[way][pairs] += lists.goals[way][pairs].size();
                }
        }
    end = aligned(end);
    for (int way = 0; way < ways; ++way)
        for (int pairs = 0; pairs <= most_pairs; ++pairs) {
            const std::uint64_t count = counts[way][pairs];
            if (!count) continue;
            for (Laid& place : laid) place.goals[way][pairs] += end;
            batch.jobs.push_back({pairs, way == 0, step_ == 0 ? source_->bytes : target_->bytes,
                                  target_->bytes, end, count, 0});
            end += count * sizeof(Goal);
        }
    batch.bytes = end;
    return laid;
}

void Feed::copy_lists(const Laid& laid, std::byte* buffer) {
    const Lists& lists = *laid.lists;
    std::memcpy(buffer + laid.flows, lists.flows.data(), lists.flows.size() * sizeof(Flow));
    const auto flows_before = static_cast<Word>(laid.flows / sizeof(Flow));
    for (int way = 0; way < ways; ++way)
        for (int pairs = 0; pairs <= most_pairs; ++pairs) {
            std::byte* to = buffer + laid.goals[way][pairs];
            for (Goal goal : lists.goals[way][pairs]) {
                goal.first += flows_before;
                std::memcpy(to, &goal, sizeof(Goal));
                to += sizeof(Goal);
            }
        }
}

// What the next `waves` were the last to read is free after this batch: an image that is stored
// instead of a source is read by waves before its own.
void Feed::retire(std::size_t waves) {
    for (; waves > 0; --waves, ++emitted_) {
        if (last_step()) note_written(wave(emitted_));
        if (step_ > 0)
            for (const auto& [part, bytes] : waves_[emitted_].middle_bytes)
                finished_.push_back({waves_[emitted_].middle[part], bytes});
        if (step_ > 0) continue;
        for (int part : way_->stride.sources) {
            const int upper = wave(emitted_) + part;
            if (!source_->segments[upper]) continue;
            finished_.push_back(source_->extent(upper));
            source_->segments[upper].reset();
        }
    }
}

std::uint64_t Feed::stride_counters() const {
    return target_->layout->counters + (way_->middle ? way_->middle->counters : 0);
}

void Feed::check(Control& control) const {
    const double part =
        static_cast<double>(group_) / static_cast<double>(way_->stride.waves.size());
    const double now = static_cast<double>(done_) + part * static_cast<double>(stride_counters());
    control.check(
        {static_cast<std::int64_t>(now), static_cast<std::int64_t>(plan_.total_counters)});
}

std::optional<std::uint64_t> Feed::answer() const {
    if (!source_->segments[0] || !(source_->bits.of(0)[0] & 1)) return std::nullopt;
    return source_->segments[0];
}

}  // namespace babieca::card
