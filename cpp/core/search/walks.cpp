#include "core/search/walks.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <string>

#include "core/search/tree_walker.hpp"

namespace babieca::search {
namespace {

void check_task(const Instance& instance, const Task& task) {
    const auto expect = [](bool condition) {
        if (!condition) throw Refused({Code::other_tasks});
    };
    const auto& [root, path] = task;
    expect(root >= 0 && root < static_cast<int>(instance.roots.size()));
    const auto& prefix = instance.roots[root].prefix;
    expect(path.size() >= prefix.size());
    expect(std::equal(prefix.begin(), prefix.end(), path.begin()));
    std::vector<bool> visited(instance.vertex_count());
    for (std::size_t i = 0; i < path.size(); ++i) {
        const Vertex v = path[i];
        expect(v >= 0 && v < instance.vertex_count() && !visited[v]);
        expect(i == 0 || instance.adjacent(path[i - 1], v));
        visited[v] = true;
    }
}

// Nodes between two looks at `stop` and at the waiting threads: about a millisecond.
constexpr std::int64_t nodes_between_looks = 4096;

// The tasks that the threads of one round share.
class Round {
  public:
    explicit Round(std::vector<Task>& tasks) : tasks_(tasks) {}

    // Walks over tasks until none is left, or until `stop`; then moves its rest back to the tasks.
    void work(Walker& walker, const std::atomic<bool>& stop) {
        try {
            for (Task task; take(task, stop); finish()) walk(walker, task, stop);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            throw;
        }
    }

    std::int64_t found() const { return found_; }
    // If not null, some work was lost.
    const std::exception_ptr& failure() const { return failure_; }

  private:
    bool take(Task& task, const std::atomic<bool>& stop) {
        constexpr std::chrono::milliseconds between_looks_at_stop{10};
        const auto ready = [&] { return stop || !tasks_.empty() || working_ == 0; };
        std::unique_lock lock(mutex_);
        ++waiting_;
        while (!changed_.wait_for(lock, between_looks_at_stop, ready)) {
        }
        --waiting_;
        if (stop || tasks_.empty()) return false;
        task = std::move(tasks_.back());
        tasks_.pop_back();
        ++working_;
        return true;
    }

    void finish() {
        const std::lock_guard lock(mutex_);
        if (--working_ == 0) changed_.notify_all();
    }

    void walk(Walker& walker, const Task& task, const std::atomic<bool>& stop) {
        walker.start(task);
        std::int64_t reported = walker.tally().solutions;
        Event event;
        do {
            event = walker.advance(nodes_between_looks);
            found_ += walker.tally().solutions - reported;
            reported = walker.tally().solutions;
            if (event == Event::pause && (stop || waiting_ > 0)) share(walker, stop);
        } while (event != Event::finished);
    }

    void share(Walker& walker, const std::atomic<bool>& stop) {
        const std::lock_guard lock(mutex_);
        if (!stop && !tasks_.empty()) return;
        walker.unload(tasks_, stop);
        changed_.notify_all();
    }

    std::vector<Task>& tasks_;
    std::mutex mutex_;
    std::condition_variable changed_;
    int working_ = 0;
    std::atomic<int> waiting_ = 0;
    std::atomic<std::int64_t> found_ = 0;
    std::exception_ptr failure_;
};

void begin_random_root(Walker& walker, const Instance& instance, std::mt19937_64& random) {
    const auto root = static_cast<int>(random() % instance.roots.size());
    walker.start({root, instance.roots[root].prefix});
}

}  // namespace

std::unique_ptr<Walker> make_walker(const Instance& instance, bool listing, EventLog* log) {
    const bool forced = (instance.options.rules & rule::forced) != 0 && instance.twin.empty();
    return (forced ? make_forced_walker : make_plain_walker)(instance, listing, log);
}

std::vector<Task> root_tasks(const Instance& instance) {
    std::vector<Task> tasks;
    for (const Root& root : instance.roots)
        tasks.emplace_back(static_cast<int>(tasks.size()), root.prefix);
    return tasks;
}

void Walker::append_tour(std::vector<Vertex>& squares) const {
    const auto& twin = instance_.twin;
    const std::vector<Vertex> walk = found();
    std::vector<Vertex> tour = walk;
    if (root_->last >= 0) tour.push_back(root_->last);
    for (std::size_t i = 0; i < walk.size() && !twin.empty(); ++i)
        tour.push_back(twin[root_->reversed ? walk[walk.size() - 1 - i] : walk[i]]);
    if (root_->reversed) std::ranges::rotate(tour, std::ranges::find(tour, instance_.home));
    for (Vertex& v : tour) v = instance_.outside[v];
    if (root_->reversed && tour.back() == instance_.question.second())
        std::reverse(tour.begin() + 1, tour.end());
    squares.insert(squares.end(), tour.begin(), tour.end());
}

bool Walker::uses_required_edges(std::vector<Vertex> walk) const {
    if (root_->last >= 0) walk.push_back(root_->last);
    const auto n = static_cast<int>(walk.size());
    std::vector<int> position(n);
    for (int i = 0; i < n; ++i) position[walk[i]] = i;
    return std::ranges::all_of(instance_.through, [&](auto edge) {
        const int apart = std::abs(position[edge.first] - position[edge.second]);
        return apart == 1 || (instance_.question.kind == Kind::closed && apart == n - 1);
    });
}

TaskWalk::TaskWalk(Instance instance, std::vector<Task> tasks, bool listing, EventLog* log)
    : instance_(std::move(instance)),
      walker_(make_walker(instance_, listing, log)),
      tasks_(std::move(tasks)) {
    for (const Task& task : tasks_) check_task(instance_, task);
}

Event TaskWalk::advance(std::int64_t nodes) {
    const std::int64_t most = tally().nodes + nodes;
    for (;;) {
        const Event event = walker_->advance(most - tally().nodes);
        if (event != Event::finished || next_ == tasks_.size()) return event;
        if (tally().nodes >= most) return Event::pause;
        walker_->start(tasks_[next_++]);
    }
}

void TaskWalk::unload(std::vector<Task>& left) {
    walker_->unload(left, true);
    // A walker unloads from the root down, but a walk meets the deepest branches first.
    std::ranges::stable_sort(left, std::ranges::greater{},
                             [](const Task& task) { return task.second.size(); });
    left.insert(left.end(), tasks_.begin() + static_cast<std::ptrdiff_t>(next_), tasks_.end());
    next_ = tasks_.size();
}

void TourStream::next(std::int64_t most, std::vector<Vertex>* squares, Control& control,
                      std::int64_t nodes) {
    while (most > 0) {
        const Event event = advance(nodes);
        if (event == Event::finished) return;
        if (event == Event::pause) control.check({tally().solutions, 0});
        if (event != Event::tour) continue;
        walker().append_tour(*squares);
        --most;
    }
}

std::vector<std::int32_t> TracedSearch::next(std::int64_t most, std::int64_t nodes,
                                             Control& control) {
    while (!finished_ && log_.recorded() < most) {
        const bool spent = nodes > 0 && tally().nodes >= nodes;
        const Event event = advance(spent ? 0 : 1);
        finished_ = event != Event::pause;
        if (event == Event::tour) walker().append_tour(tour_);
        if (spent) break;
        control.check({tally().nodes, 0});
    }
    return log_.take();
}

Walked walk_branches(const Instance& instance, const std::vector<Task>& tasks, std::int64_t nodes,
                     bool listing, Control& control) {
    constexpr std::int64_t nodes_between_polls = 1 << 16;  // some tens of milliseconds
    TaskWalk walk(instance, tasks, listing);
    Walked walked;
    while (walk.tally().nodes < nodes) {
        const Event event = walk.advance(std::min(nodes - walk.tally().nodes, nodes_between_polls));
        if (event == Event::finished) break;
        if (event == Event::tour) walk.walker().append_tour(walked.squares);
        if (event == Event::pause) control.check({walk.tally().solutions, 0});
    }
    walk.unload(walked.left);
    walked.tally = walk.tally();
    return walked;
}

TourCount::TourCount(Instance instance, int threads, std::optional<std::vector<Task>> tasks,
                     const Tally& tally)
    : instance_(std::move(instance)), pool_(std::max(threads, 1)), tally_(tally) {
    tasks_ = tasks ? std::move(*tasks) : root_tasks(instance_);
    if (!tasks) std::ranges::reverse(tasks_);  // the last task is taken first
    for (const Task& task : tasks_) check_task(instance_, task);
    for (int i = 0; i < std::max(threads, 1); ++i)
        walkers_.push_back(make_walker(instance_, false));
}

bool TourCount::run(double seconds, Control& control) {
    const NamedArgument threads{"threads", static_cast<std::int64_t>(walkers_.size())};
    if (pool_.size() < static_cast<int>(walkers_.size()))
        throw OutOfResources({Code::threads_not_started, {threads}});
    Bounded bounded(control, seconds);
    Round round(tasks_);
    bool interrupted = false;
    try {
        pool_.run(
            walkers_.size(), false,
            [&](std::size_t walker, int, const auto& stop) { round.work(*walkers_[walker], stop); },
            [&] { bounded.check({tally_.solutions + round.found(), 0}); });
    } catch (const Interrupted&) {
        interrupted = !bounded.ended();
    } catch (...) {
        if (!round.failure()) throw;
    }
    try {
        if (round.failure()) std::rethrow_exception(round.failure());
    } catch (const std::bad_alloc&) {
        throw OutOfResources({Code::search_memory, {threads}});
    }
    for (auto& walker : walkers_) tally_ += walker->take_tally();
    if (interrupted) throw Interrupted();
    return tasks_.empty();
}

LevelEstimate estimate_levels(const Instance& instance, std::int64_t probes, std::uint64_t seed,
                              Control& control) {
    const std::size_t levels = instance.outside.size() + 1;
    LevelEstimate estimate{std::vector<double>(levels), std::vector<double>(levels)};
    if (instance.roots.empty() || probes < 2) return estimate;
    std::mt19937_64 random(seed);
    const auto walker = make_plain_walker(instance, false, nullptr);
    std::vector<double> seen(levels);
    for (std::int64_t i = 1; i <= probes; ++i) {
        if (i % 4096 == 0) control.check({i, probes});
        std::fill(seen.begin(), seen.end(), 0.0);
        begin_random_root(*walker, instance, random);
        walker->probe(static_cast<int>(levels), random, seen);
        for (std::size_t k = 0; k < levels; ++k) {
            // Welford's running mean and sum of squared differences.
            const double value = seen[k] * static_cast<double>(instance.roots.size());
            const double difference = value - estimate.mean[k];
            estimate.mean[k] += difference / static_cast<double>(i);
            estimate.variance[k] += difference * (value - estimate.mean[k]);
        }
    }
    const auto count = static_cast<double>(probes);
    for (double& variance : estimate.variance) variance /= count * (count - 1);
    return estimate;
}

std::vector<Subtree> sample_subtrees(const Instance& instance, std::int64_t samples, int squares,
                                     std::uint64_t seed, Control& control) {
    std::vector<Subtree> subtrees;
    if (instance.roots.empty()) return subtrees;
    std::mt19937_64 random(seed);
    const auto walker = make_plain_walker(instance, false, nullptr);
    std::vector<double> unused;
    for (std::int64_t i = 0; i < samples; ++i) {
        begin_random_root(*walker, instance, random);
        const double weight =
            walker->probe(squares, random, unused) * static_cast<double>(instance.roots.size());
        while (walker->advance(1 << 18) != Event::finished) control.check({i, samples});
        subtrees.push_back({weight, walker->take_tally()});
        control.check({i + 1, samples});
    }
    return subtrees;
}

std::int64_t count_partial_paths(const Graph& graph, Vertex start, int steps, Control& control) {
    using Set = BitRow<1>;
    if (graph.vertex_count() > Set::capacity)
        throw std::invalid_argument("the graph may have at most 64 vertices");
    if (steps < 1) throw std::invalid_argument("a path needs at least one step");
    const std::vector<Set> adjacent = neighbour_rows<1>(graph);
    std::int64_t nodes = 0;
    // The last two moves are not made, only counted.
    const auto below = [&](const auto& self, Vertex head, Set unvisited, int steps) {
        const Set moves = adjacent[head] & unvisited;
        std::int64_t sum = 0;
        if (steps == 1) return static_cast<std::int64_t>(moves.count());
        if ((++nodes & 0x3FFFFF) == 0) control.check({nodes, 0});
        moves.for_each([&](Vertex v) {
            sum += steps == 2 ? (adjacent[v] & unvisited).count()
                              : self(self, v, unvisited - Set::of(v), steps - 1);
        });
        return sum;
    };
    return below(below, start, Set::below(graph.vertex_count()) - Set::of(start), steps);
}

PlainCount plain_count(const Graph& graph, Vertex start, bool closed, std::int64_t most_nodes,
                       Control& control) {
    PlainCount result;
    std::vector<int> step(graph.vertex_count());
    step[start] = 1;
    const auto jump = [&](const auto& self, Vertex from, int next_step) -> void {
        for (Vertex to : graph.neighbours(from)) {
            if (step[to] != 0) continue;
            if (result.nodes >= most_nodes) return;
            if ((++result.nodes & 0xFFFFFF) == 0) control.check({result.nodes, 0});
            step[to] = next_step;
            if (next_step < graph.vertex_count())
                self(self, to, next_step + 1);
            else if (!closed || (next_step > 2 && graph.adjacent(to, start)))
                ++result.tours;
            step[to] = 0;
        }
    };
    jump(jump, start, 2);
    return result;
}

}  // namespace babieca::search
