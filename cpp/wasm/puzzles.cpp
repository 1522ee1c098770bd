#include "core/puzzles/puzzles.hpp"

#include "core/questions/refuter.hpp"
#include "wasm/glue.hpp"

namespace babieca::module {
namespace {

val graded(const puzzles::Grade& grade) {
    return record("level", puzzles::level_names[static_cast<int>(grade.level)], "forced",
                  grade.forced, "look_aheads", grade.look_aheads);
}

puzzles::Request request_of(const questions::Question& question, const val& options) {
    puzzles::Request request;
    request.graph = question.graph();
    request.kind = question.kind;
    request.at = question.given_steps();
    request.givens = word(options, "givens", 0);
    request.minimal = word(options, "minimal", false);
    request.squares = numbers<Vertex>(options, "squares");
    request.image = numbers<Vertex>(options, "image");
    const bool free = request.at.empty() && request.squares.empty() && !request.minimal;
    request.ends = word(options, "ends", free);
    request.level = puzzles::level_named(word(options, "level", std::string()));
    return request;
}

val puzzle(val words, val options, val limits, val progress) {
    return answered([&] {
        const auto question = question_of(words);
        if (const auto reason = questions::refuted(question)) throw Failure(1, *reason);
        puzzles::Request request = request_of(question, options);
        request.seed = PageLimits(limits).seed;
        request.seconds = PageLimits(limits).timeout;
        PageControl control(progress, 0);
        const auto made = puzzles::make(request, control);
        if (made.outcome == Outcome::impossible) throw Failure(1, {Code::all_numberings});
        if (made.outcome == Outcome::limits_reached)
            throw Failure(3, puzzles::not_made(request, made, request.seconds));
        val answer = graded(made.grade), givens = val::array(), solution = val::array();
        for (const auto& given : made.givens) {
            val pair = val::array();
            pair.call<void>("push", given.first);
            pair.call<void>("push", given.second + 1);
            givens.call<void>("push", pair);
        }
        for (const Vertex vertex : made.solution) solution.call<void>("push", vertex);
        answer.set("givens", givens);
        answer.set("solution", solution);
        answer.set("nodes", static_cast<double>(made.nodes));
        return answer;
    });
}

val grade(val words) {
    return answered([&] {
        const auto question = question_of(words);
        return graded(puzzles::grade(question.graph(), question.kind, question.given_steps()));
    });
}

}  // namespace
}  // namespace babieca::module

EMSCRIPTEN_BINDINGS(babieca_puzzles) {
    emscripten::function("puzzle", &babieca::module::puzzle);
    emscripten::function("grade", &babieca::module::grade);
}
