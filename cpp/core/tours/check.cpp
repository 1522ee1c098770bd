#include "core/tours/check.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace babieca {

Shape::Shape(std::vector<std::int64_t> sides, std::vector<bool> wraps, std::int64_t shorter,
             std::int64_t longer)
    : sides_(std::move(sides)), wraps_(std::move(wraps)), shorter_(shorter), longer_(longer) {
    for (std::int64_t side : sides_) cells_ *= side;
    is_plane_ = sides_.size() == 2 && !wraps_[0] && !wraps_[1] && cells_ < (std::int64_t{1} << 32);
}

bool Shape::spans(std::size_t axis, std::int64_t difference, std::int64_t length) const {
    if (!wraps_[axis]) return std::abs(difference) == length;
    return (difference - length) % sides_[axis] == 0 || (difference + length) % sides_[axis] == 0;
}

// A move spans the shorter length along one axis, the longer along another, and 0 along the rest.
// On a wrapped axis the lengths may be equal, or 0, modulo the side, so every pair of axes is
// tried.
bool Shape::is_box_move(std::int64_t from, std::int64_t to) const {
    constexpr std::size_t most_axes = 64;
    bool at_rest[most_axes], short_leg[most_axes], long_leg[most_axes];
    if (from == to) return false;
    const std::size_t axes = sides_.size();
    std::size_t moving = 0;
    for (std::size_t axis = axes; axis-- > 0;) {
        const std::int64_t difference = to % sides_[axis] - from % sides_[axis];
        to /= sides_[axis];
        from /= sides_[axis];
        at_rest[axis] = spans(axis, difference, 0);
        short_leg[axis] = spans(axis, difference, shorter_);
        long_leg[axis] = spans(axis, difference, longer_);
        if (!at_rest[axis] && ++moving > 2) return false;
    }
    if (shorter_ == 0 && axes == 1) return long_leg[0];
    for (std::size_t first = 0; first < axes; ++first) {
        if (!short_leg[first]) continue;
        for (std::size_t second = 0; second < axes; ++second) {
            if (second == first || !long_leg[second]) continue;
            if (moving == static_cast<std::size_t>(!at_rest[first]) + !at_rest[second]) return true;
        }
    }
    return false;
}

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
FirstFault check_on_board(const Rows<Index>& rows, const Shape& shape,
                          std::span<const std::int64_t> holes) {
    auto allowed = [&](std::int64_t square) {
        return holes.empty() || !std::binary_search(holes.begin(), holes.end(), square);
    };
    auto is_move = [&](std::int64_t from, std::int64_t to) { return shape.is_move(from, to); };
    return check(rows, shape.cells(), allowed, is_move);
}

template FirstFault check_on_board(const Rows<std::int32_t>&, const Shape&,
                                   std::span<const std::int64_t>);
template FirstFault check_on_board(const Rows<std::int64_t>&, const Shape&,
                                   std::span<const std::int64_t>);

FirstFault check_on_graph(const Rows<Vertex>& rows, const Graph& graph) {
    auto allowed = [](std::int64_t) { return true; };
    auto is_move = [&](Vertex from, Vertex to) { return graph.adjacent(from, to); };
    return check(rows, graph.vertex_count(), allowed, is_move);
}

}  // namespace babieca
