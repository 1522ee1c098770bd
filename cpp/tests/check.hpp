// The smallest test harness that names the line that failed.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                                 \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                                \
        }                                                                                \
    } while (false)

// Whether work() throws an Error.
template <typename Error, typename Work>
bool throws(Work&& work) {
    try {
        work();
    } catch (const Error&) {
        return true;
    }
    return false;
}
