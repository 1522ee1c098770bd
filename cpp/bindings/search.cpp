#include <array>

#include "bindings/reasons.hpp"
#include "core/questions/counting.hpp"
#include "core/questions/finding.hpp"
#include "core/search/readings.hpp"
#include "core/search/step_count.hpp"
#include "core/search/walks.hpp"

namespace babieca::bindings {

namespace {

using namespace search;
using Asked = questions::Question;

// nodes, solutions, then attempts and steps by how they ended, in the order of Ending.
using Numbers = std::array<std::int64_t, 2 + 2 * ending_count>;

Numbers numbers_of(const Tally& tally) {
    Numbers numbers = {tally.nodes, tally.solutions};
    std::ranges::copy(tally.attempts, numbers.begin() + 2);
    std::ranges::copy(tally.steps, numbers.begin() + 2 + ending_count);
    return numbers;
}

Tally tally_of(const Numbers& numbers) {
    Tally tally{numbers[0], numbers[1], {}, {}};
    std::copy_n(numbers.begin() + 2, ending_count, tally.attempts.begin());
    std::copy_n(numbers.begin() + 2 + ending_count, ending_count, tally.steps.begin());
    return tally;
}

template <typename Search>
Numbers tally_numbers(Search& search) {
    const auto use = search.use();
    return numbers_of(search.tally());
}

// The next tours of a stream, one after another.
template <typename Stream>
std::vector<Vertex> next_tours(Stream& stream, std::int64_t most, Control& control) {
    std::vector<Vertex> squares;
    stream.next(most, &squares, control);
    return squares;
}

auto branches(const Instance& instance, const std::vector<Task>& tasks, std::int64_t nodes,
              bool listing, Control& control) {
    auto walked = walk_branches(instance, tasks, nodes, listing, control);
    return std::tuple(numbers_of(walked.tally), std::move(walked.left), std::move(walked.squares));
}

auto subtrees(const Instance& instance, std::int64_t samples, int squares, std::uint64_t seed,
              Control& control) {
    std::vector<double> weights;
    std::vector<std::int64_t> tallies;
    for (const Subtree& subtree : sample_subtrees(instance, samples, squares, seed, control)) {
        weights.push_back(subtree.weight);
        const Numbers numbers = numbers_of(subtree.tally);
        tallies.insert(tallies.end(), numbers.begin(), numbers.end());
    }
    return std::tuple(std::move(weights), std::move(tallies));
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<Instance>(module, "SearchInstance", "A question prepared for the search.")
        .def(
            "__init__",
            [](Instance* self, const Asked& question, bool directed, std::vector<Vertex> twin,
               unsigned rules, int order, std::vector<Vertex> listed, std::vector<Vertex> rank,
               int subtour_squares) {
                search::Question asked = questions::searched(question);
                asked.directed = directed;
                asked.twin = std::move(twin);
                new (self)
                    Instance(prepare(asked, {rules, static_cast<MoveOrder>(order),
                                             std::move(listed), std::move(rank), subtour_squares}));
            },
            "question"_a, nb::kw_only(), "directed"_a, "twin"_a, "rules"_a, "order"_a, "listed"_a,
            "rank"_a, "subtour_squares"_a, Unlocked())
        .def("tasks", &root_tasks, "The whole tree as tasks for walk_branches.");

    nb::class_<TourStream>(module, "TourStream", "Tours on demand.")
        .def(nb::init<const Instance&>(), "instance"_a)
        .def("next", released(&next_tours<TourStream>), "most"_a, "report"_a.none(),
             "The next tours, one after another in one array; fewer than `most`: there are no "
             "more.")
        .def("tally", &tally_numbers<TourStream>);

    nb::class_<TracedSearch>(module, "TracedSearch", "The search, traced.")
        .def(nb::init<const Instance&, bool>(), "instance"_a, "counting"_a)
        .def("next", released(&TracedSearch::next), "most"_a, "nodes"_a, "report"_a.none(),
             "About `most` events as records of an EventLog; none at the end.")
        .def_prop_ro("finished", &TracedSearch::finished)
        .def_prop_ro("tour", &TracedSearch::tour)
        .def("tally", &tally_numbers<TracedSearch>);

    bind_told<OutOfResources>(module, "OutOfResources", PyExc_MemoryError);
    nb::class_<TourCount>(module, "TourCount", "A count of tours in rounds that can be saved.")
        .def(
            "__init__",
            [](TourCount* self, const Instance& instance, int threads,
               std::optional<std::vector<Task>> tasks, const Numbers& tally) {
                new (self) TourCount(instance, threads, std::move(tasks), tally_of(tally));
            },
            "instance"_a, nb::kw_only(), "threads"_a, "tasks"_a = nb::none(), "tally"_a = Numbers{})
        .def("run", released(&TourCount::run), "seconds"_a, "report"_a.none(),
             "True: the tree is done. False: the time is up.")
        .def("tasks",
             [](TourCount& count) {
                 const auto use = count.use();
                 return count.tasks();
             })
        .def("tally", &tally_numbers<TourCount>);

    nb::class_<StepSearch>(module, "StepSearch", "Tours with some steps given, on demand.")
        .def(
            "__init__",
            [](StepSearch* self, const Asked& question) {
                new (self) StepSearch(questions::by_steps(question));
            },
            "question"_a, Unlocked())
        .def("next", released(&next_tours<StepSearch>), "most"_a, "report"_a.none(),
             "The next tours, one after another in one array; fewer than `most`: there are no "
             "more.");

    nb::class_<StepCount>(module, "StepCount", "A count of tours with some steps given, in rounds.")
        .def(
            "__init__",
            [](StepCount* self, const Asked& question, int threads, std::size_t bytes,
               std::vector<Steps> pieces, const std::array<std::uint64_t, 3>& tally) {
                new (self) StepCount(questions::by_steps(question), threads, bytes,
                                     {std::move(pieces), TourNumber{tally[2]} << 64 | tally[1],
                                      static_cast<std::int64_t>(tally[0])});
            },
            "question"_a, nb::kw_only(), "threads"_a, "bytes"_a,
            "tasks"_a = StepCountState{}.pieces, "tally"_a = std::array<std::uint64_t, 3>{},
            Unlocked())
        .def("run", released(&StepCount::run), "seconds"_a, "report"_a.none(),
             "True: every piece is counted. False: the time is up.")
        .def("tasks",
             [](StepCount& count) {
                 const auto use = count.use();
                 return count.state().pieces;
             })
        .def(
            "tally",
            [](StepCount& count) {
                const auto use = count.use();
                const auto& [pieces, tours, nodes] = count.state();
                return std::array{static_cast<std::uint64_t>(nodes),
                                  static_cast<std::uint64_t>(tours),
                                  static_cast<std::uint64_t>(tours >> 64)};
            },
            "The nodes, and the tours as two numbers: tours modulo 2^64, tours // 2^64.");

    module.def(
        "count_readings",
        released(+[](const Asked& question, Vertices walk, Vertices labels, Vertices givens,
                     std::int64_t most_states, Control& control) {
            auto found = count_readings({question.graph(), question.closed(), walk, labels, givens},
                                        most_states, control);
            return std::tuple(found.exact, std::move(found.through));
        }),
        "question"_a, nb::kw_only(), "walk"_a, "labels"_a, "givens"_a, "most_states"_a,
        "report"_a.none(),
        "Whether the numbers are exact, and for each step how many tours that read as the walk "
        "does are on its vertex there.");
    module.def("walk_branches", released(&branches), "instance"_a, "tasks"_a, "nodes"_a,
               "listing"_a, "report"_a.none(),
               "Walk over tasks until `nodes` are entered: tally, tasks left, tours.");
    module.def("estimate_levels",
               released(+[](const Instance& instance, std::int64_t probes, std::uint64_t seed,
                            Control& control) {
                   auto estimate = estimate_levels(instance, probes, seed, control);
                   return std::tuple(std::move(estimate.mean), std::move(estimate.variance));
               }),
               "instance"_a, "probes"_a, "seed"_a, "report"_a.none(),
               "Knuth's estimate of the tree's nodes by squares visited, and its variance.");
    module.def("sample_subtrees", released(&subtrees), "instance"_a, "samples"_a, "squares"_a,
               "seed"_a, "report"_a.none(), "Weights of random subtrees and their tallies.");
    module.def("count_partial_paths",
               released(+[](const Place& place, Vertex start, int steps, Control& control) {
                   return count_partial_paths(place.graph(), start, steps, control);
               }),
               "place"_a, "start"_a, "steps"_a, "report"_a.none());
    module.def("plain_backtrack",
               released(+[](const Place& place, Vertex start, bool closed, std::int64_t most_nodes,
                            Control& control) {
                   const auto found =
                       plain_count(place.graph(), start, closed, most_nodes, control);
                   return std::pair(found.tours, found.nodes);
               }),
               "place"_a, "start"_a, "closed"_a, "most_nodes"_a, "report"_a.none(),
               "Tours and nodes of plain backtracking.");
}

}  // namespace babieca::bindings
