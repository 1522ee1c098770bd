#include "bindings/bindings.hpp"
#include "core/frontier/order.hpp"

namespace babieca::bindings {

namespace {

std::span<const Vertex> span_of(const Array<Vertex>& numbers) {
    return {numbers.data(), numbers.size()};
}

double order_cost(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                  const Array<Vertex>& order) {
    return frontier::order_cost(graph_of(offsets, targets), span_of(order));
}

auto search_order(const Array<std::int64_t>& offsets, const Array<Vertex>& targets, int starts,
                  int rounds, std::uint64_t seed) {
    return to_numpy(frontier::search_order(graph_of(offsets, targets), starts, rounds, seed));
}

}  // namespace

void bind_frontier(nb::module_& module) {
    using namespace nb::literals;
    module.def("order_cost", &order_cost, "offsets"_a, "targets"_a, "order"_a,
               "log2 of the sum of 3^width over the layers of an order of retirement.");
    module.def("search_order", &search_order, "offsets"_a, "targets"_a, "starts"_a, "rounds"_a,
               "seed"_a, "An order with a narrow frontier: greedy from several starts, improved.");
}

}  // namespace babieca::bindings
