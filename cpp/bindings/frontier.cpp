#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>

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
                 const Array<Vertex>& targets, bool paths, Vertex start, Vertex end,
                 const std::vector<Edge>& through, const std::vector<Edge>& avoiding) {
    nb::gil_scoped_release released;
    const Graph graph = graph_of(offsets, targets);
    const frontier::Constraints constraints{through, avoiding};
    new (self) OrderSearch(paths ? frontier::path_problem(graph, start, end, constraints)
                                 : frontier::cycle_problem(graph, constraints));
}

double counters(OrderSearch& search, const Array<Vertex>& order) {
    nb::gil_scoped_release released;
    return search.counters(span_of(order));
}

auto layers(OrderSearch& search, const Array<Vertex>& order) {
    nb::gil_scoped_release released;
    return search.layers(span_of(order));
}

frontier::Mirror mirror_of(const OrderSearch& search, const std::optional<Array<Vertex>>& image) {
    if (!image) return frontier::no_mirror(search.problem());
    const auto given = span_of(*image);
    return {given.begin(), given.end()};
}

auto greediest(OrderSearch& search, int starts, const std::optional<Array<Vertex>>& mirror,
               nb::object report) {
    const auto orbits = mirror_of(search, mirror);
    return to_numpy(run_released(std::move(report), [&](Control& control) {
        return search.greediest(orbits, starts, control);
    }));
}

auto improve(OrderSearch& search, const Array<Vertex>& order, int wider, double larger, int rounds,
             std::uint64_t seed, const std::optional<Array<Vertex>>& mirror, int fixed,
             nb::object report) {
    const auto orbits = mirror_of(search, mirror);
    const auto given = span_of(order);
    return to_numpy(run_released(std::move(report), [&](Control& control) {
        return search.improve(orbits, {given.begin(), given.end()},
                              {wider, larger, rounds, seed, fixed}, control);
    }));
}

}  // namespace

void bind_frontier(nb::module_& module) {
    using namespace nb::literals;
    module.def("order_cost", &order_cost, "offsets"_a, "targets"_a, "order"_a,
               "log2 of the sum of 3^width over the layers of a retirement order.");
    module.def("frontier_width", &frontier_width, "offsets"_a, "targets"_a, "order"_a,
               "The slots that a sweep in this order needs; paths need one more.");
    nb::class_<OrderSearch>(module, "OrderSearch", "A search for retirement orders.")
        .def("__init__", &make_search, "offsets"_a, "targets"_a, "paths"_a, "start"_a, "end"_a,
             "through"_a, "avoiding"_a)
        .def("counters", &counters, "order"_a, "The counters of all layers together.")
        .def("layers", &layers, "order"_a, "The counters of each layer.")
        .def("greediest", &greediest, "starts"_a, "mirror"_a.none() = nb::none(),
             "report"_a.none() = nb::none(), "The best greedy order from so many vertices.")
        .def("improve", &improve, "order"_a, "wider"_a, "larger"_a, "rounds"_a, "seed"_a,
             "mirror"_a.none() = nb::none(), "fixed"_a = 0, "report"_a.none() = nb::none(),
             "An order with no more counters, by so many moves of a vertex and its image.");
}

}  // namespace babieca::bindings
