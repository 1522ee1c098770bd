#include "core/constructions/constructions.hpp"
#include "bindings/bindings.hpp"
#include "core/heuristics/finders.hpp"

namespace babieca::bindings {

namespace {

using namespace constructions;

template <typename Index>
std::vector<Index> construct_rectangle(std::int64_t rows, std::int64_t columns, bool cycle,
                                       std::int64_t start, std::int64_t end, std::int64_t first,
                                       std::optional<std::uint64_t> seed, Control& control) {
    const RectangleRequest how{rows,  columns,          cycle,           start, end,
                               first, seed.has_value(), seed.value_or(0)};
    return construct<Index>(how, control);
}

// Empty: steering did not reach the end.
std::vector<Vertex> layered_tour(std::vector<int> sides, Vertex start, Vertex end,
                                 std::uint64_t seed, Control& control) {
    auto squares = layered::tour({sides, start, seed}, control);
    const auto moves = heuristics::leaper_moves(static_cast<int>(sides.size()), 1, 2);
    if (end >= 0 && !layered::steer(squares, end, sides, moves, seed, control)) squares.clear();
    return squares;
}

std::vector<Vertex> organic_tour(Vertices squares, std::array<int, 2> sides,
                                 std::array<bool, 2> wraps, std::array<int, 2> leaper, bool cycle,
                                 const Edges& required, const Edges& avoided, int tries,
                                 std::uint64_t seed, bool transposed, std::array<bool, 2> flips,
                                 const std::vector<std::int64_t>& lengths, Control& control) {
    const OrganicRequest how{sides[0], sides[1], wraps, leaper[0],  leaper[1], cycle,  required,
                             avoided,  tries,    seed,  transposed, flips,     lengths};
    return organic(squares, how, control);
}

}  // namespace

void bind_constructions(nb::module_& module) {
    const auto construction = [&]<typename Index>(const char* name, Index) {
        module.def(name,
                   released(&construct_rectangle<Index>,
                            [](std::vector<Index> squares) {
                                using Squares = decltype(to_python(std::move(squares)));
                                return squares.empty() ? std::optional<Squares>()
                                                       : to_python(std::move(squares));
                            }),
                   "rows"_a, "columns"_a, "cycle"_a, "start"_a, "end"_a, "first"_a, "seed"_a.none(),
                   "report"_a.none(),
                   "A tour of a rectangle with sides of 5 at least, by tiles and rails; None if "
                   "none was found, which proves nothing.");
    };
    construction("construct_rectangle", std::int32_t{});
    construction("construct_large_rectangle", std::int64_t{});
    module.def("organic_tour", released(&organic_tour), "squares"_a, "sides"_a, "wraps"_a,
               "leaper"_a, "cycle"_a, "required"_a, "avoided"_a, "tries"_a, "seed"_a,
               "transposed"_a, "flips"_a, "lengths"_a, "report"_a.none(),
               "Another tour with the same ends, by random switches; or an empty array.");
    module.def("magic_tour",
               released(+[](int rows, int columns, bool closed, bool full, double seconds,
                            std::uint64_t seed, Control& control) {
                   return magic_tour({rows, columns, closed, full, seed}, {0, seconds}, control);
               }),
               "rows"_a, "columns"_a, "closed"_a, "full"_a, "seconds"_a, "seed"_a,
               "report"_a.none(),
               "A magic tour by quads, or an empty array, which proves nothing.");
    module.def("layered_tour", released(&layered_tour), "sides"_a, "start"_a, "end"_a, "seed"_a,
               "report"_a.none());
}

}  // namespace babieca::bindings
