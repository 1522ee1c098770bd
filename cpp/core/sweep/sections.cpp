#include <algorithm>
#include <numeric>

#include "core/sweep/backward.hpp"

namespace babieca::sweep {
namespace {

// The least bytes of a backward counter.
constexpr int narrowest_backward = 4;

// The expected bytes of a backward counter of a layer.
int backward_width(const std::vector<int>& widths, int layer) {
    return std::max(widths[widths.size() - 1 - layer], narrowest_backward);
}

// The first layer of each section, if the other layers of a section may take `most` bytes.
std::vector<int> divided(const std::vector<std::uint64_t>& bytes, std::uint64_t most) {
    std::vector<int> kept{0};
    std::uint64_t section = 0;
    for (std::size_t t = 1; t + 1 < bytes.size(); ++t) {
        if (section + bytes[t] > most) {
            kept.push_back(static_cast<int>(t));
            section = 0;
        } else {
            section += bytes[t];
        }
    }
    return kept;
}

// Memory peaks at one of three moments: in the first sweep; while a section is swept again beside
// the backward counters; while a section is swept backwards. A layer in scratch is in memory only
// while a sweep reads it.
Sections sections_at(const Plan& plan, const std::vector<int>& widths, int threads,
                     const std::vector<std::uint64_t>& bytes, std::vector<int> kept,
                     bool in_scratch) {
    const int steps = static_cast<int>(bytes.size()) - 1;
    Sections sections{std::move(kept)};
    std::uint64_t beginnings = 0, forward_most = 0, waiting = 0;
    for (int layer : sections.kept) beginnings += bytes[layer];
    int end = steps;
    for (auto first = sections.kept.rbegin(); first != sections.kept.rend(); ++first) {
        std::uint64_t section = 0, forward = 0, onward = 0, largest = bytes[*first];
        for (int t = *first + 1; t < end; ++t) {
            section += bytes[t];
            largest = std::max(largest, bytes[t]);
        }
        for (const StridePlan& stride : plan.strides) {
            if (stride.first < *first || stride.first >= end) continue;
            const int target = widths[stride.last];
            const int source = std::min(widths[stride.first], target);
            const int back = backward_width(widths, stride.first);
            forward = std::max(forward, stride_bytes(plan, stride, source, target, threads));
            onward = std::max(onward, backward_bytes(stride, back, threads));
        }
        if (end == steps) sections.kept_bytes = beginnings + section;
        const std::uint64_t kept_now = beginnings + section;
        if (in_scratch) sections.disk_bytes = std::max(sections.disk_bytes, kept_now);
        const auto beside = [&](std::uint64_t fetched) { return in_scratch ? fetched : kept_now; };
        const std::uint64_t again = end == steps ? 0 : waiting + forward + beside(bytes[*first]);
        sections.bytes = std::max({sections.bytes, again, onward + beside(largest)});
        forward_most = std::max(forward_most, forward);
        waiting = std::max(waiting, onward);
        beginnings -= bytes[*first];
        end = *first;
    }
    if (in_scratch) sections.kept_bytes = 0;
    sections.bytes = std::max(sections.bytes, sections.kept_bytes + forward_most);
    sections.bytes += side_bytes(plan);
    return sections;
}

// The bytes of each layer if it is kept; 0 for a middle layer, because no section begins there. In
// scratch, bits and counters each fill one disk block in part.
std::vector<std::uint64_t> kept_sizes(const Plan& plan, const std::vector<int>& widths,
                                      bool in_scratch) {
    const std::uint64_t beside =
        plan.bits_limbs * sizeof(std::uint64_t) + (in_scratch ? 2 * ScratchFile::disk_block : 0);
    std::vector<std::uint64_t> bytes;
    for (std::size_t t = 0; t < plan.layers.size(); ++t)
        bytes.push_back(plan.layers[t].stored ? plan.layers[t].counters * widths.at(t) + beside
                                              : 0);
    return bytes;
}

}  // namespace

std::uint64_t backward_bytes(const StridePlan& stride, int width, int threads) {
    const std::uint64_t alive = stride.whole + (threads - 1) * stride.wave;
    const std::uint64_t bytes = std::min(alive, stride.sources + stride.targets) * width;
    // The middle layer has forward and backward counters.
    return bytes + bytes / 20 + 2 * threads * stride.middle * sizeof(std::uint64_t);
}

std::uint64_t backward_only_bytes(const Plan& plan, const std::vector<int>& widths, int layer,
                                  int threads) {
    std::uint64_t most = 0;
    for (const StridePlan& stride : plan.strides)
        if (stride.first >= layer)
            most = std::max(most,
                            backward_bytes(stride, backward_width(widths, stride.first), threads));
    return most + side_bytes(plan);
}

Sections choose_sections(const Plan& plan, const std::vector<int>& widths, int threads,
                         std::uint64_t most, bool in_scratch) {
    const std::vector<std::uint64_t> bytes = kept_sizes(plan, widths, in_scratch);
    const std::uint64_t total = std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
    const auto size = [&](const Sections& s) { return in_scratch ? s.disk_bytes : s.bytes; };
    Sections best;
    for (std::size_t parts = 1; parts < bytes.size(); ++parts) {
        Sections next =
            sections_at(plan, widths, threads, bytes, divided(bytes, total / parts), in_scratch);
        if (size(next) <= most && (in_scratch || parts == 1)) return next;
        if (parts == 1 || size(next) < size(best)) best = std::move(next);
    }
    return best;
}

}  // namespace babieca::sweep
