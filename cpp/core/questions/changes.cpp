// Changes of a tour: random switches that hide its tiles, and repairs of single moves.
//
// core/constructions/organic.cpp explains how switches on parallelograms of two moves change a
// tour, and how its pieces are joined again. Ends, beginnings, required and avoided moves, and the
// symmetry stay. The distribution is not uniform over all tours; that of `sample` is.
//
// A tour that lacks a required move or makes an avoided one is repaired window by window: see
// docs/finding.md. The work does not grow with the board.
#include <algorithm>
#include <set>

#include "core/constructions/constructions.hpp"
#include "core/questions/finding.hpp"

namespace babieca::questions {
namespace {

// Larger boards keep the constructed tour: switching takes about a second per half million.
constexpr std::int64_t most_shaken = 3'000'000;
// How far a window extends around the wrong move, in moves; tried in this order.
constexpr int reaches[] = {2, 3, 4};
// The time for one window: a search takes a few milliseconds, or finds nothing.
constexpr double window_seconds = 0.3;

// The required moves that a tour lacks, then the avoided moves that it makes.
Moves wrong_moves(const Question& question, const std::vector<Vertex>& tour) {
    const auto n = static_cast<Square>(tour.size());
    std::vector<Square> step(n);
    for (Square i = 0; i < n; ++i) step[tour[i]] = i;
    const auto made = [&](const Move& move) {
        const Square apart = std::abs(step[move.first] - step[move.second]);
        return apart == 1 || (question.closed() && apart == n - 1);
    };
    Moves wrong;
    for (const Move& move : question.required())
        if (!made(move)) wrong.push_back(move);
    for (const Move& move : question.avoiding)
        if (made(move)) wrong.push_back(move);
    return wrong;
}

// The vertices at most `reach` moves away from a move.
std::set<Square> window_around(const Place& place, const Move& move, int reach) {
    std::set<Square> window{move.first, move.second}, border = window;
    for (; reach > 0; --reach) {
        std::set<Square> next;
        for (Square vertex : border)
            for (Square other : place.near(vertex))
                if (window.insert(other).second) next.insert(other);
        border = std::move(next);
    }
    return window;
}

// Takes the tour apart at a window and walks the window anew; empty if no other walk is found.
//
// The small graph has the squares of the window first, then one vertex for each run outside it,
// joined to the two squares where the run begins and ends. One more vertex outside closes a path.
std::vector<Vertex> walked_anew(const Question& question, const std::vector<Vertex>& tour,
                                const std::set<Square>& inside, const FindLimits& limits,
                                Control& control) {
    const Squares window(inside.begin(), inside.end());
    std::vector<Vertex> cycle = tour;
    if (!question.closed()) cycle.push_back(static_cast<Vertex>(tour.size()));
    const std::size_t n = cycle.size();
    std::vector<int> number(n, -1);
    for (std::size_t local = 0; local < window.size(); ++local)
        number[window[local]] = static_cast<int>(local);

    std::set<Edge> edges, required;
    const Moves wanted = question.required();
    for (Square vertex : window)
        for (Square other : question.place->near(vertex)) {
            const Move move{vertex, other};
            if (vertex > other || number[other] < 0) continue;
            if (std::binary_search(question.avoiding.begin(), question.avoiding.end(), move))
                continue;
            const Edge edge = std::minmax(number[vertex], number[other]);
            edges.insert(edge);
            if (std::binary_search(wanted.begin(), wanted.end(), move)) required.insert(edge);
        }
    struct Run {  // the steps outside between two squares of the window
        std::size_t first, length;
        int before;  // the square of the window before it
    };
    std::vector<Run> runs;
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < n; ++i)
        if (number[cycle[i]] >= 0) steps.push_back(i);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::size_t here = steps[i], there = steps[(i + 1) % steps.size()];
        const std::size_t apart = here == there ? n : (there + n - here) % n;
        if (apart == 1) continue;
        const auto joint = static_cast<Vertex>(window.size() + runs.size());
        for (std::size_t end : {here, there}) {
            edges.insert({number[cycle[end]], joint});
            required.insert({number[cycle[end]], joint});
        }
        runs.push_back({(here + 1) % n, apart - 1, number[cycle[here]]});
    }
    const std::vector<Edge> listed(edges.begin(), edges.end());
    OwnedGraph small = graph_of(static_cast<Vertex>(window.size() + runs.size()), listed);
    Question anew{std::make_shared<const Place>(Board{}, std::move(small))};
    anew.through = {required.begin(), required.end()};
    const double seconds = std::min(window_seconds, limits.left(window_seconds));
    const auto found = search_one(anew, limits.within(seconds), control).vertices;
    std::vector<Vertex> whole;
    for (std::size_t at = 0; at < found.size(); ++at) {
        if (found[at] < static_cast<Vertex>(window.size())) {
            whole.push_back(static_cast<Vertex>(window[found[at]]));
            continue;
        }
        const Run& run = runs[found[at] - window.size()];
        const bool forwards = found[at ? at - 1 : found.size() - 1] == run.before;
        for (std::size_t i = 0; i < run.length; ++i)
            whole.push_back(cycle[(run.first + (forwards ? i : run.length - 1 - i)) % n]);
    }
    if (!question.closed() && !whole.empty()) {
        const auto outside =
            std::find(whole.begin(), whole.end(), static_cast<Vertex>(tour.size()));
        std::rotate(whole.begin(), outside + 1, whole.end());
        whole.pop_back();
    }
    return whole;
}

}  // namespace

void shake(const Question& question, std::vector<Vertex>& tour, const FindLimits& limits,
           Control& control, const PlaneSymmetry& symmetry) {
    const Board* board = question.board();
    if (tour.empty() || !board || board->sides.size() != 2) return;
    // Switches need eight moves, and wrapped sides that are long enough.
    if (board->shorter == 0 || board->shorter == board->longer) return;
    for (std::size_t axis = 0; axis < 2; ++axis)
        if (board->wraps_along(axis) && board->sides[axis] <= 2 * board->longer) return;
    if (board->cells() > most_shaken) return;
    try {
        auto shaken = join(question, tour, {}, usual_tries, limits, control, symmetry);
        if (!shaken.empty()) tour = std::move(shaken);
    } catch (const OutOfTime&) {  // the tour that was found stays
    }
}

std::vector<Vertex> join(const Question& question, const std::vector<Vertex>& pieces,
                         const std::vector<std::int64_t>& lengths, int tries,
                         const FindLimits& limits, Control& control,
                         const PlaneSymmetry& symmetry) {
    const Board& board = *question.board();
    constexpr std::int64_t bytes_per_square = 24;
    limits.require(bytes_per_square * board.cells(), {Code::the_tour, {{"board", board.name()}}});
    const auto indices = [&](Moves moves) {
        for (Move& move : moves) move = {board.index_of(move.first), board.index_of(move.second)};
        return edges_of(moves);
    };
    std::vector<Vertex> squares = pieces;
    if (!board.holes.empty())
        for (Vertex& square : squares) square = static_cast<Vertex>(board.index_of(square));
    const constructions::OrganicRequest how{board,
                                            question.closed(),
                                            indices(question.required()),
                                            indices(question.avoiding),
                                            tries,
                                            limits.seed_or_0(),
                                            symmetry,
                                            lengths};
    Timed timed(control, limits);
    auto tour = constructions::organic(squares, how, timed);
    if (!board.holes.empty())
        for (Vertex& square : tour) square = static_cast<Vertex>(board.vertex_of(square));
    if (!tour.empty()) question.write(tour);
    return tour;
}

std::vector<Vertex> repaired(const Question& question, std::vector<Vertex> tour,
                             const FindLimits& limits, Control& control) {
    const std::size_t rounds = 4 * (question.required().size() + question.avoiding.size()) + 1;
    for (std::size_t round = 0; round < rounds; ++round) {
        const Moves wrong = wrong_moves(question, tour);
        if (wrong.empty()) return tour;
        std::vector<Vertex> changed;
        for (int reach : reaches)
            if (changed.empty())
                changed =
                    walked_anew(question, tour, window_around(*question.place, wrong[0], reach),
                                limits, control);
        if (changed.empty()) return {};
        tour = std::move(changed);
    }
    return {};
}

bool can_be_repaired(const Board* board) {
    if (!board || board->sides.size() < 2) return false;
    auto sides = board->sides;
    std::sort(sides.begin(), sides.end());
    return *(sides.end() - 2) >= 2 * board->longer;
}

}  // namespace babieca::questions
