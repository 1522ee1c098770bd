#include "bindings/bindings.hpp"
#include "core/questions/counting.hpp"
#include "core/sweep/bounds.hpp"
#include "core/sweep/sweep_choice.hpp"

namespace babieca::bindings {

using namespace sweep;
using questions::Question;
using questions::swept;

void bind_sweep_choices(nb::module_& module) {
    module.attr("usual_block_slots") = frontier::usual_block_slots;
    module.attr("most_block_slots") = frontier::most_block_slots;
    module.attr("most_touched") = frontier::most_touched;
    nb::class_<Prepared>(module, "Prepared", "A sweep with its order, its mirror and its sizes.")
        .def_prop_ro(
            "order", [](const Prepared& self) { return to_python(self.order); },
            nb::rv_policy::move)
        .def_prop_ro(
            "mirror", [](const Prepared& self) { return to_python(self.mirror); },
            nb::rv_policy::move)
        .def_ro("sweep", &Prepared::sweep)
        .def_prop_ro(
            "plan", [](const Prepared& self) { return self.plan ? &*self.plan : nullptr; },
            nb::rv_policy::reference_internal, "None: too wide for blocks.");
    nb::class_<SweepChoice>(module, "SweepChoice", "The sweeps of a question.")
        .def(
            "__init__",
            [](SweepChoice* self, const Question& question) {
                new (self) SweepChoice(question.place, swept(question));
            },
            "question"_a)
        .def("mirrored", released(+[](SweepChoice& self, Control& control) {
                 const auto found = self.mirrored(control);
                 return found ? std::tuple(found->order, found->mirror)
                              : std::tuple(frontier::Order{}, frontier::Mirror{});
             }),
             "report"_a.none(), "The mirrored order and its mirror; empty if there is none.")
        .def("searched", released(+[](SweepChoice& self, Vertices first, Control& control) {
                 return self.searched(first, control);
             }),
             "first"_a, "report"_a.none(),
             "The best order that was found, beginning with the vertices `first`.")
        .def("in_order",
             released(+[](SweepChoice& self, Vertices order, Vertices mirror, Control& control) {
                 return self.in_order(copy_of(order), copy_of(mirror), control);
             }),
             "order"_a, "mirror"_a, "report"_a.none(), "The sweep in this order.")
        .def("prepare",
             released(+[](SweepChoice& self, std::optional<bool> mirror, Control& control) {
                 return self.prepare(mirror, control);
             }),
             "mirror"_a.none(), "report"_a.none(),
             "The sweep in the best order; None if a mirror is asked for and there is none.");
    nb::class_<Bounds>(module, "Bounds", "Quick bounds of the number of tours.")
        .def(
            "__init__",
            [](Bounds* self, const Question& question) {
                new (self) Bounds(bounds(question.graph(), swept(question)));
            },
            "question"_a)
        .def_ro("bits", &Bounds::bits, "The answer surely fits in so many bits.")
        .def_prop_ro("expected_bits", &Bounds::expected_bits, "No bound.")
        .def_prop_ro("expected_sharp_bits", &Bounds::expected_sharp_bits,
                     "The expected bits of the sharp bound, which takes longer to compute.")
        .def("one_sweep", &Bounds::one_sweep, "counter_bits"_a,
             "Whether one sweep with counters of this width probably gives the number itself.")
        .def("expected_widths", &Bounds::expected_widths, "plan"_a, "counter_bits"_a,
             "lent"_a = false, "The expected bytes of a counter, for each layer.");
    module.def("sharp_bound_bits",
               released(+[](const Question& question, Vertices order, Control& control) {
                   return sharp_bound_bits(question.graph(), swept(question), order, control);
               }),
               "question"_a, "order"_a, "report"_a.none());
    module.def("matchings",
               released(+[](const Question& question, Vertices order, int most_left_out,
                            Control& control) {
                   return matchings(question.graph(), questions::edges_of(question.avoiding), order,
                                    most_left_out, control);
               }),
               "question"_a, "order"_a, "most_left_out"_a, "report"_a.none(),
               "The matchings that leave out 0, 1, … vertices.");
}

}  // namespace babieca::bindings
