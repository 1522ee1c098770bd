#include <array>

#include "bindings/reasons.hpp"
#include "core/questions/counting.hpp"
#include "core/questions/numbering.hpp"
#include "core/questions/solving.hpp"
#include "core/questions/tracing.hpp"

namespace babieca::bindings {

using questions::Question;
using questions::Solutions;

namespace {

std::array<std::int64_t, 4> numbers_of(const questions::TraceCounters& counters) {
    return {counters.nodes, counters.backtracks, counters.restarts, counters.tours};
}

}  // namespace

void bind_counting(nb::module_& module) {
    module.def(
        "terms",
        [](const Question& question) {
            nb::list found;
            for (const questions::Term& term : questions::terms(question))
                found.append(nb::make_tuple(term.factor, !term.question.paths,
                                            term.question.through, term.question.avoiding,
                                            term.name));
            return found;
        },
        "question"_a,
        "A question as a sum: factor, whether closed tours, required and avoided edges, name.");
    module.def(
        "solve",
        released(
            +[](const Question& question, double seconds, std::uint64_t memory, int threads,
                Control& control) {
                return questions::solve(question, seconds, {"auto", memory, threads}, control);
            },
            [](const std::optional<Solutions>& found) -> nb::object {
                if (!found) return nb::none();
                return nb::make_tuple(found->solutions,
                                      found->count ? nb::cast(found->count->decimal()) : nb::none(),
                                      reason_of(found->reason), found->conflict);
            }),
        "question"_a, "seconds"_a, "memory"_a, "threads"_a, "report"_a.none(),
        "The first solutions, their number as text, why there is none, and a conflict; None: not "
        "decided in time.");
    nb::dict rules, sets;
    for (const auto& [name, bit] : search::rule::names) rules[name] = bit;
    for (const auto& [name, bits] : search::rule::sets) sets[name] = bits;
    module.attr("search_rules") = rules;
    module.attr("search_rule_sets") = sets;
    module.def("twin_of", &questions::twin_of, "question"_a,
               "For every vertex, its image under the half-turn: the square of a second knight.");
    module.def(
        "clockwise", [](const Place& place) { return questions::clockwise(*place.board()); },
        "place"_a, "The moves of a board in two dimensions, clockwise from straight up.");
    module.def(
        "listed_moves",
        released(
            +[](const Place& place, const std::vector<Displacement>& moves, Control& control) {
                return ordered_graph(*place.board(), moves, control).targets;
            },
            std::identity{}),
        "place"_a, "moves"_a, "report"_a.none() = nb::none(),
        "The neighbours of every vertex in the order of the moves.");
    nb::class_<questions::EventReader>(module, "EventReader", "Turns records into events.")
        .def(nb::init<bool, std::vector<std::string>, std::vector<Vertex>, bool>(), "starts"_a,
             "criteria"_a, "twin"_a, "steps"_a)
        .def(
            "read",
            [](questions::EventReader& self, Array<std::int32_t> records,
               const std::vector<Vertex>& tour) {
                nb::list events;
                for (const questions::TraceEvent& event : self.read(records, tour))
                    events.append(nb::make_tuple(
                        event.what, numbers_of(event.counters), event.depth, event.square,
                        event.squares, event.criterion, event.kept, event.twin, event.step));
                return events;
            },
            "records"_a, "tour"_a,
            "What, counters, depth, square, squares, criterion, kept, twin, step; -1, 0, empty: "
            "none.")
        .def_prop_ro("counters", [](const questions::EventReader& self) {
            return numbers_of(self.counters());
        });
}

}  // namespace babieca::bindings
