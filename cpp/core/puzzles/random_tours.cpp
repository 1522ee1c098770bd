#include <algorithm>

#include "core/heuristics/finders.hpp"
#include "core/puzzles/puzzles.hpp"

namespace babieca::puzzles {

namespace {

constexpr std::int64_t most_bites = 1 << 20;

}  // namespace

bool RandomTours::next(std::vector<Vertex>& tour, Control& control) {
    const std::int64_t size = graph_.vertex_count();
    if (path_.empty()) {
        auto found =
            heuristics::edge_tour(graph_, {{kind_ != Kind::closed}, {}, dice_.roll()}, control);
        if (found.outcome != Outcome::found) return false;
        path_ = std::move(found.squares);
        place_.resize(size);
        for (int at = 0; at < size; ++at) place_[path_[at]] = at;
        for (Vertex v = 0; v < size; ++v) most_moves_ = std::max(most_moves_, graph_.degree(v));
    }
    const std::int64_t bites = std::min(8 * size * size, most_bites);
    for (std::int64_t done = 0; done < bites || !right_ends(); ++done) {
        if (done % 4096 == 0) control.check({done, 0});
        if (done > 2 * most_bites) return false;
        bite();
    }
    tour = path_;
    return true;
}

void RandomTours::bite() {
    const int size = static_cast<int>(path_.size());
    const bool at_tail = dice_.below(2);
    const Vertex end = at_tail ? path_.back() : path_.front();
    // All vertices have equally many choices, some of them in vain: so the chain is symmetric.
    const int choice = dice_.below(most_moves_);
    if (choice >= graph_.degree(end)) return;
    const int place = place_[graph_.neighbours(end)[choice]];
    const int first = at_tail ? place + 1 : 0, last = at_tail ? size : place;
    std::reverse(path_.begin() + first, path_.begin() + last);
    for (int at = first; at < last; ++at) place_[path_[at]] = at;
}

bool RandomTours::right_ends() const {
    const bool meet = graph_.adjacent(path_.front(), path_.back());
    return kind_ == Kind::path || meet == (kind_ == Kind::closed);
}

}  // namespace babieca::puzzles
