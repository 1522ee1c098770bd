#include "core/sweep/gpu/addresses.hpp"

#include <algorithm>
#include <utility>

namespace babieca::gpu {
namespace {

std::uint64_t address_of(const Mobile& segment) {
    return *segment.begin;
}

// The adjacent segments of fewest bytes with `wanted` free bytes around and between them: the first
// segment, and the segment after the last. `begin_of[n]` is the beginning of segment n; after the
// last, the end of the side. `end_of[n]` is the end of the segment before n.
auto cheapest(const std::vector<std::uint64_t>& begin_of, const std::vector<std::uint64_t>& end_of,
              std::uint64_t wanted) {
    std::optional<std::pair<std::size_t, std::size_t>> best;
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

std::optional<std::uint64_t> Addresses::Side::take(std::uint64_t bytes) {
    const auto found = ranges.take(bytes);
    if (!found) return std::nullopt;
    used += rounded(bytes);
    peak = std::max(peak, used);
    return begin + *found;
}

void Addresses::Side::give(const Extent& extent) {
    ranges.give(extent.begin - begin, extent.bytes);
    used -= rounded(extent.bytes);
}

std::optional<std::vector<std::uint64_t>> Addresses::Side::take_all(
    std::span<const std::uint64_t> sizes) {
    std::vector<std::uint64_t> taken;
    std::uint64_t total = 0;
    for (const std::uint64_t bytes : sizes) total += rounded(bytes);
    auto next = sizes.empty() ? std::nullopt : take(total);
    for (const std::uint64_t bytes : sizes) {
        const auto address = next ? next : take(bytes);
        if (!address) {
            for (std::size_t n = 0; n < taken.size(); ++n) give({taken[n], sizes[n]});
            return std::nullopt;
        }
        taken.push_back(*address);
        if (next) *next += rounded(bytes);
    }
    return taken;
}

void Addresses::give_all(std::vector<Extent>& extents) {
    std::ranges::sort(extents, {}, &Extent::begin);
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

// Joins the shift with the previous shift if their sources touch and their targets touch. The end
// of the GPU and the beginning of the host do not touch.
void Addresses::note(const Shift& shift, Shifts& shifts) const {
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

void Addresses::move(const Mobile& segment, std::uint64_t to, Shifts& shifts) {
    const std::uint64_t from = std::exchange(*segment.begin, to);
    note({from, to, rounded(segment.bytes)}, shifts);
    give({from, segment.bytes});
}

bool Addresses::send(std::vector<Mobile> chosen, Shifts& shifts) {
    std::ranges::sort(chosen, {}, address_of);
    std::vector<std::uint64_t> sizes;
    for (const Mobile& segment : chosen) sizes.push_back(segment.bytes);
    const auto found = host.take_all(sizes);
    for (std::size_t n = 0; found && n < chosen.size(); ++n) move(chosen[n], (*found)[n], shifts);
    return found.has_value();
}

void Addresses::compact(Side& side, std::uint64_t wanted, std::vector<Mobile> all, Shifts& shifts) {
    std::erase_if(all, [&](const Mobile& segment) { return &side_of(*segment.begin) != &side; });
    std::ranges::sort(all, {}, address_of);
    std::vector<std::uint64_t> begin_of, end_of{side.begin};
    for (const Mobile& segment : all) {
        begin_of.push_back(*segment.begin);
        end_of.push_back(*segment.begin + rounded(segment.bytes));
    }
    begin_of.push_back(side.begin + side.size);
    const auto window = cheapest(begin_of, end_of, wanted);
    if (!window) return;
    const auto [first, beyond] = *window;
    for (std::size_t n = first; n <= beyond; ++n)
        if (begin_of[n] != end_of[n]) side.ranges.take_whole(end_of[n] - side.begin);
    std::uint64_t end = end_of[first];
    for (std::size_t n = first; n < beyond; ++n) {
        const std::uint64_t bytes = rounded(all[n].bytes), from = std::exchange(*all[n].begin, end);
        if (from != end) note({from, end, bytes}, shifts);
        end += bytes;
    }
    side.ranges.give(end - side.begin, begin_of[beyond] - end);
}

}  // namespace babieca::gpu
