// A loop compiled twice within one file: for every processor, and for those with AVX2 and the
// instructions on bits that came with it. A function marked BABIECA_WIDE has what it calls compiled
// into it, as far as that goes; it is called only where wide_instructions() says so.
#pragma once

#if defined(__x86_64__) && !defined(_MSC_VER)
#define BABIECA_WIDE __attribute__((flatten, target("avx2,bmi,bmi2")))
#else
#define BABIECA_WIDE
#endif

namespace babieca {

inline bool wide_instructions() {
#if defined(__x86_64__) && !defined(_MSC_VER)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

}  // namespace babieca
