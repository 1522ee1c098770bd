#include "core/sweep/cheapest.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "core/frontier/choices.hpp"
#include "core/sweep/decide.hpp"

namespace babieca::sweep {

namespace {

using frontier::Sweep;
using frontier::TurnState;
using frontier::TurnTables;

// Weights are multiplied by this number, so that shares may be fractions.
constexpr std::int64_t scale = 256;
constexpr int most_rounds = 3000, fewest_rounds = 100;
constexpr std::size_t most_work = 300'000'000;  // turns that all rounds look at

// The weights as addends, which may be negative: sums of 64 bits wrap around.
std::vector<std::uint64_t> checked(std::span<const std::int64_t> weights, int steps) {
    const std::int64_t most = most_total / steps;
    for (const std::int64_t weight : weights)
        if (weight > most || weight < -most)
            throw std::invalid_argument("a weight is larger than " + std::to_string(most));
    return {weights.begin(), weights.end()};
}

// Lower bounds of what the turns still to come add.
//
// The weight of every edge is divided into two *shares*, one for the turn at each of its vertices.
// Every vertex has one turn, which adds its own weight and the shares of its two edges. So the sum
// of the least turns of all vertices is a lower bound of the totals. It is a concave function of
// the shares: an edge that is in the least turn of one of its vertices only needs other shares.
//
// The edges between vertices whose turns are not complete are all still to come. So the same
// holds for a state: the turns of its vertices that are still possible bound what is to come.
class TurnBounds {
  public:
    TurnBounds(const Sweep& sweep, const frontier::Addends& addends, Control& control);

    bool impossible() const { return impossible_; }
    void make_layers(const Sweep& sweep, const TurnTables& tables);
    std::int64_t of_all() const { return elsewhere_[0]; }
    // What a step adds to the bound: it changes the bounds of the vertices that it touches only.
    std::int64_t change(int t, const frontier::Step& step, const TurnState& before,
                        const TurnState& after) const {
        std::int64_t sum = elsewhere_[t + 1] - elsewhere_[t];
        if (step.slot >= 0) sum -= at(t, step.slot, before);
        for (const frontier::Candidate& candidate : step.candidates) {
            sum += at(t + 1, candidate.slot, after);
            if (!candidate.fresh) sum -= at(t, candidate.slot, before);
        }
        return sum;
    }

  private:
    struct End {
        Vertex other;
        std::size_t back;     // of the same edge, among the ends of `other`
        std::int64_t weight;  // of the edge
        std::int64_t share;   // of this end
    };
    struct Pair {
        std::size_t one, two;  // of the ends
        std::int64_t weight;   // of the turn
    };

    std::int64_t at(int layer, int slot, const TurnState& turning) const {
        const int type = frontier::type_at(turning.state.types, slot);
        return bounds_[(layer * slots_ + slot) * stride_ +
                       (type == 1 ? 2 + turning.kind[slot] : type / 2)];
    }
    void choose_shares(Control& control);
    std::int64_t least(Vertex v, const std::vector<bool>& retired, Vertex past) const;

    std::vector<std::vector<End>> ends_;    // by vertex
    std::vector<std::vector<Pair>> pairs_;  // by vertex
    bool impossible_ = false;
    // By layer and slot: of a bare vertex, 0 for a vertex with two edges, then by kind.
    std::vector<std::int64_t> bounds_;
    std::size_t slots_ = 0, stride_ = 0;
    std::vector<std::int64_t> elsewhere_;  // by layer: of the vertices without a slot
};

TurnBounds::TurnBounds(const Sweep& sweep, const frontier::Addends& addends, Control& control) {
    const Graph graph = sweep.problem.graph();
    ends_.resize(graph.vertex_count());
    pairs_.resize(graph.vertex_count());
    const auto scaled = [](std::uint64_t addend) {
        return scale * static_cast<std::int64_t>(addend);
    };
    for (Vertex v = 0; v < graph.vertex_count(); ++v) {
        const auto near = graph.neighbours(v);
        impossible_ = impossible_ || near.size() < 2;
        for (std::size_t i = 0; i < near.size(); ++i) {
            const auto of_other = graph.neighbours(near[i]);
            const auto back = std::find(of_other.begin(), of_other.end(), v) - of_other.begin();
            const std::int64_t weight = scaled(addends.of(Edge{v, near[i]}));
            ends_[v].push_back({near[i], static_cast<std::size_t>(back), weight, weight / 2});
            for (std::size_t j = 0; j < i; ++j)
                pairs_[v].push_back(
                    {i, j, scaled(addends.of(frontier::Turn{v, near[i], near[j]}))});
        }
    }
    if (!impossible_) choose_shares(control);
}

void TurnBounds::choose_shares(Control& control) {
    std::size_t pairs = 1;
    double largest = scale, highest = -std::numeric_limits<double>::infinity();
    std::vector<std::vector<double>> now, best;
    std::vector<std::vector<int>> chosen;
    const auto meet = [&](std::int64_t weight) {
        largest = std::max(largest, std::abs(static_cast<double>(weight)));
    };
    for (std::size_t v = 0; v < ends_.size(); ++v) {
        pairs += pairs_[v].size();
        now.emplace_back();
        chosen.emplace_back(ends_[v].size(), 0);
        for (const End& end : ends_[v]) {
            now[v].push_back(static_cast<double>(end.share));
            meet(end.weight);
        }
        for (const Pair& pair : pairs_[v]) meet(pair.weight);
    }
    const int rounds = std::clamp(static_cast<int>(most_work / pairs), fewest_rounds, most_rounds);
    const double shrinking = std::pow(1e-4, 1.0 / rounds);  // 0.997 with the most rounds
    double stride = largest;
    for (int round = 0; round < rounds; ++round) {
        control.check({0, static_cast<std::int64_t>(ends_.size())});
        double bound = 0;
        for (std::size_t v = 0; v < ends_.size(); ++v) {
            std::fill(chosen[v].begin(), chosen[v].end(), 0);
            const Pair* first = nullptr;
            double least = 0;
            for (const Pair& pair : pairs_[v]) {
                const double turn =
                    static_cast<double>(pair.weight) + now[v][pair.one] + now[v][pair.two];
                if (!first || turn < least) first = &pair, least = turn;
            }
            bound += least;
            chosen[v][first->one] = chosen[v][first->two] = 1;
        }
        if (bound > highest) highest = bound, best = now;
        const auto excess = [&](std::size_t v, std::size_t i) {
            return chosen[v][i] - chosen[ends_[v][i].other][ends_[v][i].back];
        };
        double length = 0;
        for (std::size_t v = 0; v < ends_.size(); ++v)
            for (std::size_t i = 0; i < ends_[v].size(); ++i) length += std::abs(excess(v, i));
        if (length == 0) break;
        for (std::size_t v = 0; v < ends_.size(); ++v)
            for (std::size_t i = 0; i < ends_[v].size(); ++i)
                now[v][i] += stride * excess(v, i) / std::sqrt(length);
        stride *= shrinking;
    }
    for (std::size_t v = 0; v < ends_.size(); ++v)
        for (std::size_t i = 0; i < ends_[v].size(); ++i) {
            End& end = ends_[v][i];
            if (static_cast<Vertex>(v) > end.other) continue;
            // Bounded, so that no total outgrows 64 bits.
            end.share = std::llround(std::clamp(best[v][i], -2 * largest, 2 * largest));
            ends_[end.other][end.back].share = end.weight - end.share;
        }
}

// The least turn at a vertex with edges to come; if `past` is not negative, one edge leads there.
std::int64_t TurnBounds::least(Vertex v, const std::vector<bool>& retired, Vertex past) const {
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
    std::int64_t least = none;
    for (const Pair& pair : pairs_[v]) {
        std::int64_t turn = pair.weight;
        bool has_past = past < 0, open = true;
        for (const std::size_t i : {pair.one, pair.two}) {
            const End& end = ends_[v][i];
            if (end.other == past)
                has_past = true;
            else
                open = open && !retired[end.other], turn += end.share;
        }
        if (has_past && open) least = std::min(least, turn);
    }
    return least == none ? 0 : least;  // no tour has such a state
}

void TurnBounds::make_layers(const Sweep& sweep, const TurnTables& tables) {
    const frontier::Schedule& schedule = sweep.schedule;
    std::vector<bool> retired(ends_.size());
    slots_ = static_cast<std::size_t>(schedule.slot_count);
    for (const auto& layer : tables.kinds())
        for (const auto& kinds : layer) stride_ = std::max(stride_, 2 + kinds.size());
    bounds_.resize(schedule.layers.size() * slots_ * stride_);
    for (std::size_t t = 0; t < schedule.layers.size(); ++t) {
        const auto& occupant = schedule.layers[t].occupant;
        std::vector<bool> waiting(ends_.size());
        for (std::size_t slot = 0; slot < occupant.size(); ++slot) {
            const Vertex v = occupant[slot];
            if (v < 0) continue;
            waiting[v] = true;
            std::size_t number = (t * slots_ + slot) * stride_;
            bounds_[number] = least(v, retired, -1);
            ++number;
            for (Vertex past : tables.kinds()[t][slot]) bounds_[++number] = least(v, retired, past);
        }
        std::int64_t& sum = elsewhere_.emplace_back(0);
        for (std::size_t v = 0; v < ends_.size(); ++v)
            if (!retired[v] && !waiting[v]) sum += least(static_cast<Vertex>(v), retired, -1);
        if (t < schedule.steps.size()) retired[schedule.steps[t].vertex] = true;
    }
}

}  // namespace

Neighbours links_of(const frontier::Schedule& schedule, std::span<const std::uint16_t> choices) {
    Neighbours neighbours(schedule.steps.size(), {-1, -1});
    for (std::size_t t = 0; t < choices.size(); ++t) {
        const auto all = frontier::all_choices(schedule.steps[t]);
        if (choices[t] == all.size()) continue;
        for (Vertex other : all[choices[t]])
            if (other >= 0) link(neighbours, schedule.steps[t].vertex, other);
    }
    return neighbours;
}

Optimum cheapest_tour(const Sweep& sweep, const Weights& weights, std::uint64_t memory_bytes,
                      Control& control) {
    const frontier::Addends addends(weights.edges, checked(weights.of_edges, sweep.steps()),
                                    weights.turns, checked(weights.of_turns, sweep.steps()));
    if (sweep.impossible()) return {};
    TurnBounds bounds(sweep, addends, control);
    if (bounds.impossible()) return {};
    const TurnTables tables(sweep, addends, 0);
    bounds.make_layers(sweep, tables);
    const auto successors = [&](int t, const frontier::PackedState& packed, auto&& visit) {
        const TurnState here = tables.unpack(packed);
        const frontier::Step& step = sweep.schedule.steps[t];
        tables.for_each_successor(t, here,
                                  [&](const TurnState& next, const frontier::Choice& choice) {
                                      visit(tables.pack(next), choice_number(step, choice),
                                            scale * static_cast<std::int64_t>(next.total) +
                                                bounds.change(t, step, here, next));
                                  });
    };
    // The least bound that some total may have: totals are multiples of the scale, less of_all().
    const std::int64_t first = (scale - bounds.of_all() % scale) % scale;
    Optimum found = optimum(first, sweep.schedule, memory_bytes, control, successors, scale);
    if (found.tours.empty()) return found;
    found.total = (found.total + bounds.of_all()) / scale;
    found.squares = tour_of(sweep, links_of(sweep.schedule, found.choices));
    return found;
}

}  // namespace babieca::sweep
