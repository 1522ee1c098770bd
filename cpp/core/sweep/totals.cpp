#include "core/sweep/totals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/frontier/natural.hpp"
#include "core/frontier/state_sweep.hpp"

namespace babieca::sweep {

Totals count_totals(const frontier::Sweep& sweep, const frontier::Addends& addends, int total_bits,
                    std::uint64_t memory_bytes, Control& control) {
    if (sweep.impossible()) return {};
    const frontier::TurnTables tables(sweep, addends, total_bits);
    return frontier::with_enough_limbs([&]<int Limbs>() {
        using Value = frontier::Natural<Limbs>;
        frontier::StateSweep<Value> states(sweep.schedule, 1, memory_bytes);
        while (!states.finished()) {
            const int t = states.done();
            states.step_with(
                control, sweep.steps(),
                [&](const frontier::PackedState& packed, const Value& ways, auto& target) {
                    tables.for_each_successor(t, tables.unpack(packed),
                                              [&](const frontier::TurnState& next, const auto&) {
                                                  target(tables.pack(next)) += ways;
                                              });
                });
            control.check({states.done(), sweep.steps()});
        }
        Totals found;
        found.limbs = Limbs;
        found.states = states.states();
        found.peak_states = states.peak_states();
        states.layer().for_each([&](const frontier::PackedState& packed, const Value& ways) {
            found.totals.push_back(tables.unpack(packed).total);
            found.counts.insert(found.counts.end(), ways.limb.begin(), ways.limb.end());
        });
        return found;
    });
}

namespace {

using frontier::Sweep;
using frontier::TurnState;
using frontier::TurnTables;

// Addends are multiplied by this number, so that potentials may be fractions.
constexpr std::int64_t turn_scale = 256;
constexpr int most_turn_rounds = 3000, fewest_turn_rounds = 100;
constexpr std::size_t most_turn_work = 300'000'000;  // turns that all rounds look at

// Lower bounds of what the turns still to come add.
//
// Every edge has a potential, which is added to the turns at one of its vertices and subtracted
// from those at the other. This changes no total. Every vertex has one turn, so the sum of the
// least turns of all vertices is a lower bound of the totals. It is a concave function of the
// potentials: an edge that is in the least turn of one of its vertices only needs another one.
//
// The edges between vertices whose turns are not complete are all still to come. So the same
// holds for a state: the turns of its vertices that are still possible bound what is to come.
class TurnBounds {
  public:
    TurnBounds(const Sweep& sweep, const frontier::TurnAddends& addends, Control& control);

    bool impossible() const { return impossible_; }
    void make_layers(const Sweep& sweep, const TurnTables& tables);
    std::int64_t of_all() const { return elsewhere_[0]; }
    std::int64_t of(int layer, const TurnState& turning) const {
        std::int64_t sum = elsewhere_[layer];
        const auto& slots = layers_[layer];
        for (std::size_t slot = 0; slot < slots.size(); ++slot) {
            const int type = frontier::type_at(turning.state.types, static_cast<int>(slot));
            if (slots[slot].empty() || type == 2) continue;
            sum += slots[slot][type == 0 ? 0 : 1 + turning.kind[slot]];
        }
        return sum;
    }

  private:
    struct End {
        Vertex other;
        std::size_t back;  // of the same edge, among the ends of `other`
        std::int64_t potential = 0;
    };
    struct Pair {
        std::size_t one, two;  // of the ends
        std::int64_t addend;
    };

    void choose_potentials(Control& control);
    std::int64_t least(Vertex v, const std::vector<bool>& retired, Vertex past) const;

    std::vector<std::vector<End>> ends_;    // by vertex
    std::vector<std::vector<Pair>> pairs_;  // by vertex
    bool impossible_ = false;
    // By layer, slot, and 0 for bare vertices or 1 + the kind; the vertices without a slot.
    std::vector<std::vector<std::vector<std::int64_t>>> layers_;
    std::vector<std::int64_t> elsewhere_;
};

TurnBounds::TurnBounds(const Sweep& sweep, const frontier::TurnAddends& addends, Control& control) {
    const Graph graph = sweep.problem.graph();
    ends_.resize(graph.vertex_count());
    pairs_.resize(graph.vertex_count());
    for (Vertex v = 0; v < graph.vertex_count(); ++v) {
        const auto near = graph.neighbours(v);
        impossible_ = impossible_ || near.size() < 2;
        for (std::size_t i = 0; i < near.size(); ++i) {
            const auto of_other = graph.neighbours(near[i]);
            const auto back = std::find(of_other.begin(), of_other.end(), v) - of_other.begin();
            ends_[v].push_back({near[i], static_cast<std::size_t>(back)});
            for (std::size_t j = 0; j < i; ++j) {
                const auto addend = static_cast<std::int64_t>(addends.of({v, near[i], near[j]}));
                pairs_[v].push_back({i, j, turn_scale * addend});
            }
        }
    }
    if (!impossible_) choose_potentials(control);
}

void TurnBounds::choose_potentials(Control& control) {
    std::size_t pairs = 1;
    double largest = turn_scale, highest = -std::numeric_limits<double>::infinity();
    std::vector<std::vector<double>> now, best;
    std::vector<std::vector<int>> chosen;
    for (std::size_t v = 0; v < ends_.size(); ++v) {
        pairs += pairs_[v].size();
        now.emplace_back(ends_[v].size(), 0.0);
        chosen.emplace_back(ends_[v].size(), 0);
        for (const Pair& pair : pairs_[v])
            largest = std::max(largest, std::abs(static_cast<double>(pair.addend)));
    }
    const int rounds =
        std::clamp(static_cast<int>(most_turn_work / pairs), fewest_turn_rounds, most_turn_rounds);
    const double shrinking = std::pow(1e-4, 1.0 / rounds);
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
                    static_cast<double>(pair.addend) + now[v][pair.one] + now[v][pair.two];
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
            const double bounded = std::clamp(best[v][i], -2 * largest, 2 * largest);
            end.potential = std::llround(bounded);
            ends_[end.other][end.back].potential = -end.potential;
        }
}

// The least turn at a vertex with edges to come; if `past` is not negative, one edge leads there.
std::int64_t TurnBounds::least(Vertex v, const std::vector<bool>& retired, Vertex past) const {
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
    std::int64_t least = none;
    for (const Pair& pair : pairs_[v]) {
        std::int64_t turn = pair.addend;
        bool has_past = past < 0, open = true;
        for (const std::size_t i : {pair.one, pair.two}) {
            const End& end = ends_[v][i];
            if (end.other == past)
                has_past = true;
            else
                open = open && !retired[end.other], turn += end.potential;
        }
        if (has_past && open) least = std::min(least, turn);
    }
    return least == none ? 0 : least;  // no tour has such a state
}

void TurnBounds::make_layers(const Sweep& sweep, const TurnTables& tables) {
    const frontier::Schedule& schedule = sweep.schedule;
    std::vector<bool> retired(ends_.size());
    for (std::size_t t = 0; t < schedule.layers.size(); ++t) {
        const auto& occupant = schedule.layers[t].occupant;
        std::vector<bool> waiting(ends_.size());
        auto& slots = layers_.emplace_back(occupant.size());
        for (std::size_t slot = 0; slot < occupant.size(); ++slot) {
            const Vertex v = occupant[slot];
            if (v < 0) continue;
            waiting[v] = true;
            slots[slot].push_back(least(v, retired, -1));
            for (Vertex past : tables.kinds()[t][slot])
                slots[slot].push_back(least(v, retired, past));
        }
        std::int64_t& sum = elsewhere_.emplace_back(0);
        for (std::size_t v = 0; v < ends_.size(); ++v)
            if (!retired[v] && !waiting[v]) sum += least(static_cast<Vertex>(v), retired, -1);
        if (t < schedule.steps.size()) retired[schedule.steps[t].vertex] = true;
    }
}

}  // namespace

CheapestTour least_turns(const frontier::Sweep& sweep, std::span<const frontier::Turn> turns,
                         std::span<const std::int64_t> of_turns, std::uint64_t memory_bytes,
                         Control& control) {
    CheapestTour result;
    if (sweep.impossible()) return result;
    const std::vector<std::uint64_t> addends(of_turns.begin(), of_turns.end());
    TurnBounds bounds(sweep, {turns, addends}, control);
    if (bounds.impossible()) return result;
    const TurnTables tables(sweep, {{}, {}, turns, addends}, 0);
    bounds.make_layers(sweep, tables);
    const auto successors = [&](int t, const frontier::PackedState& packed, auto&& visit) {
        const TurnState here = tables.unpack(packed);
        const std::int64_t before = bounds.of(t, here);
        tables.for_each_successor(
            t, here, [&](const TurnState& next, const frontier::Choice& choice) {
                visit(tables.pack(next), choice_number(sweep.schedule.steps[t], choice),
                      turn_scale * static_cast<std::int64_t>(next.total) + bounds.of(t + 1, next) -
                          before);
            });
    };
    // The least bound that some total may have: totals are multiples of the scale, less of_all().
    const std::int64_t first = (turn_scale - bounds.of_all() % turn_scale) % turn_scale;
    frontier::with_enough_limbs([&]<int Limbs>() {
        const auto found =
            optimum<Limbs>(first, sweep.schedule, memory_bytes, control, successors, turn_scale);
        result.states = found.states;
        result.peak_bytes = found.peak_bytes;
        result.sweeps = found.sweeps;
        if (found.tours.is_zero()) return;
        result.total = (found.total + bounds.of_all()) / turn_scale;
        result.tours.assign(found.tours.limb.begin(), found.tours.limb.end());
        result.squares = tour_of_choices(sweep, found.choices);
    });
    return result;
}

}  // namespace babieca::sweep
