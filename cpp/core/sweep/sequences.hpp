// Tours as sequences of vertices, and as what each vertex is joined to when it retires.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "core/graphs/cycle_list.hpp"
#include "core/sweep/predecessors.hpp"

namespace babieca::sweep {

class Sequences {
  public:
    Sequences(const frontier::Schedule& schedule, Vertex apex, Vertex first)
        : schedule_(schedule), apex_(apex), first_(first), time_(schedule.steps.size()) {
        for (std::size_t t = 0; t < time_.size(); ++t) time_[schedule.steps[t].vertex] = t;
    }

    // Vertices of a written tour: the apex is left out.
    std::size_t length() const { return time_.size() - (apex_ >= 0); }

    void append(const std::vector<JoinedTo>& choices, std::vector<Vertex>& out) const {
        Neighbours neighbours(time_.size(), {-1, -1});
        for (std::size_t t = 0; t < choices.size(); ++t)
            for (Vertex u : choices[t])
                if (u >= 0) link(neighbours, schedule_.steps[t].vertex, u);
        const Vertex from = std::max(apex_, 0);
        const auto [one, other] = neighbours[from];
        const bool begun = apex_ >= 0 && first_ >= 0;
        const auto list = list_cycle(neighbours, from, begun ? first_ : std::min(one, other));
        out.insert(out.end(), list.begin() + (apex_ >= 0), list.end());
    }

    std::vector<JoinedTo> choices(std::span<const Vertex> tour) const {
        std::vector<JoinedTo> result(time_.size(), JoinedTo{-1, -1});
        const auto add = [&](Vertex u, Vertex v) {
            if (u < 0 || v < 0 || u >= static_cast<Vertex>(time_.size()) ||
                v >= static_cast<Vertex>(time_.size()))
                throw std::invalid_argument("the tour leaves the graph");
            auto& joined = result[std::min(time_[u], time_[v])];
            const Vertex later = time_[u] < time_[v] ? v : u;
            if (joined[1] >= 0) throw std::invalid_argument("a vertex is used twice");
            joined[joined[0] < 0 ? 0 : 1] = later;
            if (joined[1] >= 0 && joined[0] > joined[1]) std::swap(joined[0], joined[1]);
        };
        for (std::size_t i = 1; i < tour.size(); ++i) add(tour[i - 1], tour[i]);
        if (apex_ < 0) {
            add(tour.back(), tour.front());
        } else {
            add(apex_, tour.front());
            add(apex_, tour.back());
        }
        return result;
    }

  private:
    const frontier::Schedule& schedule_;
    Vertex apex_, first_;
    std::vector<std::size_t> time_;
};

}  // namespace babieca::sweep
