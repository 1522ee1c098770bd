#include "core/constructions/tiling.hpp"

#include <array>

namespace babieca::constructions {

namespace {

// From a side of 6 on, a path joins any two squares whose colours allow it (Conrad, Hindrichs,
// Morsy and Wegener 1994). A board with a side of 5 is one tile wide.
constexpr int kShortest = 6;
constexpr int kLongest = 11;

}  // namespace

std::vector<std::int64_t> cut(const CutTask& task, Dice& random) {
    if (task.length < kShortest) return {0, task.length};
    const int longest = std::min(kLongest + std::max(0, task.variation - 1), 16);
    // possible[p][k]: the rest from p on can be cut, with k odd pieces still to come; k counts only
    // for the parity one_odd.
    std::vector<std::array<bool, 2>> possible(task.length + 1, {false, false});
    const auto takes_odd = [&](int piece) {
        return task.parity == Parity::one_odd && piece % 2 == 1 ? 1 : 0;
    };
    const auto allowed = [&](std::int64_t from, int piece, int odd_left) {
        const std::int64_t to = from + piece;
        if (to > task.length || (to > task.together.low && to <= task.together.high)) return false;
        if (piece % 2 == 1 && task.parity == Parity::even) return false;
        if (takes_odd(piece) && (!odd_left || from > task.together.low || task.together.high >= to))
            return false;
        return possible[to][odd_left - takes_odd(piece)];
    };
    possible[task.length][0] = true;
    for (std::int64_t from = task.length - kShortest; from >= 0; --from)
        for (int odd_left : {0, 1})
            for (int piece = kShortest; piece <= longest; ++piece)
                if (allowed(from, piece, odd_left)) possible[from][odd_left] = true;
    int odd_left = task.parity == Parity::one_odd ? 1 : 0;
    if (!possible[0][odd_left]) return {};

    std::vector<std::int64_t> cuts{0};
    while (cuts.back() < task.length) {
        const std::int64_t from = cuts.back();
        int chosen = 0, ties = 0;
        for (int piece = kShortest; piece <= longest; ++piece) {
            if (!allowed(from, piece, odd_left)) continue;
            ++ties;
            if (task.variation == 0 ? ties == 1 || piece <= 8 : random.below(ties) == 0)
                chosen = piece;
        }
        odd_left -= takes_odd(chosen);
        cuts.push_back(from + chosen);
    }
    return cuts;
}

}  // namespace babieca::constructions
