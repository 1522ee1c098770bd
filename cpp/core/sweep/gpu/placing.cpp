// Feed: which segments are on the GPU, and which on the host.
#include <algorithm>

#include "core/frontier/budget.hpp"
#include "core/sweep/gpu/feed.hpp"

namespace babieca::gpu {

// Calls use(upper value, bytes) for the segments that a step of a wave may write.
template <typename Use>
void Feed::for_each_segment(int wave, std::size_t step, Use&& use) const {
    const bool last = step + 1 == now_->stride.programs.size();
    const sweep::BlockLayout& layout = last ? *target_->layout : *now_->middle;
    for (int subwave : now_->stride.programs[step].subwaves)
        for (const sweep::UpperCase& upper : now_->stride.programs[step].targets) {
            const int at = wave + subwave + upper.upper;
            if (layout.class_of[at] >= 0) use(at, layout.size[at] * options_.counter_bytes);
        }
}

// Calls use(upper value) for the sources of a wave.
template <typename Use>
void Feed::for_each_source(int wave, Use&& use) const {
    for (int part : now_->stride.sources)
        if (source_->segments[wave + part]) use(wave + part);
}

void Feed::note_written(int wave) {
    for_each_segment(wave, step_, [&](int at, std::uint64_t) { written_.push_back(at); });
}

std::uint64_t Feed::written(int wave, std::size_t step) const {
    std::uint64_t total = 0;
    for_each_segment(wave, step,
                     [&](int, std::uint64_t bytes) { total += Places::rounded(bytes); });
    return total;
}

// The GPU bytes that the step of a wave still needs: for the segments that it may write, and for
// its sources that are on the host.
std::uint64_t Feed::wanted(std::size_t number) const {
    std::uint64_t total = written(wave(number), step_);
    if (step_ == 0)
        for_each_source(wave(number), [&](int at) {
            const Extent extent = source_->extent(at);
            if (places_.on_host(extent.begin)) total += Places::rounded(extent.bytes);
        });
    return total;
}

// Assigns addresses for these bytes: to all segments, or to none if they do not all fit.
bool Feed::place(std::size_t number) {
    const int at_wave = wave(number);
    Wave& own = waves_[number];
    std::vector<int> segments;  // to fetch, then to write
    std::vector<std::uint64_t> sizes;
    if (step_ == 0)
        for_each_source(at_wave, [&](int at) {
            if (places_.on_host(*source_->segments[at])) segments.push_back(at);
        });
    const std::size_t fetched = segments.size();
    std::sort(segments.begin(), segments.end(), [&](int a, int b) {
        return *source_->segments[a] < *source_->segments[b];  // neighbours stay neighbours
    });
    for (int at : segments) sizes.push_back(source_->extent(at).bytes);
    for_each_segment(at_wave, step_, [&](int at, std::uint64_t bytes) {
        segments.push_back(at);
        sizes.push_back(bytes);
    });
    const auto places = places_.gpu.take_all(sizes);
    if (!places) return false;
    if (!last_step()) {
        own.middle.assign(now_->stride.middle_parts, 0);
        own.middle_bytes.clear();
        for (int part : now_->never_written) middle_bits_.clear(middle_row(number) + part);
    }
    for (std::size_t n = 0; n < segments.size(); ++n) {
        const std::uint64_t to = (*places)[n];
        if (n < fetched) {
            places_.move(source_->held(segments[n]), to, shifts_);
        } else if (last_step()) {
            target_->segments[segments[n]] = to;
        } else {
            const int part = now_->stride.middle_number[segments[n] - at_wave];
            own.middle[part] = to;
            own.middle_bytes.emplace_back(part, sizes[n]);
        }
    }
    return true;
}

// Assigns addresses; if necessary, spills and compacts first. Call it only between batches.
void Feed::place_surely(std::size_t number) {
    if (place(number)) return;
    if (places_.gpu.free() < wanted(number)) spill(wanted(number));
    if (place(number)) return;
    places_.compact(places_.gpu, wanted(number), held(), shifts_);
    if (!place(number)) throw frontier::OutOfBudget();
}

// For the first step: begins a group of at most `most` waves, as many as fit in memory in all their
// steps. For a later step: assigns addresses for its segments.
void Feed::place_group(std::size_t most) {
    if (step_ > 0) {
        for (std::size_t number = 0; number < group_size_; ++number) place_surely(number);
        return;
    }
    std::uint64_t targets = 0, sources = 0;  // bytes that the group will take, and will free
    for (std::size_t number = 0; number < most; ++number) {
        const std::uint64_t more = wanted(number);
        for (std::size_t step = 1; step < now_->stride.programs.size(); ++step)
            targets += written(wave(number), step);
        for_each_source(wave(number),
                        [&](int at) { sources += Places::rounded(source_->extent(at).bytes); });
        if (number == 0)
            place_surely(number);
        else if (places_.gpu.used + more + targets > options_.capacity + sources || !place(number))
            return;
        group_size_ = number + 1;
    }
}

std::vector<Held> Feed::held() {
    std::vector<Held> all;
    for (Layer* layer : {source_.get(), target_.get()})
        for (int upper = 0; upper < halves_.upper.values; ++upper)
            if (layer->segments[upper]) all.push_back(layer->held(upper));
    if (now_->middle && last_step())
        for (std::size_t number = 0; number < group_size_; ++number)
            for (const auto& [part, bytes] : waves_[number].middle_bytes)
                all.push_back({&waves_[number].middle[part], bytes});
    return all;
}

// Chooses the segments that the GPU needs last: written targets until `enough` bytes would be free,
// then sources of this stride until `least` would be. Returns how many written targets stay.
std::size_t Feed::choose(std::uint64_t least, std::uint64_t enough, std::vector<Held>& chosen) {
    std::uint64_t free = places_.gpu.free();
    const auto add = [&](Layer& layer, int upper) {
        chosen.push_back(layer.held(upper));
        free += Places::rounded(chosen.back().bytes);
    };
    std::size_t kept = written_.size();
    while (free < enough && kept > 0) add(*target_, written_[--kept]);
    const auto& waves = now_->stride.waves;
    const std::size_t begun = group_ + std::max<std::size_t>(group_size_, 1);
    for (std::size_t n = waves.size(); n > begun && free < least; --n)
        for_each_source(waves[n - 1], [&](int at) {
            if (free < least && !places_.on_host(*source_->segments[at])) add(*source_, at);
        });
    return kept;
}

// Moves segments to the host until `least` bytes of the GPU are free, and more if the host has
// space.
void Feed::spill(std::uint64_t least) {
    std::vector<Held> chosen;
    std::size_t kept = choose(least, least + options_.capacity / spare_part, chosen);
    if (!places_.send(chosen, shifts_)) {
        chosen.clear();
        kept = choose(least, least, chosen);
        std::uint64_t bytes = 0;
        for (const Held& segment : chosen) bytes += Places::rounded(segment.bytes);
        places_.compact(places_.host, bytes, held(), shifts_);
        if (!places_.send(chosen, shifts_)) throw frontier::OutOfBudget();
    }
    written_.resize(kept);
}

}  // namespace babieca::gpu
