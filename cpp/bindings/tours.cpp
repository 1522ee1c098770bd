#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings/bindings.hpp"
#include "core/boards/shape.hpp"
#include "core/tours/check.hpp"

namespace babieca::bindings {

namespace {

using Found = std::tuple<int, std::int64_t, bool>;

Found as_tuple(const Verdict& verdict) {
    return {static_cast<int>(verdict.fault), verdict.step, verdict.closes};
}

template <typename Index>
Found on_board(const Array<Index>& order, std::vector<std::int64_t> sides, std::vector<bool> wraps,
               std::int64_t shorter, std::int64_t longer, const std::vector<std::int64_t>& holes) {
    nb::gil_scoped_release released;
    const Shape shape(std::move(sides), std::move(wraps), shorter, longer);
    return as_tuple(
        check_on_board(std::span<const Index>(order.data(), order.size()), shape, holes));
}

Found on_graph(const Array<Vertex>& order, const Array<std::int64_t>& offsets,
               const Array<Vertex>& targets) {
    nb::gil_scoped_release released;
    return as_tuple(check_on_graph(std::span<const Vertex>(order.data(), order.size()),
                                   graph_of(offsets, targets)));
}

}  // namespace

void bind_tours(nb::module_& module) {
    using namespace nb::literals;
    const char* about =
        "First fault of a sequence (0 none, 1 outside, 2 repeated, 3 not a move), its position "
        "from 0, and whether the ends are a move apart.";
    module.def("check_on_board", &on_board<std::int32_t>, "order"_a, "sides"_a, "wraps"_a,
               "shorter"_a, "longer"_a, "holes"_a, about);
    module.def("check_on_board", &on_board<std::int64_t>, "order"_a, "sides"_a, "wraps"_a,
               "shorter"_a, "longer"_a, "holes"_a, about);
    module.def("check_on_graph", &on_graph, "order"_a, "offsets"_a, "targets"_a, about);
}

}  // namespace babieca::bindings
