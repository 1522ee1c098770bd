#include "core/sweep/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/sweep/counter_types.hpp"

namespace babieca::sweep {

using frontier::Undirected;

namespace {

constexpr int most_matching_slots = 20;
constexpr double expected_ratio = 0.55, sharp_ratio = 0.77;  // of Bounds::bits

// Degrees without edges to avoid; for paths, with the vertex that closes them.
std::vector<int> degrees_left(const Graph& graph, const Undirected& question) {
    std::vector<int> degrees;
    for (Vertex v = 0; v < graph.vertex_count(); ++v)
        degrees.push_back(graph.degree(v) + question.paths);
    for (auto [u, v] : question.avoiding) {
        --degrees[u];
        --degrees[v];
    }
    if (question.paths) degrees.push_back(graph.vertex_count());
    return degrees;
}

double log2_bregman(const std::vector<int>& degrees) {
    double sum = 0;
    for (int d : degrees) {
        if (d == 0) return 0;
        sum += std::lgamma(d + 1.0) / std::log(2.0) / d;
    }
    return sum;
}

// Pairs of perfect matchings; of the two edges of a vertex, each takes one.
double pairs_of_perfect(const Graph& graph, std::span<const Edge> avoiding,
                        std::span<const Vertex> order, Control& control) {
    const std::set<Edge> avoided(avoiding.begin(), avoiding.end());
    for (Vertex v = 0; v < graph.vertex_count(); ++v) {
        std::vector<Edge> edges;
        for (Vertex u : graph.neighbours(v))
            if (const Edge edge = std::minmax(u, v); !avoided.contains(edge)) edges.push_back(edge);
        if (edges.size() != 2) continue;
        double product = 1;
        for (const Edge& edge : edges) {
            std::vector<Edge> without(avoiding.begin(), avoiding.end());
            without.push_back(edge);
            product *= matchings(graph, without, order, 0, control)[0];
        }
        return product;
    }
    const double whole = matchings(graph, avoiding, order, 0, control)[0];
    return whole * whole / 2;
}

// log2 of the number of pairs of matchings; infinity if they cannot be counted.
double log2_matching_pairs(const Graph& graph, const Undirected& question,
                           std::span<const Vertex> order, Control& control) {
    const bool odd = graph.vertex_count() % 2;
    double pairs = 0;
    if (question.paths) {
        const auto ways = matchings(graph, question.avoiding, order, 2, control);
        pairs = odd ? ways[1] * ways[1] / 2 : ways[0] * ways[2];
    } else if (odd) {
        pairs = std::numeric_limits<double>::infinity();
    } else {
        pairs = pairs_of_perfect(graph, question.avoiding, order, control);
    }
    return pairs > 0 ? std::log2(pairs) : 0;
}

}  // namespace

int Bounds::expected_bits() const {
    return static_cast<int>(std::ceil(expected_ratio * bits));
}

int Bounds::expected_sharp_bits() const {
    return static_cast<int>(std::ceil(sharp_ratio * bits));
}

bool Bounds::one_sweep(int counter_bits) const {
    return log2_bregman < 3 * counter_bits / 2 || expected_bits() < counter_bits;
}

std::vector<int> Bounds::expected_widths(const Plan& plan, int counter_bits, bool lent) const {
    const int steps = static_cast<int>(plan.layers.size()) - 1;
    std::vector<int> widths;
    for (int layer = 0; layer <= steps; ++layer) {
        const double needed = expected_bits() * (1.2 * layer / std::max(steps, 1) - 0.1) + 1;
        const bool six =
            8 * plan.layers[layer].counters > large_layer && !lent && counter_bits == 64;
        int width = 1;
        while (width < 8 && needed > 8 * width - 1) width = wider(width);
        if (width == 6 && !six) width = 8;
        widths.push_back(std::min(width, counter_bits / 8));
    }
    return widths;
}

Bounds bounds(const Graph& graph, const Undirected& question) {
    const std::vector<int> degrees = degrees_left(graph, question);
    Bounds found{log2_bregman(degrees)};
    double least = found.log2_bregman;
    const auto colour =
        question.paths ? std::vector<std::int8_t>{} : frontier::problem_of(graph).colour;
    for (int side : {1, -1}) {
        if (colour.empty()) break;
        double sum = 0;
        bool open = false;
        for (Vertex v = 0; v < graph.vertex_count(); ++v) {
            if (colour[v] != side) continue;
            open |= degrees[v] < 2;
            if (degrees[v] >= 2) sum += std::log2(degrees[v] * (degrees[v] - 1) / 2.0);
        }
        least = std::min(least, open ? 0 : sum);
    }
    found.bits = std::max(1, static_cast<int>(std::floor(least + 0.001)) + 1);
    return found;
}

std::vector<double> matchings(const Graph& graph, std::span<const Edge> avoiding,
                              std::span<const Vertex> order, int most_left_out, Control& control) {
    if (frontier::frontier_width(graph, order) > most_matching_slots)
        return std::vector<double>(most_left_out + 1, std::numeric_limits<double>::infinity());
    const std::vector<int> time = frontier::retirement_times(graph, order);
    const std::set<Edge> avoided(avoiding.begin(), avoiding.end());
    std::vector<int> slot(graph.vertex_count(), -1), free;
    int slots = 0;
    // By the number of vertices left out: the ways by the set of slots with matched vertices.
    std::vector<std::vector<double>> states(most_left_out + 1, std::vector<double>{0}), after;
    states[0][0] = 1;
    for (Vertex x : order) {
        control.check({time[x], graph.vertex_count()});
        std::vector<Vertex> later;
        for (Vertex u : graph.neighbours(x))
            if (time[u] > time[x] && !avoided.contains(std::minmax(x, u))) later.push_back(u);
        const auto enter = [&](Vertex v) {
            if (slot[v] >= 0) return;
            if (free.empty()) {
                free.push_back(slots++);
                for (auto& each : states) each.resize(std::size_t{1} << slots, 0);
            }
            slot[v] = free.back();
            free.pop_back();
        };
        enter(x);
        for (Vertex u : later) enter(u);
        const std::size_t own = std::size_t{1} << slot[x];
        after.assign(states.size(), std::vector<double>(states[0].size(), 0));
        for (std::size_t left = 0; left < states.size(); ++left)
            for (std::size_t set = 0; set < states[0].size(); ++set) {
                if (set & own) continue;
                double ways = states[left][set | own];
                if (left) ways += states[left - 1][set];
                for (Vertex u : later)
                    if (const std::size_t other = std::size_t{1} << slot[u]; set & other)
                        ways += states[left][set ^ other];
                after[left][set] = ways;
            }
        states.swap(after);
        free.push_back(slot[x]);
    }
    std::vector<double> found;
    for (const auto& each : states) found.push_back(each[0]);
    return found;
}

int sharp_bound_bits(const Graph& graph, const Undirected& question, std::span<const Vertex> order,
                     Control& control) {
    const double pairs = log2_matching_pairs(graph, question, order, control);
    const int usual = bounds(graph, question).bits;
    if (std::isinf(pairs)) return usual;
    // One vertex has half a pair of matchings, but one path.
    return std::min(usual, std::max(1, static_cast<int>(std::floor(pairs + 0.001)) + 1));
}

}  // namespace babieca::sweep
