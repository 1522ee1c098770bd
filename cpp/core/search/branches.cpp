#include "core/search/branches.hpp"

#include <algorithm>

#include "core/search/count.hpp"

namespace babieca::search {
namespace {

// Nodes between two looks at the control: some tens of milliseconds.
constexpr std::int64_t slice = 1 << 16;

}  // namespace

Walked walk_branches(const Instance& instance, const std::vector<Task>& tasks, std::int64_t nodes,
                     bool listing, Control& control) {
    for (const Task& task : tasks) check_task(instance, task);
    const auto walker = make_walker(instance, listing);
    Walked walked;
    std::vector<Vertex> tour;
    auto task = tasks.begin();
    for (; task != tasks.end() && walker->tally().nodes < nodes; ++task) {
        walker->start(*task);
        Event event;
        do {
            event =
                walker->advance(std::clamp<std::int64_t>(nodes - walker->tally().nodes, 1, slice));
            if (event == Event::tour) {
                walker->tour(tour);
                walked.squares.insert(walked.squares.end(), tour.begin(), tour.end());
            }
            if (event == Event::pause) control.check({walker->tally().solutions, 0});
            if (event != Event::finished && walker->tally().nodes >= nodes) {
                walker->unload(walked.left, true);
            }
        } while (event != Event::finished);
    }
    // They are handed over from the root down, but a walk meets the deepest first.
    std::ranges::stable_sort(walked.left, std::ranges::greater{},
                             [](const Task& left) { return left.path.size(); });
    walked.left.insert(walked.left.end(), task, tasks.end());
    walked.tally = walker->tally();
    return walked;
}

}  // namespace babieca::search
