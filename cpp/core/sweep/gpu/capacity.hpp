// The bytes that a sweep needs on a GPU and on its host, and how several sweeps share them.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "core/sweep/plan.hpp"

namespace babieca::gpu {

constexpr int buffers = 4;  // batches whose lists wait for the GPU
constexpr std::uint64_t shift_bytes = std::uint64_t{1} << 26;  // moved at once within the GPU
constexpr std::uint64_t aligned_bytes = 256;  // copies of the counters begin at multiples of this

// One copy of the counters: all that are alive at once, and rounding.
std::uint64_t least_bytes(const sweep::Plan& plan, int bits);
// With so many bytes whole strides run at once; more bytes do not help.
std::uint64_t best_bytes(const sweep::Plan& plan, int bits);
// The bytes that must be on the GPU: one step of the largest wave.
std::uint64_t least_gpu_bytes(const sweep::Plan& plan, int bits);
// The bytes that the host needs beside a GPU of this capacity; it receives whole segments.
std::uint64_t least_host_bytes(const sweep::Plan& plan, int bits, std::uint64_t capacity);
// The bytes of the host with which a part of the GPU is sent there at once.
std::uint64_t best_host_bytes(const sweep::Plan& plan, int bits, std::uint64_t capacity);
// The bytes of a buffer for lists.
std::uint64_t buffer_bytes(const sweep::Plan& plan);

using GpuBytes = std::pair<std::uint64_t, std::uint64_t>;  // of a GPU, and of its host

// The memory that sweeps on a GPU may use.
struct GpuMemory {
    std::uint64_t budget = 0;  // bytes of the GPU
    std::uint64_t host = 0;    // bytes of the host

    // How many moduli can be swept at once without the host's memory.
    std::uint64_t fits(const sweep::Plan& plan, int bits) const;
    // The bytes for each of several moduli; none: too few.
    std::optional<GpuBytes> divide(const sweep::Plan& plan, int bits, std::uint64_t copies) const;
    // The bytes for several moduli together, buffers included.
    GpuBytes bytes_for(const sweep::Plan& plan, int bits, std::uint64_t copies) const;
    // The bytes for counters: buffers are left out.
    GpuBytes for_counters(const sweep::Plan& plan) const;
};

}  // namespace babieca::gpu
