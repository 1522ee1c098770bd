#include "core/fold/fold.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

#include "core/frontier/retirement_order.hpp"

namespace babieca::fold {
namespace {

constexpr int largest_order = 1 << 20;

struct Orbits {
    std::vector<Vertex> orbit;            // per vertex
    std::vector<int> power;               // per vertex: x = g^power(representative)
    std::vector<Vertex> representatives;  // per orbit
    std::vector<int> size;                // per orbit
};

Orbits find_orbits(std::span<const Vertex> image, std::span<const Vertex> numbering = {}) {
    Orbits orbits;
    orbits.orbit.assign(image.size(), -1);
    orbits.power.assign(image.size(), 0);
    for (std::size_t n = 0; n < image.size(); ++n) {
        const Vertex v = numbering.empty() ? static_cast<Vertex>(n) : numbering[n];
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

int modulo(int value, int m) {
    return (value % m + m) % m;
}

// The folded edge of an edge from u to v, seen from the orbit of u.
struct Key {
    Vertex from, to;
    int voltage;
    auto operator<=>(const Key&) const = default;
};

// If an orbit has fewer than m vertices, the voltages of its edges have no meaning and are 0.
Key key_of(const Orbits& orbits, int m, Vertex u, Vertex v) {
    const Vertex a = orbits.orbit[u], b = orbits.orbit[v];
    const bool full = orbits.size[a] == m && orbits.size[b] == m;
    return {a, b, full ? modulo(orbits.power[v] - orbits.power[u], m) : 0};
}

// Edges between different orbits, one per orbit of edges.
Folded fold_edges(const Graph& graph, std::span<const Vertex> image, const Orbits& orbits,
                  const FoldOptions& options) {
    Folded folded;
    const int m = folded.sheets = symmetry_order(graph, image);
    const auto keys = [&](std::span<const Edge> edges) {
        std::set<Key> keys;
        for (auto [u, v] : edges) keys.insert({key_of(orbits, m, u, v), key_of(orbits, m, v, u)});
        return keys;
    };
    std::set<Key> left_out = keys(options.avoiding);
    const std::set<Key> required = keys(options.through);
    const auto displaced = [&](const Key& key) {  // by a parallel edge that is required
        auto other = required.lower_bound({key.from, key.to, 0});
        for (; other != required.end() && other->from == key.from && other->to == key.to; ++other)
            if (other->voltage != key.voltage) return true;
        return false;
    };
    folded.edges.resize(orbits.representatives.size());
    for (Vertex a = 0; a < folded.vertex_count(); ++a) {
        const Vertex x = orbits.representatives[a];
        Vertex at = x;
        for (int i = 0; i < m; ++i, at = image[at]) folded.lift.push_back(at);
        for (Vertex y : graph.neighbours(x)) {
            const Key key = key_of(orbits, m, x, y);
            if (key.to != a && !displaced(key) && left_out.insert(key).second)
                folded.edges[a].push_back({key.to, key.voltage, key.voltage});
        }
    }
    return folded;
}

void add_apex_edge(Folded& folded, Vertex v, int voltage) {
    folded.edges[v].push_back({folded.apex, voltage, 0});
    folded.edges[folded.apex].push_back({v, modulo(-voltage, folded.sheets), 0});
}

// The sheets of the parallel edges, ascending as seen from the lower orbit.
std::vector<int> sheets_between(const Folded& folded, Vertex from, Vertex to) {
    std::vector<int> sheets;
    for (const FoldedEdge& edge : folded.edges[from])
        if (edge.to == to) sheets.push_back(edge.sheet);
    const int sign = from < to ? 1 : -1;
    std::ranges::sort(sheets, {}, [&](int sheet) { return modulo(sign * sheet, folded.sheets); });
    return sheets;
}

}  // namespace

int symmetry_order(const Graph& graph, std::span<const Vertex> image) {
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
                throw std::invalid_argument("the permutation does not map edges to edges");
    int m = 1;
    for (int size : find_orbits(image).size) {
        m = std::lcm(m, size);
        if (m > largest_order) throw std::invalid_argument("the order exceeds 2^20");
    }
    return m;
}

Folded fold(const Graph& graph, std::span<const Vertex> image, SymmetricTours wanted,
            const FoldOptions& options) {
    const Orbits orbits = find_orbits(image, options.numbering);
    Folded folded = fold_edges(graph, image, orbits, options);
    const int m = folded.sheets;
    if (wanted == SymmetricTours::rotations) {
        folded.impossible = std::ranges::any_of(orbits.size, [&](int size) { return size != m; });
        for (int v = 0; v < m; ++v) folded.accepted.push_back(std::gcd(v, m) == 1);
        return folded;
    }
    const bool closed = wanted == SymmetricTours::reflections;
    const auto fixed = std::ranges::count(orbits.size, 1);
    folded.impossible = m != 2 || fixed > (closed ? 2 : 1);
    for (auto& list : folded.edges)
        for (FoldedEdge& edge : list) edge.voltage = 0;
    folded.accepted = {closed, !closed};
    folded.apex = folded.vertex_count();
    folded.edges.emplace_back();
    const auto avoided = [&](Vertex u, Vertex v) {
        return std::ranges::any_of(options.avoiding, [&](const Edge& edge) {
            return std::minmax(edge.first, edge.second) == std::minmax(u, v);
        });
    };
    for (Vertex v = 0; v < folded.apex; ++v) {
        const Vertex x = orbits.representatives[v];
        const bool is_fixed = orbits.size[v] == 1;
        const bool joined = graph.adjacent(x, image[x]) && !avoided(x, image[x]);
        if (is_fixed) folded.forced.push_back({v, folded.apex});
        if (is_fixed || (joined && (closed || fixed == 0))) add_apex_edge(folded, v, !closed);
        if (!closed && !is_fixed && !(wanted == SymmetricTours::open_paths && joined))
            add_apex_edge(folded, v, 0);
    }
    return folded;
}

void unfold(const Folded& folded, std::span<const Visit> visits, int total,
            std::vector<Vertex>& out) {
    if (folded.apex < 0) {
        for (int round = 0; round < folded.sheets; ++round)
            for (const Visit& at : visits)
                out.push_back(folded.lifted(at.orbit, at.sheet + round * total % folded.sheets));
        return;
    }
    for (auto at = visits.rbegin(); at != visits.rend(); ++at)
        if (folded.lifted(at->orbit, 0) != folded.lifted(at->orbit, 1))
            out.push_back(folded.lifted(at->orbit, at->sheet + 1));
    for (const Visit& at : visits) out.push_back(folded.lifted(at.orbit, at.sheet));
}

std::vector<Vertex> unfold(const Folded& folded, std::span<const Vertex> orbits) {
    const int m = folded.sheets;
    const bool closed = folded.apex < 0;
    const std::size_t n = orbits.size();
    const auto has_lift = [&](Vertex v) { return v >= 0 && v < std::ssize(folded.lift) / m; };
    if (n == 0 || !std::ranges::all_of(orbits, has_lift))
        throw std::invalid_argument("a folded tour is a list of orbits, without the apex");
    // reached[i][s]: the sheet of the last of the first i edges if their sheets can add up to s;
    // -1: they cannot. sums: the sums of the latest i, the first reached sum first.
    std::vector<std::vector<int>> reached{std::vector<int>(m, -1)};
    reached[0][0] = 0;
    std::vector<int> sums{0};
    for (std::size_t i = 0; i < (closed ? n : n - 1); ++i) {
        std::vector<int> sheets = sheets_between(folded, orbits[i], orbits[(i + 1) % n]);
        if (sheets.empty()) return {};
        if (!closed) sheets.resize(1);  // every choice unfolds
        reached.emplace_back(m, -1);
        std::vector<int> next;
        for (int sum : sums)
            for (int sheet : sheets) {
                const int to = (sum + sheet) % m;
                if (reached.back()[to] < 0) next.push_back(to);
                reached.back()[to] = sheet;
            }
        sums = std::move(next);
    }
    const auto found =
        std::ranges::find_if(sums, [&](int sum) { return !closed || folded.accepted[sum]; });
    if (found == sums.end()) return {};
    const int total = *found;
    std::vector<Visit> visits(n);
    int sheet = total;
    for (std::size_t i = reached.size(); i-- > 0;) {
        if (i < n) visits[i] = {orbits[i], sheet};
        sheet = modulo(sheet - reached[i][sheet], m);
    }
    std::vector<Vertex> tour;
    unfold(folded, visits, total, tour);
    return tour;
}

OwnedGraph simple_graph(const Folded& folded, bool with_apex) {
    const int count = folded.vertex_count() - (folded.apex >= 0 && !with_apex);
    OwnedGraph simple;
    for (Vertex v = 0; v < count; ++v) {
        std::set<Vertex> targets;
        for (const FoldedEdge& edge : folded.edges[v])
            if (edge.to < count) targets.insert(edge.to);
        simple.add(targets);
    }
    return simple;
}

std::vector<Vertex> folded_order(const Folded& folded, std::span<const Vertex> base,
                                 Control& control) {
    constexpr int starts = 64;
    const int orbits = folded.vertex_count() - (folded.apex >= 0);
    std::vector<Vertex> orbit_of(base.size(), -1);
    for (Vertex v = 0; v < orbits; ++v)
        for (int i = 0; i < folded.sheets; ++i) orbit_of[folded.lifted(v, i)] = v;
    std::vector<Vertex> first_met;
    std::vector<bool> met(orbits, false);
    for (Vertex x : base) {
        const Vertex v = orbit_of[x];
        if (!met[v]) first_met.push_back(v);
        met[v] = true;
    }

    const OwnedGraph simple = simple_graph(folded, false);
    frontier::OrderSearch search(frontier::problem_of(simple.view()));
    auto best = search.greediest({}, starts, control), other = first_met;
    if (search.counters(other) < search.counters(best)) std::swap(best, other);
    // A round takes as long as a dozen states: the search must not cost more than it saves.
    const auto improved = [&](const std::vector<Vertex>& order) {
        const double worth = std::max(20.0 * orbits, search.counters(best) / 50);
        const int rounds = static_cast<int>(std::min(worth, std::min(500.0 * orbits, 40000.0)));
        return search.improve({}, order, {2, 100, rounds, 1}, control);
    };
    best = improved(best);
    other = improved(other);
    if (search.counters(other) < search.counters(best)) best = std::move(other);
    if (folded.apex >= 0) best.push_back(folded.apex);
    return best;
}

}  // namespace babieca::fold
