#include "core/search/readings.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/search/bit_row.hpp"

namespace babieca::search {

namespace {

constexpr std::uint64_t most_counted = std::numeric_limits<std::uint64_t>::max();

template <int Limbs>
class Layers {
  public:
    Layers(const LabelledTour& tour, std::int64_t most_states)
        : tour_(tour),
          count_(tour.graph.vertex_count()),
          most_states_(static_cast<std::size_t>(most_states)),
          all_(Row::below(count_)),
          near_(neighbour_rows<Limbs>(tour.graph)),
          allowed_(count_),
          usable_(count_) {
        allow();
    }

    Readings count(Control& control) {
        std::vector<std::vector<State>> layers(count_);
        Row walked = Row::of(tour_.walk[0]);
        layers[0].push_back({walked, tour_.walk[0], 1});
        for (int step = 1; step < count_; ++step) {
            walked.insert(tour_.walk[step]);
            std::vector<State>& layer = layers[step];
            for (const State& state : layers[step - 1])
                each_next(state, step, [&](const State& next) { layer.push_back(next); });
            merge(layer);
            cut(layer, {walked, tour_.walk[step], 0});
            control.check({step, 2 * count_});
        }
        Readings readings{true, std::vector<std::uint64_t>(count_)};
        std::vector<std::uint64_t> after, here;  // of each state: how many ways it goes on
        for (int step = count_ - 1; step >= 0; --step) {
            const std::vector<State>& layer = layers[step];
            here.assign(layer.size(), step == count_ - 1);
            for (std::size_t at = 0; at < layer.size(); ++at) {
                if (step < count_ - 1)
                    each_next(layer[at], step + 1, [&](const State& next) {
                        const auto& above = layers[step + 1];
                        const auto found = std::lower_bound(above.begin(), above.end(), next, less);
                        if (found != above.end() && !less(next, *found))
                            add(here[at], after[found - above.begin()]);
                    });
                if (layer[at].last == tour_.walk[step])
                    add(readings.through[step], product(layer[at].ways, here[at]));
            }
            std::swap(here, after);
            control.check({2 * count_ - step, 2 * count_});
        }
        readings.exact = exact_;
        return readings;
    }

  private:
    using Row = BitRow<Limbs>;

    struct State {
        Row visited;
        Vertex last;
        std::uint64_t ways;
    };

    static bool less(const State& one, const State& other) {
        return std::pair(one.visited.limb, one.last) < std::pair(other.visited.limb, other.last);
    }

    // Finds the vertices that may be at each step, and the edges between them.
    void allow() {
        Row given{};
        for (int step : tour_.givens) given.insert(tour_.walk[step]);
        for (int step = 0; step < count_; ++step)
            for (Vertex v = 0; v < count_; ++v)
                if (tour_.labels[v] == tour_.labels[tour_.walk[step]] && !given.has(v))
                    allowed_[step].insert(v);
        for (int step : tour_.givens) allowed_[step] = Row::of(tour_.walk[step]);
        allowed_[0] = Row::of(tour_.walk[0]);
        if (tour_.closed) allowed_[count_ - 1] = allowed_[count_ - 1] & near_[tour_.walk[0]];
        for (int step = 1; step < count_; ++step)
            allowed_[step] = allowed_[step] & around(allowed_[step - 1]);
        for (int step = count_ - 2; step >= 0; --step)
            allowed_[step] = allowed_[step] & around(allowed_[step + 1]);
        for (int step = 0; step < count_; ++step)
            allowed_[step].for_each([&](Vertex v) {
                Row beside{};
                if (step > 0) beside = beside | allowed_[step - 1];
                if (step < count_ - 1) beside = beside | allowed_[step + 1];
                if (tour_.closed && step == count_ - 1) beside = beside | allowed_[0];
                usable_[v] = usable_[v] | (beside & near_[v]);
            });
    }
    Row around(const Row& vertices) const {
        Row reached{};
        vertices.for_each([&](Vertex v) { reached = reached | near_[v]; });
        return reached;
    }

    // Calls with every state that follows in layer `step`, unless its other vertices cannot all be
    // visited: each needs two edges, the last vertex of a path one.
    template <typename Call>
    void each_next(const State& state, int step, Call&& call) const {
        (near_[state.last] & allowed_[step] & ~state.visited).for_each([&](Vertex v) {
            State next{state.visited, v, state.ways};
            next.visited.insert(v);
            const Row left = all_ & ~next.visited;
            Row open = left;
            open.insert(v);
            if (tour_.closed) open.insert(tour_.walk[0]);
            bool possible = true;
            int ends = 0;
            left.for_each([&](Vertex u) {
                const int edges = (usable_[u] & open).count();
                if (edges >= 2) return;
                ++ends;
                possible = possible && edges == 1 && !tour_.closed && allowed_[count_ - 1].has(u);
            });
            if (possible && ends < 2) call(next);
        });
    }

    // Sorts a layer, and adds up the ways of equal states.
    void merge(std::vector<State>& layer) {
        std::sort(layer.begin(), layer.end(), less);
        std::size_t kept = 0;
        for (std::size_t at = 0; at < layer.size(); ++at)
            if (kept > 0 && !less(layer[kept - 1], layer[at]))
                add(layer[kept - 1].ways, layer[at].ways);
            else
                layer[kept++] = layer[at];
        layer.resize(kept);
    }

    // Keeps the states nearest to the state of the walk itself, which stays.
    void cut(std::vector<State>& layer, const State& own) {
        if (layer.size() <= most_states_) return;
        exact_ = false;
        std::vector<std::pair<int, std::size_t>> order(layer.size());
        for (std::size_t at = 0; at < layer.size(); ++at) {
            const int apart = (layer[at].visited & ~own.visited).count();
            order[at] = {2 * apart + (layer[at].last != own.last), at};
        }
        std::nth_element(order.begin(), order.begin() + most_states_, order.end());
        order.resize(most_states_);
        std::vector<State> nearest;
        for (const auto& place : order) nearest.push_back(layer[place.second]);
        layer = std::move(nearest);
        std::sort(layer.begin(), layer.end(), less);
    }

    // Sums and products stop at the largest number; then they are lower bounds.
    void add(std::uint64_t& sum, std::uint64_t more) {
        if (sum > most_counted - more) exact_ = false;
        sum = sum > most_counted - more ? most_counted : sum + more;
    }
    std::uint64_t product(std::uint64_t one, std::uint64_t other) {
        if (one == 0 || other == 0) return 0;
        if (one <= most_counted / other) return one * other;
        exact_ = false;
        return most_counted;
    }

    LabelledTour tour_;
    int count_;
    std::size_t most_states_;
    bool exact_ = true;
    Row all_;
    std::vector<Row> near_;     // of vertices: the neighbours
    std::vector<Row> allowed_;  // of steps: the vertices that may be there
    std::vector<Row> usable_;   // of vertices: neighbours that may come before or after
};

}  // namespace

Readings count_readings(const LabelledTour& tour, std::int64_t most_states, Control& control) {
    const int count = tour.graph.vertex_count();
    if (count < 1 || static_cast<int>(tour.walk.size()) != count || most_states < 1)
        throw std::invalid_argument("readings need a walk over every vertex, and one state");
    if (count > 256) throw std::invalid_argument("readings are counted on at most 256 vertices");
    return with_limbs(count, [&](auto limbs) {
        return Layers<decltype(limbs)::value>(tour, most_states).count(control);
    });
}

}  // namespace babieca::search
