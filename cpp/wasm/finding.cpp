#include "core/questions/finding.hpp"

#include "wasm/glue.hpp"

namespace babieca::module {
namespace {

using questions::Finding;
using questions::FindLimits;
using questions::Question;

FindLimits limits_of(const val& words) {
    const PageLimits given(words);
    FindLimits limits;
    limits.timeout = given.timeout;
    limits.memory = given.memory;
    if (!words["seed"].isUndefined() && !words["seed"].isNull()) limits.seed = given.seed;
    return limits;
}

// Calls find(question, limits, control), and tells the finding.
template <typename Find>
val found(const val& words, const val& given_limits, const val& progress, Find&& find) {
    return answered([&] {
        // The finder watches the time itself.
        PageControl control(progress, 0);
        try {
            const Finding finding = find(question_of(words), limits_of(given_limits), control);
            val statistics = val::object();
            for (const auto& each : finding.statistics)
                statistics.set(each.first, static_cast<double>(each.second));
            return record(
                "vertices", finding.vertices.empty() ? val::null() : array_of(finding.vertices),
                "proof", told(finding.proof), "method", finding.method, "statistics", statistics);
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
    return found(words, limits, progress, [](const auto& question, const auto& within, auto& on) {
        const auto finding = questions::known(question);
        return finding ? *finding : questions::automatic(question, within, on);
    });
}

val complete(val words, val limits) {
    return found(words, limits, val::null(), &questions::complete);
}

}  // namespace
}  // namespace babieca::module

EMSCRIPTEN_BINDINGS(babieca_finding) {
    emscripten::function("find", &babieca::module::find);
    emscripten::function("complete", &babieca::module::complete);
}
