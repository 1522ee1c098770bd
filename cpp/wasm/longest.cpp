#include "core/sweep/longest.hpp"

#include <algorithm>

#include "core/frontier/retirement_order.hpp"
#include "core/questions/counting.hpp"
#include "wasm/glue.hpp"

namespace babieca::module {
namespace {

val longest(val words, val given_limits, val progress) {
    return answered([&] {
        const auto question = question_of(words);
        for (const auto& [word, said] : {std::pair("begin", !question.begin.empty()),
                                         {"through", !question.through.empty()},
                                         {"at", !question.at.empty()}})
            if (said)
                throw Refused({Code::verb_does_not_take, {{"verb", "longest"}, {"word", word}}});
        if (question.kind == questions::Kind::open)
            throw Refused({Code::kind_not_taken,
                           {{"what", "longest"},
                            {"kinds", Names{"closed", "path"}},
                            {"kind", as_given("open")}}});
        if (question.closed() && question.start >= 0)
            throw Refused({Code::longest_takes_start_only});
        const PageLimits limits(given_limits);
        PageControl control(progress, limits.timeout);
        sweep::SweepChoice choice(question.place, questions::swept(question));
        const auto order = choice.searched({}, control);
        if (frontier::order_cost(question.graph(), order) > sweep::widest_longest)
            throw Refused({Code::longest_too_wide});
        const auto ready = choice.prepare(false, control);
        auto found = sweep::longest_tour(ready->sweep, limits.memory, control);
        BigNatural tours(found.tours);
        const auto ends = question.ends();
        if (tours.is_zero() && !question.closed() && ends.size() < 2) {  // one square is a path
            found.squares = {ends.empty() ? 0 : static_cast<Vertex>(ends[0])};
            tours = BigNatural(ends.empty() ? question.size() : 1);
        }
        auto& path = found.squares;
        const bool given_ends = !path.empty() && !question.closed() && !ends.empty();
        if (given_ends && path.front() != question.start && path.back() != question.end)
            std::reverse(path.begin(), path.end());
        return record("vertices", path.empty() ? val::null() : array_of(path), "tours",
                      tours.decimal(), "states", static_cast<double>(found.states));
    });
}

}  // namespace
}  // namespace babieca::module

EMSCRIPTEN_BINDINGS(babieca_longest) {
    emscripten::function("longest", &babieca::module::longest);
}
