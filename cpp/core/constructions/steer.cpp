// Moves the last square of a path to a given square.
//
// A rotation (Pósa 1976) of the path p0 ... pn picks a neighbour pi of the last square and reverses
// the part after it, so that p(i+1) becomes the last square. A few hundred rotations, each towards
// the goal, reach any goal of the right colour in practice.
#include <cstdlib>
#include <limits>

#include "core/constructions/constructions.hpp"
#include "core/heuristics/turning_path.hpp"

namespace babieca::constructions::layered {

namespace {

constexpr int most_rotations = 3000;

std::int64_t distance(Square a, Square b, const Board& board) {
    const auto from = board.coordinates(a), to = board.coordinates(b);
    std::int64_t sum = 0;
    for (std::size_t axis = 0; axis < from.size(); ++axis) sum += std::abs(from[axis] - to[axis]);
    return sum;
}

}  // namespace

bool steer(std::vector<Vertex>& path, Vertex goal, const Board& board, std::uint64_t seed,
           Control& control) {
    heuristics::TurningPath turned(static_cast<Vertex>(path.size()));
    for (Vertex v : path) turned.append(v);
    Dice dice(seed);
    for (int rotations = 0; turned.back() != goal; ++rotations) {
        if (rotations == most_rotations) return false;
        if (rotations % 64 == 0) control.check({});
        const Vertex tail = turned.back();
        Vertex best = -1;
        double best_score = std::numeric_limits<double>::max();
        for (const Square near : board.near(tail)) {
            const auto pivot = static_cast<Vertex>(near);
            if (turned.after(pivot) == tail) continue;
            // A random factor keeps the walk from going in circles near the goal.
            const double score = static_cast<double>(distance(turned.after(pivot), goal, board)) *
                                 (1 + dice.below(100) / 100.0);
            if (score < best_score) {
                best_score = score;
                best = pivot;
            }
        }
        if (best < 0) return false;
        turned.reverse_after(best);
    }
    path = turned.list();
    return true;
}

}  // namespace babieca::constructions::layered
