#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>
#include <utility>

#include "bindings/bindings.hpp"
#include "core/search/count.hpp"
#include "core/search/studies.hpp"
#include "core/search/walks.hpp"

namespace babieca::bindings {

namespace {

using namespace search;
using Edges = std::vector<Edge>;
using Vertices = std::vector<Vertex>;

// nodes, solutions, then attempts and steps by how they ended, in the order of Ending.
std::vector<std::int64_t> numbers_of(const Tally& tally) {
    std::vector<std::int64_t> numbers = {tally.nodes, tally.solutions};
    numbers.insert(numbers.end(), tally.attempts.begin(), tally.attempts.end());
    numbers.insert(numbers.end(), tally.steps.begin(), tally.steps.end());
    return numbers;
}

Tally tally_of(const std::vector<std::int64_t>& numbers) {
    if (numbers.size() != 2 + 2 * ending_count) throw std::invalid_argument("not a tally");
    Tally tally{numbers[0], numbers[1], {}, {}};
    std::copy_n(numbers.begin() + 2, ending_count, tally.attempts.begin());
    std::copy_n(numbers.begin() + 2 + ending_count, ending_count, tally.steps.begin());
    return tally;
}

using Saved = std::vector<std::pair<int, Vertices>>;

std::vector<Task> tasks_of(Saved saved) {
    std::vector<Task> tasks;
    for (auto& [root, path] : saved) tasks.push_back({root, std::move(path)});
    return tasks;
}

Saved saved_of(const std::vector<Task>& tasks) {
    Saved saved;
    for (const Task& task : tasks) saved.push_back({task.root, task.path});
    return saved;
}

std::unique_ptr<TourCount> resume(const Instance& instance, int threads, Saved saved,
                                  const std::vector<std::int64_t>& numbers) {
    return std::make_unique<TourCount>(instance, threads, tasks_of(std::move(saved)),
                                       tally_of(numbers));
}

Saved tasks_left(TourCount& count) {
    const auto use = count.use();
    return saved_of(count.tasks());
}

auto branches(const Instance& instance, Saved saved, std::int64_t nodes, bool listing,
              nb::object report) {
    auto walked = run_released(std::move(report), [&](Control& control) {
        return walk_branches(instance, tasks_of(std::move(saved)), nodes, listing, control);
    });
    return std::make_tuple(numbers_of(walked.tally), saved_of(walked.left),
                           to_numpy(std::move(walked.squares)));
}

template <typename Search>
std::vector<std::int64_t> tally_numbers(Search& search) {
    const auto use = search.use();
    return numbers_of(search.tally());
}

auto next_tours(TourStream& stream, int most, nb::object report, std::int64_t nodes) {
    const auto use = stream.use();
    std::vector<Vertex> squares;
    run_released(std::move(report), [&](Control& control) {
        stream.next(most, squares, control, nodes);
        return 0;
    });
    return to_numpy(std::move(squares));
}

auto next_events(TracedSearch& search, std::int64_t most, std::int64_t nodes, nb::object report) {
    const auto use = search.use();
    return to_numpy(run_released(
        std::move(report), [&](Control& control) { return search.next(most, nodes, control); }));
}

auto levels(const Instance& instance, std::int64_t probes, std::uint64_t seed, nb::object report) {
    auto estimate = run_released(std::move(report), [&](Control& control) {
        return estimate_levels(instance, probes, seed, control);
    });
    return std::make_tuple(to_numpy(std::move(estimate.mean)),
                           to_numpy(std::move(estimate.variance)));
}

auto subtrees(const Instance& instance, std::int64_t samples, int squares, std::uint64_t seed,
              nb::object report) {
    const auto found = run_released(std::move(report), [&](Control& control) {
        return sample_subtrees(instance, samples, squares, seed, control);
    });
    std::vector<double> weights;
    std::vector<std::int64_t> tallies;
    for (const Subtree& subtree : found) {
        weights.push_back(subtree.weight);
        const auto numbers = numbers_of(subtree.tally);
        tallies.insert(tallies.end(), numbers.begin(), numbers.end());
    }
    return std::make_tuple(to_numpy(std::move(weights)), to_numpy(std::move(tallies)));
}

auto plain_backtrack(const Array<std::int64_t>& offsets, const Array<Vertex>& targets, Vertex start,
                     bool closed, std::int64_t most_nodes, nb::object report) {
    const auto result = run_released(std::move(report), [&](Control& control) {
        return plain_count(graph_of(offsets, targets), start, closed, most_nodes, control);
    });
    return std::make_pair(result.tours, result.nodes);
}

}  // namespace

void bind_search(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Instance>(module, "SearchInstance", "A question prepared for the search.")
        .def(
            "__init__",
            [](Instance* self, const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
               int kind, Vertex start, Vertices begin, Vertex end, bool directed, Edges through,
               Edges avoiding, Vertices twin, unsigned rules, int order, Vertices listed,
               Vertices rank, int subtour_squares) {
                nb::gil_scoped_release released;
                const Question question{graph_of(offsets, targets),
                                        static_cast<Kind>(kind),
                                        start,
                                        std::move(begin),
                                        end,
                                        directed,
                                        std::move(through),
                                        std::move(avoiding),
                                        std::move(twin)};
                const Options options{rules, static_cast<Order>(order), std::move(listed),
                                      std::move(rank), subtour_squares};
                new (self) Instance(prepare(question, options));
            },
            "offsets"_a, "targets"_a, nb::kw_only(), "kind"_a, "start"_a, "begin"_a, "end"_a,
            "directed"_a, "through"_a, "avoiding"_a, "twin"_a, "rules"_a, "order"_a, "listed"_a,
            "rank"_a, "subtour_squares"_a);

    nb::class_<TourStream>(module, "TourStream", "Tours on demand.")
        .def(nb::init<Instance>(), "instance"_a)
        .def(
            "next", &next_tours, "most"_a, "report"_a.none(), "nodes"_a = TourStream::usual_nodes,
            "The next tours, one after another in one array; fewer than `most`: there are no more. "
            "`report` is called after every `nodes` squares entered.")
        .def("tally", &tally_numbers<TourStream>);

    nb::class_<TracedSearch>(module, "TracedSearch", "The search, traced.")
        .def(nb::init<Instance, bool>(), "instance"_a, "counting"_a)
        .def("next", &next_events, "most"_a, "nodes"_a, "report"_a.none(),
             "About `most` events as records of an EventLog; none at the end.")
        .def_prop_ro("finished", &TracedSearch::finished)
        .def_prop_ro("tour", &TracedSearch::tour)
        .def("tally", &tally_numbers<TracedSearch>);

    nb::exception<OutOfResources>(module, "OutOfResources", PyExc_MemoryError);
    nb::class_<TourCount>(module, "TourCount", "A count of tours in rounds that can be saved.")
        .def(nb::init<Instance, int>(), "instance"_a, "threads"_a)
        .def_static("resume", &resume, "instance"_a, "threads"_a, "tasks"_a, "tally"_a)
        .def(
            "run",
            [](TourCount& self, double seconds, nb::object report) {
                const auto use = self.use();
                return run_released(std::move(report),
                                    [&](Control& control) { return self.run(seconds, control); });
            },
            "seconds"_a, "report"_a.none(), "True: the tree is done. False: the time is up.")
        .def("tasks", &tasks_left)
        .def("tally", &tally_numbers<TourCount>);

    module.def("walk_branches", &branches, "instance"_a, "tasks"_a, "nodes"_a, "listing"_a,
               "report"_a.none(),
               "Walk over tasks until `nodes` are entered: tally, tasks left, tours.");
    module.def("estimate_levels", &levels, "instance"_a, "probes"_a, "seed"_a, "report"_a.none(),
               "Knuth's estimate of the tree's nodes by squares visited, and its variance.");
    module.def("sample_subtrees", &subtrees, "instance"_a, "samples"_a, "squares"_a, "seed"_a,
               "report"_a.none(), "Weights of random subtrees and their tallies.");
    module.def(
        "count_partial_paths",
        [](const Array<std::int64_t>& offsets, const Array<Vertex>& targets, Vertex start,
           int steps, nb::object report) {
            return run_released(std::move(report), [&](Control& control) {
                return count_partial_paths(graph_of(offsets, targets), start, steps, control);
            });
        },
        "offsets"_a, "targets"_a, "start"_a, "steps"_a, "report"_a.none());
    module.def("plain_backtrack", &plain_backtrack, "offsets"_a, "targets"_a, "start"_a, "closed"_a,
               "most_nodes"_a, "report"_a.none(), "Tours and nodes of plain backtracking.");
}

}  // namespace babieca::bindings
