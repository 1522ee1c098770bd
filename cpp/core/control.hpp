// Progress reports and stop requests of long computations. The bindings derive from Control to
// report to Python and to see Ctrl-C.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace babieca {

struct Progress {
    std::int64_t done = 0;
    std::int64_t total = 0;  // 0: unknown
};

// Thrown by a computation whose Control asks it to stop.
struct Interrupted : std::runtime_error {
    Interrupted() : std::runtime_error("interrupted") {}
};

class Control {
  public:
    virtual ~Control() = default;

    // Called several times a second, only by the thread that entered the core. Returning false asks
    // the computation to stop.
    virtual bool keep_going(const Progress&) { return true; }

    void check(const Progress& progress) {
        if (!keep_going(progress)) throw Interrupted();
    }
};

}  // namespace babieca
