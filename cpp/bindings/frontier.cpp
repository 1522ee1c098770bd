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

auto search_order(const Array<std::int64_t>& offsets, const Array<Vertex>& targets, int starts,
                  int rounds, std::uint64_t seed, nb::object report) {
    const Graph graph = graph_of(offsets, targets);
    return to_numpy(run_released(std::move(report), [&](Control& control) {
        return frontier::search_order(graph, starts, rounds, seed, control);
    }));
}

}  // namespace

void bind_frontier(nb::module_& module) {
    using namespace nb::literals;
    module.def("order_cost", &order_cost, "offsets"_a, "targets"_a, "order"_a,
               "log2 of the sum of 3^width over the layers of an order of retirement.");
    module.def("frontier_width", &frontier_width, "offsets"_a, "targets"_a, "order"_a,
               "The slots a sweep in that order needs; paths need one more.");
    module.def("search_order", &search_order, "offsets"_a, "targets"_a, "starts"_a, "rounds"_a,
               "seed"_a, "report"_a.none() = nb::none(),
               "An order with a narrow frontier: greedy from several starts, improved.");
}

}  // namespace babieca::bindings
