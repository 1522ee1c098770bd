#include "core/frontier/order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>

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

OrderSearch::OrderSearch(Problem problem, std::span<const Vertex> mirror)
    : sizes_(std::move(problem)),
      graph_(sizes_.problem().graph()),
      size_(graph_.vertex_count() - (sizes_.problem().apex >= 0)),
      mirror_(mirror.begin(), mirror.end()) {
    if (mirror_.empty()) {
        mirror_.resize(size_);
        std::iota(mirror_.begin(), mirror_.end(), 0);
    }
    if (static_cast<Vertex>(mirror_.size()) != size_)
        throw std::invalid_argument("a mirror gives the image of every vertex");
    for (Vertex v = 0; v < size_; ++v)
        if (mirror_[v] < 0 || mirror_[v] >= size_ || mirror_[mirror_[v]] != v)
            throw std::invalid_argument("a mirror is its own inverse");
}

std::vector<OrderSearch::Orbit> OrderSearch::orbits_of(std::span<const Vertex> order) const {
    std::vector<Orbit> orbits;
    std::vector<char> seen(size_, 0);
    for (Vertex v : order) {
        if (seen[v]) continue;
        orbits.push_back({v, mirror_[v] == v ? -1 : mirror_[v]});
        seen[v] = seen[mirror_[v]] = 1;
    }
    return orbits;
}

std::vector<Vertex> OrderSearch::greedy(Vertex first) const {
    std::vector<char> met(graph_.vertex_count(), 0), retired(size_, 0);
    std::vector<int> since(size_, 0);  // when a vertex entered: the oldest leave first among equals
    // By how much the frontier grows if v and then its image retire.
    const auto growth = [&](Vertex v) {
        const Vertex image = mirror_[v];
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
        retire(mirror_[next]);
        next = -1;
        int best_growth = 0;
        for (Vertex v = 0; v < size_; ++v) {
            if (retired[v]) continue;
            // One that has been met leaves the frontier for good: better than one that has not.
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

std::vector<Vertex> OrderSearch::greediest(int starts, Control& control) {
    std::vector<Vertex> best;
    double best_counters = 0;
    const int tried = std::min<int>(starts, size_);
    for (int s = 0; s < tried; ++s) {
        std::vector<Vertex> order =
            greedy(static_cast<Vertex>(static_cast<std::int64_t>(s) * size_ / tried));
        const double found = counters(order);
        if (best.empty() || found < best_counters) {
            best = std::move(order);
            best_counters = found;
        }
        control.check({});
    }
    return best;
}

void OrderSearch::retire(const Orbit& orbit) {
    for (Vertex v : orbit)
        if (v >= 0) sizes_.retire(v);
}

// Retires an orbit and returns the counters of the layers that makes.
double OrderSearch::sizes_after(const Orbit& orbit) {
    double sum = 0;
    for (Vertex v : orbit) {
        if (v < 0) continue;
        sizes_.retire(v);
        sum += sizes_.counters();
    }
    return sum;
}

std::vector<Vertex> OrderSearch::improve(std::vector<Vertex> order, int rounds, std::uint64_t seed,
                                         Control& control) {
    constexpr int farthest = 12;
    constexpr double first_heat = 0.3;
    std::mt19937_64 random(seed);
    std::vector<Orbit> orbits = orbits_of(order);
    const int n = static_cast<int>(orbits.size());
    if (n < 3) return order;
    std::vector<double> sizes, trial_sizes;  // of the layers that each orbit makes
    sizes_.begin();
    for (const Orbit& orbit : orbits) sizes.push_back(sizes_after(orbit));
    double total = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    std::vector<Orbit> best = orbits;
    double least = total;
    for (int round = 0; round < rounds; ++round) {
        const int from = static_cast<int>(random() % n);
        const int reach = 1 + static_cast<int>(random() % std::min(n - 1, farthest));
        const int to = std::clamp(from + (random() % 2 ? reach : -reach), 0, n - 1);
        const auto at = [&](int i) { return orbits.begin() + i; };
        const auto move = [&](int source, int target) {
            if (source < target)
                std::rotate(at(source), at(source + 1), at(target + 1));
            else
                std::rotate(at(target), at(source), at(source + 1));
        };
        move(from, to);
        // Only the layers between the two places change: they depend on who has retired.
        const auto [low, high] = std::minmax(from, to);
        sizes_.begin();
        for (int i = 0; i < low; ++i) retire(orbits[i]);
        trial_sizes.clear();
        double change = 0;
        for (int i = low; i <= high; ++i) {
            trial_sizes.push_back(sizes_after(orbits[i]));
            change += trial_sizes.back() - sizes[i];
        }
        const double heat = first_heat * (1.0 - static_cast<double>(round) / rounds) + 1e-9;
        const double luck = static_cast<double>(random() >> 11) * 0x1p-53;
        if (change > 0 && luck >= std::exp(-std::log2(1 + change / total) / heat)) {
            move(to, from);
            continue;
        }
        std::copy(trial_sizes.begin(), trial_sizes.end(), sizes.begin() + low);
        total = std::accumulate(sizes.begin(), sizes.end(), 0.0);
        if (total < least) {
            best = orbits;
            least = total;
        }
        if (round % 256 == 0) control.check({round, rounds});
    }
    order.clear();
    for (const Orbit& orbit : best)
        for (Vertex v : orbit)
            if (v >= 0) order.push_back(v);
    return order;
}

}  // namespace babieca::frontier
