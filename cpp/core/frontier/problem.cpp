#include "core/frontier/problem.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>

namespace babieca::frontier {
namespace {

std::set<Edge> edge_set(const Graph& graph, std::span<const Edge> edges) {
    std::set<Edge> set;
    for (auto [u, v] : edges) {
        if (u < 0 || v < 0 || u >= graph.vertex_count() || v >= graph.vertex_count() ||
            !graph.adjacent(u, v))
            throw std::invalid_argument("a constraint names an edge the graph does not have");
        set.insert(std::minmax(u, v));
    }
    return set;
}

// Colours the graph without the apex, breadth first: adjacent vertices differ. `colour` becomes
// empty if an odd cycle exists. Returns whether the graph without the apex is connected.
bool colour_properly(const std::vector<std::vector<Vertex>>& lists, Vertex apex,
                     std::vector<std::int8_t>& colour) {
    colour.assign(lists.size(), 0);
    std::vector<Vertex> queue;
    int components = 0;
    bool bipartite = true;
    for (Vertex root = 0; root < static_cast<Vertex>(lists.size()); ++root) {
        if (root == apex || colour[root]) continue;
        ++components;
        colour[root] = 1;
        queue.assign(1, root);
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const Vertex v = queue[head];
            for (Vertex u : lists[v]) {
                if (u == apex) continue;
                if (colour[u] == colour[v]) bipartite = false;
                if (colour[u]) continue;
                colour[u] = static_cast<std::int8_t>(-colour[v]);
                queue.push_back(u);
            }
        }
    }
    if (!bipartite) colour.clear();
    return components <= 1;
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

Problem build(const Graph& graph, const Constraints& constraints, const std::vector<Vertex>& ends,
              Vertex start, bool with_apex) {
    const Vertex n = graph.vertex_count();
    Problem problem;
    std::set<Edge> forced = edge_set(graph, constraints.through);
    const std::set<Edge> forbidden = edge_set(graph, constraints.avoiding);
    for (const Edge& edge : forced) problem.contradiction |= forbidden.contains(edge);

    std::vector<std::vector<Vertex>> lists(n + with_apex);
    for (Vertex v = 0; v < n; ++v)
        for (Vertex u : graph.neighbours(v))
            if (!forbidden.contains(std::minmax(u, v))) lists[v].push_back(u);
    if (with_apex) {
        problem.apex = n;
        for (Vertex v : ends) {
            lists[v].push_back(n);
            lists[n].push_back(v);
        }
        if (start >= 0) forced.insert({start, n});
        if (ends.size() == 2)
            for (Vertex v : ends) forced.insert({v, n});
    }

    // A vertex whose two edges are forced has no others: removing them narrows the sweep.
    std::vector<std::vector<Vertex>> required(lists.size());
    for (auto [u, v] : forced) {
        required[u].push_back(v);
        required[v].push_back(u);
    }
    for (Vertex v = 0; v < static_cast<Vertex>(lists.size()); ++v) {
        if (required[v].size() > 2) problem.contradiction = true;
        if (required[v].size() != 2) continue;
        for (Vertex u : lists[v])
            if (!forced.contains(std::minmax(u, v))) std::erase(lists[u], v);
        lists[v] = required[v];
        std::sort(lists[v].begin(), lists[v].end());
    }

    const bool connected = colour_properly(lists, problem.apex, problem.colour);
    const auto given = with_apex ? required[problem.apex] : std::vector<Vertex>{};
    problem.contradiction |= !connected || !balanced(problem, given);
    problem.offsets.push_back(0);
    for (const auto& list : lists) {
        problem.targets.insert(problem.targets.end(), list.begin(), list.end());
        problem.offsets.push_back(static_cast<std::int64_t>(problem.targets.size()));
    }
    if (!problem.contradiction) problem.forced.assign(forced.begin(), forced.end());
    return problem;
}

}  // namespace

std::vector<int> Problem::allowed_sums(int apex_type) const {
    if (apex < 0) return {0};
    int final_sum = 0;
    for (int each : colour) final_sum += 2 * each;
    std::vector<int> sums;
    for (int sum = -apex_type; sum <= apex_type; sum += 2)
        if (std::abs(final_sum - sum) <= 2 - apex_type) sums.push_back(sum);
    return sums;
}

Problem cycle_problem(const Graph& graph, const Constraints& constraints) {
    return build(graph, constraints, {}, -1, false);
}

Problem path_problem(const Graph& graph, Vertex start, Vertex end, const Constraints& constraints) {
    const Vertex n = graph.vertex_count();
    if (start >= n || end >= n || start < -1 || end < -1)
        throw std::invalid_argument("the start or the end is not a vertex");
    if (start < 0) std::swap(start, end);
    std::vector<Vertex> ends;
    if (end >= 0) {
        if (start == end) throw std::invalid_argument("the start and the end are the same vertex");
        ends = {std::min(start, end), std::max(start, end)};
    } else {
        for (Vertex v = 0; v < n; ++v) ends.push_back(v);
    }
    return build(graph, constraints, ends, start, true);
}

}  // namespace babieca::frontier
