#include "core/frontier/schedule.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <stdexcept>

#include "core/reasons.hpp"

namespace babieca::frontier {
namespace {

// Assigns slot numbers, the lowest free number first. Pair i of a mirror has the numbers 2i and
// 2i + 1; vertices that are their own images, all without a mirror, have numbers from `fixed_base`
// on. At the end slot_of() maps numbers to slots. The second number of a pair is reserved for the
// image of the vertex with the first number.
class SlotPool {
  public:
    explicit SlotPool(std::span<const Vertex> mirror) : mirror_(mirror) {}

    // Takes the preferred number (-1: none) if it is free and suits v, else the lowest.
    int take(Vertex v, int preferred) {
        const bool paired = !mirror_.empty() && mirror_[v] != v;
        const bool fits = (preferred < fixed_base) == paired;
        if (preferred >= 0 && fits && !taken(preferred)) return mark(preferred);
        int number = paired ? 0 : fixed_base;
        while (taken(number) || (paired && taken(number + 1))) number += 1 + paired;
        return mark(number);
    }
    int partner(int number) { return mark(number ^ 1); }
    void leave(int number) { taken_.erase(number); }

    int pairs() const { return pairs_; }
    int count() const { return 2 * pairs_ + fixed_; }
    int slot_of(int number) const {
        if (number >= fixed_base) return pairs_ + number - fixed_base;
        return number % 2 == 0 ? number / 2 : count() - 1 - number / 2;
    }

  private:
    static constexpr int fixed_base = 1 << 10;
    bool taken(int number) const { return taken_.contains(number); }
    int mark(int number) {
        taken_.insert(number);
        if (number >= fixed_base)
            fixed_ = std::max(fixed_, number - fixed_base + 1);
        else
            pairs_ = std::max(pairs_, number / 2 + 1);
        return number;
    }

    std::span<const Vertex> mirror_;
    std::set<int> taken_;
    int pairs_ = 0, fixed_ = 0;
};

class Planner {
  public:
    Planner(const Graph& graph, std::span<const Vertex> order, std::span<const Edge> forced,
            std::span<const Vertex> mirror)
        : graph_(graph),
          order_(order),
          mirror_(mirror),
          time_(retirement_times(graph, order)),
          forced_(neighbours_through(forced, graph.vertex_count())),
          slots_(mirror),
          slot_of_(graph.vertex_count(), -1),
          past_(graph.vertex_count(), 0),
          forced_past_(graph.vertex_count(), 0) {}

    Schedule plan(Vertex last_slot) {
        const int n = graph_.vertex_count();
        if (!mirror_.empty()) check_mirror();
        for (int t = 0; t < n; ++t) schedule_.steps.push_back(retire(t));
        schedule_.slot_count = slots_.count();
        if (schedule_.slot_count > most_slots)
            throw Refused(
                {Code::frontier_needs, {{"slots", schedule_.slot_count}, {"most", most_slots}}});
        schedule_.pairs = slots_.pairs();
        change_slots([&](int number) { return slots_.slot_of(number); });
        // With pairs, the vertices that are their own images already sit above the lower half.
        if (schedule_.pairs == 0 && last_slot >= 0) move_to_last_slot(last_slot);
        fill_layers();
        if (schedule_.pairs > 0) rank_pairs();
        return std::move(schedule_);
    }

  private:
    Step retire(int t) {
        const Vertex x = order_[t];
        Step step{x, slot_of_[x], {}, 0, false};
        if (step.slot >= 0) slots_.leave(step.slot);
        for (Vertex u : graph_.neighbours(x)) {
            if (time_[u] < t) continue;
            const bool fresh = slot_of_[u] < 0;
            if (fresh) {
                slot_of_[u] = slot_for(u, x);
                ++entered_;
            }
            const bool forced = std::ranges::binary_search(forced_[x], u);
            step.candidates.push_back({u, slot_of_[u], fresh, forced});
            step.forced_count += forced;
        }
        if (step.slot < 0) ++entered_;
        step.all_entered = entered_ == graph_.vertex_count();
        return step;
    }

    // The slot for a vertex that enters when x retires.
    int slot_for(Vertex u, Vertex x) {
        if (mirror_.empty() || mirror_[u] == u) return slots_.take(u, slot_of_[x]);
        const Vertex image = mirror_[u];
        if (slot_of_[image] >= 0) return slots_.partner(slot_of_[image]);
        // The image of u will take the slot of the image of x, unless it enters in this step.
        const bool alone = mirror_[x] != x && !graph_.adjacent(x, image);
        return slots_.take(u, alone ? slot_of_[x] : -1);
    }

    void check_mirror() const {
        const auto maps_to = [&](std::span<const Vertex> list, std::span<const Vertex> images) {
            return list.size() == images.size() && std::ranges::all_of(list, [&](Vertex u) {
                       return std::ranges::binary_search(images, mirror_[u]);
                   });
        };
        bool good = mirror_.size() == order_.size();
        for (Vertex v = 0; good && v < graph_.vertex_count(); ++v) {
            const Vertex image = mirror_[v];
            good = image >= 0 && image < graph_.vertex_count() && mirror_[image] == v &&
                   maps_to(graph_.neighbours(v), graph_.neighbours(image)) &&
                   maps_to(forced_[v], forced_[image]) &&
                   (image == v || std::abs(time_[v] - time_[image]) == 1);
        }
        if (!good) throw Refused({Code::mirror_of_order});
    }

    template <typename Change>
    void change_slots(Change&& change) {
        for (Step& step : schedule_.steps) {
            if (step.slot >= 0) step.slot = change(step.slot);
            for (Candidate& candidate : step.candidates) candidate.slot = change(candidate.slot);
        }
    }

    // Pairs that the steps to a layer do not touch come first; among equals, the pair that is
    // touched last. So the leading pairs change rarely, and a state and its image are mostly
    // distinguished by the same pairs from layer to layer.
    void rank_pairs() {
        const int steps = static_cast<int>(schedule_.steps.size());
        for (int t = 1; t < steps; ++t)
            schedule_.layers[t].symmetric = mirror_[order_[t - 1]] != order_[t];
        std::vector<int> ranked(schedule_.pairs), touched(schedule_.pairs, steps);
        std::iota(ranked.begin(), ranked.end(), 0);
        std::vector<int> stored{0};
        while (stored.back() < steps) stored.push_back(schedule_.next_stored(stored.back()));
        // Backwards: `touched` is the next layer in which each pair is touched.
        for (std::size_t n = stored.size(); n-- > 0;) {
            const int first = n == 0 ? 0 : stored[n - 1], last = stored[n];
            const std::vector<int> next = touched;
            for (int t = first; t < last; ++t)
                for (int slot : schedule_.touched(t)) {
                    const int pair = std::min(slot, schedule_.slot_count - 1 - slot);
                    if (pair < schedule_.pairs) touched[pair] = first;
                }
            const auto now = [&](int pair) { return n > 0 && touched[pair] == first; };
            std::ranges::stable_sort(ranked, {},
                                     [&](int pair) { return std::pair(now(pair), -next[pair]); });
            const auto leading = std::ranges::count_if(ranked, std::not_fn(now));
            for (int t = std::min(first + 1, last); t <= last; ++t) {
                schedule_.layers[t].significance = ranked;
                schedule_.layers[t].leading = static_cast<int>(leading);
            }
        }
    }

    void move_to_last_slot(Vertex vertex) {
        const int number = slot_of_[vertex], to = schedule_.slot_count - 1;
        const int from = number < 0 ? number : slots_.slot_of(number);
        if (from < 0 || from == to) return;
        change_slots([&](int slot) { return slot == from ? to : slot == to ? from : slot; });
    }

    void fill_layers() {
        Layer layer;
        layer.occupant.assign(schedule_.slot_count, -1);
        for (int t = 0;; ++t) {
            layer.possible.clear();
            layer.full = 0;
            for (int slot = 0; slot < schedule_.slot_count; ++slot) {
                const Vertex v = layer.occupant[slot];
                layer.possible.push_back(v < 0 ? 1 : possible(v));
                if (v >= 0) layer.full |= std::uint64_t{2} << (2 * slot);
                if (layer.possible.back() == 0) schedule_.impossible = true;
            }
            schedule_.layers.push_back(layer);
            if (t == static_cast<int>(schedule_.steps.size())) return;
            Step& step = schedule_.steps[t];
            std::ranges::sort(step.candidates, {}, &Candidate::slot);
            if (step.slot >= 0) layer.occupant[step.slot] = -1;
            for (const Candidate& candidate : step.candidates)
                layer.occupant[candidate.slot] = candidate.vertex;
            for (Vertex u : graph_.neighbours(step.vertex)) ++past_[u];
            for (Vertex u : forced_[step.vertex]) ++forced_past_[u];
        }
    }

    // A vertex outside the frontier has type 0. Whether that is possible is tested when it enters
    // or retires, so only slots need the test.
    std::uint8_t possible(Vertex v) const {
        return possible_types(past_[v], graph_.degree(v) - past_[v], forced_past_[v],
                              static_cast<int>(forced_[v].size()) - forced_past_[v]);
    }

    const Graph& graph_;
    std::span<const Vertex> order_, mirror_;
    std::vector<int> time_;
    Lists forced_;
    SlotPool slots_;
    std::vector<int> slot_of_;
    std::vector<int> past_;  // retired neighbours; counted, because an apex has many
    std::vector<int> forced_past_;
    int entered_ = 0;
    Schedule schedule_;
};

}  // namespace

std::vector<int> Schedule::touched(int t) const {
    const Step& step = steps[t];
    std::vector<int> slots;
    if (step.slot >= 0) slots.push_back(step.slot);
    for (const Candidate& candidate : step.candidates)
        if (candidate.slot != step.slot) slots.push_back(candidate.slot);
    return slots;
}

std::vector<int> retirement_times(const Graph& graph, std::span<const Vertex> order) {
    const Vertex n = graph.vertex_count();
    if (static_cast<Vertex>(order.size()) != n)
        throw std::invalid_argument("the vertex order has " + std::to_string(order.size()) +
                                    " entries for a graph of " + std::to_string(n) + " vertices");
    std::vector<int> time(n, -1);
    for (int t = 0; t < n; ++t) {
        if (order[t] < 0 || order[t] >= n || time[order[t]] != -1)
            throw std::invalid_argument("the vertex order is not a permutation of the vertices");
        time[order[t]] = t;
    }
    return time;
}

Schedule make_schedule(const Graph& graph, std::span<const Vertex> order,
                       std::span<const Edge> forced, Vertex last_slot,
                       std::span<const Vertex> mirror) {
    return Planner(graph, order, forced, mirror).plan(last_slot);
}

}  // namespace babieca::frontier
