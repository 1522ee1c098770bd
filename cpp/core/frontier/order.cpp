#include "core/frontier/order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>

#include "core/frontier/schedule.hpp"

namespace babieca::frontier {
namespace {

// The number of vertices that enter the frontier if v retires.
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

Mirror no_mirror(const Problem& problem) {
    Mirror mirror(problem.graph().vertex_count() - (problem.apex >= 0));
    std::iota(mirror.begin(), mirror.end(), 0);
    return mirror;
}

OrderSearch::OrderSearch(Problem problem)
    : sizes_(std::move(problem)),
      graph_(sizes_.problem().graph()),
      size_(graph_.vertex_count() - (sizes_.problem().apex >= 0)) {}

double OrderSearch::counters(std::span<const Vertex> order) {
    const std::vector<double> all = layers(order);
    return std::accumulate(all.begin(), all.end(), 0.0);
}

std::vector<OrderSearch::Orbit> OrderSearch::orbits_of(const Mirror& mirror,
                                                       std::span<const Vertex> order) const {
    if (static_cast<Vertex>(mirror.size()) != size_ || static_cast<Vertex>(order.size()) != size_)
        throw std::invalid_argument("a mirror and an order have an entry for every vertex");
    for (Vertex v = 0; v < size_; ++v)
        if (mirror[v] < 0 || mirror[v] >= size_ || mirror[mirror[v]] != v)
            throw std::invalid_argument("a mirror is its own inverse");
    std::vector<Orbit> orbits;
    std::vector<char> seen(size_, 0);
    for (Vertex v : order) {
        if (seen[v]) continue;
        orbits.push_back({v, mirror[v] == v ? -1 : mirror[v]});
        seen[v] = seen[mirror[v]] = 1;
    }
    return orbits;
}

std::vector<Vertex> OrderSearch::greedy(const Mirror& mirror, Vertex first) const {
    std::vector<char> met(graph_.vertex_count(), 0), retired(size_, 0);
    std::vector<int> since(size_,
                           0);  // when a vertex entered; among equals the oldest retires first
    // The growth of the frontier if v and its image retire.
    const auto growth = [&](Vertex v) {
        const Vertex image = mirror[v];
        int grown = -met[v];
        const auto enters = [&](Vertex u) { return u < size_ && !met[u]; };
        for (Vertex u : graph_.neighbours(v)) grown += enters(u) && u != image;
        if (image == v) return grown;
        const auto own = graph_.neighbours(v);
        for (Vertex u : graph_.neighbours(image))
            grown += enters(u) && u != v && !std::binary_search(own.begin(), own.end(), u);
        return grown - met[image];
    };
    std::vector<Vertex> order;
    const auto retire = [&](Vertex v) {
        if (retired[v]) return;
        retired[v] = met[v] = 1;
        for (Vertex u : graph_.neighbours(v))
            if (u < size_ && !met[u]) {
                met[u] = 1;
                since[u] = static_cast<int>(order.size());
            }
        order.push_back(v);
    };
    for (Vertex next = first; next >= 0;) {
        retire(next);
        retire(mirror[next]);
        next = -1;
        int best_growth = 0;
        for (Vertex v = 0; v < size_; ++v) {
            if (retired[v]) continue;
            // A vertex in the frontier is preferred: it leaves the frontier for good.
            const int grown = growth(v) - met[v];
            const bool older = next >= 0 && met[v] && met[next] && since[v] < since[next];
            if (next < 0 || grown < best_growth || (grown == best_growth && older)) {
                next = v;
                best_growth = grown;
            }
        }
    }
    return order;
}

std::vector<Vertex> OrderSearch::greediest(const Mirror& mirror, int starts, Control& control) {
    std::vector<Vertex> best;
    double best_counters = 0;
    const int tried = std::min<int>(starts, size_);
    for (int s = 0; s < tried; ++s) {
        std::vector<Vertex> order =
            greedy(mirror, static_cast<Vertex>(static_cast<std::int64_t>(s) * size_ / tried));
        const double found = counters(order);
        if (best.empty() || found < best_counters) {
            best = std::move(order);
            best_counters = found;
        }
        control.check({});
    }
    return best;
}

OrderSearch::Made OrderSearch::made_by(const Orbit& orbit, LayerSizes::Moment& moment) {
    Made made;
    for (Vertex v : orbit) {
        if (v < 0) continue;
        sizes_.retire(moment, v);
        const double counters = sizes_.counters(moment);
        made.counters += counters;
        made.largest = std::max(made.largest, counters);
        made.width = std::max(made.width, moment.width);
    }
    return made;
}

std::vector<Vertex> OrderSearch::improve(const Mirror& mirror, std::vector<Vertex> order,
                                         const Effort& effort, Control& control) {
    constexpr int farthest = 12;
    constexpr double first_heat = 0.3,
                     cooling = 0.01;  // in log2 of the counters; the last over the first
    std::mt19937_64 random(effort.seed);
    std::vector<Orbit> orbits = orbits_of(mirror, order);
    const int n = static_cast<int>(orbits.size()), fixed = std::max(effort.fixed, 0);
    if (n - fixed < 3) return order;
    // Per orbit: the moment before it retires, and its effect. Invariant: they match `orbits`.
    std::vector<LayerSizes::Moment> moments{sizes_.first()}, trial_moments(n + 1);
    std::vector<Made> made, trial(n);
    int widest = 0;
    double largest = 0;
    for (const Orbit& orbit : orbits) {
        moments.push_back(moments.back());
        made.push_back(made_by(orbit, moments.back()));
        widest = std::max(widest, made.back().width + effort.wider);
        largest = std::max(largest, made.back().largest * effort.larger);
    }
    const auto sum_of_all = [&] {
        double sum = 0;
        for (const Made& each : made) sum += each.counters;
        return sum;
    };
    double total = sum_of_all();
    std::vector<Orbit> best = orbits;
    double least = total;
    for (int round = 0; round < effort.rounds; ++round) {
        if (round % 256 == 0) control.check({round, effort.rounds});
        const int from = fixed + static_cast<int>(random() % (n - fixed));
        const int reach = 1 + static_cast<int>(random() % std::min(n - 1, farthest));
        const int to = std::clamp(from + (random() % 2 ? reach : -reach), fixed, n - 1);
        const auto at = [&](int i) { return orbits.begin() + i; };
        const auto move = [&](int source, int target) {
            if (source < target)
                std::rotate(at(source), at(source + 1), at(target + 1));
            else
                std::rotate(at(target), at(source), at(source + 1));
        };
        move(from, to);
        // Only the layers between the two places change.
        const auto [low, high] = std::minmax(from, to);
        double change = 0;
        bool narrow = true;
        trial_moments[low] = moments[low];
        for (int i = low; i <= high && narrow; ++i) {
            trial_moments[i + 1] = trial_moments[i];
            trial[i] = made_by(orbits[i], trial_moments[i + 1]);
            change += trial[i].counters - made[i].counters;
            narrow = trial[i].width <= widest && trial[i].largest <= largest;
        }
        const double heat =
            first_heat * std::pow(cooling, static_cast<double>(round) / effort.rounds);
        const double luck = static_cast<double>(random() >> 11) * 0x1p-53;
        if (!narrow || (change > 0 && luck >= std::exp(-std::log2(1 + change / total) / heat))) {
            move(to, from);
            continue;
        }
        for (int i = low; i <= high; ++i) {
            made[i] = trial[i];
            std::swap(moments[i + 1], trial_moments[i + 1]);
        }
        total = sum_of_all();
        if (total < least) {
            best = orbits;
            least = total;
        }
    }
    order.clear();
    for (const Orbit& orbit : best)
        for (Vertex v : orbit)
            if (v >= 0) order.push_back(v);
    return order;
}

}  // namespace babieca::frontier
