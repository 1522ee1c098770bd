#include "core/sweep/execution.hpp"

namespace babieca::sweep {

// One of each for every time execution_loops.cpp is compiled.
namespace loops {
std::uint64_t plain(const Execution& execution);
std::uint64_t avx2(const Execution& execution);
std::uint64_t avx512(const Execution& execution);
}  // namespace loops

std::vector<Loops> available_loops() {
    std::vector<Loops> available{{"plain", loops::plain}};
#ifdef BABIECA_WIDER_LOOPS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        available.push_back({"avx2", loops::avx2});
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        available.push_back({"avx512", loops::avx512});
#endif
    return available;
}

}  // namespace babieca::sweep
