// Threads for one batch of independent tasks, with the calling thread free to report and to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace babieca::sweep {

struct StartThread {
    template <typename Body>
    std::thread operator()(Body&& body) const {
        return std::thread(std::forward<Body>(body));
    }
};

// Runs work(task, thread, stop) for every task, in increasing order as threads become free; with no
// threads, the calling one does it all as number 0. Threads that the system refuses to start are
// done without: the tasks are shared among those there are. `poll` is called by the calling thread
// about twenty times a second; when it throws, no further task is begun, `stop` tells the running
// ones that their result is not wanted any more, and the exception surfaces once they have
// returned. So do exceptions of `work`.
template <typename Work, typename Poll, typename Start = StartThread>
void run_tasks(std::size_t tasks, int threads, Work&& work, Poll&& poll, Start start = {}) {
    constexpr std::chrono::milliseconds between_polls(50);
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::condition_variable finished;
    std::exception_ptr failure;
    int running = 0;
    const auto labour = [&](int thread) {
        try {
            for (std::size_t task; !stop && (task = next++) < tasks;) work(task, thread, stop);
        } catch (...) {
            stop = true;
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        if (--running == 0) finished.notify_one();
    };
    std::vector<std::thread> crew;
    crew.reserve(threads);
    std::unique_lock lock(mutex);  // nobody leaves before all are counted
    try {
        for (; running < threads; ++running)
            crew.push_back(start([&labour, thread = running] { labour(thread); }));
    } catch (const std::exception&) {  // no more threads, or no memory for one
    }
    if (crew.empty()) {
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
    while (!finished.wait_for(lock, between_polls, [&] { return running == 0; })) {
        lock.unlock();
        try {
            if (!stop) poll();
        } catch (...) {
            stop = true;
            const std::lock_guard guard(mutex);
            failure = std::current_exception();
        }
        lock.lock();
    }
    lock.unlock();
    for (std::thread& member : crew) member.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace babieca::sweep
