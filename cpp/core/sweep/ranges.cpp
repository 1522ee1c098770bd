#include "core/sweep/ranges.hpp"

#include <bit>
#include <iterator>

namespace babieca::sweep {
namespace {

constexpr int most_tries = 16;

}  // namespace

void Ranges::erase(std::map<std::uint64_t, std::uint64_t>::iterator range) {
    by_size_.erase({std::bit_width(range->second), range->first});
    by_begin_.erase(range);
}

void Ranges::insert(std::uint64_t begin, std::uint64_t size) {
    by_begin_.emplace(begin, size);
    by_size_.emplace(std::bit_width(size), begin);
}

std::optional<std::uint64_t> Ranges::take(std::uint64_t size) {
    size = rounded(size);
    const int bits = static_cast<int>(std::bit_width(size));
    auto found = by_size_.lower_bound({bits, 0});
    // Ranges with as many bits may be too small; ranges with one bit more are large enough.
    for (int tries = 0; found != by_size_.end() && by_begin_.at(found->second) < size; ++tries)
        found = tries < most_tries ? std::next(found) : by_size_.lower_bound({bits + 1, 0});
    if (found == by_size_.end()) return std::nullopt;
    const std::uint64_t begin = found->second, whole = by_begin_.at(begin);
    erase(by_begin_.find(begin));
    if (whole > size) insert(begin + size, whole - size);
    return begin;
}

bool Ranges::take_at(std::uint64_t begin, std::uint64_t size) {
    size = rounded(size);
    const auto after = by_begin_.upper_bound(begin);
    if (after == by_begin_.begin()) return false;
    const auto found = std::prev(after);
    const auto [first, whole] = *found;
    const std::uint64_t before = begin - first;
    if (before > whole || size > whole - before) return false;
    erase(found);
    if (before > 0) insert(first, before);
    if (before + size < whole) insert(begin + size, whole - before - size);
    return true;
}

void Ranges::give(std::uint64_t begin, std::uint64_t size) {
    size = rounded(size);
    auto after = by_begin_.lower_bound(begin);
    if (after != by_begin_.end() && after->first == begin + size) {
        size += after->second;
        const auto next = std::next(after);
        erase(after);
        after = next;
    }
    if (after != by_begin_.begin()) {
        const auto before = std::prev(after);
        if (before->first + before->second == begin) {
            begin = before->first;
            size += before->second;
            erase(before);
        }
    }
    insert(begin, size);
}

}  // namespace babieca::sweep
