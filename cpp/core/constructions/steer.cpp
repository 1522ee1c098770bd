// Moves the last square of a path to a given square.
//
// A rotation (Pósa 1976) of the path p0 ... pn picks a neighbour pi of the last square and reverses
// the part after it, so that p(i+1) becomes the last square. A few hundred rotations, each towards
// the goal, reach any goal of the right colour in practice. They are made on the array only at the
// end: until then the list of pivots gives the position of every square, so the cost is the
// rotations squared plus one pass over the path.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "core/constructions/constructions.hpp"

namespace babieca::constructions::layered {

namespace {

constexpr std::size_t most_rotations = 3000;

class Steering {
  public:
    Steering(const std::vector<Vertex>& path, const std::vector<int>& sides,
             const std::vector<std::vector<int>>& moves, std::uint64_t seed)
        : path_(path), sides_(sides), moves_(moves), dice_(seed), where_(path.size()) {
        for (std::size_t i = 0; i < path.size(); ++i)
            where_[path[i]] = static_cast<std::int32_t>(i);
    }

    // Fills `pivots_` with rotations that bring the goal to the end.
    bool reach(Vertex goal, Control& control) {
        const std::int32_t last = static_cast<std::int32_t>(path_.size()) - 1;
        while (pivots_.size() < most_rotations) {
            if (pivots_.size() % 64 == 0) control.check({});
            const Vertex tail = at(last);
            if (tail == goal) return true;
            std::int32_t best = -1;
            double best_score = std::numeric_limits<double>::max();
            for (const std::vector<int>& move : moves_) {
                const Vertex neighbour = target(tail, move);
                if (neighbour < 0) continue;
                const std::int32_t pivot = position(neighbour);
                if (pivot >= last - 1) continue;
                // A random factor keeps the walk from going in circles near the goal.
                const double score = distance(at(pivot + 1), goal) * (1 + dice_.below(100) / 100.0);
                if (score < best_score) {
                    best_score = score;
                    best = pivot;
                }
            }
            if (best < 0) return false;
            pivots_.push_back(best);
        }
        return at(last) == goal;
    }

    // The path after all rotations, put together from stretches of the path before them.
    std::vector<Vertex> result() const {
        struct Stretch {
            std::int32_t first, last;  // positions in the path, in either direction
            std::int32_t step() const { return first <= last ? 1 : -1; }
            std::int32_t length() const { return std::abs(last - first) + 1; }
        };
        std::vector<Stretch> stretches{{0, static_cast<std::int32_t>(path_.size()) - 1}};
        for (std::int32_t pivot : pivots_) {
            std::int32_t staying = pivot + 1;  // squares that do not move
            auto at = stretches.begin();
            for (; staying >= at->length(); ++at) staying -= at->length();
            if (staying > 0) {
                const std::int32_t step = at->step(), cut = at->first + step * staying;
                const Stretch rest{cut, std::exchange(at->last, cut - step)};
                at = stretches.insert(at + 1, rest);
            }
            std::reverse(at, stretches.end());
            for (; at != stretches.end(); ++at) std::swap(at->first, at->last);
        }
        std::vector<Vertex> squares;
        squares.reserve(path_.size());
        for (const Stretch& stretch : stretches)
            for (std::int32_t i = 0, p = stretch.first; i < stretch.length();
                 ++i, p += stretch.step())
                squares.push_back(path_[p]);
        return squares;
    }

  private:
    std::int32_t rotated(std::int32_t p, std::int32_t pivot) const {
        return p <= pivot ? p : pivot + static_cast<std::int32_t>(path_.size()) - p;
    }
    Vertex at(std::int32_t p) const {
        for (std::size_t i = pivots_.size(); i-- > 0;) p = rotated(p, pivots_[i]);
        return path_[p];
    }
    std::int32_t position(Vertex v) const {
        std::int32_t p = where_[v];
        for (std::int32_t pivot : pivots_) p = rotated(p, pivot);
        return p;
    }

    Vertex target(Vertex from, const std::vector<int>& move) const {
        Vertex there = 0, stride = 1;
        for (std::size_t axis = sides_.size(); axis-- > 0; from /= sides_[axis]) {
            const int x = from % sides_[axis] + move[axis];
            if (x < 0 || x >= sides_[axis]) return -1;
            there += x * stride;
            stride *= sides_[axis];
        }
        return there;
    }
    std::int64_t distance(Vertex a, Vertex b) const {
        std::int64_t sum = 0;
        for (std::size_t axis = sides_.size(); axis-- > 0; a /= sides_[axis], b /= sides_[axis])
            sum += std::abs(a % sides_[axis] - b % sides_[axis]);
        return sum;
    }

    const std::vector<Vertex>& path_;
    const std::vector<int>& sides_;
    const std::vector<std::vector<int>>& moves_;
    Dice dice_;
    std::vector<std::int32_t> where_;
    std::vector<std::int32_t> pivots_;
};

}  // namespace

bool steer(std::vector<Vertex>& path, Vertex goal, const std::vector<int>& sides,
           const std::vector<std::vector<int>>& moves, std::uint64_t seed, Control& control) {
    Steering steering(path, sides, moves, seed);
    if (!steering.reach(goal, control)) return false;
    path = steering.result();
    return true;
}

}  // namespace babieca::constructions::layered
