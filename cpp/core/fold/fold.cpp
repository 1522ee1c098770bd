#include "core/fold/fold.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>

#include "core/frontier/order.hpp"

namespace babieca::fold {
namespace {

constexpr int largest_order = 1 << 20;

struct Orbits {
    std::vector<Vertex> orbit;            // per vertex
    std::vector<int> power;               // per vertex: x = g^power(representative)
    std::vector<Vertex> representatives;  // per orbit
    std::vector<int> size;                // per orbit
};

Orbits find_orbits(std::span<const Vertex> image) {
    Orbits orbits;
    orbits.orbit.assign(image.size(), -1);
    orbits.power.assign(image.size(), 0);
    for (Vertex v = 0; v < static_cast<Vertex>(image.size()); ++v) {
        if (orbits.orbit[v] >= 0) continue;
        int size = 0;
        for (Vertex u = v; orbits.orbit[u] < 0; u = image[u]) {
            orbits.orbit[u] = static_cast<Vertex>(orbits.representatives.size());
            orbits.power[u] = size++;
        }
        orbits.representatives.push_back(v);
        orbits.size.push_back(size);
    }
    return orbits;
}

int modulo(int value, int order) {
    return (value % order + order) % order;
}

// Edges between different orbits, one per orbit of edges. Where an orbit is shorter than m the
// voltage means nothing, and edges that differ only in it are the same.
Folded fold(const Graph& graph, std::span<const Vertex> image, const Orbits& orbits) {
    Folded folded;
    folded.order = order_of(graph, image);
    const int m = folded.order, n = static_cast<int>(orbits.representatives.size());
    folded.edges.resize(n);
    std::set<std::tuple<Vertex, Vertex, int>> seen;
    for (Vertex a = 0; a < n; ++a) {
        const Vertex x = orbits.representatives[a];
        Vertex at = x;
        for (int i = 0; i < m; ++i, at = image[at]) folded.lift.push_back(at);
        for (Vertex y : graph.neighbours(x)) {
            const Vertex b = orbits.orbit[y];
            if (a == b) continue;
            const bool full = orbits.size[a] == m && orbits.size[b] == m;
            const int voltage = full ? orbits.power[y] : 0;
            if (seen.emplace(a, b, voltage).second)
                folded.edges[a].push_back({b, voltage, voltage});
        }
    }
    return folded;
}

void add_apex_edge(Folded& folded, Vertex v, int voltage) {
    folded.edges[v].push_back({folded.apex, voltage, 0});
    folded.edges[folded.apex].push_back({v, modulo(-voltage, folded.order), 0});
}

void forget_voltages(Folded& folded) {
    for (auto& list : folded.edges)
        for (FoldedEdge& edge : list) edge.voltage = 0;
}

}  // namespace

int order_of(const Graph& graph, std::span<const Vertex> image) {
    const Vertex n = graph.vertex_count();
    std::vector<bool> hit(n, false);
    if (static_cast<Vertex>(image.size()) != n)
        throw std::invalid_argument("a symmetry gives an image for every vertex");
    for (Vertex v : image) {
        if (v < 0 || v >= n || hit[v])
            throw std::invalid_argument("a symmetry is a permutation of the vertices");
        hit[v] = true;
    }
    for (Vertex v = 0; v < n; ++v)
        for (Vertex u : graph.neighbours(v))
            if (!graph.adjacent(image[v], image[u]))
                throw std::invalid_argument("the permutation does not keep the edges");
    int order = 1;
    for (int size : find_orbits(image).size) {
        order = std::lcm(order, size);
        if (order > largest_order) throw std::invalid_argument("the order is too large");
    }
    return order;
}

Folded fold_for_rotation(const Graph& graph, std::span<const Vertex> image) {
    const Orbits orbits = find_orbits(image);
    Folded folded = fold(graph, image, orbits);
    folded.impossible = std::any_of(orbits.size.begin(), orbits.size.end(),
                                    [&](int size) { return size != folded.order; });
    for (int v = 0; v < folded.order; ++v)
        folded.accepted.push_back(std::gcd(v, folded.order) == 1);
    return folded;
}

Folded fold_for_reflection(const Graph& graph, std::span<const Vertex> image) {
    const Orbits orbits = find_orbits(image);
    Folded folded = fold(graph, image, orbits);
    folded.impossible =
        folded.order != 2 || std::count(orbits.size.begin(), orbits.size.end(), 1) > 2;
    forget_voltages(folded);
    folded.accepted = {true, false};
    folded.apex = folded.vertex_count();
    folded.edges.emplace_back();
    for (Vertex v = 0; v < folded.apex; ++v) {
        const Vertex x = orbits.representatives[v];
        if (orbits.size[v] == 1) folded.forced.push_back({v, folded.apex});
        if (orbits.size[v] == 1 || graph.adjacent(x, image[x])) add_apex_edge(folded, v, 0);
    }
    return folded;
}

// An apex edge of voltage 1 goes to the middle of the path, one of voltage 0 to its ends: a total
// of 1 means one of each.
Folded fold_for_paths(const Graph& graph, std::span<const Vertex> image, bool only_open) {
    const Orbits orbits = find_orbits(image);
    Folded folded = fold(graph, image, orbits);
    const auto fixed = std::count(orbits.size.begin(), orbits.size.end(), 1);
    folded.impossible = folded.order != 2 || fixed > 1;
    forget_voltages(folded);
    folded.accepted = {false, true};
    folded.apex = folded.vertex_count();
    folded.edges.emplace_back();
    for (Vertex v = 0; v < folded.apex; ++v) {
        const Vertex x = orbits.representatives[v];
        const bool is_fixed = orbits.size[v] == 1, joined = graph.adjacent(x, image[x]);
        if (is_fixed) folded.forced.push_back({v, folded.apex});
        if (is_fixed || (fixed == 0 && joined)) add_apex_edge(folded, v, 1);
        if (!is_fixed && !(only_open && joined)) add_apex_edge(folded, v, 0);
    }
    return folded;
}

OwnedGraph simple_graph(const Folded& folded) {
    OwnedGraph simple;
    for (const auto& list : folded.edges) {
        std::set<Vertex> targets;
        for (const FoldedEdge& edge : list) targets.insert(edge.to);
        simple.targets.insert(simple.targets.end(), targets.begin(), targets.end());
        simple.offsets.push_back(static_cast<std::int64_t>(simple.targets.size()));
    }
    return simple;
}

std::vector<Vertex> folded_order(const Folded& folded, std::span<const Vertex> base,
                                 Control& control) {
    constexpr int starts = 64;
    const int orbits = folded.vertex_count() - (folded.apex >= 0);
    std::vector<Vertex> orbit_of(base.size(), -1);
    for (Vertex v = 0; v < orbits; ++v)
        for (int i = 0; i < folded.order; ++i) orbit_of[folded.lift[v * folded.order + i]] = v;
    std::vector<Vertex> first_met;
    std::vector<bool> met(orbits, false);
    for (Vertex x : base) {
        const Vertex v = orbit_of[x];
        if (!met[v]) first_met.push_back(v);
        met[v] = true;
    }

    Folded without_apex = folded;
    if (folded.apex >= 0) {
        without_apex.edges.pop_back();
        for (auto& list : without_apex.edges)
            std::erase_if(list, [&](const FoldedEdge& edge) { return edge.to == folded.apex; });
    }
    const OwnedGraph simple = simple_graph(without_apex);
    frontier::OrderSearch search(frontier::cycle_problem(simple.view()));
    const auto mirror = frontier::no_mirror(search.problem());
    auto best = search.greediest(mirror, starts, control), other = first_met;
    if (search.counters(other) < search.counters(best)) std::swap(best, other);
    // A round takes as long as a dozen states: no search is longer than what it can save.
    const auto improved = [&](const std::vector<Vertex>& order) {
        const double worth = std::max(20.0 * orbits, search.counters(best) / 50);
        const int rounds = static_cast<int>(std::min(worth, std::min(500.0 * orbits, 40000.0)));
        return search.improve(mirror, order, {2, 100, rounds, 1}, control);
    };
    best = improved(best);
    other = improved(other);
    if (search.counters(other) < search.counters(best)) best = std::move(other);
    if (folded.apex >= 0) best.push_back(folded.apex);
    return best;
}

}  // namespace babieca::fold
