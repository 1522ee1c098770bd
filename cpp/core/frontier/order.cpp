#include "core/frontier/order.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/frontier/schedule.hpp"

namespace babieca::frontier {
namespace {

// Vertices that would enter the frontier if v retired now.
int entering(const Graph& graph, Vertex v, const std::vector<char>& met) {
    int count = 0;
    for (Vertex u : graph.neighbours(v)) count += !met[u];
    return count;
}

// Calls visit(width) for the layer after each step.
template <typename Visit>
void for_each_width(const Graph& graph, std::span<const Vertex> order, Visit&& visit) {
    std::vector<char> met(graph.vertex_count(), 0);
    int width = 0;
    for (Vertex x : order) {
        width += entering(graph, x, met) - met[x];
        met[x] = 1;
        for (Vertex u : graph.neighbours(x)) met[u] = 1;
        visit(width);
    }
}

}  // namespace

int frontier_width(const Graph& graph, std::span<const Vertex> order) {
    retirement_times(graph, order);
    int widest = 0;
    for_each_width(graph, order, [&](int width) { widest = std::max(widest, width); });
    return widest;
}

double order_cost(const Graph& graph, std::span<const Vertex> order) {
    static const double log3 = std::log2(3.0);
    int widest = 0;
    double sum = 0;  // of 3^(width - widest)
    for_each_width(graph, order, [&](int width) {
        if (width > widest) {
            sum *= std::exp2(log3 * (widest - width));
            widest = width;
        }
        sum += std::exp2(log3 * (width - widest));
    });
    return log3 * widest + std::log2(std::max(sum, 1.0));
}

std::vector<Vertex> improve_order(const Graph& graph, std::vector<Vertex> order, int rounds,
                                  std::uint64_t seed, Control& control) {
    std::mt19937_64 random(seed);
    double cost = order_cost(graph, order);
    const int n = static_cast<int>(order.size());
    if (n < 3) return order;
    std::vector<Vertex> best = order, trial;
    double best_cost = cost;
    for (int round = 0; round < rounds; ++round) {
        const int from = static_cast<int>(random() % n);
        const int reach = 1 + static_cast<int>(random() % std::min(n - 1, 12));
        const int to = std::clamp(from + (random() % 2 ? reach : -reach), 0, n - 1);
        trial = order;
        if (from < to)
            std::rotate(trial.begin() + from, trial.begin() + from + 1, trial.begin() + to + 1);
        else
            std::rotate(trial.begin() + to, trial.begin() + from, trial.begin() + from + 1);
        const double trial_cost = order_cost(graph, trial);
        const double heat = 0.3 * (1.0 - static_cast<double>(round) / rounds) + 1e-9;
        const double luck = static_cast<double>(random() >> 11) * 0x1p-53;
        if (trial_cost > cost && luck >= std::exp((cost - trial_cost) / heat)) continue;
        order.swap(trial);
        cost = trial_cost;
        if (cost < best_cost) {
            best = order;
            best_cost = cost;
        }
        if (round % 256 == 0) control.check({round, rounds});
    }
    return best;
}

std::vector<Vertex> greedy_order(const Graph& graph, Vertex first) {
    const Vertex n = graph.vertex_count();
    std::vector<char> met(n, 0), retired(n, 0);
    std::vector<int> since(n, 0);  // when a vertex entered: the oldest leave first among equals
    std::vector<Vertex> order;
    Vertex next = first;
    for (int t = 0; t < n; ++t) {
        if (t > 0) {
            next = -1;
            int best_growth = 0;
            for (Vertex v = 0; v < n; ++v) {
                if (retired[v]) continue;
                const int growth = entering(graph, v, met) - 2 * met[v];
                const bool older = next >= 0 && met[v] && met[next] && since[v] < since[next];
                if (next < 0 || growth < best_growth || (growth == best_growth && older)) {
                    next = v;
                    best_growth = growth;
                }
            }
        }
        retired[next] = met[next] = 1;
        for (Vertex u : graph.neighbours(next))
            if (!met[u]) {
                met[u] = 1;
                since[u] = t;
            }
        order.push_back(next);
    }
    return order;
}

std::vector<Vertex> search_order(const Graph& graph, int starts, int rounds, std::uint64_t seed,
                                 Control& control) {
    const Vertex n = graph.vertex_count();
    std::vector<Vertex> best;
    double best_cost = 0;
    const int tried = std::min<int>(starts, n);
    for (int s = 0; s < tried; ++s) {
        const Vertex first = static_cast<Vertex>(static_cast<std::int64_t>(s) * n / tried);
        std::vector<Vertex> order = greedy_order(graph, first);
        const double cost = order_cost(graph, order);
        if (best.empty() || cost < best_cost) {
            best = std::move(order);
            best_cost = cost;
        }
        control.check({});
    }
    return improve_order(graph, std::move(best), rounds, seed, control);
}

}  // namespace babieca::frontier
