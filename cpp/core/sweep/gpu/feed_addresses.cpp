// Feed: the addresses of segments, on the GPU or on the host.
#include <algorithm>

#include "core/control.hpp"
#include "core/sweep/gpu/feed.hpp"

namespace babieca::gpu {

std::uint64_t Feed::written(int wave, std::size_t step) const {
    std::uint64_t total = 0;
    for_each_segment(wave, step,
                     [&](int, std::uint64_t bytes) { total += Addresses::rounded(bytes); });
    return total;
}

// The GPU bytes that the step of a wave still needs: for the segments that it may write, and for
// its sources that are on the host.
std::uint64_t Feed::wanted(std::size_t number) const {
    std::uint64_t total = written(wave(number), step_);
    if (step_ == 0)
        for_each_source(wave(number), [&](int at) {
            const Extent extent = source_->extent(at);
            if (addresses_.on_host(extent.begin)) total += Addresses::rounded(extent.bytes);
        });
    return total;
}

// Assigns addresses to the segments of these bytes: to all, or to none if they do not all fit.
bool Feed::assign(std::size_t number) {
    const int at_wave = wave(number);
    Wave& own = waves_[number];
    std::vector<int> segments;  // to fetch, then to write
    std::vector<std::uint64_t> sizes;
    if (step_ == 0)
        for_each_source(at_wave, [&](int at) {
            if (addresses_.on_host(*source_->segments[at])) segments.push_back(at);
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
    const auto addresses = addresses_.gpu.take_all(sizes);
    if (!addresses) return false;
    if (!last_step()) {
        own.middle.assign(now_->stride.middle_parts, 0);
        own.middle_bytes.clear();
        for (int part : now_->never_written) middle_bits_.clear(middle_row(number) + part);
    }
    for (std::size_t n = 0; n < segments.size(); ++n) {
        const std::uint64_t to = (*addresses)[n];
        if (n < fetched) {
            addresses_.move(source_->mobile(segments[n]), to, shifts_);
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

// Calls assign(); if necessary, spills and compacts first. Requires: the batch has no launch yet.
void Feed::assign_surely(std::size_t number) {
    if (assign(number)) return;
    if (addresses_.gpu.free() < wanted(number)) spill(wanted(number));
    if (assign(number)) return;
    addresses_.compact(addresses_.gpu, wanted(number), mobile(), shifts_);
    if (!assign(number)) throw OutOfBudget();
}

// For the first step: begins a group of at most `most` waves, as many as fit in memory in all their
// steps. For a later step: assigns addresses for its segments.
void Feed::assign_group(std::size_t most) {
    if (step_ > 0) {
        for (std::size_t number = 0; number < group_size_; ++number) assign_surely(number);
        return;
    }
    std::uint64_t targets = 0, sources = 0;  // bytes that the group will take, and will free
    for (std::size_t number = 0; number < most; ++number) {
        const std::uint64_t more = wanted(number);
        for (std::size_t step = 1; step < now_->stride.programs.size(); ++step)
            targets += written(wave(number), step);
        for_each_source(wave(number),
                        [&](int at) { sources += Addresses::rounded(source_->extent(at).bytes); });
        if (number == 0)
            assign_surely(number);
        else if (addresses_.gpu.used + more + targets > options_.capacity + sources ||
                 !assign(number))
            return;
        group_size_ = number + 1;
    }
}

std::vector<Mobile> Feed::mobile() {
    std::vector<Mobile> all;
    for (Layer* layer : {source_.get(), target_.get()})
        for (int upper = 0; upper < halves_.upper.values; ++upper)
            if (layer->segments[upper]) all.push_back(layer->mobile(upper));
    if (now_->has_middle() && last_step())
        for (std::size_t number = 0; number < group_size_; ++number)
            for (const auto& [part, bytes] : waves_[number].middle_bytes)
                all.push_back({&waves_[number].middle[part], bytes});
    return all;
}

// Chooses the segments that the GPU needs last: written targets until `enough` bytes would be free,
// then sources of this stride until `least` would be. Returns how many written targets stay.
std::size_t Feed::choose(std::uint64_t least, std::uint64_t enough, std::vector<Mobile>& chosen) {
    std::uint64_t free = addresses_.gpu.free();
    const auto add = [&](Layer& layer, int upper) {
        chosen.push_back(layer.mobile(upper));
        free += Addresses::rounded(chosen.back().bytes);
    };
    std::size_t staying = written_.size();
    while (free < enough && staying > 0) add(*target_, written_[--staying]);
    const auto& waves = now_->stride.waves;
    const std::size_t begun = group_ + std::max<std::size_t>(group_size_, 1);
    for (std::size_t n = waves.size(); n > begun && free < least; --n)
        for_each_source(waves[n - 1], [&](int at) {
            if (free < least && !addresses_.on_host(*source_->segments[at])) add(*source_, at);
        });
    return staying;
}

// Moves segments to the host until `least` bytes of the GPU are free, and more if the host has
// space.
void Feed::spill(std::uint64_t least) {
    std::vector<Mobile> chosen;
    std::size_t staying = choose(least, least + options_.capacity / spare_part, chosen);
    if (!addresses_.send(chosen, shifts_)) {
        chosen.clear();
        staying = choose(least, least, chosen);
        std::uint64_t bytes = 0;
        for (const Mobile& segment : chosen) bytes += Addresses::rounded(segment.bytes);
        addresses_.compact(addresses_.host, bytes, mobile(), shifts_);
        if (!addresses_.send(chosen, shifts_)) throw OutOfBudget();
    }
    written_.resize(staying);
}

}  // namespace babieca::gpu
