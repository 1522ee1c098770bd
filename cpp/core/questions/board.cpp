#include "core/questions/board.hpp"

#include <algorithm>
#include <numeric>

namespace babieca::questions {

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

int Board::colour_of(Square vertex) const {
    const auto square = coordinates(index_of(vertex));
    return static_cast<int>(std::accumulate(square.begin(), square.end(), std::int64_t{0}) % 2);
}

Squares Board::near(Square vertex) const {
    const std::int64_t origin = index_of(vertex);
    const auto square = coordinates(origin);
    Squares found;
    // The index of the square `by` further along an axis, minus the index here; none: outside.
    const auto moved = [&](std::size_t axis, std::int64_t by) -> std::optional<std::int64_t> {
        const std::int64_t side = sides[axis], at = square[axis];
        std::int64_t to = at + by;
        if (wraps_along(axis))
            to = ((to % side) + side) % side;
        else if (to < 0 || to >= side)
            return {};
        std::int64_t stride = 1;
        for (std::size_t later = axis + 1; later < sides.size(); ++later) stride *= sides[later];
        return (to - at) * stride;
    };
    for (std::size_t one = 0; one < sides.size(); ++one)
        for (std::int64_t by : {-longer, longer}) {
            const auto first = moved(one, by);
            if (!first) continue;
            if (shorter == 0) found.push_back(origin + *first);
            for (std::size_t other = 0; other < sides.size() && shorter > 0; ++other)
                for (std::int64_t across : {-shorter, shorter})
                    if (const auto second = moved(other, across); second && other != one)
                        found.push_back(origin + *first + *second);
        }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::erase_if(found, [&](std::int64_t index) {
        return index == origin || std::binary_search(holes.begin(), holes.end(), index);
    });
    if (!holes.empty())
        for (Square& index : found) index = vertex_of(index);
    return found;
}

std::int64_t Board::most_moves() const {
    const auto fits = [&](std::size_t axis, std::int64_t by) {
        return wraps_along(axis) || by < sides[axis];
    };
    std::int64_t count = 0;
    for (std::size_t one = 0; one < sides.size(); ++one)
        for (std::size_t other = 0; other < sides.size(); ++other)
            if (shorter == 0 ? one == other : one != other)
                count += fits(one, longer) && fits(other, shorter) ? 4 : 0;
    return std::max<std::int64_t>(shorter == 0 || shorter == longer ? count / 2 : count, 1);
}

Squares Place::near(Square vertex) const {
    if (!is_built()) return board_.near(vertex);
    const auto found = graph_.neighbours(static_cast<Vertex>(vertex));
    return {found.begin(), found.end()};
}

bool Place::adjacent(Square one, Square other) const {
    if (is_built()) return graph_.adjacent(static_cast<Vertex>(one), static_cast<Vertex>(other));
    const Squares found = board_.near(one);
    return std::binary_search(found.begin(), found.end(), other);
}

std::int64_t Place::bytes_to_build() const {
    return is_built() ? 0 : board_.cells() * board_.most_moves() * 32;
}

const Graph& Place::graph() const {
    const std::lock_guard lock(building_);
    if (!is_built()) {
        for (Square v = 0; v < size(); ++v) owned_.add(board_.near(v));
        graph_ = owned_.view();
    }
    return graph_;
}

}  // namespace babieca::questions
