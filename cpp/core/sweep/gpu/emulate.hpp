// The kernels without a GPU: their text, their rank maps, and their emulation on the processor.
#pragma once

#include <vector>

#include "core/sweep/gpu/kernel.hpp"

namespace babieca::gpu {

// The text of kernel.hpp, for the driver's compiler.
const char* kernel_source();

constexpr Int map_entries = mates_begin + mates_width * chunk_size;

// The rank maps of kernel.hpp in one array.
std::vector<Index> make_maps();

// The reciprocal that the kernels take beside the modulus.
constexpr Long reciprocal_of(Long modulus, int counter_bytes) {
    if (modulus < 2 || counter_bytes == 8) return 0;
    if (counter_bytes < 4) return (Long{1} << 32) / modulus;
    return ~Long{0} / modulus;
}

struct KernelArguments {
    int pairs;
    bool reflected;  // all goals are reflected, or none is
    int counter_bytes;
    const Index* maps;
    const Goal* goals;
    Int goal_count;
    const Flow* flows;
    const void* sources;
    void* targets;
    Long modulus;                      // 0: the counters wrap
    Long* bits;                        // receives the bits of all computed sums
    Long gpu_end = ~Long{0}, gap = 0;  // as source_of() takes them
    const Factor* factors = nullptr;   // by choice, for counters of 8 bytes; null: no weights
};

// Runs a kernel; one thread plays all GPU threads.
void emulate(const KernelArguments& given);

}  // namespace babieca::gpu
