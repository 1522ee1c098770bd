#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>

#include "bindings/bindings.hpp"
#include "core/constructions/layered.hpp"
#include "core/constructions/links.hpp"
#include "core/constructions/magic.hpp"
#include "core/constructions/organic.hpp"
#include "core/constructions/rectangle.hpp"

namespace babieca::bindings {

namespace {

using namespace constructions;

// The squares in order, or None if the construction found no tour, which proves nothing.
template <typename Index>
std::optional<Fresh<Index>> construct_rectangle(std::int64_t rows, std::int64_t columns, bool cycle,
                                                std::int64_t start, std::int64_t end,
                                                std::int64_t first,
                                                std::optional<std::uint64_t> seed,
                                                nb::object report) {
    const RectangleTask task{rows,  columns,          cycle,           start, end,
                             first, seed.has_value(), seed.value_or(0)};
    const int code =
        first < 0 ? -1
                  : code_of(first / columns - start / columns, first % columns - start % columns);
    auto squares = run_released(std::move(report), [&](Control& control) {
        auto links = construct(task, control);
        return links ? walk<Index>(*links, start < 0 ? 0 : start, code, control)
                     : std::vector<Index>{};
    });
    if (squares.empty()) return std::nullopt;
    return to_numpy(std::move(squares));
}

// Empty: steering did not reach the end.
auto layered_tour(std::vector<int> sides, Vertex start, Vertex end, std::uint64_t seed,
                  nb::object report) {
    const layered::Request request{sides, start, seed};
    return to_numpy(run_released(std::move(report), [&](Control& control) {
        auto squares = layered::tour(request, control);
        const auto moves = heuristics::leaper_moves(static_cast<int>(sides.size()), 1, 2);
        if (end >= 0 && !layered::steer(squares, end, sides, moves, seed, control)) squares.clear();
        return squares;
    }));
}

using Edges = std::vector<Edge>;

auto organic_tour(const Array<Vertex>& order, int rows, int columns, bool rows_wrap,
                  bool columns_wrap, int shorter, int longer, bool cycle, Edges kept, Edges avoided,
                  int tries, std::uint64_t seed, bool turned, bool flip_rows, bool flip_columns,
                  std::vector<std::int64_t> lengths, nb::object report) {
    const OrganicTask task{rows,
                           columns,
                           {rows_wrap, columns_wrap},
                           shorter,
                           longer,
                           cycle,
                           std::move(kept),
                           std::move(avoided),
                           tries,
                           seed,
                           turned,
                           {flip_rows, flip_columns},
                           std::move(lengths)};
    return to_numpy(run_released(std::move(report), [&](Control& control) {
        return organic(span_of(order), task, control);
    }));
}

// Empty: none was found within the time, which proves nothing.
auto magic_tour(int rows, int columns, bool closed, bool full, double seconds, std::uint64_t seed,
                nb::object report) {
    const MagicTask task{rows, columns, closed, full, seed};
    return to_numpy(run_released(std::move(report), [&](Control& control) {
        return constructions::magic_tour(task, {0, seconds}, control);
    }));
}

}  // namespace

void bind_constructions(nb::module_& module) {
    using namespace nb::literals;
    const auto construction = [&](const char* name, auto function) {
        module.def(name, function, "rows"_a, "columns"_a, "cycle"_a, "start"_a, "end"_a, "first"_a,
                   "seed"_a.none(), "report"_a.none(),
                   "A tour of a rectangle with sides of 5 at least, by tiles and rails.");
    };
    construction("construct_rectangle", &construct_rectangle<std::int32_t>);
    construction("construct_large_rectangle", &construct_rectangle<std::int64_t>);
    module.def("organic_tour", &organic_tour, "order"_a, "rows"_a, "columns"_a, "rows_wrap"_a,
               "columns_wrap"_a, "shorter"_a, "longer"_a, "cycle"_a, "kept"_a, "avoided"_a,
               "tries"_a, "seed"_a, "turned"_a, "flip_rows"_a, "flip_columns"_a, "lengths"_a,
               "report"_a.none(),
               "Another tour with the same ends, by random switches; or an empty array.");
    module.def("magic_tour", &magic_tour, "rows"_a, "columns"_a, "closed"_a, "full"_a, "seconds"_a,
               "seed"_a, "report"_a.none(), "A magic tour by quads, or an empty array.");
    module.def("layered_tour", &layered_tour, "sides"_a, "start"_a, "end"_a, "seed"_a,
               "report"_a.none());
}

}  // namespace babieca::bindings
