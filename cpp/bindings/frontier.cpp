#include "bindings/bindings.hpp"
#include "core/frontier/retirement_order.hpp"

namespace babieca::bindings {

namespace {

using frontier::OrderSearch;

frontier::Mirror mirror_of(const OrderSearch& search, Vertices image) {
    return image.empty() ? frontier::no_mirror(search.problem()) : copy_of(image);
}

}  // namespace

void bind_frontier(nb::module_& module) {
    const auto bind_measure = [&](const char* name, auto measure, const char* about) {
        module.def(
            name,
            [measure](Offsets offsets, Vertices targets, Vertices order) {
                return measure({offsets, targets}, order);
            },
            "offsets"_a, "targets"_a, "order"_a, Unlocked(), about);
    };
    bind_measure("order_cost", &frontier::order_cost,
                 "log2 of the sum of 3^width over the layers of a retirement order.");
    bind_measure("frontier_width", &frontier::frontier_width,
                 "The slots that a sweep in this order needs; paths need one more.");
    nb::class_<OrderSearch>(module, "OrderSearch", "A search for retirement orders.")
        .def(
            "__init__",
            [](OrderSearch* self, Offsets offsets, Vertices targets, bool paths, Vertex start,
               Vertex end, const Edges& through, const Edges& avoiding) {
                const Graph graph{offsets, targets};
                const frontier::Constraints constraints{through, avoiding};
                new (self)
                    OrderSearch(paths ? frontier::path_problem(graph, start, end, constraints)
                                      : frontier::cycle_problem(graph, constraints));
            },
            "offsets"_a, "targets"_a, "paths"_a, "start"_a, "end"_a, "through"_a, "avoiding"_a,
            Unlocked())
        .def("counters", &OrderSearch::counters, "order"_a, Unlocked(),
             "The counters of all layers together.")
        .def("layers", &OrderSearch::layers, "order"_a, Unlocked(), "The counters of each layer.")
        .def("greediest",
             released(+[](OrderSearch& search, int starts, Vertices mirror, Control& control) {
                 return search.greediest(mirror_of(search, mirror), starts, control);
             }),
             "starts"_a, "mirror"_a.none() = nb::none(), "report"_a.none() = nb::none(),
             "The best greedy order from so many vertices.")
        .def("improve",
             released(+[](OrderSearch& search, Vertices order, int wider, double larger, int rounds,
                          std::uint64_t seed, Vertices mirror, int fixed, Control& control) {
                 return search.improve(mirror_of(search, mirror), copy_of(order),
                                       {wider, larger, rounds, seed, fixed}, control);
             }),
             "order"_a, "wider"_a, "larger"_a, "rounds"_a, "seed"_a, "mirror"_a.none() = nb::none(),
             "fixed"_a = 0, "report"_a.none() = nb::none(),
             "An order with no more counters, by so many moves of a vertex and its image.");
}

}  // namespace babieca::bindings
