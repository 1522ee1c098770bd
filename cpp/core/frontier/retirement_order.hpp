// Retirement orders: their cost, and a search for graphs without a designed order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/problem.hpp"

namespace babieca::frontier {

constexpr int widest_counted = 24;

// The number of slots that a sweep in this order needs, in time linear in the edges. Throws
// std::invalid_argument if the order is not a permutation of the vertices.
int frontier_width(const Graph& graph, std::span<const Vertex> order);

// log2 of the sum of 3^width over all layers, an estimate of the states, in linear time.
double order_cost(const Graph& graph, std::span<const Vertex> order);

// A mirror: an automorphism of a problem that is its own inverse, as the images of all vertices but
// the apex; empty: every vertex is its own image. A vertex and its image form an *orbit* and retire
// one right after the other.
using Mirror = std::vector<Vertex>;

// A search for retirement orders of one problem: greedy orders, improved by annealing. The cost is
// the exact number of counters of all layers. Orders leave the apex out and retire orbits together.
//
// A layer depends only on the set of retired vertices. The block of a type vector with 2k ends has
// (2k-1)!! counters. Which type vectors exist depends on the possible types of each waiting vertex
// (frontier/schedule.hpp) and on the colours. So the number of counters is a function of the
// numbers of waiting vertices by colour and possible types: a short polynomial product. Few
// different products occur; they are cached.
//
// Invariant: the sizes equal the sizes of sweep::make_layout, as far as doubles are exact. For more
// than `widest_counted` slots they are a rough estimate that grows with every slot.
class OrderSearch {
  public:
    explicit OrderSearch(Problem problem);

    const Problem& problem() const { return problem_; }
    std::vector<double> layers(std::span<const Vertex> order);  // the counters of each layer
    double counters(std::span<const Vertex> order);             // of all layers
    // The first of the orders with the fewest counters; none of no orders.
    std::vector<Vertex> fewest(const std::vector<std::vector<Vertex>>& orders, Control& control);

    // Retires first the orbit of `first`, then always the orbit that leaves the narrowest frontier.
    std::vector<Vertex> greedy(const Mirror& mirror, Vertex first) const;

    // The best greedy order from up to `starts` vertices.
    std::vector<Vertex> greediest(const Mirror& mirror, int starts, Control& control);

    struct Effort {
        int wider = 0;      // slots that the frontier may grow
        double larger = 1;  // the factor by which the largest layer may grow
        int rounds = 0;
        std::uint64_t seed = 0;
        int fixed = 0;  // leading orbits that stay first
    };
    // Moves one orbit per round. Accepts every move that costs no more, and ever fewer of the other
    // moves. Deterministic for a given seed.
    std::vector<Vertex> improve(const Mirror& mirror, std::vector<Vertex> order,
                                const Effort& effort, Control& control);

  private:
    // The numbers of waiting vertices by colour (-1, 0, +1) and possible types, the possible types
    // of the apex, and twice the sum of the retired colours.
    struct Waiting {
        std::array<std::uint16_t, 3 * 8> vertices{};
        std::int32_t apex = 0, retired = 0;
        bool operator==(const Waiting&) const = default;
    };
    struct WaitingHash {
        std::size_t operator()(const Waiting& waiting) const;
    };
    // A moment of a sweep.
    struct Moment {
        std::vector<std::uint16_t> past;        // per vertex: its retired neighbours
        std::vector<std::uint8_t> forced_past;  // per vertex: the same through forced edges
        std::vector<char> retired;
        Waiting waiting;
        int width = 0;  // waiting vertices without the apex
    };
    using Orbit = std::array<Vertex, 2>;  // the second is -1 if the first is its own image
    // The effect of retiring an orbit.
    struct Made {
        double counters = 0, largest = 0;  // of its layers, and of the largest of them
        int width = 0;
    };

    Moment first() const;
    void retire(Moment& moment, Vertex x) const;
    double layer(const Moment& moment);
    int colour(Vertex v) const { return problem_.colour.empty() ? 0 : problem_.colour[v]; }
    std::uint8_t possible(const Moment& moment, Vertex v) const;
    // The number of waiting vertices with the colour and the possible types of v.
    std::uint16_t& waiting_like(Moment& moment, Vertex v) const;
    double count(const Waiting& waiting, int slots) const;
    std::vector<Orbit> orbits_of(const Mirror& mirror, std::span<const Vertex> order) const;
    Made made_by(const Orbit& orbit, Moment& moment);

    Problem problem_;
    Graph graph_;
    Vertex size_;   // without the apex
    Lists forced_;  // neighbours through forced edges
    std::unordered_map<Waiting, double, WaitingHash> known_;
};

}  // namespace babieca::frontier
