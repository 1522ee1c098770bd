#include "core/search/studies.hpp"

#include <stdexcept>

#include "core/search/vertex_set.hpp"

namespace babieca::search {
namespace {

void begin_random_root(Walker& walker, const Instance& instance, std::mt19937_64& random) {
    const auto root = static_cast<int>(random() % instance.roots.size());
    walker.start({root, instance.roots[root].prefix});
}

class PartialPaths {
  public:
    PartialPaths(const Graph& graph, Control& control) : control_(control) {
        adjacent_.resize(graph.vertex_count());
        for (Vertex v = 0; v < graph.vertex_count(); ++v)
            for (Vertex u : graph.neighbours(v)) adjacent_[v].insert(u);
    }

    // The last two moves are not made, only counted.
    std::int64_t below(Vertex head, VertexSet<1> unvisited, int steps) {
        VertexSet<1> moves = adjacent_[head] & unvisited;
        if (steps == 1) return moves.count();
        if ((++nodes_ & 0x3FFFFF) == 0) control_.check({nodes_, 0});
        std::int64_t sum = 0;
        if (steps == 2) {
            moves.for_each([&](Vertex v) { sum += (adjacent_[v] & unvisited).count(); });
            return sum;
        }
        while (!moves.empty()) {
            const Vertex next = moves.take_lowest();
            sum += below(next, unvisited - VertexSet<1>::of(next), steps - 1);
        }
        return sum;
    }

  private:
    std::vector<VertexSet<1>> adjacent_;
    Control& control_;
    std::int64_t nodes_ = 0;
};

struct Backtracking {
    const Graph& graph;
    const Vertex start;
    const bool closed;
    const std::int64_t most_nodes;
    Control& control;
    std::vector<int> step;
    PlainCount result;

    void jump(Vertex from, int next_step) {
        for (Vertex to : graph.neighbours(from)) {
            if (step[to] != 0) continue;
            if (result.nodes >= most_nodes) return;
            if ((++result.nodes & 0xFFFFFF) == 0) control.check({result.nodes, 0});
            step[to] = next_step;
            if (next_step == graph.vertex_count()) {
                if (!closed || (next_step > 2 && graph.adjacent(to, start))) ++result.tours;
            } else {
                jump(to, next_step + 1);
            }
            step[to] = 0;
        }
    }
};

}  // namespace

LevelEstimate estimate_levels(const Instance& instance, std::int64_t probes, std::uint64_t seed,
                              Control& control) {
    const std::size_t levels = instance.outside.size() + 1;
    LevelEstimate estimate{std::vector<double>(levels), std::vector<double>(levels)};
    if (instance.roots.empty() || probes < 2) return estimate;
    std::mt19937_64 random(seed);
    const auto walker = make_plain_walker(instance, false, nullptr);
    std::vector<double> seen(levels);
    for (std::int64_t i = 1; i <= probes; ++i) {
        if (i % 4096 == 0) control.check({i, probes});
        std::fill(seen.begin(), seen.end(), 0.0);
        begin_random_root(*walker, instance, random);
        walker->probe(static_cast<int>(levels), random, seen);
        for (std::size_t k = 0; k < levels; ++k) {
            // Welford's running mean and sum of squared differences.
            const double value = seen[k] * static_cast<double>(instance.roots.size());
            const double difference = value - estimate.mean[k];
            estimate.mean[k] += difference / static_cast<double>(i);
            estimate.variance[k] += difference * (value - estimate.mean[k]);
        }
    }
    const auto count = static_cast<double>(probes);
    for (double& variance : estimate.variance) variance /= count * (count - 1);
    return estimate;
}

std::vector<Subtree> sample_subtrees(const Instance& instance, std::int64_t samples, int squares,
                                     std::uint64_t seed, Control& control) {
    std::vector<Subtree> subtrees;
    if (instance.roots.empty()) return subtrees;
    std::mt19937_64 random(seed);
    const auto walker = make_plain_walker(instance, false, nullptr);
    std::vector<double> unused;
    for (std::int64_t i = 0; i < samples; ++i) {
        begin_random_root(*walker, instance, random);
        walker->clear_tally();
        Subtree subtree;
        subtree.weight =
            walker->probe(squares, random, unused) * static_cast<double>(instance.roots.size());
        while (walker->advance(1 << 18) != Event::finished) control.check({i, samples});
        subtree.tally = walker->tally();
        subtrees.push_back(subtree);
        control.check({i + 1, samples});
    }
    return subtrees;
}

std::int64_t count_partial_paths(const Graph& graph, Vertex start, int steps, Control& control) {
    const Vertex n = graph.vertex_count();
    if (n > VertexSet<1>::capacity) throw std::invalid_argument("at most 64 vertices");
    if (steps < 1) throw std::invalid_argument("at least one step");
    VertexSet<1> unvisited;
    for (Vertex v = 0; v < n; ++v) unvisited.insert(v);
    unvisited.erase(start);
    return PartialPaths(graph, control).below(start, unvisited, steps);
}

PlainCount plain_count(const Graph& graph, Vertex start, bool closed, std::int64_t most_nodes,
                       Control& control) {
    std::vector<int> step(graph.vertex_count());
    step[start] = 1;
    Backtracking search{graph, start, closed, most_nodes, control, std::move(step), {}};
    search.jump(start, 2);
    return search.result;
}

}  // namespace babieca::search
