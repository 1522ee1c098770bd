#include "core/search/count.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <string>

namespace babieca::search {
namespace {

using Clock = std::chrono::steady_clock;

// Nodes between two looks at `stop` and at the waiting threads: about a millisecond.
constexpr std::int64_t slice = 4096;

// Thrown by the poll of a round at the end of its time.
struct TimeIsUp {};

// The tasks that the threads of one round share.
class Round {
  public:
    explicit Round(std::vector<Task>& tasks) : tasks_(tasks) {}

    // Walks over tasks until none is left, or until `stop`; then the rest goes back to the tasks.
    void work(Walker& walker, const std::atomic<bool>& stop) {
        try {
            for (Task task; take(task, stop); finish()) walk(walker, task, stop);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            throw;
        }
    }

    std::int64_t found() const { return found_; }
    // If not null, some work was lost.
    const std::exception_ptr& failure() const { return failure_; }

  private:
    bool take(Task& task, const std::atomic<bool>& stop) {
        constexpr std::chrono::milliseconds between_looks_at_stop{10};
        const auto ready = [&] { return stop || !tasks_.empty() || working_ == 0; };
        std::unique_lock lock(mutex_);
        ++waiting_;
        while (!changed_.wait_for(lock, between_looks_at_stop, ready)) {
        }
        --waiting_;
        if (stop || tasks_.empty()) return false;
        task = std::move(tasks_.back());
        tasks_.pop_back();
        ++working_;
        return true;
    }

    void finish() {
        const std::lock_guard lock(mutex_);
        if (--working_ == 0) changed_.notify_all();
    }

    void walk(Walker& walker, const Task& task, const std::atomic<bool>& stop) {
        walker.start(task);
        std::int64_t reported = walker.tally().solutions;
        Event event;
        do {
            event = walker.advance(slice);
            found_ += walker.tally().solutions - reported;
            reported = walker.tally().solutions;
            if (event == Event::pause && (stop || waiting_ > 0)) share(walker, stop);
        } while (event != Event::finished);
    }

    void share(Walker& walker, const std::atomic<bool>& stop) {
        const std::lock_guard lock(mutex_);
        if (!stop && !tasks_.empty()) return;
        walker.unload(tasks_, stop);
        changed_.notify_all();
    }

    std::vector<Task>& tasks_;
    std::mutex mutex_;
    std::condition_variable changed_;
    int working_ = 0;
    std::atomic<int> waiting_ = 0;
    std::atomic<std::int64_t> found_ = 0;
    std::exception_ptr failure_;
};

}  // namespace

TourCount::TourCount(Instance instance, int threads)
    : instance_(std::move(instance)), pool_(std::max(threads, 1)), tasks_(root_tasks(instance_)) {
    for (int i = 0; i < std::max(threads, 1); ++i)
        walkers_.push_back(make_walker(instance_, false));
    std::ranges::reverse(tasks_);  // the last task is taken first
}

TourCount::TourCount(Instance instance, int threads, std::vector<Task> tasks, const Tally& tally)
    : TourCount(std::move(instance), threads) {
    for (const Task& task : tasks) check_task(instance_, task);
    tasks_ = std::move(tasks);
    tally_ = tally;
}

bool TourCount::run(double seconds, Control& control) {
    const std::string threads = std::to_string(walkers_.size()) + " threads";
    if (pool_.size() < static_cast<int>(walkers_.size()))
        throw OutOfResources("cannot start " + threads);
    const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
    Round round(tasks_);
    bool interrupted = false;
    try {
        pool_.run(
            walkers_.size(), false,
            [&](std::size_t walker, int, const auto& stop) { round.work(*walkers_[walker], stop); },
            [&] {
                control.check({tally_.solutions + round.found(), 0});
                if (Clock::now() >= deadline) throw TimeIsUp();
            });
    } catch (const TimeIsUp&) {
    } catch (const Interrupted&) {
        interrupted = true;
    } catch (...) {
        if (!round.failure()) throw;
    }
    try {
        if (round.failure()) std::rethrow_exception(round.failure());
    } catch (const std::bad_alloc&) {
        throw OutOfResources("the search ran out of memory on " + threads);
    }
    for (auto& walker : walkers_) {
        tally_ += walker->tally();
        walker->clear_tally();
    }
    if (interrupted) throw Interrupted();
    return tasks_.empty();
}

}  // namespace babieca::search
