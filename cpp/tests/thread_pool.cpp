// Every task runs once, for any number of threads that the system grants; exceptions come through.
#include "core/system/thread_pool.hpp"

#include <functional>
#include <stdexcept>
#include <system_error>

#include "tests/check.hpp"

namespace babieca::system {
namespace {

constexpr std::size_t tasks = 1000;

// Starts `left` threads and refuses the next, as a system at its limit does.
ThreadPool::Start start_only(int left) {
    return [left](std::function<void()> body) mutable {
        if (left-- == 0)
            throw std::system_error(
                std::make_error_code(std::errc::resource_unavailable_try_again));
        return std::thread(std::move(body));
    };
}

// Calls check(threads, granted) for pools that ask for `threads` and get `granted` threads.
template <typename Check>
void for_some_pools(Check&& check) {
    for (int threads : {0, 1, 2, 5})
        for (int granted = 0; granted <= threads; ++granted) check(threads, granted);
}

TEST(every_task_is_done_once) {
    for_some_pools([](int threads, int granted) {
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
    });
}

// Results can be taken in any order; a task may wait for an earlier one.
TEST(submitted_tasks_are_done) {
    for_some_pools([](int threads, int granted) {
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
        CHECK(throws<std::domain_error>([&] { failing.get(); }));
    });
}

// An exception of `work` or `poll` ends the batch: some tasks are never begun.
template <typename Work, typename Poll>
void fails_early(Work work, Poll poll) {
    for_some_pools([&](int threads, int granted) {
        std::atomic<std::size_t> begun{0};
        ThreadPool pool(threads, start_only(granted));
        const auto counted = [&](std::size_t task, int, const std::atomic<bool>& stop) {
            ++begun;
            work(task, stop);
        };
        CHECK(throws<std::domain_error>([&] { pool.run(tasks, false, counted, poll); }));
        CHECK(begun < tasks);
    });
}

TEST(an_exception_of_a_task_ends_the_batch) {
    fails_early(
        [](std::size_t task, const std::atomic<bool>& stop) {
            if (task == 3) throw std::domain_error("work");
            while (task > 3 && !stop) std::this_thread::yield();
        },
        [] {});
}

TEST(an_exception_of_a_poll_ends_the_batch) {
    fails_early(
        [](std::size_t, const std::atomic<bool>& stop) {
            for (int tick = 0; tick < 60 && !stop; ++tick)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        },
        [] { throw std::domain_error("poll"); });
}

}  // namespace
}  // namespace babieca::system
