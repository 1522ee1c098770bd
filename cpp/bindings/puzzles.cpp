#include "core/puzzles/puzzles.hpp"

#include "bindings/reasons.hpp"
#include "core/questions/question.hpp"

namespace babieca::bindings {

namespace {

using namespace puzzles;
using questions::Question;

nb::dict grade_record(const Grade& grade) {
    return record("level", level_names[static_cast<int>(grade.level)], "forced", grade.forced,
                  "look_aheads", grade.look_aheads);
}

}  // namespace

void bind_puzzles(nb::module_& module) {
    module.def(
        "make_puzzle",
        [](const Question& question, bool ends, int givens, bool minimal, std::vector<Vertex> image,
           std::vector<Vertex> squares, const std::string& level, std::uint64_t seed,
           double seconds, double timeout, nb::object report) {
            Request request;
            request.graph = question.graph();
            request.kind = question.kind;
            request.at = question.given_steps();
            request.ends = ends;
            request.givens = givens;
            request.minimal = minimal;
            request.image = std::move(image);
            request.squares = std::move(squares);
            request.level = level_named(level);
            request.seed = seed;
            request.seconds = seconds;
            const auto call = released(
                +[](const Request& request, Control& control) { return make(request, control); },
                [&](Made made) {
                    nb::dict all = grade_record(made.grade);
                    all.update(record("outcome", static_cast<int>(made.outcome), "givens",
                                      made.givens, "nodes", made.nodes, "why",
                                      reason_of(not_made(request, made, timeout))));
                    all["solution"] = to_python(std::move(made.solution));
                    return all;
                });
            return call(request, report);
        },
        "question"_a, nb::kw_only(), "ends"_a, "givens"_a, "minimal"_a, "image"_a, "squares"_a,
        "level"_a, "seed"_a, "seconds"_a, "timeout"_a, "report"_a.none(),
        "Make a puzzle; `outcome` 0: made, 1: there is no tour, 2: a limit was reached, says "
        "`why`.");
    module.def(
        "grade_puzzle",
        [](const Question& question) {
            return grade_record(unlocked(
                [&] { return grade(question.graph(), question.kind, question.given_steps()); }));
        },
        "question"_a);
}

}  // namespace babieca::bindings
