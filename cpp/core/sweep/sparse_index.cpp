#include <map>

#include "core/sweep/indexed.hpp"
#include "core/sweep/sparse_layers.hpp"

namespace babieca::sweep {

using frontier::PackedState;
using frontier::State;

std::unique_ptr<TourIndex> make_sparse_index(const frontier::Sweep& sweep, Vertex first,
                                             std::uint64_t memory_bytes, Control& control) {
    return frontier::with_enough_words([&]<int Words>() -> std::unique_ptr<TourIndex> {
        frontier::Budget budget(memory_bytes);
        SparseLayers<Words> layers(sweep, budget, sweep.steps(), control);
        return std::make_unique<Indexed<SparseLayers<Words>>>(sweep, first, std::move(layers));
    });
}

EdgeUsage edge_usage(const frontier::Sweep& sweep, std::uint64_t memory_bytes, Control& control) {
    return frontier::with_enough_words([&]<int Words>() {
        using Value = frontier::Natural<Words>;
        const int steps = sweep.steps();
        frontier::Budget budget(memory_bytes);
        SparseLayers<Words> forward(sweep, budget, 2 * steps, control);
        std::map<Edge, Value> usage;
        const Graph graph = sweep.problem.graph();
        for (Vertex v = 0; v < graph.vertex_count(); ++v)
            for (Vertex u : graph.neighbours(v)) usage[std::minmax(u, v)];

        // Invariant: `onward` holds, for each state of layer t + 1 that leads to a tour, in how
        // many ways it does. Ways to a state times ways onward is at most the number of tours, so
        // the products fit.
        frontier::StateTable<Value> onward;
        if (!forward.ways(steps, {}).is_zero()) onward[{}] = 1;
        for (int t = steps - 1; t >= 0; --t) {
            const Vertex x = sweep.schedule.steps[t].vertex;
            onward = frontier::next_layer(
                forward.layers[t], false, forward.bytes + onward.bytes(), budget,
                {2 * steps - t - 1, 2 * steps}, control,
                [&](const PackedState& packed, const Value& ways, auto& target) {
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
            forward.bytes -= forward.layers[t].bytes();
            forward.layers[t].reset(0);
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
