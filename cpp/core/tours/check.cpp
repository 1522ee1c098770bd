#include "core/tours/check.hpp"

#include <algorithm>
#include <unordered_set>

namespace babieca {

namespace {

// The squares seen so far, as one bit for each square of the board.
class Map {
  public:
    explicit Map(std::int64_t cells) : seen_(static_cast<std::size_t>(cells), false) {}

    bool add(std::int64_t square) {
        if (seen_[square]) return false;
        return seen_[square] = true;
    }
    void clear() { seen_.assign(seen_.size(), false); }

  private:
    std::vector<bool> seen_;
};

// The squares seen so far of a sequence that is far too short for its board.
class List {
  public:
    bool add(std::int64_t square) { return seen_.insert(square).second; }
    void clear() { seen_.clear(); }

  private:
    std::unordered_set<std::int64_t> seen_;
};

constexpr std::int64_t cells_per_square_of_a_map = 256;

template <typename Index, typename Allowed, typename IsMove, typename Seen>
Verdict check(const Rows<Index>& rows, std::int64_t cells, Allowed&& allowed, IsMove&& is_move,
              Seen seen) {
    Verdict verdict;
    verdict.ends_meet.reserve(rows.count);
    for (std::int64_t row = 0; row < rows.count; ++row) {
        const std::span<const Index> order = rows[row];
        seen.clear();
        for (std::int64_t step = 0; step < rows.length; ++step) {
            const std::int64_t square = order[step];
            Fault fault = Fault::none;
            if (square < 0 || square >= cells || !allowed(square))
                fault = Fault::outside;
            else if (!seen.add(square))
                fault = Fault::repeated;
            else if (step > 0 && !is_move(order[step - 1], square))
                fault = Fault::not_a_move;
            if (fault != Fault::none) return {fault, row, step, {}};
        }
        verdict.ends_meet.push_back(rows.length >= 2 && is_move(order.back(), order.front()));
    }
    return verdict;
}

template <typename Index, typename Allowed, typename IsMove>
Verdict check(const Rows<Index>& rows, std::int64_t cells, Allowed&& allowed, IsMove&& is_move) {
    if (cells / cells_per_square_of_a_map > rows.length)
        return check(rows, cells, allowed, is_move, List());
    return check(rows, cells, allowed, is_move, Map(cells));
}

}  // namespace

template <typename Index>
Verdict check_on_board(const Rows<Index>& rows, const Shape& shape,
                       std::span<const std::int64_t> holes) {
    auto allowed = [&](std::int64_t square) {
        return holes.empty() || !std::binary_search(holes.begin(), holes.end(), square);
    };
    auto is_move = [&](std::int64_t from, std::int64_t to) { return shape.is_move(from, to); };
    return check(rows, shape.cells(), allowed, is_move);
}

template Verdict check_on_board(const Rows<std::int32_t>&, const Shape&,
                                std::span<const std::int64_t>);
template Verdict check_on_board(const Rows<std::int64_t>&, const Shape&,
                                std::span<const std::int64_t>);

Verdict check_on_graph(const Rows<Vertex>& rows, const Graph& graph) {
    auto allowed = [](std::int64_t) { return true; };
    auto is_move = [&](Vertex from, Vertex to) { return graph.adjacent(from, to); };
    return check(rows, graph.vertex_count(), allowed, is_move);
}

}  // namespace babieca
