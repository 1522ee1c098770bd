// Runs the GPU kernels on the processor: one thread plays all GPU threads.
#pragma once

#include "core/sweep/gpu/kernel.hpp"

namespace babieca::gpu {

struct KernelArguments {
    int pairs;
    bool turning;  // all goals are turned, or none is
    int counter_bytes;
    const Index* maps;
    const Goal* goals;
    Word goal_count;
    const Flow* flows;
    const void* sources;
    void* targets;
    Long modulus;                      // 0: the counters wrap
    Long* bits;                        // receives the bits of all computed sums
    Long gpu_end = ~Long{0}, gap = 0;  // where host memory begins, in counters
};

void emulate(const KernelArguments& given);

// The reciprocal that the kernels take beside the modulus.
constexpr Long reciprocal_of(Long modulus, int counter_bytes) {
    if (modulus < 2 || counter_bytes == 8) return 0;
    if (counter_bytes < 4) return (Long{1} << 32) / modulus;
    return ~Long{0} / modulus;
}

}  // namespace babieca::gpu
