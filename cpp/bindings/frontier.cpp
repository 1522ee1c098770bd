#include <numeric>

#include "bindings/bindings.hpp"
#include "core/frontier/order_choice.hpp"
#include "core/questions/counting.hpp"

namespace babieca::bindings {

namespace {

using frontier::OrderSearch;
using questions::Question;

nb::list arrays(std::vector<std::vector<Vertex>> lists) {
    nb::list found;
    for (auto& each : lists) found.append(to_python(std::move(each)));
    return found;
}

}  // namespace

void bind_frontier(nb::module_& module) {
    module.def(
        "order_cost",
        [](const Place& place, Vertices order) {
            return frontier::order_cost(place.graph(), order);
        },
        "place"_a, "order"_a, Unlocked(),
        "log2 of the sum of 3^width over the layers of a retirement order.");
    module.def(
        "frontier_width",
        [](const Question& question, Vertices order) {
            return frontier::frontier_width(question.graph(), order) + !question.closed();
        },
        "question"_a, "order"_a, Unlocked(), "The slots that a sweep in this order needs.");
    module.def(
        "line_sweeps", [](const Place& place) { return arrays(frontier::line_sweeps(place)); },
        "place"_a, "Two sweeps along each axis: even lines before odd lines, and line by line.");
    module.def(
        "mirrored_sweeps",
        [](const Place& place, Vertices mirror) {
            Image own(place.size());
            std::iota(own.begin(), own.end(), 0);
            return arrays(frontier::mirrored_sweeps(*place.board(), copy_of(mirror), {&own, 1}));
        },
        "place"_a, "mirror"_a,
        "The sweeps along each axis, with every square followed by its mirror.");
    module.def(
        "involutions", [](const Place& place) { return arrays(involutions(place)); }, "place"_a,
        "The automorphisms, except the identity, that are their own inverses.");
    module.def("retirement_order", released(&frontier::retirement_order), "place"_a,
               "report"_a.none(), "An order with a narrow frontier.");
    module.def(
        "search_effort",
        [](double rounds, double counters_per_round, double worth) {
            frontier::search_effort = {rounds, counters_per_round, worth};
        },
        "rounds"_a = frontier::SearchEffort{}.rounds,
        "counters_per_round"_a = frontier::SearchEffort{}.counters_per_round,
        "worth"_a = frontier::SearchEffort{}.worth,
        "Change how long orders are searched: a hook for tests. Without arguments, as usual.");
    nb::class_<OrderSearch>(module, "OrderSearch", "A search for retirement orders.")
        .def(
            "__init__",
            [](OrderSearch* self, const Question& question) {
                new (self) OrderSearch(problem_of(question.graph(), questions::swept(question)));
            },
            "question"_a, Unlocked())
        .def("counters", &OrderSearch::counters, "order"_a, Unlocked(),
             "The counters of all layers together.")
        .def("layers", &OrderSearch::layers, "order"_a, Unlocked(), "The counters of each layer.")
        .def("greediest",
             released(+[](OrderSearch& search, int starts, Vertices mirror, Control& control) {
                 return search.greediest(copy_of(mirror), starts, control);
             }),
             "starts"_a, "mirror"_a.none() = nb::none(), "report"_a.none() = nb::none(),
             "The best greedy order from so many vertices.")
        .def("improve",
             released(+[](OrderSearch& search, Vertices order, int wider, double larger, int rounds,
                          std::uint64_t seed, Vertices mirror, int fixed, Control& control) {
                 return search.improve(copy_of(mirror), copy_of(order),
                                       {wider, larger, rounds, seed, fixed}, control);
             }),
             "order"_a, "wider"_a, "larger"_a, "rounds"_a, "seed"_a, "mirror"_a.none() = nb::none(),
             "fixed"_a = 0, "report"_a.none() = nb::none(),
             "An order with no more counters, by so many moves of a vertex and its image.");
}

}  // namespace babieca::bindings
