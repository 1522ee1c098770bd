#include "core/sweep/gpu/places.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace babieca::gpu {
namespace {

std::uint64_t total_of(std::span<const std::uint64_t> sizes) {
    return std::transform_reduce(sizes.begin(), sizes.end(), std::uint64_t{0}, std::plus{},
                                 Places::rounded);
}

// A range of adjacent segments.
struct Window {
    std::size_t first, end;
};

// The adjacent segments of fewest bytes with `wanted` free bytes around and between them.
// `begin_of[n]` is the beginning of segment n, or the end of the side after the last; `end_of[n]`
// is the end of the segment before n.
std::optional<Window> cheapest(const std::vector<std::uint64_t>& begin_of,
                               const std::vector<std::uint64_t>& end_of, std::uint64_t wanted) {
    std::optional<Window> best;
    std::uint64_t free = 0, moved = 0, fewest = ~std::uint64_t{0};
    for (std::size_t first = 0, end = 0; end < begin_of.size(); ++end) {
        free += begin_of[end] - end_of[end];
        while (free - (begin_of[first] - end_of[first]) >= wanted && first < end) {
            free -= begin_of[first] - end_of[first];
            moved -= end_of[first + 1] - begin_of[first];
            ++first;
        }
        if (free >= wanted && moved < fewest) {
            fewest = moved;
            best = {first, end};
        }
        if (end + 1 < begin_of.size()) moved += end_of[end + 1] - begin_of[end];
    }
    return best;
}

}  // namespace

std::optional<std::uint64_t> Places::Line::take(std::uint64_t bytes) {
    const auto found = ranges.take(bytes);
    if (!found) return std::nullopt;
    used += rounded(bytes);
    peak = std::max(peak, used);
    return begin + *found;
}

void Places::Line::give(const Extent& extent) {
    ranges.give(extent.begin - begin, extent.bytes);
    used -= rounded(extent.bytes);
}

std::optional<std::vector<std::uint64_t>> Places::Line::take_all(
    std::span<const std::uint64_t> sizes) {
    std::vector<std::uint64_t> taken;
    auto next = sizes.empty() ? std::nullopt : take(total_of(sizes));
    for (const std::uint64_t bytes : sizes) {
        const auto place = next ? next : take(bytes);
        if (!place) {
            for (std::size_t n = 0; n < taken.size(); ++n) give({taken[n], sizes[n]});
            return std::nullopt;
        }
        taken.push_back(*place);
        if (next) *next += rounded(bytes);
    }
    return taken;
}

void Places::give_all(std::vector<Extent>& extents) {
    std::sort(extents.begin(), extents.end(),
              [](const Extent& a, const Extent& b) { return a.begin < b.begin; });
    for (std::size_t n = 0; n < extents.size();) {
        Extent whole{extents[n].begin, 0};
        const bool of_host = on_host(whole.begin);
        for (; n < extents.size() && extents[n].begin == whole.begin + whole.bytes &&
               on_host(extents[n].begin) == of_host;
             ++n)
            whole.bytes += rounded(extents[n].bytes);
        give(whole);
    }
    extents.clear();
}

// Joins the shift with the one before if their extents touch, before and after. The end of the GPU
// and the beginning of the host do not touch.
void Places::note(const Shift& shift, Shifts& shifts) const {
    Shift* const before = shifts.empty() ? nullptr : &shifts.back();
    const auto follows = [&](std::uint64_t Shift::* end) {
        return before->*end + before->bytes == shift.*end &&
               on_host(before->*end) == on_host(shift.*end);
    };
    if (before && follows(&Shift::from) && follows(&Shift::to))
        before->bytes += shift.bytes;
    else
        shifts.push_back(shift);
}

void Places::move(const Held& held, std::uint64_t to, Shifts& shifts) {
    const std::uint64_t from = std::exchange(*held.begin, to);
    note({from, to, rounded(held.bytes)}, shifts);
    give({from, held.bytes});
}

bool Places::send(std::vector<Held> chosen, Shifts& shifts) {
    std::sort(chosen.begin(), chosen.end(),
              [](const Held& a, const Held& b) { return *a.begin < *b.begin; });
    std::vector<std::uint64_t> sizes;
    for (const Held& held : chosen) sizes.push_back(held.bytes);
    const auto places = host.take_all(sizes);
    for (std::size_t n = 0; places && n < chosen.size(); ++n) move(chosen[n], (*places)[n], shifts);
    return places.has_value();
}

void Places::compact(Line& side, std::uint64_t wanted, std::vector<Held> all, Shifts& shifts) {
    std::erase_if(all, [&](const Held& held) { return &side_of(*held.begin) != &side; });
    std::sort(all.begin(), all.end(),
              [](const Held& a, const Held& b) { return *a.begin < *b.begin; });
    std::vector<std::uint64_t> begin_of, end_of{side.begin};
    for (const Held& held : all) {
        begin_of.push_back(*held.begin);
        end_of.push_back(*held.begin + rounded(held.bytes));
    }
    begin_of.push_back(side.begin + side.size);
    const auto window = cheapest(begin_of, end_of, wanted);
    if (!window) return;
    for (std::size_t n = window->first; n <= window->end; ++n)
        if (begin_of[n] != end_of[n]) side.ranges.take_whole(end_of[n] - side.begin);
    std::uint64_t end = end_of[window->first];
    for (std::size_t n = window->first; n < window->end; ++n) {
        const std::uint64_t bytes = rounded(all[n].bytes), from = std::exchange(*all[n].begin, end);
        if (from != end) note({from, end, bytes}, shifts);
        end += bytes;
    }
    side.ranges.give(end - side.begin, begin_of[window->end] - end);
}

}  // namespace babieca::gpu
