#include "core/frontier/sweep.hpp"

#include <stdexcept>

namespace babieca::frontier {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::int64_t value) {
    hash = (hash ^ static_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

}  // namespace

Sweep::Sweep(const Graph& graph, std::span<const Vertex> order, bool paths, Vertex start_at,
             Vertex end_at, const Constraints& constraints, std::span<const Vertex> mirror)
    : problem(paths ? path_problem(graph, start_at, end_at, constraints)
                    : cycle_problem(graph, constraints)),
      start(start_at),
      end(end_at),
      images(mirror.begin(), mirror.end()) {
    if (!paths && (start < -1 || start >= graph.vertex_count() || end != -1))
        throw std::invalid_argument("a closed tour has no end, and is written from a vertex");
    std::vector<Vertex> sequence(order.begin(), order.end());
    if (paths) sequence.push_back(problem.apex);
    if (paths && !images.empty()) images.push_back(problem.apex);
    schedule = problem.schedule(sequence, images);
}

std::uint64_t Sweep::fingerprint() const {
    std::uint64_t hash = mixed(0x6261626965636121u, steps());
    for (std::int64_t offset : problem.offsets) hash = mixed(hash, offset);
    for (Vertex target : problem.targets) hash = mixed(hash, target);
    for (auto [u, v] : problem.forced) hash = mixed(mixed(hash, u), v);
    hash = mixed(hash, problem.apex + 1);
    for (const Step& step : schedule.steps) hash = mixed(hash, step.vertex);
    for (const Layer& layer : schedule.layers)
        for (int pair : layer.significance) hash = mixed(hash, pair);
    return hash;
}

}  // namespace babieca::frontier
