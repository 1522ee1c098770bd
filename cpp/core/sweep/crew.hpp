// Threads for one batch of independent tasks, with the calling thread free to report and to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace babieca::sweep {

// Runs work(task, thread, stop) for every task, in increasing order as threads become free. `poll`
// is called by the calling thread about twenty times a second; when it throws, no further task is
// begun, `stop` tells the running ones that their result is not wanted any more, and the exception
// surfaces once they have returned. So do exceptions of `work`.
template <typename Work, typename Poll>
void run_tasks(std::size_t tasks, int threads, Work&& work, Poll&& poll) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::condition_variable finished;
    std::exception_ptr failure;
    int running = threads;
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
    {
        std::vector<std::jthread> crew;
        for (int thread = 0; thread < threads; ++thread) crew.emplace_back(labour, thread);
        std::unique_lock lock(mutex);
        while (
            !finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
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
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace babieca::sweep
