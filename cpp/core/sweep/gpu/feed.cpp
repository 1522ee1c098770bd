#include "core/sweep/gpu/feed.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "core/control.hpp"
#include "core/reasons.hpp"

namespace babieca::gpu {

using sweep::BlockBits;
using sweep::Piece;
using sweep::Presence;

namespace {

// With fewer bytes of lists than this, one thread copies or resolves them faster than many.
constexpr std::uint64_t copy_threshold = 1 << 20, resolve_threshold = 1 << 17;

// The most goals of a launch: their counters in small_blocks, and 10^6 groups more, need 32 bits.
constexpr std::uint64_t most_goals = 1 << 25;
static_assert(most_goals * small_matchings(chunk_pairs - 1) < std::uint64_t{7} << 29);

// An estimate of the list bytes of a block: a goal and two flows.
constexpr std::uint64_t list_bytes = sizeof(Goal) + 2 * sizeof(Flow);

}  // namespace

Feed::Feed(const frontier::Sweep& sweep, const sweep::Plan& plan, const FeedOptions& options)
    : sweep_(sweep),
      plan_(plan),
      options_(options),
      halves_(sweep.schedule),
      addresses_(options.capacity, options.host),
      middle_bits_(halves_, 0),
      pool_(options.threads) {
    if (options.threads < 1) throw std::invalid_argument("at least one thread is needed");
    if (sweep.schedule.slot_count > 2 * most_pairs)
        throw Refused({Code::frontier_needs,
                       {{"slots", sweep.schedule.slot_count}, {"most", 2 * most_pairs}}});
    for (const frontier::Step& step : sweep.schedule.steps)
        if (all_choices(step).size() > most_choices)
            throw std::invalid_argument("a GPU sweeps steps with at most 2048 choices");
    buffers_.resize(options.threads);
    std::promise<Layout> first;
    first.set_value(layout_of(0));
    layout_ahead_ = first.get_future().share();
    source_ = make_layer(layout_ahead_.get());
    if (source_->layout->shape_of[0] < 0) {  // the colours do not balance, so no state is reachable
        layer_ = sweep.steps();
        return;
    }
    source_->segments[0] = addresses_.gpu.take(source_->layout->size[0] * options_.counter_bytes);
    if (!source_->segments[0]) throw OutOfBudget();
    source_->bits.of(0)[0] = 1;
    look_ahead();
}

Feed::Layout Feed::layout_of(int layer) const {
    return std::make_shared<const sweep::BlockLayout>(make_layout(sweep_, layer, halves_));
}

Feed::PreparedStride::PreparedStride(const Feed& feed, int layer, Layout from, Layout to)
    : ResolvedStride(feed.sweep_, feed.halves_, layer, *from, *to, false),
      source(std::move(from)),
      target(std::move(to)) {
    if (!has_middle()) return;
    std::vector<char> written(stride.middle_parts, 0);
    for (int subwave : stride.programs[0].subwaves)
        for (const sweep::UpperCase& upper : stride.programs[0].targets)
            if (const int part = stride.middle_number[subwave + upper.upper]; part >= 0)
                written[part] = 1;
    for (int part = 0; part < stride.middle_parts; ++part)
        if (!written[part]) never_written.push_back(part);
}

void Feed::look_ahead() {
    while (laid_out_ < sweep_.steps() && strides_ahead_.size() < strides_ahead) {
        const int layer = std::exchange(laid_out_, sweep_.schedule.next_stored(laid_out_));
        const std::shared_future<Layout> source = layout_ahead_;
        layout_ahead_ = pool_.submit([this, next = laid_out_] { return layout_of(next); });
        strides_ahead_.push_back(pool_.submit([this, layer, source, target = layout_ahead_] {
            return std::make_shared<PreparedStride>(*this, layer, source.get(), target.get());
        }));
    }
}

std::unique_ptr<Feed::Layer> Feed::make_layer(Layout layout) {
    if (!spare_bits_ || spare_bits_->limbs.size() < spare_bits_->row_limbs * layout->rows)
        spare_bits_.emplace(halves_, *layout);
    spare_bits_->row = layout->row;
    auto made = std::make_unique<Layer>(Layer{
        std::move(layout), *std::exchange(spare_bits_, std::nullopt), {}, options_.counter_bytes});
    made->segments.resize(halves_.upper.values);
    return made;
}

Batch Feed::next(std::span<std::byte> buffer, Control& control) {
    Batch batch;
    while (layer_ < sweep_.steps() && batch.launches.empty()) {
        addresses_.give_all(finished_);
        if (!target_) {  // the next stride begins
            look_ahead();
            now_ = strides_ahead_.front().get();
            strides_ahead_.pop_front();
            target_ = make_layer(now_->target);
            group_ = group_size_ = emitted_ = 0;
            step_ = now_->stride.programs.size() - 1;
        }
        check(control);  // most batches end before the thread pool polls
        batch.layer = now_->stride.last;
        if (emitted_ == group_size_) resolve(buffer.size(), control);
        std::size_t waves = 0;
        std::uint64_t bytes = sizeof(Goal);  // between flows and goals
        while (emitted_ + waves < group_size_ &&
               bytes + waves_[emitted_ + waves].bytes() <= buffer.size())
            bytes += waves_[emitted_ + waves++].bytes();
        if (waves == 0) {
            batch.wanted = bytes + waves_[emitted_].bytes();
            return batch;
        }
        batch.step = now_->stride.programs[step_].step;
        emit(waves, buffer, batch, control);
        retire(waves);
        if (emitted_ < group_size_ || !last_step() ||
            group_ + group_size_ < now_->stride.waves.size())
            continue;
        for (int upper = 0; upper < halves_.upper.values; ++upper) {  // the stride ends
            if (source_->segments[upper]) finished_.push_back(source_->extent(upper));
            if (target_->layout->shape_of[upper] >= 0 && !target_->segments[upper])
                target_->bits.clear(upper);
        }
        written_.clear();
        done_ += stride_counters();
        spare_bits_ = std::move(source_->bits);
        source_ = std::move(target_);
        layer_ = now_->stride.last;
    }
    batch.shifts = std::exchange(shifts_, {});
    return batch;
}

// An estimate of the list bytes of a wave.
std::uint64_t Feed::wave_bytes() const {
    const std::uint64_t blocks = std::max(target_->layout->blocks, now_->middle.blocks);
    return list_bytes * blocks / now_->stride.waves.size() + 1;
}

// Resolves the next step of the group, or the first step of the next group.
void Feed::resolve(std::size_t buffer, Control& control) {
    std::size_t most = group_size_;
    if (last_step()) {
        group_ += group_size_;
        group_size_ = step_ = 0;
        // As many waves as should fill the buffer, or all if few would be left.
        const std::size_t left = now_->stride.waves.size() - group_;
        const auto filling = std::max<std::size_t>(buffer / wave_bytes(), 1);
        most = left <= filling + filling / 4 ? left : filling;
        if (waves_.size() < most) waves_.resize(most);
        const std::size_t rows = most * now_->stride.middle_parts;
        if (middle_bits_.limbs.size() < middle_bits_.row_limbs * rows)
            middle_bits_ = BlockBits(halves_, rows);
    } else {
        ++step_;
    }
    assign_group(most);
    emitted_ = 0;
    const std::size_t parts =
        std::min(tasks_per_thread * buffers_.size() / group_size_ + 1, finest_parts);
    for (Wave& wave : std::span(waves_).first(group_size_)) {
        if (wave.parts.size() < parts) wave.parts.resize(parts);
        wave.used = parts;
    }
    pool_.run(
        group_size_ * parts, group_size_ * wave_bytes() < resolve_threshold,
        [&](std::size_t task, int thread, const std::atomic<bool>&) {
            resolve_part(task / parts, task % parts, buffers_[thread]);
        },
        [&] { check(control); });
}

// Resolves the segments of a wave whose number modulo the number of parts is `part`.
void Feed::resolve_part(std::size_t number, std::size_t part, ThreadBuffers& own) {
    Wave& all = waves_[number];
    Lists& lists = all.parts[part];
    const int at_wave = wave(number);
    const int* const numbers = now_->stride.middle_number.data();
    const bool first = step_ == 0, last = last_step();
    lists.flows.clear();
    for (auto& goals : lists.goals) goals.clear();
    const auto presence = [&](Layer& layer, bool stored) {
        return stored ? Presence{layer.bits}
                      : Presence{middle_bits_, numbers, at_wave, middle_row(number)};
    };
    const Presence from = presence(*source_, first), to = presence(*target_, last);
    const sweep::Program& program = now_->stride.programs[step_];
    const sweep::BlockLayout& layout = last ? *now_->target : now_->middle;
    std::size_t count = 0;
    for (int subwave : program.subwaves)
        for (const sweep::UpperCase& upper : program.targets) {
            if (count++ % all.used != part) continue;
            const int target = at_wave + subwave + upper.upper;
            if (layout.shape_of[target] < 0) continue;
            to.clear(target);
            now_->resolvers[step_].resolve(at_wave + subwave, upper, from, to, own.numbers,
                                           own.piece);
            const Piece& piece = own.piece;
            if (piece.targets.empty()) continue;
            const auto address = [&](const Layer& layer, bool stored, int upper) {
                const std::uint64_t begin =
                    stored ? *layer.segments[upper] : all.middle[numbers[upper - at_wave]];
                return begin / options_.counter_bytes;
            };
            own.sources.clear();
            for (int source : piece.sources)
                own.sources.push_back(address(*source_, first, source));
            append(piece, address(*target_, last, piece.target), own.sources, lists);
        }
    lists.bytes = lists.flows.size() * sizeof(Flow);
    for (const auto& goals : lists.goals) lists.bytes += goals.size() * sizeof(Goal);
}

void Feed::append(const Piece& piece, std::uint64_t target,
                  const std::vector<std::uint64_t>& sources, Lists& lists) const {
    const std::size_t before = lists.flows.size();
    lists.flows.resize(before + piece.transfers.size());
    Flow* flow = lists.flows.data() + before;
    for (const sweep::Transfer& transfer : piece.transfers) {
        const std::uint64_t at = sources[transfer.segment] + transfer.source;
        *flow++ = flow_of(at, static_cast<Byte>(transfer.operation), transfer.i, transfer.j,
                          transfer.choice);
    }
    for (std::size_t n = 0; n < piece.targets.size(); ++n) {
        const sweep::Target& block = piece.targets[n];
        const std::uint64_t at = target + block.offset;
        Goal goal{static_cast<Int>(at),
                  static_cast<Byte>(at >> 32),
                  reflected,
                  block.fixed_first,
                  block.fixed_count,
                  static_cast<Int>(before + block.first),
                  block.mirrored};
        if (block.mirrored) lists.goals[block.pairs].push_back(goal);
        goal.flags = block.mirrored ? added : 0;
        goal.first += block.mirrored;
        goal.count = piece.end(n) - block.first - block.mirrored;
        if (goal.count) lists.goals[most_pairs + 1 + block.pairs].push_back(goal);
    }
}

// Copies the lists of some waves to the buffer, end to end: the flows, then the goals by kind and
// pairs, with one launch for each.
void Feed::emit(std::size_t waves, std::span<std::byte> buffer, Batch& batch, Control& control) {
    std::vector<Laid> laid;
    std::uint64_t end = 0;
    PerKind<std::uint64_t> counts{};
    for (std::size_t n = emitted_; n < emitted_ + waves; ++n)
        for (const Lists& lists : waves_[n].lists()) {
            if (lists.flows.empty()) continue;
            laid.push_back({&lists, end, {}});
            end += lists.flows.size() * sizeof(Flow);
            for (std::size_t kind = 0; kind < kinds; ++kind) {
                laid.back().goals[kind] = counts[kind] * sizeof(Goal);
                counts[kind] += lists.goals[kind].size();
            }
        }
    end = (end + sizeof(Goal) - 1) / sizeof(Goal) * sizeof(Goal);  // a goal is one aligned load
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        if (!counts[kind]) continue;
        for (Laid& offsets : laid) offsets.goals[kind] += end;
        for (std::uint64_t n = 0; n < counts[kind]; n += most_goals)
            batch.launches.push_back({static_cast<int>(kind % (most_pairs + 1)), kind <= most_pairs,
                                      options_.counter_bytes, end + n * sizeof(Goal),
                                      std::min(counts[kind] - n, most_goals)});
        end += counts[kind] * sizeof(Goal);
    }
    batch.bytes = end;
    const auto copy_lists = [&](const Laid& offsets) {
        const auto& [lists, flows, goals] = offsets;
        std::memcpy(&buffer[flows], lists->flows.data(), lists->flows.size() * sizeof(Flow));
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            std::byte* to = buffer.data() + goals[kind];
            for (Goal goal : lists->goals[kind]) {
                goal.first += static_cast<Int>(flows / sizeof(Flow));
                std::memcpy(to, &goal, sizeof(Goal));
                to += sizeof(Goal);
            }
        }
    };
    pool_.run(
        laid.size(), batch.bytes <= copy_threshold,
        [&](std::size_t task, int, const std::atomic<bool>&) { copy_lists(laid[task]); },
        [&] { check(control); });
}

// Notes the memory that is free after this batch. Only earlier waves read the stored image of a
// source, so no later wave reads the sources of these waves.
void Feed::retire(std::size_t waves) {
    for (; waves > 0; --waves, ++emitted_) {
        if (last_step())
            for_each_segment(wave(emitted_), step_,
                             [&](int at, std::uint64_t) { written_.push_back(at); });
        if (step_ > 0)
            for (const auto& [part, bytes] : waves_[emitted_].middle_bytes)
                finished_.push_back({waves_[emitted_].middle[part], bytes});
        else
            for_each_source(wave(emitted_), [&](int upper) {
                finished_.push_back(source_->extent(upper));
                source_->segments[upper].reset();
            });
    }
}

void Feed::check(Control& control) const {
    const double part =
        static_cast<double>(group_) / static_cast<double>(now_->stride.waves.size());
    const double now = static_cast<double>(done_) + part * static_cast<double>(stride_counters());
    control.check(
        {static_cast<std::int64_t>(now), static_cast<std::int64_t>(plan_.total_counters)});
}

}  // namespace babieca::gpu
