#include "core/questions/counting.hpp"

#include <algorithm>

#include "core/questions/refuter.hpp"
#include "core/questions/solving.hpp"
#include "wasm/glue.hpp"

namespace babieca::module {
namespace {

questions::CountOptions options_of(const PageLimits& limits, const std::string& method = "auto") {
    const Names known{"auto", "blocks", "sparse", "steps"};
    if (std::ranges::find(known, method) == known.end()) throw not_one_of("method", known, method);
    return {method, limits.memory, limits.threads};
}

val written(questions::Kind) {
    return val::undefined();  // it stays
}
val written(Square vertex) {
    return val(static_cast<double>(vertex));
}
val written(const Squares& vertices) {
    val all = val::array();
    for (const auto vertex : vertices) all.call<void>("push", static_cast<double>(vertex));
    return all;
}
val written(const std::vector<std::pair<Square, std::int64_t>>& pairs) {
    val all = val::array();
    for (const auto& [one, other] : pairs) all.call<void>("push", written({one, other}));
    return all;
}

// The words of a question as the core settles them.
val settled(val words) {
    return answered([&] {
        val told = val::object();
        const auto question = question_of(words);
        questions::each_word(question, [&](const char* name, const char*, const auto& word) {
            if (const val value = written(word); !value.isUndefined()) told.set(name, value);
        });
        return told;
    });
}

val exists(val words) {
    return answered([&] {
        const auto verdict = questions::verdict_on(question_of(words));
        return record("answer", verdict.answer, "reason", told(verdict.reason));
    });
}

val count(val words, val given_limits, val progress, val options) {
    return answered([&] {
        const PageLimits limits(given_limits);
        PageControl control(progress, limits.timeout);
        const auto method = word<std::string>(options, "method", "auto");
        const auto found =
            questions::count(question_of(words), options_of(limits, method), control);
        val moduli = val::array();
        for (const auto modulus : found.moduli)
            moduli.call<void>("push", modulus ? std::to_string(modulus) : "18446744073709551616");
        return record("value", found.value.decimal(), "moduli", moduli, "disk_bytes", 0, "method",
                      found.method, "reason", told(found.reason), "steps", found.steps, "slots",
                      found.slots, "counters", static_cast<double>(found.counters), "peak_bytes",
                      static_cast<double>(found.peak_bytes));
    });
}

val count_by(val words, std::string by, val given_limits, val progress) {
    return answered([&] {
        if (by != "start" && by != "first-move")
            throw not_one_of("by", {"start", "first-move"}, by);
        const PageLimits limits(given_limits);
        PageControl control(progress, limits.timeout);
        const auto question = question_of(words);
        const auto options = options_of(limits);
        const auto table = by == "start"
                               ? questions::count_by_start(question, options, control)
                               : questions::count_by_first_move(question, options, control);
        std::vector<Vertex> vertices;
        val values = val::array();
        for (const auto& entry : table) {
            vertices.push_back(entry.first);
            values.call<void>("push", entry.second.decimal());
        }
        return record("vertices", array_of(vertices), "values", values);
    });
}

val solve(val words, val given_limits) {
    return answered([&] {
        const auto question = question_of(words);
        if (question.at.empty() && question.ends().empty())
            throw Refused({Code::solve_needs_given_steps});
        const PageLimits limits(given_limits);
        Control control;
        const auto found = questions::solve(question, limits.timeout, options_of(limits), control);
        if (!found) throw Interrupted();
        val solutions = val::array(), conflict = val::array();
        for (const auto& tour : found->solutions) solutions.call<void>("push", array_of(tour));
        for (const auto& given : found->conflict)
            conflict.call<void>("push", array_of({given.first, static_cast<Vertex>(given.second)}));
        return record("solutions", solutions, "count",
                      found->count ? val(found->count->decimal()) : val::null(), "reason",
                      told(found->reason), "conflict", conflict);
    });
}

}  // namespace
}  // namespace babieca::module

EMSCRIPTEN_BINDINGS(babieca_counting) {
    emscripten::function("settled", &babieca::module::settled);
    emscripten::function("exists", &babieca::module::exists);
    emscripten::function("count", &babieca::module::count);
    emscripten::function("count_by", &babieca::module::count_by);
    emscripten::function("solve", &babieca::module::solve);
}
