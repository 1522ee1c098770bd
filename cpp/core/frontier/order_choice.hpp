// Chooses the retirement order of a sweep: designed for rectangles, searched for everything else.
//
// The frontier is the set of vertices not yet retired that are adjacent to a retired one; its width
// decides the number of states. In a mirrored order, a vertex and its image under a symmetry retire
// one right after the other, so that a sweep keeps one of each two states that mirror each other.
// docs/counting.md has both orders of a knight's board with w columns, whose frontier is 2w wide.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/retirement_order.hpp"
#include "core/graphs/symmetries.hpp"

namespace babieca::frontier {

using Order = std::vector<Vertex>;

// Blocks take every frontier of at most `usual_block_slots` slots. A wider one must have few types
// that can occur: at most `most_wide_counters` in all layers.
constexpr int usual_block_slots = 20, most_block_slots = 24;
constexpr double most_wide_counters = 1e12;
constexpr int most_touched = 12;  // slots that a step of blocks may touch: tables have 3^touched

// How long orders are searched. Only tests change it.
struct SearchEffort {
    double rounds = 30'000;
    double counters_per_round = 2000;  // swept in the time of a round: the sweep takes longer
    double worth = 1'000'000;          // counters of a sweep that is worth a search
};
extern SearchEffort search_effort;

// Two sweeps along each axis, the longest first: even lines before odd lines, and line by line.
std::vector<Order> line_sweeps(const Place& place);

// The images of the sweeps along each axis, with every square followed by its mirror image.
std::vector<Order> mirrored_sweeps(const Board& board, const Mirror& mirror,
                                   std::span<const Image> images);

// An order with a narrow frontier, always the same. Plain rectangles are swept along the
// longer side. Other graphs of up to 400 vertices have the best of the line sweeps and a greedy
// order, improved. Larger graphs have the narrowest of the line sweeps, the order of the vertices
// and, if the graph is no board, a breadth-first order.
Order retirement_order(const Place& place, Control& control);

// The most slots that a step touches: a vertex, its later neighbours, and the apex of paths.
int slots_touched(const Graph& graph, std::span<const Vertex> order, bool paths);

struct Mirrored {
    Order order;
    Mirror mirror;
};

// The orders of one question, each chosen when it is first asked for. Threads may share a choice:
// one waits for the other.
class OrderChoice {
  public:
    OrderChoice(PlacePointer place, Undirected question)
        : place_(std::move(place)), question_(std::move(question)) {}

    const Place& place() const { return *place_; }
    const Graph& graph() const { return place_->graph(); }
    const Undirected& question() const { return question_; }

    // retirement_order of the graph.
    const Order& simple(Control& control);

    // Of the orders that are tried, the one with the fewest counters that retires mirrored pairs
    // together. None if no symmetry of the board keeps the question.
    const std::optional<Mirrored>& mirrored(Control& control);

    // The best order that was found. Ends and moves break the board's symmetry: their effect
    // depends on when a sweep meets them. So the images of the simple order are compared first.
    // With vertices `first`: the best order that begins with them.
    Order searched(std::span<const Vertex> first, Control& control);

  protected:
    std::recursive_mutex mutex_;

  private:
    const Order& best(Control& control);
    Order best_image(OrderSearch& search, const std::vector<Order>& candidates,
                     std::span<const Vertex> first, Control& control) const;
    Order improved_for_blocks(OrderSearch& search, const Order& order, int fixed,
                              Control& control) const;

    PlacePointer place_;
    Undirected question_;
    std::optional<Order> simple_, searched_;
    std::optional<std::optional<Mirrored>> mirrored_;
};

}  // namespace babieca::frontier
