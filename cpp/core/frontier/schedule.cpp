#include "core/frontier/schedule.hpp"

#include <algorithm>
#include <stdexcept>

namespace babieca::frontier {
namespace {

// Neighbours through forced edges, sorted, per vertex.
std::vector<std::vector<Vertex>> forced_neighbours(const Graph& graph,
                                                   std::span<const Edge> forced) {
    std::vector<std::vector<Vertex>> lists(graph.vertex_count());
    for (auto [u, v] : forced) {
        if (u < 0 || v < 0 || u >= graph.vertex_count() || v >= graph.vertex_count() ||
            !graph.adjacent(u, v))
            throw std::invalid_argument("a forced edge is not an edge of the graph");
        lists[u].push_back(v);
        lists[v].push_back(u);
    }
    for (auto& list : lists) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return lists;
}

class Planner {
  public:
    Planner(const Graph& graph, std::span<const Vertex> order, std::span<const Edge> forced)
        : graph_(graph),
          order_(order),
          time_(retirement_times(graph, order)),
          forced_(forced_neighbours(graph, forced)),
          slot_of_(graph.vertex_count(), -1),
          past_(graph.vertex_count(), 0),
          forced_past_(graph.vertex_count(), 0) {}

    Schedule plan(Vertex last_slot) {
        const int n = graph_.vertex_count();
        for (int t = 0; t < n; ++t) schedule_.steps.push_back(retire(t));
        if (schedule_.slot_count > most_slots)
            throw std::invalid_argument("the frontier needs " +
                                        std::to_string(schedule_.slot_count) + " slots; at most " +
                                        std::to_string(most_slots) + " are supported");
        if (last_slot >= 0) move_to_last_slot(last_slot);
        fill_layers();
        return std::move(schedule_);
    }

  private:
    Step retire(int t) {
        const Vertex x = order_[t];
        Step step{x, slot_of_[x], {}, 0, false};
        if (step.slot >= 0) taken_[step.slot] = false;
        for (Vertex u : graph_.neighbours(x)) {
            if (time_[u] < t) continue;
            const bool fresh = slot_of_[u] < 0;
            if (fresh) {
                slot_of_[u] = free_slot(step.slot);
                ++entered_;
            }
            const bool forced = std::binary_search(forced_[x].begin(), forced_[x].end(), u);
            step.candidates.push_back({u, slot_of_[u], fresh, forced});
            step.forced_count += forced;
        }
        if (step.slot < 0) ++entered_;
        step.all_entered = entered_ == graph_.vertex_count();
        return step;
    }

    int free_slot(int preferred) {
        if (preferred >= 0 && !taken_[preferred]) {
            taken_[preferred] = true;
            return preferred;
        }
        const auto found = std::find(taken_.begin(), taken_.end(), false);
        const int slot = static_cast<int>(found - taken_.begin());
        if (found == taken_.end()) {
            taken_.push_back(true);
            schedule_.slot_count = slot + 1;
        } else {
            *found = true;
        }
        return slot;
    }

    void move_to_last_slot(Vertex vertex) {
        const int from = slot_of_[vertex], to = schedule_.slot_count - 1;
        const auto exchange = [&](int& slot) {
            slot = slot == from ? to : slot == to ? from : slot;
        };
        if (from < 0 || from == to) return;
        for (Step& step : schedule_.steps) {
            exchange(step.slot);
            for (Candidate& candidate : step.candidates) exchange(candidate.slot);
        }
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
            std::sort(step.candidates.begin(), step.candidates.end(),
                      [](const Candidate& a, const Candidate& b) { return a.slot < b.slot; });
            if (step.slot >= 0) layer.occupant[step.slot] = -1;
            for (const Candidate& candidate : step.candidates)
                layer.occupant[candidate.slot] = candidate.vertex;
            for (Vertex u : graph_.neighbours(step.vertex)) ++past_[u];
            for (Vertex u : forced_[step.vertex]) ++forced_past_[u];
        }
    }

    // A vertex that waits outside the frontier has type 0, which must be possible there too: that
    // shows when it enters or retires, so only slots need the test.
    std::uint8_t possible(Vertex v) const {
        return possible_types(past_[v], graph_.degree(v) - past_[v], forced_past_[v],
                              static_cast<int>(forced_[v].size()) - forced_past_[v]);
    }

    const Graph& graph_;
    std::span<const Vertex> order_;
    std::vector<int> time_;
    std::vector<std::vector<Vertex>> forced_;
    std::vector<int> slot_of_;
    std::vector<int> past_;  // retired neighbours, kept up to date because an apex has so many
    std::vector<int> forced_past_;
    std::vector<bool> taken_;
    int entered_ = 0;
    Schedule schedule_;
};

}  // namespace

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
                       std::span<const Edge> forced, Vertex last_slot) {
    return Planner(graph, order, forced).plan(last_slot);
}

}  // namespace babieca::frontier
