#include "core/search/count.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>

namespace babieca::search {
namespace {

// About a millisecond: how long a hungry thread or a stop may have to wait.
constexpr std::int64_t slice = 4096;

// One round: threads share `tasks` until it is empty and nobody works, or until they are stopped.
class Round {
  public:
    Round(std::vector<Task>& tasks, int threads) : tasks_(tasks), threads_(threads) {}

    // Never throws: whatever goes wrong stops the round.
    void work(Walker& walker) noexcept {
        try {
            take_tasks(walker);
        } catch (...) {
            fail(std::current_exception());
        }
    }

    // Stops all threads; the first reason is kept.
    void fail(std::exception_ptr reason) noexcept {
        std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::move(reason);
        stopping_ = true;
        changed_.notify_all();
    }

    // True when all is done; `seconds` from now, or when control says so, the threads are stopped.
    bool watch(double seconds, std::int64_t found_before, Control& control) {
        const auto deadline =
            std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, std::chrono::milliseconds(100),
                                  [&] { return finished_ || stopping_; })) {
            lock.unlock();
            const bool go_on = control.keep_going({found_before + found_, 0});
            const bool in_time = std::chrono::steady_clock::now() < deadline;
            lock.lock();
            if (go_on && in_time) continue;
            interrupted_ = !go_on;
            stopping_ = true;
            changed_.notify_all();
        }
        return finished_;
    }

    // Read these when the threads have ended.
    bool interrupted() const { return interrupted_; }
    std::exception_ptr failure() const { return failure_; }

  private:
    void take_tasks(Walker& walker) {
        for (;;) {
            Task task;
            {
                std::unique_lock lock(mutex_);
                if (++waiting_ == threads_ && tasks_.empty()) {
                    finished_ = true;
                    changed_.notify_all();
                }
                changed_.wait(lock, [&] { return stopping_ || finished_ || !tasks_.empty(); });
                if (stopping_ || finished_) return;
                --waiting_;
                task = std::move(tasks_.back());
                tasks_.pop_back();
            }
            walker.start(task);
            std::int64_t reported = walker.tally().solutions;
            Event event;
            do {
                event = walker.advance(slice);
                found_ += walker.tally().solutions - reported;
                reported = walker.tally().solutions;
                if (event == Event::pause && (stopping_ || waiting_ > 0)) share(walker);
            } while (event != Event::finished);
        }
    }

    void share(Walker& walker) {
        std::lock_guard lock(mutex_);
        if (!stopping_ && !tasks_.empty()) return;
        walker.unload(tasks_, stopping_);
        changed_.notify_all();
    }

    std::vector<Task>& tasks_;
    const int threads_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<int> waiting_ = 0;
    std::atomic<bool> stopping_ = false;
    std::atomic<bool> finished_ = false;
    std::atomic<std::int64_t> found_ = 0;
    bool interrupted_ = false;
    std::exception_ptr failure_;
};

// Says in one line what the machine did not give.
[[noreturn]] void pass_on(const std::exception_ptr& failure, std::size_t threads) {
    try {
        std::rethrow_exception(failure);
    } catch (const std::bad_alloc&) {
        throw OutOfResources("the search ran out of memory on " + std::to_string(threads) +
                             " threads");
    } catch (const std::system_error& error) {
        throw OutOfResources("cannot start " + std::to_string(threads) + " threads (" +
                             error.code().message() + ")");
    }
}

}  // namespace

TourCount::TourCount(Instance instance, int threads) : instance_(std::move(instance)) {
    for (int i = 0; i < std::max(threads, 1); ++i)
        walkers_.push_back(make_walker(instance_, false));
    tasks_ = root_tasks(instance_);
    std::ranges::reverse(tasks_);  // the last task is taken first
}

TourCount::TourCount(Instance instance, int threads, std::vector<Task> tasks, const Tally& tally)
    : TourCount(std::move(instance), threads) {
    for (const Task& task : tasks) check_task(instance_, task);
    tasks_ = std::move(tasks);
    tally_ = tally;
}

bool TourCount::run(double seconds, Control& control) {
    Round round(tasks_, static_cast<int>(walkers_.size()));
    std::vector<std::thread> threads;
    bool finished = false;
    try {
        threads.reserve(walkers_.size());
        for (auto& walker : walkers_) threads.emplace_back([&] { round.work(*walker); });
        finished = round.watch(seconds, tally_.solutions, control);
    } catch (...) {
        round.fail(std::current_exception());
    }
    for (auto& thread : threads) thread.join();
    if (round.failure()) pass_on(round.failure(), walkers_.size());
    for (auto& walker : walkers_) {
        tally_ += walker->tally();
        walker->clear_tally();
    }
    if (round.interrupted()) throw Interrupted();
    return finished;
}

}  // namespace babieca::search
