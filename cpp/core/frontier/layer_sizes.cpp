#include "core/frontier/layer_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace babieca::frontier {

LayerSizes::LayerSizes(Problem problem)
    : problem_(std::move(problem)), graph_(problem_.graph()), forced_(graph_.vertex_count()) {
    for (auto [u, v] : problem_.forced) {
        forced_[u].push_back(v);
        forced_[v].push_back(u);
    }
    begin();
}

void LayerSizes::begin() {
    past_.assign(graph_.vertex_count(), 0);
    forced_past_.assign(graph_.vertex_count(), 0);
    retired_.assign(graph_.vertex_count(), 0);
    waiting_ = {};
}

std::uint8_t LayerSizes::possible(Vertex v) const {
    return possible_types(past_[v], graph_.degree(v) - past_[v], forced_past_[v],
                          static_cast<int>(forced_[v].size()) - forced_past_[v]);
}

std::uint16_t& LayerSizes::place_of(Vertex v) {
    return waiting_.vertices[8 * (colour(v) + 1) + possible(v)];
}

void LayerSizes::retire(Vertex x) {
    if (past_[x]) --place_of(x);
    retired_[x] = 1;
    waiting_.retired += 2 * colour(x);
    const auto& forced = forced_[x];
    for (Vertex u : graph_.neighbours(x)) {
        if (retired_[u]) continue;
        const bool apex = u == problem_.apex;
        if (!apex && past_[u]) --place_of(u);
        ++past_[u];
        forced_past_[u] += std::find(forced.begin(), forced.end(), u) != forced.end();
        if (apex)
            waiting_.apex = possible(u);
        else
            ++place_of(u);
    }
}

double LayerSizes::counters() {
    const auto [found, fresh] = known_.try_emplace(waiting_, 0);
    if (fresh) found->second = count(waiting_);
    return found->second;
}

double LayerSizes::total(std::span<const Vertex> order) {
    begin();
    double sum = counters();
    for (Vertex x : order) {
        retire(x);
        sum += counters();
    }
    if (problem_.apex < 0) return sum;
    waiting_.apex = 1 << 2;  // the apex has its two edges and leaves
    return sum + counters();
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

double LayerSizes::count(const Waiting& waiting) const {
    const int slots = std::accumulate(waiting.vertices.begin(), waiting.vertices.end(), 0);
    if (slots > most_slots) return std::pow(5.0, slots);
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
