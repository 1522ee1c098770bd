#include "core/sweep/execution.hpp"

namespace babieca::sweep {

// Defined by execution_loops.cpp, which is compiled once for each.
namespace loops {
extern const Loops plain, avx2, avx512;
}  // namespace loops

void* MirrorBuffers::sized(Buffer& buffer, std::size_t bytes) {
    if (buffer.size() < bytes) buffer.resize(bytes);
    return buffer.data();
}

std::vector<Loops> available_loops() {
    std::vector<Loops> available{loops::plain};
#ifdef BABIECA_WIDER_LOOPS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        available.push_back(loops::avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        available.push_back(loops::avx512);
#endif
    return available;
}

}  // namespace babieca::sweep
