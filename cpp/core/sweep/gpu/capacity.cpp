#include "core/sweep/gpu/capacity.hpp"

#include <algorithm>

#include "core/sweep/gpu/feed.hpp"

namespace babieca::gpu {

using sweep::Plan;

namespace {

constexpr std::uint64_t least_buffer = std::uint64_t{1} << 20, most_buffer = std::uint64_t{1} << 28;
// Bytes of a buffer per block: a buffer holds more than half of the lists of a layer.
constexpr std::uint64_t bytes_per_block = 28;
constexpr std::uint64_t lists_part = 8;  // 1/8 of the host's memory is left for making lists

std::uint64_t aligned(std::uint64_t bytes) {
    return (bytes + aligned_bytes - 1) / aligned_bytes * aligned_bytes;
}

// Segments are rounded up: a layer has one for each value of the upper slots.
std::uint64_t with_rounding(const Plan& plan, std::uint64_t bytes) {
    std::uint64_t segments = 1;
    for (int slot = 0; slot < (plan.slot_count + 1) / 2; ++slot) segments *= 3;
    return aligned(bytes + 128 * segments);
}

std::uint64_t less(std::uint64_t bytes, std::uint64_t taken) {
    return bytes > taken ? bytes - taken : 0;
}

}  // namespace

std::uint64_t least_bytes(const Plan& plan, int bits) {
    return with_rounding(plan, plan.wave_counters * bits / 8);
}

std::uint64_t best_bytes(const Plan& plan, int bits) {
    return least_bytes(plan, bits) + aligned(plan.peak_counters * bits / 4);
}

std::uint64_t least_gpu_bytes(const Plan& plan, int bits) {
    return with_rounding(plan, plan.alone_counters * bits / 8);
}

std::uint64_t least_host_bytes(const Plan& plan, int bits, std::uint64_t capacity) {
    return with_rounding(
        plan, less(least_bytes(plan, bits), capacity) + plan.segment_counters * bits / 8);
}

std::uint64_t best_host_bytes(const Plan& plan, int bits, std::uint64_t capacity) {
    return least_host_bytes(plan, bits, capacity) + aligned(capacity / spare_part);
}

std::uint64_t buffer_bytes(const Plan& plan) {
    std::uint64_t most_blocks = 0;
    for (const auto& layer : plan.layers) most_blocks = std::max(most_blocks, layer.blocks);
    return std::clamp(most_blocks * bytes_per_block, least_buffer, most_buffer);
}

std::uint64_t GpuMemory::fits(const Plan& plan, int bits) const {
    return for_counters(plan).first / least_bytes(plan, bits);
}

std::optional<GpuBytes> GpuMemory::divide(const Plan& plan, int bits, std::uint64_t copies) const {
    const auto [all_gpu, all_host] = for_counters(plan);
    const std::uint64_t gpu = all_gpu / copies, own_host = all_host / copies;
    if (gpu >= least_bytes(plan, bits)) return {{std::min(best_bytes(plan, bits), gpu), 0}};
    if (gpu < least_gpu_bytes(plan, bits) || own_host < least_host_bytes(plan, bits, gpu))
        return std::nullopt;
    return {{gpu, std::min(best_host_bytes(plan, bits, gpu), own_host)}};
}

GpuBytes GpuMemory::bytes_for(const Plan& plan, int bits, std::uint64_t copies) const {
    const auto [gpu, own_host] = divide(plan, bits, copies).value_or(GpuBytes{});
    return {copies * gpu + budget - for_counters(plan).first, copies * own_host};
}

GpuBytes GpuMemory::for_counters(const Plan& plan) const {
    return {less(budget, buffers * buffer_bytes(plan) + shift_bytes),
            less(host, host / lists_part + buffers * buffer_bytes(plan))};
}

}  // namespace babieca::gpu
