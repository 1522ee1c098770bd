// Is this sequence a tour? One pass, one bit per square, and the first fault by name.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace babieca {

enum class Fault : int { none, outside, repeated, not_a_move, not_closed };

struct Verdict {
    Fault fault = Fault::none;
    std::int64_t step = 0;  // position in the sequence of the first fault, from 0
};

// `cells` bounds the numbers in `order`; `allowed(i)` says whether number i is a square at all (not
// a hole); `is_move(i, j)` whether two are a move apart. Whether any square is missing is for the
// caller to see from the length: without repetitions, the right length means nothing is missing.
template <typename Index, typename Allowed, typename IsMove>
Verdict check_sequence(std::span<const Index> order, std::int64_t cells, bool closed,
                       Allowed&& allowed, IsMove&& is_move) {
    std::vector<bool> visited(static_cast<std::size_t>(cells), false);
    const std::int64_t length = static_cast<std::int64_t>(order.size());
    for (std::int64_t step = 0; step < length; ++step) {
        const std::int64_t square = static_cast<std::int64_t>(order[step]);
        if (square < 0 || square >= cells || !allowed(square)) return {Fault::outside, step};
        if (visited[square]) return {Fault::repeated, step};
        visited[square] = true;
        if (step > 0 && !is_move(static_cast<std::int64_t>(order[step - 1]), square))
            return {Fault::not_a_move, step};
    }
    if (closed && (length < 3 || !is_move(static_cast<std::int64_t>(order[length - 1]),
                                          static_cast<std::int64_t>(order[0]))))
        return {Fault::not_closed, length - 1};
    return {};
}

}  // namespace babieca
