#include "core/frontier/layer_sizes.hpp"

#include <algorithm>
#include <cmath>

namespace babieca::frontier {

LayerSizes::LayerSizes(Problem problem)
    : problem_(std::move(problem)), graph_(problem_.graph()), forced_(graph_.vertex_count()) {
    for (auto [u, v] : problem_.forced) {
        forced_[u].push_back(v);
        forced_[v].push_back(u);
    }
}

LayerSizes::Moment LayerSizes::first() const {
    const auto n = static_cast<std::size_t>(graph_.vertex_count());
    Moment moment;
    moment.past.resize(n);
    moment.forced_past.resize(n);
    moment.retired.resize(n);
    return moment;
}

std::uint8_t LayerSizes::possible(const Moment& moment, Vertex v) const {
    const int past = moment.past[v], forced_past = moment.forced_past[v];
    return possible_types(past, graph_.degree(v) - past, forced_past,
                          static_cast<int>(forced_[v].size()) - forced_past);
}

std::uint16_t& LayerSizes::place_of(Moment& moment, Vertex v) const {
    return moment.waiting.vertices[8 * (colour(v) + 1) + possible(moment, v)];
}

void LayerSizes::retire(Moment& moment, Vertex x) const {
    if (moment.past[x]) {
        --place_of(moment, x);
        --moment.width;
    }
    moment.retired[x] = 1;
    moment.waiting.retired += 2 * colour(x);
    const auto& forced = forced_[x];
    for (Vertex u : graph_.neighbours(x)) {
        if (moment.retired[u]) continue;
        const bool apex = u == problem_.apex;
        if (!apex) {
            if (moment.past[u])
                --place_of(moment, u);
            else
                ++moment.width;
        }
        ++moment.past[u];
        moment.forced_past[u] += std::find(forced.begin(), forced.end(), u) != forced.end();
        if (apex)
            moment.waiting.apex = possible(moment, u);
        else
            ++place_of(moment, u);
    }
}

double LayerSizes::counters(const Moment& moment) {
    const auto [found, fresh] = known_.try_emplace(moment.waiting, 0);
    if (fresh) found->second = count(moment.waiting, moment.width);
    return found->second;
}

std::vector<double> LayerSizes::layers(std::span<const Vertex> order) {
    Moment moment = first();
    std::vector<double> all{counters(moment)};
    for (Vertex x : order) {
        retire(moment, x);
        all.push_back(counters(moment));
    }
    if (problem_.apex < 0) return all;
    moment.waiting.apex = 1 << 2;  // the apex has its two edges
    all.push_back(counters(moment));
    return all;
}

std::size_t LayerSizes::WaitingHash::operator()(const Waiting& waiting) const {
    static_assert(sizeof(Waiting) % sizeof(std::uint64_t) == 0);
    std::uint64_t words[sizeof(Waiting) / sizeof(std::uint64_t)], hash = 0;
    std::memcpy(words, &waiting, sizeof(Waiting));
    for (std::uint64_t word : words) {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return static_cast<std::size_t>(hash);
}

double LayerSizes::count(const Waiting& waiting, int slots) const {
    if (slots > widest_counted) return std::pow(5.0, slots);
    const int span = problem_.colour.empty() ? 0 : 2 * slots, row = 2 * span + 1;
    // ways[e * row + b]: type vectors with e ends and a colour-weighted sum of b - span.
    std::vector<double> ways((slots + 1) * row, 0), next;
    ways[span] = 1;
    int done = 0;
    for (int place = 0; place < static_cast<int>(waiting.vertices.size()); ++place)
        for (int i = 0; i < waiting.vertices[place]; ++i, ++done) {
            next.assign(ways.size(), 0);
            for (int type = 0; type <= 2; ++type) {
                if (!(place % 8 >> type & 1)) continue;
                const int shift = (type == 1) * row + (place / 8 - 1) * type;
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

}  // namespace babieca::frontier
