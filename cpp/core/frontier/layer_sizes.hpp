// How many counters a sweep holds in each layer, without laying them out.
//
// A layer depends only on which vertices have retired. The blocks of a type vector with 2k ends
// hold (2k-1)!! counters, and which type vectors there are depends on what each waiting vertex may
// be (frontier/schedule.hpp) and on the colours: so the number of counters is a function of how
// many vertices of each colour wait with each set of possible types. That is a short polynomial
// product, and few different ones occur: they are remembered.
//
// Invariant: the sizes are those of sweep::make_layout, as far as doubles are exact. A frontier too
// wide for any sweep has a guess instead, which grows with every slot.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/frontier/problem.hpp"

namespace babieca::frontier {

class LayerSizes {
  public:
    explicit LayerSizes(Problem problem);

    const Problem& problem() const { return problem_; }

    // Back to where nobody has retired.
    void begin();
    void retire(Vertex x);
    double counters();

    // Over all layers; the order is one of all vertices but the apex, which retires last.
    double total(std::span<const Vertex> order);

  private:
    // By colour -1, 0, +1 and by possible types: how many wait. Then the apex's own possible types
    // and the colours that have retired.
    struct Waiting {
        std::array<std::uint16_t, 3 * 8> vertices{};
        std::int32_t apex = 0, retired = 0;
        bool operator==(const Waiting&) const = default;
    };
    struct WaitingHash {
        std::size_t operator()(const Waiting& waiting) const;
    };

    std::uint16_t& place_of(Vertex v);
    int colour(Vertex v) const { return problem_.colour.empty() ? 0 : problem_.colour[v]; }
    std::uint8_t possible(Vertex v) const;
    double count(const Waiting& waiting) const;

    Problem problem_;
    Graph graph_;
    std::vector<std::vector<Vertex>> forced_;  // neighbours through forced edges
    std::vector<int> past_, forced_past_;      // retired neighbours, per vertex
    std::vector<char> retired_;
    Waiting waiting_;
    std::unordered_map<Waiting, double, WaitingHash> known_;
};

}  // namespace babieca::frontier
