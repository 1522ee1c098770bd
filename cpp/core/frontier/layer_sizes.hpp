// The number of counters in each layer of a sweep, without a layout.
//
// A layer depends only on the set of retired vertices. The block of a type vector with 2k ends has
// (2k-1)!! counters. Which type vectors exist depends on the possible types of each waiting vertex
// (frontier/schedule.hpp) and on the colours. So the number of counters is a function of the
// numbers of waiting vertices by colour and possible types: a short polynomial product. Few
// different products occur; they are cached.
//
// Invariant: the sizes equal those of sweep::make_layout, as far as doubles are exact. For more
// than `widest_counted` slots they are a rough estimate that grows with every slot.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/frontier/problem.hpp"

namespace babieca::frontier {

constexpr int widest_counted = 24;

class LayerSizes {
  public:
    // The numbers of waiting vertices by colour (-1, 0, +1) and possible types, the possible types
    // of the apex, and twice the sum of the retired colours.
    struct Waiting {
        std::array<std::uint16_t, 3 * 8> vertices{};
        std::int32_t apex = 0, retired = 0;
        bool operator==(const Waiting&) const = default;
    };
    // A moment of a sweep.
    struct Moment {
        std::vector<std::uint16_t> past;        // per vertex: its retired neighbours
        std::vector<std::uint8_t> forced_past;  // per vertex: those through forced edges
        std::vector<char> retired;
        Waiting waiting;
        int width = 0;  // waiting vertices without the apex
    };

    explicit LayerSizes(Problem problem);

    const Problem& problem() const { return problem_; }
    Moment first() const;
    void retire(Moment& moment, Vertex x) const;
    double counters(const Moment& moment);

    // The sizes of all layers; `order` leaves out the apex, which retires last.
    std::vector<double> layers(std::span<const Vertex> order);

  private:
    struct WaitingHash {
        std::size_t operator()(const Waiting& waiting) const;
    };

    int colour(Vertex v) const { return problem_.colour.empty() ? 0 : problem_.colour[v]; }
    std::uint8_t possible(const Moment& moment, Vertex v) const;
    std::uint16_t& place_of(Moment& moment, Vertex v) const;
    double count(const Waiting& waiting, int slots) const;

    Problem problem_;
    Graph graph_;
    std::vector<std::vector<Vertex>> forced_;  // neighbours through forced edges
    std::unordered_map<Waiting, double, WaitingHash> known_;
};

}  // namespace babieca::frontier
