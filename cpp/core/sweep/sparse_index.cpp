// Numbering and edge usage over hash tables of states.
#include <map>

#include "core/frontier/state_sweep.hpp"
#include "core/sweep/numbering.hpp"

namespace babieca::sweep {
namespace {

using frontier::PackedState;
using frontier::State;

// Computes the ways to reach every state of every layer. Reports progress out of `total` steps.
template <int Words>
auto swept(const frontier::Sweep& sweep, std::uint64_t memory_bytes, int total, Control& control) {
    using Value = frontier::Natural<Words>;
    frontier::StateSweep<Value> states(sweep.schedule, 1, memory_bytes, frontier::Keep::all_layers);
    if (sweep.impossible()) states.layer().reset(0);
    while (!states.finished()) {
        states.step(control, total,
                    [](Value& sum, const Value& ways, const auto&) { sum += ways; });
        control.check({states.done(), total});
    }
    return states;
}

// The layers of a finished sweep, as numbering.hpp reads them.
template <int Words>
struct SparseLayers {
    using Value = frontier::Natural<Words>;
    std::vector<frontier::StateTable<Value>> layers;
    std::uint64_t states, bytes;

    explicit SparseLayers(frontier::StateSweep<Value> sweep)
        : layers(sweep.take_layers()), states(sweep.states()), bytes(sweep.kept_bytes()) {}

    bool kept(int) const { return true; }
    void arrive(int) const {}
    Value ways(int t, const PackedState& state) const {
        const Value* found = layers[t].look_up(state);
        return found ? *found : Value{};
    }
};

}  // namespace

std::unique_ptr<TourIndex> make_sparse_index(const frontier::Sweep& sweep, Vertex first,
                                             std::uint64_t memory_bytes, Control& control) {
    return frontier::with_enough_words([&]<int Words>() -> std::unique_ptr<TourIndex> {
        SparseLayers<Words> layers(swept<Words>(sweep, memory_bytes, sweep.steps(), control));
        return std::make_unique<Indexed<SparseLayers<Words>>>(sweep, first, std::move(layers));
    });
}

EdgeUsage edge_usage(const frontier::Sweep& sweep, std::uint64_t memory_bytes, Control& control) {
    return frontier::with_enough_words([&]<int Words>() {
        using Value = frontier::Natural<Words>;
        const int steps = sweep.steps();
        auto forward = swept<Words>(sweep, memory_bytes, 2 * steps, control);
        std::uint64_t bytes = forward.kept_bytes();
        std::map<Edge, Value> usage;
        const Graph graph = sweep.problem.graph();
        for (Vertex v = 0; v < graph.vertex_count(); ++v)
            for (Vertex u : graph.neighbours(v)) usage[std::minmax(u, v)];

        // Invariant: `onward` maps each state of layer t + 1 that leads to a tour to the number of
        // ways to complete it. Ways to reach a state times ways to complete it is at most the
        // number of tours, so the products fit.
        frontier::StateTable<Value> onward;
        if (!forward.result().is_zero()) onward[{}] = 1;
        for (int t = steps - 1; t >= 0; --t) {
            const Vertex x = sweep.schedule.steps[t].vertex;
            auto& layer = forward.layer(t);
            onward = frontier::expanded(
                layer, bytes + onward.bytes(), forward.budget(), {2 * steps - t - 1, 2 * steps},
                control, [&](const PackedState& packed, const Value& ways, auto& target) {
                    Value sum{};
                    frontier::for_each_successor(
                        sweep.schedule, t, State::unpack(packed),
                        [&](const State& after, const frontier::Choice& choice) {
                            const Value* found = onward.look_up(after.pack());
                            if (!found) return;
                            sum += *found;
                            const Value through = ways * *found;
                            for (const auto* edge : choice.edges)
                                if (edge) usage[std::minmax(x, edge->vertex)] += through;
                        });
                    if (!sum.is_zero()) target(packed) = sum;
                });
            bytes -= layer.bytes();
            layer.reset(0);
            control.check({2 * steps - t, 2 * steps});
        }
        EdgeUsage result;
        result.words = Words;
        for (const auto& [edge, count] : usage) {
            result.edges.push_back(edge);
            result.counts.insert(result.counts.end(), count.word.begin(), count.word.end());
        }
        return result;
    });
}

}  // namespace babieca::sweep
