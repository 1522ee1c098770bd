#include "bindings/bindings.hpp"
#include "core/heuristics/finders.hpp"

namespace babieca::bindings {

namespace {

using namespace heuristics;

// (outcome, squares, statistics); the outcome is 0 found, 1 impossible, 2 limits reached.
constexpr auto as_tuple = [](Answer answer) {
    return nb::make_tuple(static_cast<int>(answer.outcome), to_python(std::move(answer.squares)),
                          record("restarts", answer.restarts, "backtracks", answer.backtracks,
                                 "rotations", answer.rotations, "nodes", answer.nodes));
};

Answer fixed_order(const Place& place, std::vector<std::vector<int>> ranks,
                   std::vector<Vertex> switches, Control& control) {
    Warnsdorff how{{Criterion::degree, Criterion::rank}, {0}};
    how.ranks = std::move(ranks);
    how.switches = std::move(switches);
    return warnsdorff(*place.board(), how, control);
}

}  // namespace

void bind_heuristics(nb::module_& module) {
    nb::class_<EventLog>(module, "EventLog", "The events of a traced search.")
        .def(nb::init<std::int64_t, std::int64_t>(), "skipped"_a, "most"_a)
        .def_prop_ro("full", &EventLog::full)
        .def("take", [](EventLog& self) { return to_python(self.take()); });
    nb::list criteria;
    for (const auto& each : named_criteria)
        criteria.append(nb::make_tuple(each.name, each.needs_board));
    module.attr("CRITERIA") = criteria;
    module.def("fixed_order_walk", released(&fixed_order, as_tuple), "place"_a, "ranks"_a,
               "switches"_a, "report"_a.none());
}

}  // namespace babieca::bindings
