#include "core/questions/numbering.hpp"

#include <memory>

#include "wasm/glue.hpp"

namespace babieca::module {
namespace {

using questions::Numbering;

// The numbering of a question, the last one again if nothing has changed.
const Numbering& numbering_of(const val& words, const PageLimits& limits, Control& control) {
    static std::string last_words;
    static std::unique_ptr<Numbering> last;
    const auto text = val::global("JSON").call<std::string>("stringify", words);
    if (!last || last_words != text) {
        last.reset();
        last =
            std::make_unique<Numbering>(question_of(words), limits.memory, limits.threads, control);
        last_words = text;
    }
    return *last;
}

// Calls answer(numbering, control), unless there is no tour.
template <typename Answer>
val from_numbering(const val& words, const PageLimits& limits, Answer&& answer) {
    return answered([&] {
        if (const auto reason = questions::refuted(question_of(words))) throw Failure(1, *reason);
        PageControl control(val::null(), limits.timeout);
        const Numbering& numbering = numbering_of(words, limits, control);
        if (numbering.total().is_zero()) throw Failure(1, {Code::count_is_0});
        val found = answer(numbering, control);
        found.set("size", numbering.total().decimal());
        return found;
    });
}

val rank(val words, val tours, val limits) {
    const auto ranked = [&](const Numbering& numbering, Control& control) {
        val ranks = val::array();
        for (const val& tour : emscripten::vecFromJSArray<val>(tours)) {
            const auto vertices = emscripten::convertJSArrayToNumberVector<Vertex>(tour);
            ranks.call<void>("push", numbering.rank(vertices, control).decimal());
        }
        return record("ranks", ranks);
    };
    return from_numbering(words, PageLimits(limits), ranked);
}

val unrank(val words, val number, val limits) {
    const auto unranked = [&](const Numbering& numbering, Control& control) {
        const auto text = val::global("String")(number).as<std::string>();
        if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
            throw Refused({Code::number_text, {{"number", as_given(text)}}});
        const auto tour = numbering.unrank(BigNatural::from_decimal(text), control);
        return record("vertices", array_of(tour));
    };
    return from_numbering(words, PageLimits(limits), unranked);
}

val sample(val words, int limit, val given_limits) {
    const PageLimits limits(given_limits);
    const auto drawn = [&](const Numbering& numbering, Control& control) {
        questions::PythonRandom random(limits.seed);
        val tours = val::array();
        for (int i = 0; i < limit; ++i)
            tours.call<void>("push",
                             array_of(numbering.unrank(random.below(numbering.total()), control)));
        return record("tours", tours);
    };
    return from_numbering(words, limits, drawn);
}

}  // namespace
}  // namespace babieca::module

EMSCRIPTEN_BINDINGS(babieca_numbering) {
    emscripten::function("rank", &babieca::module::rank);
    emscripten::function("unrank", &babieca::module::unrank);
    emscripten::function("sample", &babieca::module::sample);
}
