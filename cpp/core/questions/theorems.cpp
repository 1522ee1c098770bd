// Published theorems about which boards have knight's tours. Let m <= n be the sides of a
// rectangle.
//
// - Schwenk: it has a closed tour unless m n is odd, m is 1, 2 or 4, or m is 3 and n is 4, 6 or 8.
// - Cull and De Curtins: it has a path if m >= 5. Narrower rectangles are known one by one.
// - Conrad and others: if m >= 6, any two squares whose colours allow it are the ends of a path.
// - Erde, Golénia and Golénia: a box with three or more sides above 1 has a closed tour if and only
//   if one side is even, the longest is at least 4, and the second longest at least 3.
//
// A full torus wraps along every axis and has no holes. It is a Cayley graph of the abelian group
// Z_m x Z_n x …, whose generators are the moves. If it is connected and has three squares or more,
// it has a closed tour. If a square also has three moves or more, a path joins any two squares; on
// a bipartite graph, any two squares of different classes (Chen and Quimpo). With fewer moves the
// graph is a cycle or a pair of squares.
#include <algorithm>
#include <numeric>

#include "core/questions/refuter.hpp"

namespace babieca::questions {
namespace {

struct ClosedTour {
    bool exists;
    Code source;
};

ClosedTour closed_tour(const Board& board) {
    std::vector<std::int64_t> proper{1, 1};
    bool even = false;
    for (std::int64_t side : board.sides) {
        if (side > 1) proper.push_back(side);
        even |= side % 2 == 0;
    }
    std::sort(proper.begin(), proper.end());
    const std::int64_t shorter = *(proper.end() - 2), longer = proper.back();
    if (proper.size() > 4) return {even && longer >= 4 && shorter >= 3, Code::erde};
    const bool narrow = shorter <= 2 || shorter == 4;
    return {even && !narrow && !(shorter == 3 && longer <= 8 && longer % 2 == 0), Code::schwenk};
}

MaybeReason imbalance(const Question& question, std::int64_t zeros, std::int64_t ones,
                      const auto& colour) {
    const int more = ones > zeros;
    const std::int64_t many = std::max(zeros, ones), few = std::min(zeros, ones);
    const Squares ends = question.ends();
    if (many - few > (question.closed() ? 0 : 1))
        return Reason{question.closed() ? Code::colours_differ_closed : Code::colours_differ_path,
                      {{"many", many}, {"few", few}},
                      Code::colours};
    if (many - few == 1) {
        for (Square end : ends)
            if (colour(end) != more)
                return Reason{Code::end_of_rarer_colour,
                              {{"many", many}, {"few", few}, {"vertex", named(end)}},
                              Code::colours};
    } else if (ends.size() == 2 && colour(ends[0]) == colour(ends[1])) {
        return Reason{Code::ends_of_one_colour,
                      {{"count", many}, {"first", named(ends[0])}, {"second", named(ends[1])}},
                      Code::colours};
    }
    return {};
}

// Whether the colours of the box alternate across every wrapped border.
bool borders_match(const Board& board) {
    for (std::size_t axis = 0; axis < board.sides.size(); ++axis)
        if (board.wraps_along(axis) && board.sides[axis] % 2) return false;
    return true;
}

bool alternates(const Board& board) {
    return (board.shorter + board.longer) % 2 == 1 && borders_match(board);
}

// Whether the moves generate the group: whether the quotient by them has only one element.
//
// In the quotient a e_i + b e_j = 0 for all axes i != j, and n_i e_i = 0 for the side n_i. Hence
// 2 gcd(a, b) e_i = 0. So a prime divides the order of the quotient only if it divides a, b and a
// side, or if it is 2, a and b are odd and all sides are even: then no move changes the colour.
bool is_connected_torus(const Board& board) {
    const std::int64_t a = board.shorter, b = board.longer;
    if (board.sides.size() == 1) return a == 0 && std::gcd(b, board.sides[0]) == 1;
    bool odd = false;
    for (std::int64_t side : board.sides) {
        if (std::gcd(std::gcd(a, b), side) > 1) return false;
        odd |= side % 2 == 1;
    }
    return a % 2 == 0 || b % 2 == 0 || odd;
}

struct TorusAnswer {
    bool exists;
    Reason reason;
};

std::optional<TorusAnswer> on_torus(const Question& question) {
    const Board* board = question.board();
    const Squares ends = question.ends();
    const Square size = question.size();
    if (!is_full_torus(board) || size < 2) return {};
    if (!is_connected_torus(*board)) return {{false, {Code::not_connected}}};
    const auto connected = [&](Code code) {
        return Reason{code, {{"graph", AskedGraph{}}}, Code::chen};
    };
    if (question.closed()) return {{size > 2, connected(Code::torus_closed)}};
    if (question.kind == Kind::path && ends.size() < 2)
        return {{true, connected(Code::torus_path)}};
    const auto degree = static_cast<Square>(board->near(0).size());
    if (degree < 3)
        return {{question.kind == Kind::path && question.place->adjacent(ends[0], ends[1]),
                 {Code::one_cycle}}};
    bool coloured = alternates(*board);
    if (!coloured && (ends.size() == 2 || 2 * degree == size)) {
        if (size > most_built) return {};
        const auto classes = bipartition(question.graph());
        if (ends.size() == 2 && !classes.empty() && classes[ends[0]] == classes[ends[1]])
            return {};  // refuted by unbalanced_bipartition, which names the squares
        coloured = !classes.empty();
    }
    if (ends.size() < 2 && degree == (coloured ? size / 2 : size - 1))
        return {{false, {Code::ends_meet}}};
    return {{true, connected(Code::torus_ends)}};
}

}  // namespace

std::optional<Board> plain_inside(const Board& board) {
    if (!board.is_knights() || !board.holes.empty() || !board.any_wrap()) return {};
    return Board{board.sides};
}

MaybeReason excluded_by_theorem(const Question& question) {
    const Board* board = question.board();
    if (!board || !board->is_plain() || board->sides.size() < 2) return {};
    if (question.closed()) {
        const auto [exists, source] = closed_tour(*board);
        if (exists) return {};
        return Reason{Code::no_closed_tour, {{"board", board->name()}}, source};
    }
    auto sorted = board->sides;
    std::sort(sorted.begin(), sorted.end());
    const std::int64_t shorter = *(sorted.end() - 2), longer = sorted.back();
    const auto sides = board->rectangle();
    if (!sides) {
        if (longer <= 3) {
            // A square in the middle of every side of 3 has no step of two in any direction.
            std::int64_t middle = 0;
            for (std::int64_t side : board->sides) middle = middle * side + (side == 3 ? 1 : 0);
            return Reason{Code::no_move, {{"vertex", named(middle)}}};
        }
        if (shorter == 2) return Reason{Code::keeps_parity, {{"board", board->name()}}};
        return {};
    }
    if (shorter < 3 || (shorter == 3 && longer != 4 && longer < 7) || (shorter == 4 && longer == 4))
        return Reason{Code::no_path, {{"board", board->name()}}, Code::cull};
    const auto ends = question.ends();
    const bool inner = std::any_of(ends.begin(), ends.end(), [&](Square end) {
        const std::int64_t line = (*sides)[0] == 4 ? end / (*sides)[1] : end % (*sides)[1];
        return line == 1 || line == 2;
    });
    // Outer squares have inner neighbours only. So inner links number (outer ends - inner ends) /
    // 2. Without inner links a path would keep to the squares whose line (outer or inner) goes with
    // their colour as at its start. Hence one inner link and two outer ends.
    if (shorter == 4 && inner) return Reason{Code::outer_lines, {}, Code::counting};
    return {};
}

MaybeReason admitted_by_theorem(const Question& question) {
    if (question.size() == 1) return Reason{Code::single_square};
    const Board* board = question.board();
    if (!board || !board->is_plain()) return {};
    const auto sides = board->rectangle();
    const Squares ends = question.ends();
    const auto [has_closed, source] = closed_tour(*board);
    const auto has = [&](Code code, Code by) {
        return Reason{code, {{"board", board->name()}}, by};
    };
    if (question.closed()) {
        if (!has_closed) return {};
        return has(Code::has_closed_tour, source);
    }
    const bool free = question.kind == Kind::open && ends.size() < 2;
    if (sides && std::min((*sides)[0], (*sides)[1]) >= 6) {
        if (free) return Reason{Code::any_two_ends, {}, Code::conrad};
        if (!ends.empty()) return Reason{Code::allowed_ends, {}, Code::conrad};
    }
    if (free) return {};
    if (sides && ends.empty()) return has(Code::has_path, Code::cull);
    if (has_closed && ends.size() < 2) return has(Code::has_cut_tour, source);
    return {};
}

bool is_full_torus(const Board* board) {
    if (!board || !board->holes.empty() || board->wraps.empty()) return false;
    return std::find(board->wraps.begin(), board->wraps.end(), false) == board->wraps.end();
}

MaybeReason excluded_on_torus(const Question& question) {
    const auto answer = on_torus(question);
    if (answer && !answer->exists) return answer->reason;
    return {};
}

MaybeReason admitted_on_torus(const Question& question) {
    const auto answer = on_torus(question);
    if (answer && answer->exists) return answer->reason;
    return {};
}

MaybeReason unbalanced_colours(const Question& question) {
    const Board* board = question.board();
    if (!board) return {};
    std::int64_t dark = board->cells() - board->cells() / 2;
    for (std::int64_t hole : board->holes) {
        const auto square = board->coordinates(hole);
        dark -= std::accumulate(square.begin(), square.end(), std::int64_t{0}) % 2 == 0;
    }
    const std::int64_t light = question.size() - dark;
    const bool even = (board->shorter + board->longer) % 2 == 0;
    if (even && borders_match(*board) && std::min(dark, light) > 0)
        return Reason{Code::keeps_colour,
                      {{"shorter", board->shorter}, {"longer", board->longer}},
                      Code::colours};
    if (!alternates(*board)) return {};
    return imbalance(question, dark, light, [&](Square v) { return board->colour_of(v); });
}

MaybeReason unbalanced_bipartition(const Question& question) {
    const auto colours = bipartition(question.graph());
    if (colours.empty()) return {};
    const auto ones = std::count(colours.begin(), colours.end(), 1);
    return imbalance(question, question.size() - ones, ones,
                     [&](Square v) { return static_cast<int>(colours[v]); });
}

}  // namespace babieca::questions
