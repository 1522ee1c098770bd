#include "bindings/bindings.hpp"
#include "core/questions/refuter.hpp"

namespace babieca::bindings {

namespace {

using namespace questions;

void make_question(Question* self, Offsets offsets, Vertices targets,
                   std::vector<std::int64_t> sides, std::vector<bool> wraps,
                   std::array<std::int64_t, 2> leaper, std::vector<std::int64_t> holes, int kind,
                   Square start, Square end, Squares begin, Moves through, Moves avoiding,
                   std::vector<std::pair<Square, std::int64_t>> at) {
    Board board{std::move(sides), std::move(wraps), leaper[0], leaper[1], std::move(holes)};
    new (self) Question{std::make_shared<const Place>(std::move(board), Graph{offsets, targets}),
                        static_cast<Kind>(kind),
                        start,
                        end,
                        std::move(begin),
                        std::move(through),
                        std::move(avoiding),
                        std::move(at)};
}

std::optional<std::string> source_of(const Reason& reason) {
    return reason.source.empty() ? std::nullopt : std::optional(reason.source);
}

}  // namespace

void bind_questions(nb::module_& module) {
    nb::class_<Question>(module, "Question", "A question without symmetry, for the core.")
        .def("__init__", &make_question, "offsets"_a.none(), "targets"_a.none(), "sides"_a,
             "wraps"_a, "leaper"_a, "holes"_a, "kind"_a, "start"_a, "end"_a, "begin"_a, "through"_a,
             "avoiding"_a, "at"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>());
    using Given = std::pair<std::string, std::optional<std::string>>;
    module.def(
        "refuted",
        [](const Question& question) -> std::optional<Given> {
            const auto reason = refuted(question);
            return reason ? std::optional(Given(reason->text, source_of(*reason))) : std::nullopt;
        },
        "question"_a, Unlocked(),
        "Why there is no tour, and the source; texts name vertices {17} and the graph {graph}.");
    module.def(
        "verdict",
        [](const Question& question, const std::string& other_word) {
            const auto verdict = verdict_on(question, other_word);
            return std::tuple(verdict.answer, verdict.reason.text, source_of(verdict.reason));
        },
        "question"_a, "other_word"_a, Unlocked(), "yes, no or undecided; why; the source.");
    module.def("forced_ends", &forced_ends, "question"_a, Unlocked());
}

}  // namespace babieca::bindings
