#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>

#include "core/constructions/layered.hpp"
#include "core/effort.hpp"

namespace babieca::constructions::layered {

namespace {

constexpr std::size_t most_rotations = 3000;

class Steering {
  public:
    Steering(const std::vector<Vertex>& path, const std::vector<int>& sides,
             const std::vector<heuristics::Displacement>& moves, std::uint64_t seed)
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
            for (const heuristics::Displacement& move : moves_) {
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
            std::int32_t from, to;  // positions [from, to) of the path
            bool turned;
            std::int32_t length() const { return to - from; }
        };
        std::vector<Stretch> stretches{{0, static_cast<std::int32_t>(path_.size()), false}};
        for (std::int32_t pivot : pivots_) {
            std::int32_t kept = pivot + 1;  // squares that stay in place
            std::size_t i = 0;
            for (; kept >= stretches[i].length(); ++i) kept -= stretches[i].length();
            if (kept > 0) {
                Stretch rest = stretches[i];
                Stretch& stays = stretches[i++];
                (stays.turned ? stays.from : stays.to) =
                    stays.turned ? stays.to - kept : stays.from + kept;
                (rest.turned ? rest.to : rest.from) =
                    rest.turned ? rest.to - kept : rest.from + kept;
                stretches.insert(stretches.begin() + static_cast<std::ptrdiff_t>(i), rest);
            }
            std::reverse(stretches.begin() + static_cast<std::ptrdiff_t>(i), stretches.end());
            for (; i < stretches.size(); ++i) stretches[i].turned = !stretches[i].turned;
        }
        std::vector<Vertex> squares;
        squares.reserve(path_.size());
        for (const Stretch& stretch : stretches) {
            const auto from = path_.begin() + stretch.from, to = path_.begin() + stretch.to;
            if (stretch.turned)
                squares.insert(squares.end(), std::reverse_iterator(to),
                               std::reverse_iterator(from));
            else
                squares.insert(squares.end(), from, to);
        }
        return squares;
    }

  private:
    std::int32_t turn(std::int32_t p, std::int32_t pivot) const {
        return p <= pivot ? p : pivot + static_cast<std::int32_t>(path_.size()) - p;
    }
    Vertex at(std::int32_t p) const {
        for (std::size_t i = pivots_.size(); i-- > 0;) p = turn(p, pivots_[i]);
        return path_[p];
    }
    std::int32_t position(Vertex v) const {
        std::int32_t p = where_[v];
        for (std::int32_t pivot : pivots_) p = turn(p, pivot);
        return p;
    }

    Vertex target(Vertex from, const heuristics::Displacement& move) const {
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
    const std::vector<heuristics::Displacement>& moves_;
    Dice dice_;
    std::vector<std::int32_t> where_;
    std::vector<std::int32_t> pivots_;
};

}  // namespace

bool steer(std::vector<Vertex>& path, Vertex goal, const std::vector<int>& sides,
           const std::vector<heuristics::Displacement>& moves, std::uint64_t seed,
           Control& control) {
    Steering steering(path, sides, moves, seed);
    if (!steering.reach(goal, control)) return false;
    path = steering.result();
    return true;
}

}  // namespace babieca::constructions::layered
