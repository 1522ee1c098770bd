#include "core/frontier/retirement_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

namespace babieca::frontier {
namespace {

// Calls visit(width) for the layer after each step.
template <typename Visit>
void for_each_width(const Graph& graph, std::span<const Vertex> order, Visit&& visit) {
    std::vector<char> met(graph.vertex_count(), 0);
    int width = 0;
    for (Vertex x : order) {
        width -= std::exchange(met[x], 1);
        for (Vertex u : graph.neighbours(x)) width += !std::exchange(met[u], 1);
        visit(width);
    }
}

Vertex image_of(const Mirror& mirror, Vertex v) {
    return mirror.empty() ? v : mirror[v];
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

OrderSearch::OrderSearch(Problem problem)
    : problem_(std::move(problem)),
      graph_(problem_.graph()),
      size_(graph_.vertex_count() - (problem_.apex >= 0)),
      forced_(neighbours_through(problem_.forced, graph_.vertex_count())) {}

OrderSearch::Moment OrderSearch::first() const {
    const auto n = static_cast<std::size_t>(graph_.vertex_count());
    return {std::vector<std::uint16_t>(n), std::vector<std::uint8_t>(n), std::vector<char>(n), {}};
}

std::uint8_t OrderSearch::possible(const Moment& moment, Vertex v) const {
    const int past = moment.past[v], forced_past = moment.forced_past[v];
    return possible_types(past, graph_.degree(v) - past, forced_past,
                          static_cast<int>(forced_[v].size()) - forced_past);
}

std::uint16_t& OrderSearch::waiting_like(Moment& moment, Vertex v) const {
    return moment.waiting.vertices[8 * (colour(v) + 1) + possible(moment, v)];
}

void OrderSearch::retire(Moment& moment, Vertex x) const {
    if (moment.past[x]) {
        --waiting_like(moment, x);
        --moment.width;
    }
    moment.retired[x] = 1;
    moment.waiting.retired += 2 * colour(x);
    for (Vertex u : graph_.neighbours(x)) {
        if (moment.retired[u]) continue;
        const bool apex = u == problem_.apex;
        if (!apex && moment.past[u])
            --waiting_like(moment, u);
        else if (!apex)
            ++moment.width;
        ++moment.past[u];
        moment.forced_past[u] += std::ranges::find(forced_[x], u) != forced_[x].end();
        if (apex)
            moment.waiting.apex = possible(moment, u);
        else
            ++waiting_like(moment, u);
    }
}

double OrderSearch::layer(const Moment& moment) {
    const auto [found, fresh] = known_.try_emplace(moment.waiting, 0);
    if (fresh) found->second = count(moment.waiting, moment.width);
    return found->second;
}

std::vector<double> OrderSearch::layers(std::span<const Vertex> order) {
    Moment moment = first();
    std::vector<double> all{layer(moment)};
    for (Vertex x : order) {
        retire(moment, x);
        all.push_back(layer(moment));
    }
    if (problem_.apex < 0) return all;
    moment.waiting.apex = 1 << 2;  // the apex has its two edges
    all.push_back(layer(moment));
    return all;
}

std::size_t OrderSearch::WaitingHash::operator()(const Waiting& waiting) const {
    static_assert(sizeof(Waiting) % sizeof(std::uint64_t) == 0);
    std::uint64_t limbs[sizeof(Waiting) / sizeof(std::uint64_t)], hash = 0;
    std::memcpy(limbs, &waiting, sizeof(Waiting));
    for (std::uint64_t limb : limbs) {
        hash = (hash ^ limb) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return static_cast<std::size_t>(hash);
}

double OrderSearch::count(const Waiting& waiting, int slots) const {
    if (slots > widest_counted) return std::pow(5.0, slots);
    const int span = problem_.colour.empty() ? 0 : 2 * slots, row = 2 * span + 1;
    // ways[e * row + b]: type vectors with e ends and a colour-weighted sum of b - span.
    std::vector<double> ways((slots + 1) * row, 0), next;
    ways[span] = 1;
    int done = 0;
    for (int kind = 0; kind < static_cast<int>(waiting.vertices.size()); ++kind)
        for (int i = 0; i < waiting.vertices[kind]; ++i, ++done) {
            next.assign(ways.size(), 0);
            for (int type = 0; type <= 2; ++type) {
                if (!(kind % 8 >> type & 1)) continue;
                const int shift = (type == 1) * row + (kind / 8 - 1) * type;
                const int reach = std::min(span, 2 * done);
                for (int ends = 0; ends <= done; ++ends)
                    for (int at = ends * row + span - reach; at <= ends * row + span + reach; ++at)
                        next[at + shift] += ways[at];
            }
            ways.swap(next);
        }
    double sum = 0;
    for (int apex_type = 0; apex_type <= 2; ++apex_type) {
        if (waiting.apex ? !(waiting.apex >> apex_type & 1) : apex_type > 0) continue;
        double matchings = 1;  // (ends - 1)!!
        for (int ends = 0; ends <= slots + 1; ends += 2) {
            if (ends) matchings *= ends - 1;
            const int others = ends - (apex_type == 1);
            if (others < 0 || others > slots) continue;
            if (problem_.colour.empty()) {
                sum += matchings * ways[others];
                continue;
            }
            for (int wanted : problem_.allowed_sums(apex_type)) {
                const int at = wanted - waiting.retired + span;
                if (at >= 0 && at <= 2 * span) sum += matchings * ways[others * row + at];
            }
        }
    }
    return sum;
}

double OrderSearch::counters(std::span<const Vertex> order) {
    const std::vector<double> all = layers(order);
    return std::accumulate(all.begin(), all.end(), 0.0);
}

std::vector<Vertex> OrderSearch::fewest(const std::vector<std::vector<Vertex>>& orders,
                                        Control& control) {
    const std::vector<Vertex>* best = nullptr;
    double least = 0;
    for (const std::vector<Vertex>& order : orders) {
        control.check({});
        if (const double found = counters(order); !best || found < least) {
            best = &order;
            least = found;
        }
    }
    return best ? *best : std::vector<Vertex>{};
}

std::vector<OrderSearch::Orbit> OrderSearch::orbits_of(const Mirror& mirror,
                                                       std::span<const Vertex> order) const {
    std::vector<Orbit> orbits;
    std::vector<char> seen(size_, 0);
    for (Vertex v : order) {
        if (seen[v]) continue;
        const Vertex image = image_of(mirror, v);
        orbits.push_back({v, image == v ? -1 : image});
        seen[v] = seen[image] = 1;
    }
    return orbits;
}

std::vector<Vertex> OrderSearch::greedy(const Mirror& mirror, Vertex first) const {
    std::vector<char> met(graph_.vertex_count(), 0), retired(size_, 0);
    std::vector<int> since(size_, 0);  // when it entered; among equals the oldest retires first
    // The growth of the frontier if v and its image retire.
    const auto growth = [&](Vertex v) {
        const Vertex image = image_of(mirror, v);
        int grown = -met[v];
        const auto enters = [&](Vertex u) { return u < size_ && !met[u]; };
        for (Vertex u : graph_.neighbours(v)) grown += enters(u) && u != image;
        if (image == v) return grown;
        for (Vertex u : graph_.neighbours(image))
            grown += enters(u) && u != v && !graph_.adjacent(v, u);
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
        retire(image_of(mirror, next));
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
    std::vector<std::vector<Vertex>> orders;
    const std::int64_t tried = std::min<int>(starts, size_);
    for (std::int64_t s = 0; s < tried; ++s) {
        orders.push_back(greedy(mirror, static_cast<Vertex>(s * size_ / tried)));
        control.check({});
    }
    return fewest(orders, control);
}

OrderSearch::Made OrderSearch::made_by(const Orbit& orbit, Moment& moment) {
    Made made;
    for (Vertex v : orbit) {
        if (v < 0) continue;
        retire(moment, v);
        const double counters = layer(moment);
        made.counters += counters;
        made.largest = std::max(made.largest, counters);
        made.width = std::max(made.width, moment.width);
    }
    return made;
}

std::vector<Vertex> OrderSearch::improve(const Mirror& mirror, std::vector<Vertex> order,
                                         const Effort& effort, Control& control) {
    constexpr int farthest = 12;
    // The heat is in log2 of the counters; cooling is the last heat over the first.
    constexpr double first_heat = 0.3, cooling = 0.01;
    std::mt19937_64 random(effort.seed);
    std::vector<Orbit> orbits = orbits_of(mirror, order);
    const int n = static_cast<int>(orbits.size()), fixed = std::max(effort.fixed, 0);
    if (n - fixed < 3) return order;
    // Per orbit: the moment before it retires, and its effect. Invariant: they match `orbits`.
    std::vector<Moment> moments{first()}, trial_moments(n + 1);
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
        // Only the layers between the two positions change.
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
