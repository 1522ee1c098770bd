// The links of a tour under construction on a box: two moves per square.
//
// Invariant: if v has a move to u, u has the move back. Every square laid so far has two moves,
// except the ends of the one open path, if any. A square takes two bytes in up to eight dimensions,
// four beyond.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/control.hpp"
#include "core/effort.hpp"
#include "core/graphs/graph.hpp"

namespace babieca::constructions::layered {

struct Box {
    std::vector<int> origin;
    std::vector<int> sides;
};

class Weave {
  public:
    Weave(std::vector<int> sides, std::uint64_t seed, Control& control);

    // Lays one closed tour over the block, which nothing has touched yet.
    void lay_closed(const Box& block);
    // Lays an open path that begins at the start and covers the block.
    void lay_open(const Box& block, const std::vector<int>& start);

    // Joins the tours of two boxes side by side along an axis.
    void join(const Box& first, const Box& second, int axis);
    // The same; if there is no rail, lays other tours over the second box, which must be as
    // lay_closed left it.
    void join_fresh(const Box& first, const Box& second, int axis);

    // Follows the links from the start until they end or come back to it.
    std::vector<Vertex> walk(Vertex start) const;

  private:
    using Code = std::uint16_t;
    static constexpr Code none = 0xffff;

    // A closed tour of one shape of block: for each square, in row-major order, its index in the
    // whole box relative to the first square of the block, and its two links.
    struct Pattern {
        std::vector<std::int32_t> places;
        std::vector<Code> links;
    };

    Pattern pattern_of(const Box& block, const std::vector<Vertex>& squares, bool closed) const;
    const Pattern& some_pattern(const Box& block);
    void lay(const Box& block, const Pattern& pattern);
    bool find_rail(const Box& first, const Box& second, int axis);
    void exchange(Vertex a, Vertex b, Vertex c, Vertex d, Code along_a, Code along_b);

    Code code_of(const int* from, const int* to) const;  // none if it is not a move
    Code link(Vertex v, int side) const;
    void set_link(Vertex v, int side, Code code);
    void relink(Vertex v, Vertex old_neighbour, Code code);
    Vertex index_of(const std::vector<int>& square) const;

    std::vector<int> sides_;
    int dimensions_;
    std::vector<std::int64_t> strides_;
    std::vector<std::vector<int>> moves_;
    std::vector<std::int64_t> steps_;
    std::vector<Code> opposite_;
    std::vector<std::vector<Code>> onward_[2];  // moves that go down, up along each axis
    bool wide_;                                 // two bytes per code instead of one
    std::vector<std::uint8_t> links_;
    std::map<std::vector<int>, std::vector<Pattern>> patterns_;
    Dice dice_;
    Control& control_;
};

}  // namespace babieca::constructions::layered
