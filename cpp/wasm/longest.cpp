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
        if (!question.begin.empty() || !question.through.empty() || !question.at.empty())
            throw Refused(2, "longest takes no begin, through or at: leave them out");
        if (question.kind == questions::Kind::open)
            throw Refused(2, "longest takes kind closed or path, not open");
        if (question.closed() && question.start >= 0)
            throw Refused(2, "longest takes a start only for paths: a closed tour may skip it");
        const PageLimits limits(given_limits);
        PageControl control(progress, limits.timeout);
        sweep::SweepChoice choice(question.place, questions::swept(question));
        const auto order = choice.searched({}, control);
        if (frontier::order_cost(question.graph(), order) > sweep::widest_longest)
            throw Refused(2, "the longest tour of a board this wide needs Babieca on a computer");
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
