#include "core/questions/judging.hpp"

#include "wasm/glue.hpp"

namespace babieca::module {
namespace {

using questions::Finding;
using questions::FindLimits;

FindLimits limits_of(const val& words) {
    const PageLimits given(words);
    FindLimits limits;
    limits.timeout = given.timeout;
    limits.memory = given.memory;
    if (!words["seed"].isUndefined() && !words["seed"].isNull()) limits.seed = given.seed;
    return limits;
}

val vertices_of(const Finding& finding) {
    return finding.vertices.empty() ? val::null() : array_of(finding.vertices);
}

val find(val words, val limits, val progress, val options) {
    return answered([&] {
        const auto method = word<std::string>(options, "method", "auto");
        if (method != "auto")
            throw Refused({Code::word_needs_computer, {{"name", "method"}, {"value", method}}});
        // The finder watches the time itself.
        PageControl control(progress, 0);
        const auto question = question_of(words);
        const auto known = questions::known(question);
        const auto finding =
            known ? *known : questions::automatic(question, limits_of(limits), control);
        val statistics = val::object();
        for (const auto& each : finding.statistics)
            statistics.set(each.first, static_cast<double>(each.second));
        return record("vertices", vertices_of(finding), "proof", told(finding.proof), "method",
                      finding.method, "statistics", statistics);
    });
}

val check(val words, val walk, val limits) {
    return answered([&] {
        PageControl control(val::null(), 0);
        Squares squares;
        for (const double each : emscripten::convertJSArrayToNumberVector<double>(walk))
            squares.push_back(static_cast<Square>(each));
        const auto found =
            questions::judge(question_of(words), squares, limits_of(limits), control);
        const auto& finding = found.finding;
        const val fault = found.fault ? record("reason", told(found.fault->reason), "step",
                                               static_cast<double>(found.fault->step))
                                      : val::null();
        return record("fault", fault, "legal", static_cast<double>(found.legal.size()), "moves",
                      array_of({found.moves.begin(), found.moves.end()}), "vertices",
                      vertices_of(finding), "proof", told(finding.proof), "sound",
                      static_cast<double>(found.sound));
    });
}

}  // namespace
}  // namespace babieca::module

EMSCRIPTEN_BINDINGS(babieca_finding) {
    emscripten::function("find", &babieca::module::find);
    emscripten::function("check", &babieca::module::check);
}
