// The threads of the core: they run one batch of independent tasks after another, while the calling
// thread reports progress and may stop the batch.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace babieca::system {

// Threads start when they are first needed and stay: a sweep has hundreds of batches, some of which
// last no longer than starting a thread. If the system refuses a thread, the pool works with the
// threads it has; without any, the calling thread does the work.
class ThreadPool {
  public:
    using Start = std::function<std::thread(std::function<void()>)>;

    explicit ThreadPool(
        int threads,
        Start start = [](std::function<void()> body) { return std::thread(std::move(body)); })
        : wanted_(threads), start_(std::move(start)) {}
    ~ThreadPool() {
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
        }
        begun_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    // Starts the threads and returns how many there are.
    int size() {
        try {
            for (; started_ < wanted_; ++started_)
                threads_.push_back(start_([this, thread = started_] { serve(thread); }));
        } catch (const std::exception&) {  // no more threads, or no memory for one
            started_ = wanted_;
        }
        return static_cast<int>(threads_.size());
    }

    // Calls work(task, thread, stop) for every task, in increasing order as threads become free. If
    // `alone`, the calling thread runs all tasks, as thread 0. The calling thread calls `poll`
    // about twenty times a second. If `poll` or `work` throws, no further task begins, `stop`
    // becomes true, and run() rethrows when the tasks under way have returned; an exception of
    // `poll` takes precedence.
    template <typename Work, typename Poll>
    void run(std::size_t tasks, bool alone, Work&& work, Poll&& poll) {
        std::atomic<bool> stop{false};
        if (alone || size() == 0) {
            auto polled = std::chrono::steady_clock::now();
            for (std::size_t task = 0; task < tasks; ++task) {
                work(task, 0, stop);
                const auto now = std::chrono::steady_clock::now();
                if (now - polled < between_polls) continue;
                polled = now;
                poll();
            }
            return;
        }
        std::atomic<std::size_t> next{0};
        std::exception_ptr failure, poll_failure;
        std::unique_lock lock(mutex_);
        batch_work_ = [&](int thread) {
            try {
                for (std::size_t task; !stop && (task = next++) < tasks;) work(task, thread, stop);
            } catch (...) {
                stop = true;
                const std::lock_guard guard(mutex_);
                if (!failure) failure = std::current_exception();
            }
        };
        ++batch_;
        begun_.notify_all();
        // A thread that wakes late finds the batch done, or closed.
        const auto done = [&] { return active_ == 0 && (stop || next >= tasks); };
        while (!finished_.wait_for(lock, between_polls, done)) {
            lock.unlock();
            try {
                if (!stop) poll();
            } catch (...) {
                stop = true;
                poll_failure = std::current_exception();
            }
            lock.lock();
        }
        batch_work_ = nullptr;
        lock.unlock();
        if (poll_failure) std::rethrow_exception(poll_failure);
        if (failure) std::rethrow_exception(failure);
    }

    // Computes work() on a thread that no batch needs. Tasks begin in the order of submission, so a
    // task may wait for an earlier task. Without threads, the first get() computes the result.
    template <typename Work>
    auto submit(Work work) -> std::shared_future<std::invoke_result_t<Work>> {
        if (size() == 0) return std::async(std::launch::deferred, std::move(work)).share();
        auto task =
            std::make_shared<std::packaged_task<std::invoke_result_t<Work>()>>(std::move(work));
        {
            const std::lock_guard lock(mutex_);
            submitted_.push_back([task] { (*task)(); });
        }
        begun_.notify_one();
        return task->get_future().share();
    }

  private:
    static constexpr std::chrono::milliseconds between_polls{50};

    void serve(int thread) {
        std::uint64_t seen = 0;
        std::unique_lock lock(mutex_);
        for (;;) {
            const auto has_batch = [&] { return batch_work_ && batch_ != seen; };
            begun_.wait(lock, [&] { return ending_ || has_batch() || !submitted_.empty(); });
            if (ending_) return;
            if (has_batch()) {
                seen = batch_;
                ++active_;
                lock.unlock();
                batch_work_(thread);
                lock.lock();
                if (--active_ == 0) finished_.notify_one();
            } else {
                const std::function<void()> task = std::move(submitted_.front());
                submitted_.pop_front();
                lock.unlock();
                task();
                lock.lock();
            }
        }
    }

    const int wanted_;
    const Start start_;
    int started_ = 0;
    std::mutex mutex_;
    std::condition_variable begun_, finished_;
    // Invariant: batch_work_ does not change while active_ > 0.
    std::function<void(int)> batch_work_;
    std::uint64_t batch_ = 0;
    int active_ = 0;
    std::deque<std::function<void()>> submitted_;
    bool ending_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace babieca::system
