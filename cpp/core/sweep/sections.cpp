#include "core/sweep/sections.hpp"

#include <algorithm>

namespace babieca::sweep {
namespace {

// Ways to go on are counted in words of at least these bytes.
constexpr int narrowest_onward = 4;

// Begins a new section before the layers of one would take more than `most` bytes.
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

Sections weighed(const Plan& plan, const std::vector<int>& widths, int threads,
                 const std::vector<std::uint64_t>& bytes, std::vector<int> kept) {
    const std::size_t steps = bytes.size() - 1;
    Sections sections{std::move(kept)};
    std::uint64_t onward = 0, largest = 0, held = 0;
    for (const StridePlan& stride : plan.strides)
        onward = std::max(
            onward, onward_bytes(stride, std::max(widths[steps - stride.first], narrowest_onward),
                                 threads));
    for (std::size_t n = 0; n < sections.kept.size(); ++n) {
        const bool last = n + 1 == sections.kept.size();
        const std::size_t end = last ? steps : sections.kept[n + 1];
        std::uint64_t section = 0;
        for (std::size_t t = sections.kept[n] + 1; t < end; ++t) section += bytes[t];
        held += bytes[sections.kept[n]];
        largest = std::max(largest, held + section);
        if (last) sections.kept_bytes = held + section;
    }
    const std::uint64_t forward = bytes_for(plan, widths, threads, true);
    // While a section is swept again, the ways to go on wait.
    sections.bytes =
        sections.single() ? largest + std::max(onward, forward) : largest + onward + forward;
    return sections;
}

}  // namespace

std::uint64_t onward_bytes(const StridePlan& stride, int width, int threads) {
    const std::uint64_t alive = stride.whole + (threads - 1) * stride.wave;
    const std::uint64_t bytes = std::min(alive, stride.copies) * width;
    // Of a middle both the ways to reach its states and those to go on from them.
    return bytes + bytes / 20 + 2 * threads * stride.middle * sizeof(std::uint64_t);
}

std::uint64_t most_onward_bytes(const Plan& plan, int width, int threads) {
    std::uint64_t most = 0;
    for (const StridePlan& stride : plan.strides)
        most = std::max(most, onward_bytes(stride, width, threads));
    return most;
}

Sections choose_sections(const Plan& plan, const std::vector<int>& widths, int threads,
                         std::uint64_t memory) {
    std::vector<std::uint64_t> bytes;
    std::uint64_t total = 0;
    for (std::size_t t = 0; t < plan.layers.size(); ++t) {
        // A layer that is not stored is passed through, and a section cannot begin there.
        bytes.push_back(plan.layers[t].stored ? plan.layers[t].counters * widths.at(t) +
                                                    plan.bits_words * sizeof(std::uint64_t)
                                              : 0);
        total += bytes.back();
    }
    Sections best = weighed(plan, widths, threads, bytes, divided(bytes, total));
    if (best.bytes <= memory) return best;
    for (std::size_t parts = 2; parts < bytes.size(); ++parts) {
        Sections next = weighed(plan, widths, threads, bytes, divided(bytes, total / parts));
        if (next.bytes < best.bytes) best = std::move(next);
    }
    return best;
}

}  // namespace babieca::sweep
