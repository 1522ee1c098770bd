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

// Calls work(), and turns the errors of finders into refusals.
template <typename Work>
val refusing(Work&& work) {
    return answered([&] {
        try {
            return work();
        } catch (const questions::OutOfTime& late) {
            throw refused(3, late.reason);
        } catch (const questions::TooLarge& large) {
            throw refused(
                2, {questions::Code::too_large,
                    {{"purpose", questions::because(large.reason)}, {"bytes", large.bytes}}});
        }
    });
}

val find(val words, val limits, val progress, val options) {
    if (word<std::string>(options, "method", "auto") != "auto")
        return record("error", "the module chooses the method: leave method out", "code", 2);
    return refusing([&] {
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
    return refusing([&] {
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
