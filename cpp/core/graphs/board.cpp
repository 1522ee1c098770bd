#include "core/graphs/board.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace babieca {

std::string leaper_name(std::int64_t shorter, std::int64_t longer) {
    for (const Leaper& leaper : leapers)
        if (leaper.shorter == shorter && leaper.longer == longer) return leaper.name;
    return "(" + std::to_string(shorter) + "," + std::to_string(longer) + ")-leaper";
}

std::int64_t Board::cells() const {
    return std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>());
}

bool Board::any_wrap() const {
    return std::find(wraps.begin(), wraps.end(), true) != wraps.end();
}

std::optional<std::array<std::int64_t, 2>> Board::rectangle() const {
    if (!is_plain() || sides.size() < 2) return {};
    std::vector<std::int64_t> proper{1, 1};
    for (std::int64_t side : sides)
        if (side > 1) proper.push_back(side);
    if (proper.size() > 4) return {};
    return std::array{*(proper.end() - 2), proper.back()};
}

std::string Board::name() const {
    std::string name;
    for (std::int64_t side : sides) {
        if (!name.empty()) name += 'x';
        name += std::to_string(side);
    }
    return name;
}

std::string Board::title() const {
    std::string title = name();
    if (!is_knights()) title += " " + leaper_name(shorter, longer) + " board";
    std::string axes;
    for (std::size_t axis = 0; axis < sides.size(); ++axis)
        if (wraps_along(axis)) axes += (axes.empty() ? "" : ", ") + std::to_string(axis);
    const bool is_torus =
        std::count(wraps.begin(), wraps.end(), true) == static_cast<std::ptrdiff_t>(sides.size());
    if (any_wrap()) title += is_torus ? " torus" : " wrapped along axis " + axes;
    if (!holes.empty())
        title += " with " + std::to_string(holes.size()) + (holes.size() > 1 ? " holes" : " hole");
    return title;
}

std::int64_t Board::index_of(Square vertex) const {
    // The number of holes before the square: the first with as many squares before it as `vertex`.
    std::size_t low = 0, high = holes.size();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (holes[middle] - static_cast<std::int64_t>(middle) <= vertex)
            low = middle + 1;
        else
            high = middle;
    }
    return vertex + static_cast<std::int64_t>(low);
}

Square Board::vertex_of(std::int64_t index) const {
    return index - (std::lower_bound(holes.begin(), holes.end(), index) - holes.begin());
}

std::vector<std::int64_t> Board::coordinates(std::int64_t index) const {
    std::vector<std::int64_t> square(sides.size());
    for (std::size_t axis = sides.size(); axis-- > 0; index /= sides[axis])
        square[axis] = index % sides[axis];
    return square;
}

std::int64_t Board::index_at(const std::vector<std::int64_t>& coordinates) const {
    std::int64_t index = 0;
    for (std::size_t axis = 0; axis < sides.size(); ++axis)
        index = index * sides[axis] + coordinates[axis];
    return index;
}

std::vector<Vertex> Board::vertices() const {
    std::vector<Vertex> all(cells(), 0);
    for (std::int64_t hole : holes) all[hole] = -1;
    Vertex next = 0;
    for (Vertex& vertex : all)
        if (vertex >= 0) vertex = next++;
    return all;
}

int Board::colour_of(Square vertex) const {
    const auto square = coordinates(index_of(vertex));
    return static_cast<int>(std::accumulate(square.begin(), square.end(), std::int64_t{0}) % 2);
}

std::vector<Displacement> Board::moves() const {
    std::vector<Displacement> moves;
    for (std::size_t one = 0; one < sides.size(); ++one)
        for (std::size_t other = one + 1; other < sides.size(); ++other)
            for (const auto& [along_one, along_other] : leaps(shorter, longer)) {
                Displacement move(sides.size(), 0);
                move[one] = along_one;
                move[other] = along_other;
                // A wazir (0, 1) or a ferz (1, 1) would list its moves more than once.
                const bool repeats = shorter == 0 || shorter == longer;
                if (!repeats || std::ranges::find(moves, move) == moves.end())
                    moves.push_back(std::move(move));
            }
    if (sides.size() == 1 && shorter == 0) moves = {{longer}, {-longer}};
    return moves;
}

std::int64_t Board::most_moves() const {
    const auto fits = [&](const Displacement& move) {
        for (std::size_t axis = 0; axis < sides.size(); ++axis)
            if (!wraps_along(axis) && std::abs(move[axis]) >= sides[axis]) return false;
        return true;
    };
    return std::max<std::int64_t>(std::ranges::count_if(moves(), fits), 1);
}

namespace {

// The squares that the moves lead to from a square, in their order; on wrapped axes some may be
// listed more than once.
Squares targets(const Board& board, Square vertex, const std::vector<Displacement>& moves) {
    const std::int64_t own = board.index_of(vertex);
    const auto square = board.coordinates(own);
    Squares found;
    found.reserve(moves.size());
    for (const Displacement& move : moves) {
        std::int64_t index = own, stride = 1;
        bool inside = true;
        for (std::size_t axis = square.size(); axis-- > 0 && inside; stride *= board.sides[axis]) {
            if (move[axis] == 0) continue;
            const std::int64_t side = board.sides[axis];
            std::int64_t at = square[axis] + move[axis];
            if (board.wraps_along(axis)) at = (at % side + side) % side;
            inside = at >= 0 && at < side;
            index += (at - square[axis]) * stride;
        }
        if (inside && index != own && !std::ranges::binary_search(board.holes, index))
            found.push_back(board.vertex_of(index));
    }
    return found;
}

Squares increasing(Squares squares) {
    std::ranges::sort(squares);
    squares.erase(std::unique(squares.begin(), squares.end()), squares.end());
    return squares;
}

}  // namespace

Squares Board::near(Square vertex) const {
    return increasing(targets(*this, vertex, moves()));
}

bool Board::spans(std::size_t axis, std::int64_t difference, std::int64_t length) const {
    if (!wraps_along(axis)) return std::abs(difference) == length;
    return (difference - length) % sides[axis] == 0 || (difference + length) % sides[axis] == 0;
}

// A move spans the shorter length along one axis, the longer along another, and 0 along the rest.
// On a wrapped axis the lengths may be equal, or 0, modulo the side, so every pair of axes is
// tried.
bool Board::is_move(std::int64_t from, std::int64_t to) const {
    constexpr std::size_t most_axes = 64;
    bool at_rest[most_axes], short_leg[most_axes], long_leg[most_axes];
    if (from == to) return false;
    const std::size_t axes = sides.size();
    std::size_t moving = 0;
    for (std::size_t axis = axes; axis-- > 0;) {
        const std::int64_t difference = to % sides[axis] - from % sides[axis];
        to /= sides[axis];
        from /= sides[axis];
        at_rest[axis] = spans(axis, difference, 0);
        short_leg[axis] = spans(axis, difference, shorter);
        long_leg[axis] = spans(axis, difference, longer);
        if (!at_rest[axis] && ++moving > 2) return false;
    }
    if (shorter == 0 && axes == 1) return long_leg[0];
    for (std::size_t first = 0; first < axes; ++first) {
        if (!short_leg[first]) continue;
        for (std::size_t second = 0; second < axes; ++second) {
            if (second == first || !long_leg[second]) continue;
            if (moving == static_cast<std::size_t>(!at_rest[first]) + !at_rest[second]) return true;
        }
    }
    return false;
}

OwnedGraph ordered_graph(const Board& board, const std::vector<Displacement>& moves,
                         Control& control) {
    OwnedGraph graph;
    for (Square v = 0; v < board.size(); ++v) {
        const auto begin = static_cast<std::ptrdiff_t>(graph.targets.size());
        for (Square target : targets(board, v, moves))
            if (std::find(graph.targets.begin() + begin, graph.targets.end(), target) ==
                graph.targets.end())
                graph.targets.push_back(static_cast<Vertex>(target));
        graph.offsets.push_back(static_cast<std::int64_t>(graph.targets.size()));
        if (v % (1 << 20) == 0) control.check({});  // the search that follows has the progress
    }
    return graph;
}

Squares Place::near(Square vertex) const {
    if (!is_built()) return board_.near(vertex);
    const auto found = graph_.neighbours(static_cast<Vertex>(vertex));
    return {found.begin(), found.end()};
}

bool Place::adjacent(Square one, Square other) const {
    if (is_built()) return graph_.adjacent(static_cast<Vertex>(one), static_cast<Vertex>(other));
    return board_.is_move(board_.index_of(one), board_.index_of(other));
}

std::int64_t Place::bytes_to_build() const {
    return is_built() ? 0 : board_.cells() * board_.most_moves() * 32;
}

const Graph& Place::graph() const {
    const std::lock_guard lock(building_);
    if (!is_built()) {
        const auto moves = board_.moves();
        for (Square v = 0; v < size(); ++v) owned_.add(increasing(targets(board_, v, moves)));
        graph_ = owned_.view();
    }
    return graph_;
}

}  // namespace babieca
