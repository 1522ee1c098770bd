#include "core/sweep/residues.hpp"

#include "bindings/reasons.hpp"

namespace babieca::bindings {

using namespace sweep;

void bind_residues(nb::module_& module) {
    bind_told<Contradiction>(module, "Contradiction", PyExc_RuntimeError);
    module.def(
        "moduli_to_reach",
        [](int counter_bits, int bits, int arithmetic) {
            return moduli_of(
                moduli_to_reach(counter_bits, bits, static_cast<Arithmetic>(arithmetic)));
        },
        "counter_bits"_a, "bits"_a, "arithmetic"_a,
        "Moduli that determine every number of `bits` bits.");
    nb::class_<Remainders>(module, "Remainders", "Numbers, as far as residues determine them.")
        .def(nb::init<std::size_t>(), "count"_a = 1)
        .def(
            "add",
            [](Remainders& self, Modulus modulus, const std::vector<std::uint64_t>& residues) {
                self.add(modulus.value, residues);
            },
            "modulus"_a, "residues"_a, "Take a residue of each number; moduli may share factors.")
        .def_prop_ro("values", &Remainders::values, "The least numbers with all residues.")
        .def_prop_ro("product", &Remainders::product,
                     "The least common multiple of the moduli; the values are below it.");
    nb::class_<Residues>(module, "Residues", "The loop over residues: moduli to sweep, numbers.")
        .def(
            "__init__",
            [](Residues* self, int counter_bits, int arithmetic, const std::vector<Modulus>& first,
               const std::vector<Modulus>& given, std::size_t together, std::size_t expected) {
                new (self) Residues({counter_bits, static_cast<Arithmetic>(arithmetic),
                                     values_of(first), values_of(given), together, expected});
            },
            nb::kw_only(), "counter_bits"_a = 64, "arithmetic"_a = 0,
            "first"_a = std::vector<Modulus>{}, "given"_a = std::vector<Modulus>{},
            "together"_a = 0, "expected"_a = 0)
        .def_prop_ro("needs_bounds", &Residues::needs_bounds,
                     "Whether the next moduli depend on the bounds, which are not known.")
        .def("set_bounds", &Residues::set_bounds, "largest"_a,
             "Take the largest values of the numbers: one for each, or one for all.")
        .def_prop_ro("missing", [](const Residues& self) { return moduli_of(self.missing()); })
        .def_prop_ro(
            "wanted", [](const Residues& self) { return moduli_of(self.wanted()); },
            "The moduli of the next sweep; none if no more are needed.")
        .def(
            "add",
            [](Residues& self, Modulus modulus, std::vector<std::uint64_t> values, bool exact) {
                self.add(modulus.value, std::move(values), exact);
            },
            "modulus"_a, "values"_a, "exact"_a = false)
        .def_prop_ro("moduli", [](const Residues& self) { return moduli_of(self.moduli()); })
        .def_prop_ro("whole", &Residues::whole, "The number of moduli, all in all.")
        .def("share", &Residues::share, "more"_a = 0,
             "The share of the work at which a sweep by so many more moduli ends.")
        .def("numbers", &Residues::numbers, "The combined numbers, checked.");
}

}  // namespace babieca::bindings
