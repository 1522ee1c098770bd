// A loop that is compiled twice within one file: for every processor, and for AVX2 with BMI. A
// function marked BABIECA_WIDE inlines its callees; call it only if wide_instructions() is true.
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
