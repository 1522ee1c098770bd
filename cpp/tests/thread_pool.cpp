// Every task runs once, for any number of threads that the system grants; exceptions come through.
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <system_error>

#include "core/system/thread_pool.hpp"
#include "tests/check.hpp"

using babieca::system::ThreadPool;

namespace {

// Starts so many threads and refuses the next, as a system at its limit does.
ThreadPool::Start start_only(int left) {
    return [left](std::function<void()> body) mutable {
        if (left-- == 0)
            throw std::system_error(
                std::make_error_code(std::errc::resource_unavailable_try_again));
        return std::thread(std::move(body));
    };
}

constexpr std::size_t tasks = 1000;

void every_task_is_done_once(int threads, int granted) {
    std::vector<int> done(tasks, 0);
    ThreadPool pool(threads, start_only(granted));
    constexpr int batches = 20;
    for (int batch = 0; batch < batches; ++batch)
        pool.run(
            tasks, batch == 7,
            [&](std::size_t task, int thread, const std::atomic<bool>&) {
                ++done[task];
                CHECK(thread < std::max(1, granted));
            },
            [] {});
    CHECK(done == std::vector<int>(tasks, batches));
}

// What `work` or `poll` throws ends the batch: some tasks are never begun.
template <typename Work, typename Poll>
bool fails_early(int threads, int granted, Work work, Poll poll) {
    std::atomic<std::size_t> begun{0};
    ThreadPool pool(threads, start_only(granted));
    try {
        pool.run(
            tasks, false,
            [&](std::size_t task, int, const std::atomic<bool>& stop) {
                ++begun;
                work(task, stop);
            },
            poll);
    } catch (const std::domain_error&) {
        return begun < tasks;
    }
    return false;
}

// Results can be taken in any order; a task may wait for an earlier one.
void submitted_tasks_are_done(int threads, int granted) {
    ThreadPool pool(threads, start_only(granted));
    std::vector<std::shared_future<int>> sums;
    for (int n = 0; n < 50; ++n)
        sums.push_back(pool.submit([n, last = n ? sums.back() : std::shared_future<int>()] {
            return n + (n ? last.get() : 0);
        }));
    std::atomic<int> done{0};
    pool.run(tasks, false, [&](std::size_t, int, const std::atomic<bool>&) { ++done; }, [] {});
    CHECK(done == static_cast<int>(tasks) && sums[49].get() == 1225 && sums[3].get() == 6);
    const auto failing = pool.submit([]() -> int { throw std::domain_error("task"); });
    bool failed = false;
    try {
        failing.get();
    } catch (const std::domain_error&) {
        failed = true;
    }
    CHECK(failed);
}

}  // namespace

int main() {
    for (int threads : {0, 1, 2, 5})
        for (int granted = 0; granted <= threads; ++granted) {
            every_task_is_done_once(threads, granted);
            submitted_tasks_are_done(threads, granted);
            CHECK(fails_early(
                threads, granted,
                [](std::size_t task, const std::atomic<bool>& stop) {
                    if (task == 3) throw std::domain_error("work");
                    while (task > 3 && !stop) std::this_thread::yield();
                },
                [] {}));
            CHECK(fails_early(
                threads, granted,
                [](std::size_t, const std::atomic<bool>& stop) {
                    for (int tick = 0; tick < 60 && !stop; ++tick)
                        std::this_thread::sleep_for(std::chrono::milliseconds(1));
                },
                [] { throw std::domain_error("poll"); }));
        }
}
