#include "core/heuristics/finders.hpp"

#include <algorithm>

#include "core/heuristics/edge_search.hpp"

namespace babieca::heuristics {

CycleQuestion::CycleQuestion(const Graph& graph, const frontier::Undirected& how)
    : vertices(graph.vertex_count() + (how.paths ? 2 : 0)),
      first_(how.paths ? -1 : std::max(how.start, 0)) {
    const Vertex n = graph.vertex_count();
    std::vector<int> from, to;
    for (Vertex v = 0; v < n; ++v) {
        if (how.start < 0 || how.start == v) from.push_back(v);
        if (how.end < 0 ? how.start != v : how.end == v) to.push_back(v);
        for (Vertex u : graph.neighbours(v)) {
            if (u < v) continue;
            if (std::ranges::binary_search(how.avoiding, Edge{v, u})) continue;
            if (std::ranges::binary_search(how.through, Edge{v, u}))
                forced.push_back(static_cast<int>(edges.size()));
            edges.push_back({v, u});
        }
    }
    if (how.paths) add_ends(edges, forced, n, from, to);
}

std::vector<Vertex> CycleQuestion::tour(const Neighbours& neighbours) const {
    if (first_ >= 0) return list_cycle(neighbours, first_, -1);
    auto squares = list_cycle(neighbours, vertices - 1, vertices - 2);
    squares.erase(squares.begin(), squares.begin() + 2);  // exit, entry, start, ..., end
    return squares;
}

Answer edge_tour(const Graph& graph, const EdgesRequest& how, Control& control) {
    // One square is both ends; the search needs two.
    if (graph.vertex_count() == 1 && how.question.paths)
        return {.outcome = Outcome::found, .squares = {0}};
    const CycleQuestion question(graph, how.question);
    EdgeSearch search(question.vertices, question.edges);
    Dice random(how.seed);
    Watch watch(control, how.limits);
    Answer answer;
    for (std::int64_t limit = 64;; limit *= 2) {
        answer.outcome = search.run(question.forced, limit, random, &watch);
        answer.nodes = search.choices();
        answer.backtracks = search.wrong_choices();
        if (answer.outcome == Outcome::found) break;
        if (answer.outcome == Outcome::impossible || watch.spent(answer.nodes)) return answer;
        ++answer.restarts;
    }
    Neighbours neighbours(question.vertices, {-1, -1});
    for (std::size_t edge = 0; edge < question.edges.size(); ++edge)
        if (search.used(static_cast<int>(edge)))
            link(neighbours, question.edges[edge].first, question.edges[edge].second);
    answer.squares = question.tour(neighbours);
    return answer;
}

}  // namespace babieca::heuristics
