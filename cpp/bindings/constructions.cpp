#include "core/constructions/constructions.hpp"
#include "bindings/bindings.hpp"

namespace babieca::bindings {

void bind_constructions(nb::module_& module) {
    module.def("magic_tour",
               released(+[](int rows, int columns, bool closed, bool full, double seconds,
                            std::uint64_t seed, Control& control) {
                   return constructions::magic_tour({rows, columns, closed, full, seed},
                                                    {0, seconds}, control);
               }),
               "rows"_a, "columns"_a, "closed"_a, "full"_a, "seconds"_a, "seed"_a,
               "report"_a.none(),
               "A magic tour by quads, or an empty array, which proves nothing.");
}

}  // namespace babieca::bindings
