#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "core/frontier/order.hpp"

namespace babieca::bindings {

namespace {

double order_cost(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                  const Array<Vertex>& order) {
    nb::gil_scoped_release released;
    return frontier::order_cost(graph_of(offsets, targets), span_of(order));
}

int frontier_width(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                   const Array<Vertex>& order) {
    nb::gil_scoped_release released;
    return frontier::frontier_width(graph_of(offsets, targets), span_of(order));
}

using frontier::OrderSearch;

void make_search(OrderSearch* self, const Array<std::int64_t>& offsets,
                 const Array<Vertex>& targets, const Array<Vertex>& mirror, bool paths,
                 Vertex start, Vertex end, const std::vector<Edge>& through,
                 const std::vector<Edge>& avoiding) {
    nb::gil_scoped_release released;
    const Graph graph = graph_of(offsets, targets);
    const frontier::Constraints constraints{through, avoiding};
    new (self) OrderSearch(paths ? frontier::path_problem(graph, start, end, constraints)
                                 : frontier::cycle_problem(graph, constraints),
                           span_of(mirror));
}

double counters(OrderSearch& search, const Array<Vertex>& order) {
    nb::gil_scoped_release released;
    return search.counters(span_of(order));
}

auto greediest(OrderSearch& search, int starts, nb::object report) {
    return to_numpy(run_released(
        std::move(report), [&](Control& control) { return search.greediest(starts, control); }));
}

auto improve(OrderSearch& search, const Array<Vertex>& order, int rounds, std::uint64_t seed,
             nb::object report) {
    const auto given = span_of(order);
    return to_numpy(run_released(std::move(report), [&](Control& control) {
        return search.improve({given.begin(), given.end()}, rounds, seed, control);
    }));
}

}  // namespace

void bind_frontier(nb::module_& module) {
    using namespace nb::literals;
    module.def("order_cost", &order_cost, "offsets"_a, "targets"_a, "order"_a,
               "log2 of the sum of 3^width over the layers of an order of retirement.");
    module.def("frontier_width", &frontier_width, "offsets"_a, "targets"_a, "order"_a,
               "The slots a sweep in that order needs; paths need one more.");
    nb::class_<OrderSearch>(module, "OrderSearch",
                            "Looks for an order of retirement with few counters.")
        .def("__init__", &make_search, "offsets"_a, "targets"_a, "mirror"_a, "paths"_a, "start"_a,
             "end"_a, "through"_a, "avoiding"_a,
             "Of orders that retire each vertex next to its image in the mirror.")
        .def("counters", &counters, "order"_a, "Of all layers together, as a plan has them.")
        .def("greediest", &greediest, "starts"_a, "report"_a.none() = nb::none(),
             "The best of the greedy orders from so many vertices.")
        .def("improve", &improve, "order"_a, "rounds"_a, "seed"_a, "report"_a.none() = nb::none(),
             "The order after so many moves of one orbit, annealed.");
}

}  // namespace babieca::bindings
