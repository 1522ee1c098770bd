#include "core/frontier/problem.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace babieca::frontier {
namespace {

std::set<Edge> edge_set(std::span<const Edge> edges) {
    std::set<Edge> set;
    for (auto [u, v] : edges) set.insert(std::minmax(u, v));
    return set;
}

// Each edge joins both colours. So twice the sum of all colours is 0 for a cycle, and the sum of
// the colours of the two ends for a path.
bool balanced(const Problem& problem, const std::vector<Vertex>& given_ends) {
    if (problem.colour.empty()) return true;
    int sum = 0, free = problem.apex < 0 ? 0 : 2;
    for (int each : problem.colour) sum += 2 * each;
    for (Vertex end : given_ends) {
        sum -= problem.colour[end];
        --free;
    }
    return std::abs(sum) <= free;
}

std::uint64_t mixed(std::uint64_t hash, std::int64_t value) {
    hash = (hash ^ static_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

}  // namespace

Problem problem_of(const Graph& graph, const Undirected& question) {
    const auto& [paths, start, end, through, avoiding] = question;
    const Vertex n = graph.vertex_count();
    Problem problem;
    std::set<Edge> forced = edge_set(through);
    const std::set<Edge> forbidden = edge_set(avoiding);
    for (const Edge& edge : forced) problem.contradiction |= forbidden.contains(edge);

    Lists lists(n + paths);
    for (Vertex v = 0; v < n; ++v)
        for (Vertex u : graph.neighbours(v))
            if (!forbidden.contains(std::minmax(u, v))) lists[v].push_back(u);
    if (paths) {
        problem.apex = n;
        for (Vertex v = 0; v < n; ++v) {
            if (start >= 0 && end >= 0 && v != start && v != end) continue;
            lists[v].push_back(n);
            lists[n].push_back(v);
        }
        for (Vertex given : {start, end})
            if (given >= 0) forced.insert({given, n});
    }

    // A vertex whose two edges are forced has no others: removing them narrows the sweep.
    const std::vector<Edge> sorted(forced.begin(), forced.end());
    const Lists required = neighbours_through(sorted, n + paths);
    for (Vertex v = 0; v < static_cast<Vertex>(lists.size()); ++v) {
        if (required[v].size() > 2) problem.contradiction = true;
        if (required[v].size() != 2) continue;
        for (Vertex u : lists[v])
            if (!forced.contains(std::minmax(u, v))) std::erase(lists[u], v);
        lists[v] = required[v];
    }

    for (const auto& list : lists) problem.adjacency.add(list);
    const Graph adjacency = problem.graph();
    const Colouring colours =
        two_colours(n + paths, [&](Vertex v) { return adjacency.neighbours(v); }, problem.apex);
    problem.colour = colours.colour;
    const auto given = paths ? required[problem.apex] : std::vector<Vertex>{};
    problem.contradiction |= colours.components > 1 || !balanced(problem, given);
    if (!problem.contradiction) problem.forced = sorted;
    return problem;
}

std::vector<int> Problem::allowed_sums(int apex_type) const {
    if (apex < 0) return {0};
    int final_sum = 0;
    for (int each : colour) final_sum += 2 * each;
    std::vector<int> sums;
    for (int sum = -apex_type; sum <= apex_type; sum += 2)
        if (with_prefixes || std::abs(final_sum - sum) <= 2 - apex_type) sums.push_back(sum);
    return sums;
}

Sweep::Sweep(const Graph& graph, std::span<const Vertex> order, const Undirected& question,
             std::span<const Vertex> mirror)
    : problem(problem_of(graph, question)),
      start(question.start),
      end(question.end),
      images(mirror.begin(), mirror.end()) {
    std::vector<Vertex> sequence(order.begin(), order.end());
    if (question.paths) sequence.push_back(problem.apex);
    if (question.paths && !images.empty()) images.push_back(problem.apex);
    schedule = make_schedule(problem.graph(), sequence, problem.forced, problem.apex, images);
}

std::uint64_t Sweep::fingerprint() const {
    std::uint64_t hash = mixed(0x6261626965636121u, steps());
    for (std::int64_t offset : problem.adjacency.offsets) hash = mixed(hash, offset);
    for (Vertex target : problem.adjacency.targets) hash = mixed(hash, target);
    for (auto [u, v] : problem.forced) hash = mixed(mixed(hash, u), v);
    hash = mixed(hash, problem.apex + 1);
    if (problem.with_prefixes) hash = mixed(hash, 1);
    for (const Step& step : schedule.steps) hash = mixed(hash, step.vertex);
    for (const Layer& layer : schedule.layers)
        for (int pair : layer.significance) hash = mixed(hash, pair);
    return hash;
}

}  // namespace babieca::frontier
