// Threads for one batch of independent tasks after another, with the calling thread free to report
// and to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace babieca::sweep {

// The threads are started when they are first needed, and stay: a sweep has hundreds of batches,
// some of which last no longer than starting a thread does. Threads that the system refuses to
// start are done without: the tasks are shared among those there are.
class Crew {
  public:
    using Start = std::function<std::thread(std::function<void()>)>;

    explicit Crew(
        int threads,
        Start start = [](std::function<void()> body) { return std::thread(std::move(body)); })
        : threads_(threads), start_(std::move(start)) {}
    ~Crew() {
        {
            const std::lock_guard lock(mutex_);
            leaving_ = true;
        }
        begun_.notify_all();
        for (std::thread& member : members_) member.join();
    }

    // Runs work(task, thread, stop) for every task, in increasing order as threads become free; the
    // calling one does it all as number 0 if it is to do so alone, or if there is no other. `poll`
    // is called by the calling thread about twenty times a second; when it throws, no further task
    // is begun, `stop` tells the running ones that their result is not wanted any more, and the
    // exception surfaces once they have returned. So do exceptions of `work`.
    template <typename Work, typename Poll>
    void run(std::size_t tasks, bool alone, Work&& work, Poll&& poll) {
        if (!alone) assemble();
        std::atomic<bool> stop{false};
        if (alone || members_.empty()) {
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
        std::exception_ptr failure;
        const auto failed = [&](std::exception_ptr why) {
            stop = true;
            const std::lock_guard lock(mutex_);
            if (!failure) failure = std::move(why);
        };
        const auto called_off = [&](std::exception_ptr why) {
            stop = true;
            const std::lock_guard lock(mutex_);
            failure = std::move(why);  // whatever else went wrong
        };
        std::unique_lock lock(mutex_);
        labour_ = [&](int thread) {
            try {
                for (std::size_t task; !stop && (task = next++) < tasks;) work(task, thread, stop);
            } catch (...) {
                failed(std::current_exception());
            }
        };
        ++batch_;
        begun_.notify_all();
        // Nobody has to take part: who wakes late finds the batch done, or closed.
        const auto done = [&] { return active_ == 0 && (stop || next >= tasks); };
        while (!finished_.wait_for(lock, between_polls, done)) {
            lock.unlock();
            try {
                if (!stop) poll();
            } catch (...) {
                called_off(std::current_exception());
            }
            lock.lock();
        }
        labour_ = nullptr;
        lock.unlock();
        if (failure) std::rethrow_exception(failure);
    }

  private:
    static constexpr std::chrono::milliseconds between_polls{50};

    void assemble() {
        try {
            for (; started_ < threads_; ++started_)
                members_.push_back(start_([this, thread = started_] { serve(thread); }));
        } catch (const std::exception&) {  // no more threads, or no memory for one
            started_ = threads_;
        }
    }

    void serve(int thread) {
        std::uint64_t seen = 0;
        std::unique_lock lock(mutex_);
        for (;;) {
            begun_.wait(lock, [&] { return leaving_ || (labour_ && batch_ != seen); });
            if (leaving_) return;
            seen = batch_;
            ++active_;
            lock.unlock();
            labour_(thread);
            lock.lock();
            if (--active_ == 0) finished_.notify_one();
        }
    }

    const int threads_;
    const Start start_;
    int started_ = 0;
    std::mutex mutex_;
    std::condition_variable begun_, finished_;
    // Invariant: what is set does not change while somebody is active.
    std::function<void(int)> labour_;
    std::uint64_t batch_ = 0;
    int active_ = 0;
    bool leaving_ = false;
    std::vector<std::thread> members_;
};

}  // namespace babieca::sweep
