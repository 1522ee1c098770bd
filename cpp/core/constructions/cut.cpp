#include "core/constructions/cut.hpp"

#include <algorithm>
#include <array>

namespace babieca::constructions {

namespace {

// Tiles have sides of 6 at least, because from there on a path joins any two squares whose colours
// allow it (Conrad, Hindrichs, Morsy and Wegener 1994); a board with a side of 5 is one tile wide.
constexpr int kShortest = 6;
constexpr int kLongest = 11;

bool may_cut(std::int64_t position, const Interval& together) {
    return position <= together.low || position > together.high;
}

}  // namespace

std::vector<std::int64_t> cut(const CutTask& task, Dice& random) {
    if (task.length < kShortest) return {0, task.length};
    const int longest = std::min(kLongest + std::max(0, task.variation - 1), 16);
    auto allowed = [&](std::int64_t from, int piece, bool odd_left) {
        if (!may_cut(from + piece, task.together)) return false;
        if (piece % 2 == 0 || task.parity == Parity::any) return true;
        if (task.parity == Parity::even || !odd_left) return false;
        return from <= task.together.low && task.together.high < from + piece;
    };
    // possible[p][k]: the rest from p on can be cut, with k = 1 odd piece still to come (only the
    // parity one_odd tells the two apart).
    std::vector<std::array<bool, 2>> possible(task.length + 1, {false, false});
    possible[task.length][0] = true;
    for (std::int64_t from = task.length - kShortest; from >= 0; --from)
        for (int odd_left : {0, 1})
            for (int piece = kShortest; piece <= longest && from + piece <= task.length; ++piece) {
                const bool takes = task.parity == Parity::one_odd && piece % 2 == 1;
                if (allowed(from, piece, odd_left) && odd_left >= takes &&
                    possible[from + piece][odd_left - takes])
                    possible[from][odd_left] = true;
            }
    int odd_left = task.parity == Parity::one_odd ? 1 : 0;
    if (!possible[0][odd_left]) return {};

    std::vector<std::int64_t> cuts{0};
    while (cuts.back() < task.length) {
        const std::int64_t from = cuts.back();
        int chosen = 0, ties = 0;
        for (int piece = kShortest; piece <= longest && from + piece <= task.length; ++piece) {
            const bool takes = task.parity == Parity::one_odd && piece % 2 == 1;
            if (!allowed(from, piece, odd_left) || odd_left < takes ||
                !possible[from + piece][odd_left - takes])
                continue;
            ++ties;
            if (task.variation == 0 ? ties == 1 || piece <= 8 : random.below(ties) == 0)
                chosen = piece;
        }
        odd_left -= task.parity == Parity::one_odd && chosen % 2 == 1;
        cuts.push_back(from + chosen);
    }
    return cuts;
}

}  // namespace babieca::constructions
