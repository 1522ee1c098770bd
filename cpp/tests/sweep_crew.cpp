// Tasks are done once each, whatever number of threads the system grants; exceptions come through.
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <system_error>

#include "core/sweep/crew.hpp"
#include "tests/check.hpp"

using namespace babieca::sweep;

namespace {

// Starts so many threads and refuses the next, as a system at its limit does.
Crew::Start start_only(int left) {
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
    Crew crew(threads, start_only(granted));
    constexpr int batches = 20;
    for (int batch = 0; batch < batches; ++batch)
        crew.run(
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
    Crew crew(threads, start_only(granted));
    try {
        crew.run(
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

}  // namespace

int main() {
    for (int threads : {0, 1, 2, 5})
        for (int granted = 0; granted <= threads; ++granted) {
            every_task_is_done_once(threads, granted);
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
