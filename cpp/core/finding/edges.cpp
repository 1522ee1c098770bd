#include "core/finding/edges.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/finding/edge_search.hpp"

namespace babieca::finding {

namespace {

// The cycle as a list, from `from` by way of `next` if that is given.
std::vector<Vertex> list_of(const std::vector<Edge>& edges, const EdgeSearch& search, int vertices,
                            Vertex from, Vertex next) {
    std::vector<std::array<Vertex, 2>> links(vertices, {-1, -1});
    auto add = [&](Vertex a, Vertex b) { links[a][links[a][0] < 0 ? 0 : 1] = b; };
    for (std::size_t edge = 0; edge < edges.size(); ++edge)
        if (search.used(static_cast<int>(edge))) {
            add(edges[edge].from, edges[edge].to);
            add(edges[edge].to, edges[edge].from);
        }
    std::vector<Vertex> list{from};
    Vertex before = from, here = next >= 0 ? next : links[from][0];
    while (static_cast<int>(list.size()) < vertices) {
        list.push_back(here);
        const Vertex onward = links[here][0] == before ? links[here][1] : links[here][0];
        before = std::exchange(here, onward);
    }
    return list;
}

}  // namespace

heuristics::Answer edge_tour(const Graph& graph, const EdgesTask& task, Control& control) {
    const Vertex n = graph.vertex_count();
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
    Random random(task.seed);
    heuristics::Watch watch(control, task.limits);
    heuristics::Answer answer;
    for (std::int64_t limit = 64;; limit *= 2) {
        const SearchResult result = search.run(forced, limit, random, &watch);
        answer.nodes = search.choices();
        answer.backtracks = search.wrong_choices();
        if (result == SearchResult::impossible) answer.outcome = heuristics::Outcome::impossible;
        if (result == SearchResult::found) {
            answer.outcome = heuristics::Outcome::found;
            answer.squares =
                task.cycle ? list_of(edges, search, vertices, std::max(task.start, 0), task.first)
                           : list_of(edges, search, vertices, exit, entry);
            // A path is listed as exit, entry, start, ..., end.
            if (!task.cycle)
                answer.squares.erase(answer.squares.begin(), answer.squares.begin() + 2);
        }
        if (result != SearchResult::gave_up || watch.spent(search.choices())) return answer;
        ++answer.restarts;
    }
}

}  // namespace babieca::finding
