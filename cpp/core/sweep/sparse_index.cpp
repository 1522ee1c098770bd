#include <map>

#include "core/sweep/indexed.hpp"
#include "core/sweep/sparse_layers.hpp"

namespace babieca::sweep {

std::unique_ptr<TourIndex> make_sparse_index(frontier::Problem problem, frontier::Schedule schedule,
                                             Vertex first, std::uint64_t memory_bytes,
                                             Control& control) {
    return frontier::with_enough_words([&]<int Words>() -> std::unique_ptr<TourIndex> {
        SparseLayers<Words> layers(schedule, memory_bytes, control);
        return std::make_unique<Indexed<SparseLayers<Words>>>(std::move(schedule), problem.apex,
                                                              first, std::move(layers));
    });
}

EdgeUsage edge_usage(const frontier::Problem& problem, const frontier::Schedule& schedule,
                     std::uint64_t memory_bytes, Control& control) {
    return frontier::with_enough_words([&]<int Words>() {
        using Value = frontier::Natural<Words>;
        const int steps = static_cast<int>(schedule.steps.size());
        SparseLayers<Words> forward(schedule, memory_bytes, control);
        std::map<Edge, Value> usage;
        const Graph graph = problem.graph();
        for (Vertex v = 0; v < graph.vertex_count(); ++v)
            for (Vertex u : graph.neighbours(v)) usage[std::minmax(u, v)];

        // Invariant: `onward` holds, for each state of layer t + 1 that leads to a tour, in how
        // many ways it does. Ways to a state times ways onward is at most the number of tours, so
        // the products fit.
        frontier::StateTable<Value> onward;
        if (!forward.ways(steps, {}).is_zero()) onward[{}] = 1;
        for (int t = steps - 1; t >= 0; --t) {
            frontier::StateTable<Value> next;
            const Vertex x = schedule.steps[t].vertex;
            std::uint64_t since_poll = 0;
            forward.layers[t].for_each([&](const frontier::PackedState& packed, const Value& ways) {
                Value sum{};
                frontier::for_each_successor(
                    schedule, t, frontier::State::unpack(packed),
                    [&](const frontier::State& after, const frontier::Choice& choice) {
                        const Value* found = onward.look_up(after.pack());
                        if (!found) return;
                        sum += *found;
                        const Value through = ways * *found;
                        for (const auto* edge : choice.edges)
                            if (edge) usage[std::minmax(x, edge->vertex)] += through;
                    });
                if (!sum.is_zero()) next[packed] = sum;
                if (++since_poll % 4096 == 0) control.check({2 * steps - t, 2 * steps});
            });
            onward = std::move(next);
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
