// Long computations: progress reports, stop requests, a memory limit, and the refusal of a second
// user. The bindings derive from Control to report to Python and to see Ctrl-C.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

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

// Stops a computation after some seconds, or when its progress reaches `most`. `ended` tells this
// from a stop of the caller, whose control passes through. The caller sees `shown` if it is given.
class Bounded : public Control {
  public:
    using Clock = std::chrono::steady_clock;

    Bounded(Control& control, double seconds, std::int64_t most = INT64_MAX,
            const Progress* shown = nullptr)
        : control_(control), seconds_(seconds), most_(most), shown_(shown) {}

    bool keep_going(const Progress& progress) override {
        control_.check(shown_ ? *shown_ : progress);
        ended_ = progress.done >= most_ || left() <= 0;
        return !ended_;
    }
    bool ended() const { return ended_; }
    double left() const {
        return seconds_ - std::chrono::duration<double>(Clock::now() - began_).count();
    }

  private:
    Control& control_;
    double seconds_;
    std::int64_t most_;
    const Progress* shown_;
    Clock::time_point began_ = Clock::now();
    bool ended_ = false;
};

// A control made of a function, which a part of a computation asks in place of the whole's control.
class FunctionControl : public Control {
  public:
    explicit FunctionControl(std::function<bool(const Progress&)> ask) : ask_(std::move(ask)) {}
    bool keep_going(const Progress& progress) override { return ask_(progress); }

  private:
    std::function<bool(const Progress&)> ask_;
};

struct OutOfBudget : std::runtime_error {
    OutOfBudget() : std::runtime_error("the states outgrow the memory allowed") {}
};

// A memory limit that is checked before each allocation.
class Budget {
  public:
    explicit Budget(std::uint64_t bytes) : bytes_(bytes) {}  // 0: no limit

    // Throws OutOfBudget if `bytes` at once exceed the limit.
    void allow(std::uint64_t bytes) {
        if (bytes_ && bytes > bytes_) throw OutOfBudget();
        peak_ = std::max(peak_, bytes);
    }
    std::uint64_t peak() const { return peak_; }

  private:
    std::uint64_t bytes_;
    std::uint64_t peak_ = 0;
};

// An object that only one thread at a time may use. A second use throws and does not wait: the same
// thread may call again from a progress report.
class OneUser {
  public:
    struct Release {
        void operator()(std::atomic_flag* busy) const { busy->clear(); }
    };

    // The object is in use while the returned value lives.
    [[nodiscard]] std::unique_ptr<std::atomic_flag, Release> use() {
        if (busy_.test_and_set())
            throw std::runtime_error("this search is already running; use one search per thread");
        return std::unique_ptr<std::atomic_flag, Release>(&busy_);
    }

  private:
    std::atomic_flag busy_;
};

}  // namespace babieca
