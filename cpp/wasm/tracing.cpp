#include "core/questions/tracing.hpp"

#include "core/questions/counting.hpp"
#include "core/sweep/sparse.hpp"
#include "wasm/glue.hpp"

namespace babieca::module {
namespace {

val list() {
    return val::array();
}
template <typename Element>
void append(val& all, const Element& element) {
    all.call<void>("push", element);
}

// A vertex; the vertex that closes paths is "apex", and -1 is null.
val vertex_or_apex(Vertex vertex, Vertex size) {
    return vertex < 0 ? val::null() : vertex == size ? val("apex") : val(vertex);
}

val event_of(const questions::TraceEvent& event, Vertex size) {
    val made = record("event", event.what, "depth", event.depth, "nodes",
                      static_cast<double>(event.counters.nodes), "backtracks",
                      static_cast<double>(event.counters.backtracks), "restarts",
                      static_cast<double>(event.counters.restarts), "tours",
                      static_cast<double>(event.counters.tours));
    if (event.square >= 0) made.set("square", event.square);
    if (event.kept >= 0) made.set("kept", event.kept);
    if (event.twin >= 0) made.set("twin", event.twin);
    if (!event.criterion.empty()) made.set("criterion", event.criterion);
    if (event.proof) made.set("proof", told(event.proof));
    if (event.squares.empty()) return made;
    val squares = list();
    for (Vertex square : event.squares) append(squares, vertex_or_apex(square, size));
    made.set("squares", squares);
    return made;
}

val layer_of(const sweep::TracedLayer& layer, int step, Vertex size) {
    val slots = list(), examples = list();
    for (Vertex vertex : layer.occupants) append(slots, vertex_or_apex(vertex, size));
    for (const auto& example : layer.examples) {
        val fragments = list();
        for (int slot = 0; slot < static_cast<int>(example.mates.size()); ++slot) {
            if (example.mates[slot] <= slot) continue;
            val ends = list();
            append(ends, slots[slot]);
            append(ends, slots[example.mates[slot]]);
            append(fragments, ends);
        }
        append(examples,
               record("types", array_of(example.types), "fragments", fragments, "ways",
                      std::to_string(example.ways), "sources", array_of(example.sources)));
    }
    val told = record("event", "layer", "step", step, "slots", slots, "states",
                      static_cast<double>(layer.states), "examples", examples);
    if (layer.retired >= 0) told.set("retired", vertex_or_apex(layer.retired, size));
    return told;
}

val layers_of(const questions::Question& question, const PageLimits& limits, int examples,
              std::int64_t most, Control& control) {
    if (question.kind == questions::Kind::open)
        throw Refused({Code::method_name_does_not, {{"name", "sweep"}, {"kind", "open"}}});
    if (!question.at.empty())
        throw Refused({Code::method_not_word, {{"method", "sweep"}, {"word", "at"}}});
    const auto size = static_cast<Vertex>(question.size());
    sweep::SweepChoice choice(question.place, questions::swept(question));
    const auto ready = choice.prepare(false, control);
    sweep::TracedSweep traced(ready->sweep, examples, limits.memory);
    val events = list();
    double states = 0;
    for (int step = 0; !traced.finished() && step < most; ++step) {
        const auto layer = traced.next(control);
        states += static_cast<double>(layer.states);
        append(events, layer_of(layer, step, size));
    }
    if (!traced.finished()) return events;
    const auto tours = static_cast<double>(traced.tours());
    val end = record("event", tours > 0 ? "found" : "exhausted", "depth", 0, "nodes", states,
                     "backtracks", 0, "restarts", 0, "tours", tours);
    if (states == 0)
        if (const auto reason = questions::refuted(question)) end.set("proof", told(*reason));
    append(events, end);
    return events;
}

val trace(val words, std::string method, val given_limits, int most, val options) {
    return answered([&] {
        const PageLimits limits(given_limits);
        PageControl control(val::null(), limits.timeout);
        const auto question = question_of(words);
        if (method == "sweep") {
            const int examples = word(options, "examples", 4);
            return record("events", layers_of(question, limits, examples, most, control));
        }
        questions::TraceOptions how{method};
        how.criteria = word(options, "criteria", how.criteria);
        how.warnsdorff = word(options, "warnsdorff", how.warnsdorff);
        how.rules = word(options, "rules", how.rules);
        how.subtour_squares = word(options, "subtour_squares", how.subtour_squares);
        how.seed = limits.seed;
        how.timeout = limits.timeout;
        val events = list();
        for (const auto& event : questions::trace(question, how, most, control))
            append(events, event_of(event, static_cast<Vertex>(question.size())));
        return record("events", events);
    });
}

}  // namespace
}  // namespace babieca::module

EMSCRIPTEN_BINDINGS(babieca_tracing) {
    emscripten::function("trace", &babieca::module::trace);
}
