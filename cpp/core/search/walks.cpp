#include "core/search/walks.hpp"

#include <algorithm>

namespace babieca::search {

std::unique_ptr<Walker> make_walker(const Instance& instance, bool listing, EventLog* log) {
    const bool forced = (instance.options.rules & rule::forced) != 0 && instance.twin.empty();
    return (forced ? make_forced_walker : make_plain_walker)(instance, listing, log);
}

std::vector<Task> root_tasks(const Instance& instance) {
    std::vector<Task> tasks;
    for (const Root& root : instance.roots)
        tasks.push_back({static_cast<int>(tasks.size()), root.prefix});
    return tasks;
}

void Walker::tour(std::vector<Vertex>& squares) const {
    const auto& twin = instance_.twin;
    const std::vector<Vertex> walk = found();
    squares = walk;
    if (root_->last >= 0) squares.push_back(root_->last);
    for (std::size_t i = 0; i < walk.size() && !twin.empty(); ++i)
        squares.push_back(twin[root_->reversed ? walk[walk.size() - 1 - i] : walk[i]]);
    if (root_->reversed)
        std::rotate(squares.begin(), std::find(squares.begin(), squares.end(), instance_.home),
                    squares.end());
    for (Vertex& v : squares) v = instance_.outside[v];
    if (root_->reversed && squares.back() == instance_.question.second())
        std::reverse(squares.begin() + 1, squares.end());
}

bool Walker::uses_required_edges(std::vector<Vertex> walk) const {
    if (root_->last >= 0) walk.push_back(root_->last);
    const auto n = static_cast<int>(walk.size());
    std::vector<int> place(n);
    for (int i = 0; i < n; ++i) place[walk[i]] = i;
    return std::all_of(instance_.through.begin(), instance_.through.end(), [&](auto edge) {
        const int apart = std::abs(place[edge.first] - place[edge.second]);
        return apart == 1 || (instance_.question.kind == Kind::closed && apart == n - 1);
    });
}

bool RootWalk::under_way() {
    if (walking_) return true;
    if (root_ == instance_.roots.size()) return false;
    walker_->start({static_cast<int>(root_), instance_.roots[root_].prefix});
    ++root_;
    return walking_ = true;
}

Event RootWalk::advance(std::int64_t nodes) {
    const Event event = walker_->advance(nodes);
    walking_ = event != Event::finished;
    return event;
}

void TourStream::next(int most, std::vector<Vertex>& squares, Control& control,
                      std::int64_t nodes) {
    std::vector<Vertex> tour;
    while (most > 0 && under_way()) {
        const Event event = advance(nodes);
        if (event == Event::pause) control.check({tally().solutions, 0});
        if (event != Event::tour) continue;
        walker_->tour(tour);
        squares.insert(squares.end(), tour.begin(), tour.end());
        --most;
    }
}

std::vector<std::int32_t> TracedSearch::next(std::int64_t most, std::int64_t nodes,
                                             Control& control) {
    while (!finished_ && log_.kept() < most) {
        finished_ = !under_way();
        if (finished_ || (nodes > 0 && tally().nodes >= nodes)) break;
        control.check({tally().nodes, 0});
        if (advance(1) != Event::tour) continue;
        walker_->tour(tour_);
        finished_ = true;
    }
    return log_.take();
}

Walked walk_branches(const Instance& instance, const std::vector<Task>& tasks, std::int64_t nodes,
                     bool listing, Control& control) {
    constexpr std::int64_t nodes_between_polls = 1 << 16;  // some tens of milliseconds
    for (const Task& task : tasks) check_task(instance, task);
    const auto walker = make_walker(instance, listing);
    Walked walked;
    std::vector<Vertex> tour;
    auto task = tasks.begin();
    for (; task != tasks.end() && walker->tally().nodes < nodes; ++task) {
        walker->start(*task);
        Event event;
        do {
            event = walker->advance(
                std::clamp<std::int64_t>(nodes - walker->tally().nodes, 1, nodes_between_polls));
            if (event == Event::tour) {
                walker->tour(tour);
                walked.squares.insert(walked.squares.end(), tour.begin(), tour.end());
            }
            if (event == Event::pause) control.check({walker->tally().solutions, 0});
            if (event != Event::finished && walker->tally().nodes >= nodes)
                walker->unload(walked.left, true);
        } while (event != Event::finished);
    }
    // A walker unloads from the root down, but a walk meets the deepest branches first.
    std::ranges::stable_sort(walked.left, std::ranges::greater{},
                             [](const Task& left) { return left.path.size(); });
    walked.left.insert(walked.left.end(), task, tasks.end());
    walked.tally = walker->tally();
    return walked;
}

void check_task(const Instance& instance, const Task& task) {
    const auto expect = [](bool condition) {
        if (!condition) throw std::invalid_argument("the saved work is not of this search");
    };
    expect(task.root >= 0 && task.root < static_cast<int>(instance.roots.size()));
    const auto& prefix = instance.roots[task.root].prefix;
    expect(task.path.size() >= prefix.size());
    expect(std::equal(prefix.begin(), prefix.end(), task.path.begin()));
    std::vector<bool> visited(instance.vertex_count());
    for (std::size_t i = 0; i < task.path.size(); ++i) {
        const Vertex v = task.path[i];
        expect(v >= 0 && v < instance.vertex_count() && !visited[v]);
        expect(i == 0 || instance.adjacent(task.path[i - 1], v));
        visited[v] = true;
    }
}

}  // namespace babieca::search
