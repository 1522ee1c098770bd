#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings/bindings.hpp"
#include "core/tours/check.hpp"

namespace babieca::bindings {

namespace {

template <typename Number>
using Table = nb::ndarray<nb::numpy, const Number, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Found =
    std::tuple<int, std::int64_t, std::int64_t, nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>>;

template <typename Index>
Rows<Index> rows_of(const Table<Index>& table) {
    return {{table.data(), table.size()},
            static_cast<std::int64_t>(table.shape(0)),
            static_cast<std::int64_t>(table.shape(1))};
}

template <typename Work>
Found released(Work&& work) {
    Verdict verdict;
    {
        nb::gil_scoped_release without_lock;
        verdict = work();
    }
    return {static_cast<int>(verdict.fault), verdict.row, verdict.step,
            to_numpy(std::move(verdict.ends_meet))};
}

template <typename Index>
Found on_board(const Table<Index>& rows, std::vector<std::int64_t> sides, std::vector<bool> wraps,
               std::int64_t shorter, std::int64_t longer, const std::vector<std::int64_t>& holes) {
    return released([&] {
        const Shape shape(std::move(sides), std::move(wraps), shorter, longer);
        return check_on_board(rows_of(rows), shape, holes);
    });
}

Found on_graph(const Table<Vertex>& rows, const Array<std::int64_t>& offsets,
               const Array<Vertex>& targets) {
    return released([&] { return check_on_graph(rows_of(rows), graph_of(offsets, targets)); });
}

}  // namespace

void bind_tours(nb::module_& module) {
    using namespace nb::literals;
    const char* about =
        "First fault of sequences, one per row (0 none, 1 outside, 2 repeated, 3 not a move), its "
        "row and position from 0, and for each row whether its ends are a move apart.";
    module.def("check_on_board", &on_board<std::int32_t>, "rows"_a, "sides"_a, "wraps"_a,
               "shorter"_a, "longer"_a, "holes"_a, about);
    module.def("check_on_board", &on_board<std::int64_t>, "rows"_a, "sides"_a, "wraps"_a,
               "shorter"_a, "longer"_a, "holes"_a, about);
    module.def("check_on_graph", &on_graph, "rows"_a, "offsets"_a, "targets"_a, about);
}

}  // namespace babieca::bindings
