// A path whose tail can be reversed in about √n steps.
//
// The vertices stand in an array that is cut into blocks. A block lists its part of the array
// forwards or backwards, so a reversal cuts one block and turns round the blocks behind the cut.
// When there are too many blocks, the array is written anew.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/graphs/graph.hpp"

namespace babieca::heuristics {

// Invariant: array_[place_[v]] == v for every vertex of the path, and block_[place_[v]] is the
// block that holds v; blocks_[order_[i]].rank == i.
class TurningPath {
  public:
    explicit TurningPath(Vertex vertices)
        : most_blocks_(static_cast<std::size_t>(std::sqrt(2.0 * vertices)) + 8),
          place_(vertices, -1) {}

    Vertex size() const { return static_cast<Vertex>(array_.size()); }
    bool contains(Vertex v) const { return place_[v] >= 0; }
    Vertex front() const { return first_of(blocks_[order_.front()]); }
    Vertex back() const { return last_of(blocks_[order_.back()]); }

    // The vertex after v. Requires: v is in the path, and not its last.
    Vertex after(Vertex v) const {
        const Vertex at = place_[v];
        const Block& block = blocks_[block_[at]];
        if (v != last_of(block)) return array_[block.backwards ? at - 1 : at + 1];
        return first_of(blocks_[order_[block.rank + 1]]);
    }

    void append(Vertex v) {
        const bool grows = !order_.empty() && !blocks_[order_.back()].backwards &&
                           blocks_[order_.back()].end == size();
        if (!grows) {
            order_.push_back(static_cast<int>(blocks_.size()));
            blocks_.push_back({size(), size(), static_cast<int>(order_.size()) - 1, false});
        }
        ++blocks_[order_.back()].end;
        place_[v] = size();
        block_.push_back(order_.back());
        array_.push_back(v);
    }

    // Reverses the part after v.
    void reverse_after(Vertex v) {
        const Block& block = blocks_[block_[place_[v]]];
        if (block.rank + 1 == static_cast<int>(order_.size()) && reverse_in(block, place_[v]))
            return;
        const std::size_t from = cut_after(v);
        std::reverse(order_.begin() + static_cast<std::ptrdiff_t>(from), order_.end());
        renumber(from, true);
    }

    void reverse() {
        std::reverse(order_.begin(), order_.end());
        renumber(0, true);
    }

    // Moves the part after v to the front: the same cycle with another last vertex.
    void end_with(Vertex v) {
        const auto from = static_cast<std::ptrdiff_t>(cut_after(v));
        std::rotate(order_.begin(), order_.begin() + from, order_.end());
        renumber(0, false);
    }

    void clear() {
        for (Vertex v : array_) place_[v] = -1;
        array_.clear(), block_.clear(), blocks_.clear(), order_.clear();
    }

    std::vector<Vertex> list() const {
        std::vector<Vertex> found;
        found.reserve(array_.size());
        for (int number : order_) {
            const Block& block = blocks_[number];
            const auto begin = array_.begin() + block.begin, end = array_.begin() + block.end;
            found.insert(found.end(), begin, end);
            if (block.backwards) std::reverse(found.end() - (end - begin), found.end());
        }
        return found;
    }

  private:
    struct Block {
        Vertex begin, end;  // of its part of the array
        int rank;           // among the blocks, along the path
        bool backwards;
    };
    static constexpr Vertex short_tail = 64;  // vertices that are reversed one by one

    Vertex first_of(const Block& block) const {
        return array_[block.backwards ? block.end - 1 : block.begin];
    }
    Vertex last_of(const Block& block) const {
        return array_[block.backwards ? block.begin : block.end - 1];
    }

    // Reverses the end of the last block in place, if it is short.
    bool reverse_in(const Block& block, Vertex at) {
        const Vertex begin = block.backwards ? block.begin : at + 1;
        const Vertex end = block.backwards ? at : block.end;
        if (end - begin > short_tail) return false;
        std::reverse(array_.begin() + begin, array_.begin() + end);
        for (Vertex i = begin; i < end; ++i) place_[array_[i]] = i;
        return true;
    }

    // Cuts the block of v after v; returns the rank of the block that follows.
    std::size_t cut_after(Vertex v) {
        if (order_.size() > most_blocks_) write_anew();
        const int number = block_[place_[v]];
        const Block whole = blocks_[number];
        if (v == last_of(whole)) return static_cast<std::size_t>(whole.rank) + 1;
        const Vertex cut = whole.backwards ? place_[v] : place_[v] + 1;
        Block low = whole, high = whole;
        low.end = high.begin = cut;
        // The new block is the smaller one: its vertices must learn its number.
        const bool low_is_new = cut - whole.begin < whole.end - cut;
        const int fresh = static_cast<int>(blocks_.size());
        const Block& moved = low_is_new ? low : high;
        std::fill(block_.begin() + moved.begin, block_.begin() + moved.end, fresh);
        blocks_[number] = low_is_new ? high : low;
        blocks_.push_back(moved);
        const bool new_follows = low_is_new == whole.backwards;
        order_.insert(order_.begin() + whole.rank + new_follows, fresh);
        renumber(static_cast<std::size_t>(whole.rank), false);
        return static_cast<std::size_t>(whole.rank) + 1;
    }

    void renumber(std::size_t from, bool turned) {
        for (std::size_t i = from; i < order_.size(); ++i) {
            blocks_[order_[i]].rank = static_cast<int>(i);
            blocks_[order_[i]].backwards ^= turned;
        }
    }

    // Writes the array in the order of the path, in blocks of equal length.
    void write_anew() {
        array_ = list();
        const Vertex length = 2 * size() / static_cast<Vertex>(most_blocks_) + 1;
        blocks_.clear(), order_.clear();
        for (Vertex i = 0; i < size(); ++i) {
            if (i % length == 0) {
                order_.push_back(static_cast<int>(blocks_.size()));
                blocks_.push_back({i, std::min(i + length, size()), order_.back(), false});
            }
            place_[array_[i]] = i;
            block_[i] = order_.back();
        }
    }

    std::size_t most_blocks_;
    std::vector<Vertex> array_;
    std::vector<int> block_;  // per place in the array
    std::vector<Block> blocks_;
    std::vector<int> order_;     // the blocks along the path
    std::vector<Vertex> place_;  // of every vertex in the array; -1: not in the path
};

}  // namespace babieca::heuristics
