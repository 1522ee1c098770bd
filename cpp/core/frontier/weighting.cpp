#include "core/frontier/weighting.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "core/frontier/choices.hpp"

namespace babieca::frontier {

Weighting::Weighting(const Sweep& sweep, std::span<const Edge> edges,
                     std::span<const std::uint64_t> weights, std::uint64_t modulus)
    : modulus_(modulus) {
    using Wide = unsigned __int128;
    if (modulus < 2 || modulus > std::uint64_t{1} << 63)
        throw std::invalid_argument("the modulus of weights is between 2 and 2^63");
    if (edges.size() != weights.size()) throw std::invalid_argument("every edge needs one weight");
    std::map<Edge, std::uint64_t> named;
    for (std::size_t n = 0; n < edges.size(); ++n) {
        if (weights[n] >= modulus) throw std::invalid_argument("a weight is not below the modulus");
        named[std::minmax(edges[n].first, edges[n].second)] = weights[n];
    }
    const auto weight = [&](Vertex u, Vertex v) -> std::uint64_t {
        const auto found = named.find(std::minmax(u, v));
        return found == named.end() ? 1 : found->second;
    };
    const auto& image = sweep.images;
    if (!image.empty())
        for (const auto& [edge, value] : named)
            if (weight(image[edge.first], image[edge.second]) != value)
                throw std::invalid_argument("the mirror changes the weight of an edge");
    for (const Step& step : sweep.schedule.steps) {
        begin_.push_back(factors_.size());
        for (const JoinedTo& joined : all_choices(step)) {
            std::uint64_t value = 1;
            for (Vertex other : joined)
                if (other >= 0)
                    value = static_cast<std::uint64_t>(Wide{value} * weight(step.vertex, other) %
                                                       modulus);
            const auto quotient = static_cast<std::uint64_t>((Wide{value} << 64) / modulus);
            factors_.push_back({value, quotient});
        }
    }
}

}  // namespace babieca::frontier
