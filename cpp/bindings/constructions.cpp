#include "core/constructions/constructions.hpp"
#include "bindings/bindings.hpp"
#include "core/questions/question.hpp"

namespace babieca::bindings {

void bind_constructions(nb::module_& module) {
    module.def("magic_tour",
               released(+[](const questions::Question& question, bool full, double seconds,
                            std::uint64_t seed, Control& control) {
                   const auto& sides = question.board()->sides;
                   return constructions::magic_tour(
                       {static_cast<int>(sides[0]), static_cast<int>(sides[1]), question.closed(),
                        full, seed},
                       {0, seconds}, control);
               }),
               "question"_a, "full"_a, "seconds"_a, "seed"_a, "report"_a.none(),
               "A magic tour by quads, or an empty array, which proves nothing.");
}

}  // namespace babieca::bindings
