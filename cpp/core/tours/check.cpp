#include "core/tours/check.hpp"

#include <algorithm>
#include <cstdlib>
#include <unordered_set>

namespace babieca {

namespace {

// The squares seen so far: one bit for each square of the board, or a list if the sequence is far
// too short for its board.
class Seen {
  public:
    Seen(std::int64_t cells, std::int64_t length)
        : listed_(cells / cells_per_listed_square > length), map_(listed_ ? 0 : cells) {}

    bool add(std::int64_t square) {
        if (listed_) return list_.insert(square).second;
        if (map_[square]) return false;
        return map_[square] = true;
    }
    void clear() {
        map_.assign(map_.size(), false);
        list_.clear();
    }

  private:
    static constexpr std::int64_t cells_per_listed_square = 256;
    bool listed_;
    std::vector<bool> map_;
    std::unordered_set<std::int64_t> list_;
};

template <typename Index, typename Allowed, typename IsMove>
FirstFault check(const Rows<Index>& rows, std::int64_t cells, Allowed&& allowed, IsMove&& is_move) {
    FirstFault verdict;
    verdict.ends_meet.reserve(rows.count);
    Seen seen(cells, rows.length);
    for (std::int64_t row = 0; row < rows.count; ++row) {
        const std::span<const Index> tour = rows[row];
        seen.clear();
        for (std::int64_t step = 0; step < rows.length; ++step) {
            const std::int64_t square = tour[step];
            Fault fault = Fault::none;
            if (square < 0 || square >= cells || !allowed(square))
                fault = Fault::outside;
            else if (!seen.add(square))
                fault = Fault::repeated;
            else if (step > 0 && !is_move(tour[step - 1], square))
                fault = Fault::not_a_move;
            if (fault != Fault::none) return {fault, row, step, {}};
        }
        verdict.ends_meet.push_back(rows.length >= 2 && is_move(tour.back(), tour.front()));
    }
    return verdict;
}

}  // namespace

template <typename Index>
FirstFault check_on_board(const Rows<Index>& rows, const Board& board) {
    const std::int64_t cells = board.cells();
    const auto allowed = [&](std::int64_t square) {
        return board.holes.empty() || !std::ranges::binary_search(board.holes, square);
    };
    const auto is_move = [&](std::int64_t from, std::int64_t to) {
        return board.is_move(from, to);
    };
    if (board.sides.size() != 2 || board.any_wrap() || cells >= std::int64_t{1} << 32)
        return check(rows, cells, allowed, is_move);
    // The fast case of large boards: two axes, no wrapping, indices of 32 bits.
    const auto columns = static_cast<std::uint32_t>(board.sides[1]);
    const auto is_plane_move = [&, columns](std::int64_t from, std::int64_t to) {
        const auto one = static_cast<std::uint32_t>(from), other = static_cast<std::uint32_t>(to);
        const std::int64_t up = std::abs(std::int64_t{other / columns} - one / columns);
        const std::int64_t along = std::abs(std::int64_t{other % columns} - one % columns);
        return (up == board.shorter && along == board.longer) ||
               (up == board.longer && along == board.shorter);
    };
    return check(rows, cells, allowed, is_plane_move);
}

template FirstFault check_on_board(const Rows<std::int32_t>&, const Board&);
template FirstFault check_on_board(const Rows<std::int64_t>&, const Board&);

FirstFault check_on_graph(const Rows<Vertex>& rows, const Graph& graph) {
    auto allowed = [](std::int64_t) { return true; };
    auto is_move = [&](Vertex from, Vertex to) { return graph.adjacent(from, to); };
    return check(rows, graph.vertex_count(), allowed, is_move);
}

}  // namespace babieca
