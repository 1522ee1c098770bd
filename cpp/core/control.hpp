// How a long computation reports and how it is asked to stop.
//
// The core never knows who is asking: the bindings derive from Control to draw progress and to let
// Ctrl-C through, the tests to interrupt at a chosen moment.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace babieca {

struct Progress {
    std::int64_t done = 0;
    std::int64_t total = 0;  // 0: not known
};

// Thrown out of a computation whose Control said stop. Nothing half-done is left behind.
struct Interrupted : std::runtime_error {
    Interrupted() : std::runtime_error("interrupted") {}
};

class Control {
  public:
    virtual ~Control() = default;

    // Called several times a second by the thread that entered the core, never by a worker thread.
    // False asks the computation to stop.
    virtual bool keep_going(const Progress&) { return true; }

    void check(const Progress& progress) {
        if (!keep_going(progress)) throw Interrupted();
    }
};

}  // namespace babieca
