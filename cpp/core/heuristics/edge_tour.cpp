#include "core/heuristics/edge_tour.hpp"

#include <algorithm>
#include <vector>

#include "core/graphs/cycle_list.hpp"
#include "core/heuristics/edge_search.hpp"

namespace babieca::heuristics {

Answer edge_tour(const Graph& graph, const EdgesTask& task, Control& control) {
    const Vertex n = graph.vertex_count();
    if (n == 1 && !task.cycle) {
        // The one square is both ends, and the search below takes the ends to be two.
        Answer answer;
        answer.outcome = Outcome::found;
        answer.squares = {0};
        return answer;
    }
    std::vector<Edge> edges;
    std::vector<int> forced;
    for (Vertex v = 0; v < n; ++v)
        for (Vertex u : graph.neighbours(v)) {
            if (u < v) continue;
            if (std::minmax(u, v) == std::minmax(task.start, task.first))
                forced.push_back(static_cast<int>(edges.size()));
            edges.push_back({v, u});
        }
    const Vertex entry = n, exit = n + 1;
    if (!task.cycle) {
        forced.push_back(static_cast<int>(edges.size()));
        edges.push_back({entry, exit});
        for (Vertex v = 0; v < n; ++v) {
            if (task.start < 0 || task.start == v) edges.push_back({entry, v});
            if (task.end < 0 ? task.start != v : task.end == v) edges.push_back({exit, v});
        }
    }
    const int vertices = n + (task.cycle ? 0 : 2);
    EdgeSearch search(vertices, edges);
    Dice random(task.seed);
    Watch watch(control, task.limits);
    Answer answer;
    for (std::int64_t limit = 64;; limit *= 2) {
        const SearchResult result = search.run(forced, limit, random, &watch);
        answer.nodes = search.choices();
        answer.backtracks = search.wrong_choices();
        if (result == SearchResult::impossible) answer.outcome = Outcome::impossible;
        if (result == SearchResult::found) {
            answer.outcome = Outcome::found;
            Neighbours neighbours(vertices, {-1, -1});
            for (std::size_t edge = 0; edge < edges.size(); ++edge)
                if (search.used(static_cast<int>(edge)))
                    link(neighbours, edges[edge].first, edges[edge].second);
            answer.squares = task.cycle
                                 ? list_cycle(neighbours, std::max(task.start, 0), task.first)
                                 : list_cycle(neighbours, exit, entry);
            // A path is listed as exit, entry, start, ..., end.
            if (!task.cycle)
                answer.squares.erase(answer.squares.begin(), answer.squares.begin() + 2);
        }
        if (result != SearchResult::gave_up || watch.spent(search.choices())) return answer;
        ++answer.restarts;
    }
}

}  // namespace babieca::heuristics
