// The finders of one method each: a question becomes the request of an engine.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/constructions/constructions.hpp"
#include "core/frontier/order_choice.hpp"
#include "core/questions/counting.hpp"
#include "core/questions/finding.hpp"
#include "core/sweep/decide.hpp"

namespace babieca::questions {
namespace {

constexpr std::int64_t shortest_side = 5;
constexpr int steering_tries = 8;   // the most tours of layers if both ends are given
constexpr std::int64_t walks = 16;  // of Warnsdorff's rule: k in Costa and Pereira de Sá
constexpr std::int64_t most_states = 20'000'000;  // about 2 GB: rectangles of a million squares

// Graphs that are swept if heuristics fail at once: the most of their frontier and their vertices.
constexpr int narrow_width = 21;
constexpr std::int64_t sweep_bytes = 1000;  // of the plan of a sweep, per vertex
constexpr Square narrow_vertices = 100'000;

Reason tour_of(const Board& board) {
    return {Code::the_tour, {{"board", board.name()}}};
}

Vertex checked_size(const Question& question) {
    const Square size = question.size();
    if (size == 0) throw Refused({Code::no_vertices});
    if (size >= std::int64_t{1} << 31)
        throw Refused({Code::too_many_for_searches, {{"count", size}}});
    return static_cast<Vertex>(size);
}

Vertex vertex(Square square) {
    return static_cast<Vertex>(square);
}

// A box in which a walk needs no holes and no borders.
bool is_box(const Board* board) {
    return board && board->sides.size() >= 2 && board->holes.empty() && !board->any_wrap();
}

Finding finding_of(Answer answer, std::vector<std::pair<std::string, std::int64_t>> statistics,
                   Code proof = Code::all_squares_entered) {
    Finding finding;
    finding.statistics = std::move(statistics);
    if (answer.outcome == Outcome::found) finding.vertices = std::move(answer.squares);
    if (answer.outcome == Outcome::impossible)
        finding.proof = Reason{proof, {{"count", answer.nodes}}};
    return finding;
}

// Refuses the words that `name`, a method of walks and constructions, does not obey.
void require_ends_only(const Question& question, const char* name) {
    for (auto [word, said] :
         {std::pair{"through", !question.through.empty()},
          std::pair{"avoiding", !question.avoiding.empty()}, std::pair{"at", !question.at.empty()}})
        if (said) throw Refused({Code::method_not_word, {{"method", name}, {"word", word}}});
}

// Lets a method that only understands `start` and `end` answer for `end` alone and `begin`.
Finding from_start(const char* name, const Question& question, const FindLimits& limits,
                   const Method& method) {
    require_ends_only(question, name);
    const Method again = [&](const Question& easier) {
        return from_start(name, easier, limits, method);
    };
    if (auto easier = reduced(again, question, limits)) return *easier;
    if (checked_size(question) < 3 && question.closed()) return proved(too_small);
    return method(question);
}

Finding constructed(const Question& question, const FindLimits& limits, Control& control,
                    const std::array<std::int64_t, 2>& sides, bool cycle) {
    const std::int64_t cells = sides[0] * sides[1];
    std::int64_t start = question.start;
    if (start < 0 && limits.seed) {
        // Any square of a cycle; on an odd board the colour of the corners, that of even indices.
        start = static_cast<std::int64_t>(Dice(*limits.seed).roll() %
                                          static_cast<std::uint64_t>(cells));
        if (!cycle) start -= start % 2;
    }
    if (start < 0 && !cycle) start = 0;
    const constructions::RectangleRequest how{sides[0],
                                              sides[1],
                                              cycle,
                                              start,
                                              question.end,
                                              question.second(),
                                              limits.seed.has_value(),
                                              limits.seed_or_0()};
    Timed timed(control, limits);
    Finding finding;
    if (cells <= std::int64_t{1} << 31)
        finding.vertices = constructions::construct<std::int32_t>(how, timed);
    else
        finding.large = constructions::construct<std::int64_t>(how, timed);
    return finding;
}

Finding steered(const Question& question, const FindLimits& limits, Control& control,
                const std::vector<int>& sides) {
    namespace layers = constructions::layered;
    const Vertex start = vertex(std::max<Square>(question.start, 0));
    Timed timed(control, limits);
    const int tries = question.end >= 0 ? steering_tries : 1;
    for (int restarts = 0; restarts < tries; ++restarts) {
        const std::uint64_t seed = limits.seed_or_0() + static_cast<std::uint64_t>(restarts);
        auto squares = layers::tour({sides, start, seed}, timed);
        if (question.end < 0 ||
            layers::steer(squares, vertex(question.end), *question.board(), seed, timed))
            return {.vertices = std::move(squares), .statistics = {{"restarts", restarts}}};
    }
    return {.statistics = {{"restarts", steering_tries}}};
}

// The vertices along which a stack search begins: a square with few moves for closed tours.
std::vector<Vertex> stack_starts(const Question& question, const Graph& graph) {
    if (question.start >= 0) return {vertex(question.start)};
    std::vector<Vertex> starts(graph.vertex_count());
    std::iota(starts.begin(), starts.end(), 0);
    std::stable_sort(starts.begin(), starts.end(),
                     [&](Vertex a, Vertex b) { return graph.degree(a) < graph.degree(b); });
    if (question.closed()) starts.resize(1);
    return starts;
}

// One start, or a random one per attempt, on the colour that has more squares.
std::vector<Vertex> walk_starts(const Question& question, const FindLimits& limits,
                                std::int64_t attempts) {
    if (question.start >= 0) return {vertex(question.start)};
    const Board* board = question.board();
    // With all sides odd, the colour of a square is the parity of its index.
    const bool corners = board && board->is_plain() && question.size() % 2 == 1;
    Dice dice(limits.seed_or_0());
    std::vector<Vertex> starts;
    for (std::int64_t i = 0; i < std::max<std::int64_t>(attempts, 1); ++i) {
        const Vertex start = dice.below(static_cast<int>(question.size()));
        starts.push_back(corners ? start - start % 2 : start);
    }
    return starts;
}

// The distances of every vertex to the nearest corner and edge; wrapped axes have none.
std::array<std::vector<std::int64_t>, 2> border_distances(const Board* board) {
    std::array<std::vector<std::int64_t>, 2> distances;
    if (!board) return distances;
    const std::int64_t longest = *std::max_element(board->sides.begin(), board->sides.end());
    for (Square v = 0; v < board->size(); ++v) {
        const auto square = board->coordinates(board->index_of(v));
        std::int64_t corner = 0, edge = longest;
        for (std::size_t axis = 0; axis < square.size(); ++axis) {
            if (board->wraps_along(axis)) continue;
            const std::int64_t border =
                std::min(square[axis], board->sides[axis] - 1 - square[axis]);
            corner += border;
            edge = std::min(edge, border);
        }
        distances[0].push_back(corner);
        distances[1].push_back(edge);
    }
    return distances;
}

frontier::Order order_of(const Place& place, Control& control) {
    return frontier::retirement_order(place, control);
}

heuristics::EdgesRequest as_cycle(const Question& question, const FindLimits& limits) {
    limits.require_graph(question);
    return {swept(question),
            {limits.nodes, limits.left(limits.nodes ? 0 : shorter_seconds)},
            limits.seed_or_0()};
}

}  // namespace

Finding construction(const Question& question, const FindLimits& limits, Control& control) {
    require_ends_only(question, "construction");
    const auto sides = question.board() ? question.board()->rectangle() : std::nullopt;
    if (!sides || std::min((*sides)[0], (*sides)[1]) < shortest_side)
        throw Refused({Code::not_rectangle, {{"least", shortest_side}}});
    if (question.begin.size() > 2)
        throw Refused({Code::begin_too_long, {{"method", "construction"}}});
    if (const auto reason = refuted(question)) return proved(*reason);
    const Method again = [&](const Question& q) { return construction(q, limits, control); };
    if (auto backwards = reversed_if_only_end(again, question)) return *backwards;
    const std::int64_t cells = question.size();
    // The links, the answer, its copy in the tour, its check.
    const std::int64_t bytes_per_square = cells <= std::int64_t{1} << 31 ? 10 : 20;
    limits.require(bytes_per_square * cells, tour_of(*question.board()));
    if (cells % 2 == 0 && question.end < 0) {
        // A closed tour can be cut open at any square, so it serves paths as well.
        Finding finding = constructed(question, limits, control, *sides, true);
        if (finding.found() || question.closed()) return finding;
    }
    return constructed(question, limits, control, *sides, false);
}

Finding layered(const Question& question, const FindLimits& limits, Control& control) {
    require_ends_only(question, "layered");
    const Board* board = question.board();
    std::vector<int> sides;  // without its sides of 1, a board has the same row-major indices
    if (board)
        for (std::int64_t side : board->sides)
            if (side > 1) sides.push_back(static_cast<int>(side));
    if (!board || !board->is_plain() || sides.size() < 3) throw Refused({Code::not_layered});
    if (question.begin.size() > 2) throw Refused({Code::begin_too_long, {{"method", "layered"}}});
    const Method again = [&](const Question& q) { return layered(q, limits, control); };
    if (auto backwards = reversed_if_only_end(again, question)) return *backwards;
    constexpr std::int64_t bytes_per_cell = 20;  // answer, steering its end, the answer again
    limits.require(bytes_per_cell * checked_size(question), tour_of(*board));
    if (const auto reason = refuted(question)) return proved(*reason);
    if (question.begin.empty()) return steered(question, limits, control, sides);
    // A path from the start to the second square, closed by the first move and read backwards.
    const bool even = std::any_of(sides.begin(), sides.end(), [](int s) { return s % 2 == 0; });
    if (!even || question.end >= 0) return {};
    Question path = question;
    path.kind = Kind::path;
    path.end = question.second();
    path.begin.clear();
    Finding finding = steered(path, limits, control, sides);
    if (finding.found()) std::reverse(finding.vertices.begin() + 1, finding.vertices.end());
    return finding;
}

Finding decide(const Question& question, const FindLimits& limits, Control& control) {
    const Square size = question.size();
    if (question.closed() && size < 3) return proved(too_small);
    if (size == 1) return {.vertices = {0}};
    limits.require(sweep_bytes * size, {Code::the_sweep_plan});
    return decide_along(order_of(*question.place, control), question, limits, control);
}

Finding decide_along(std::vector<Vertex> order, const Question& question, const FindLimits& limits,
                     Control& control) {
    const Square size = question.size();
    const auto sides = question.board() ? question.board()->rectangle() : std::nullopt;
    std::vector<Vertex> inner;
    std::int64_t period = 0;
    if (sides && question.through.empty() && question.avoiding.empty()) {
        const std::int64_t shorter = std::min((*sides)[0], (*sides)[1]);
        period = 4 * shorter;
        for (Vertex v = 0; shorter == 4 && !question.closed() && v < size; ++v) {
            const std::int64_t line = (*sides)[0] == 4 ? v / (*sides)[1] : v % (*sides)[1];
            if (line == 1 || line == 2) inner.push_back(v);
        }
    }
    if (sides && question.start >= 0) {
        // Sweep from the end of a rectangle nearer to the start: contradictions arise there.
        const bool along = (*sides)[1] > (*sides)[0];
        const std::int64_t line =
            along ? question.start % (*sides)[1] : question.start / (*sides)[1];
        if (2 * line >= (*sides)[along])
            for (Vertex& v : order) v = vertex(size) - 1 - v;
    }
    try {
        const frontier::Sweep sweep(question.graph(), order, swept(question));
        auto found = sweep::decide(sweep,
                                   {inner,
                                    period,
                                    {limits.states ? limits.states : most_states, limits.left()},
                                    limits.seed},
                                   control);
        Finding finding{.statistics = {{"states", found.states}}};
        if (!found.squares.empty()) {
            question.write(found.squares);
            finding.vertices = std::move(found.squares);
        } else if (found.complete) {
            finding.proof = Reason{Code::all_states, {{"count", found.states}}};
        }
        return finding;
    } catch (const Refused& error) {
        throw Refused({Code::cannot_sweep, {{"why", because(error.reason)}}});
    }
}

std::optional<std::vector<Vertex>> narrow_order(const Place& place, const FindLimits& limits,
                                                Control& control) {
    const auto bytes = static_cast<std::uint64_t>(sweep_bytes * place.size());
    if (place.size() > narrow_vertices || (limits.memory && bytes > limits.memory)) return {};
    auto order = order_of(place, control);
    if (frontier::frontier_width(place.graph(), order) > narrow_width) return {};
    return order;
}

Finding edge_search(const Question& question, const FindLimits& limits, Control& control) {
    if (checked_size(question) < 3 && question.closed()) return proved(too_small);
    const auto how = as_cycle(question, limits);
    Answer found = heuristics::edge_tour(question.graph(), how, control);
    question.write(found.squares);
    return finding_of(
        found,
        {{"restarts", found.restarts}, {"backtracks", found.backtracks}, {"nodes", found.nodes}},
        Code::all_choices);
}

Finding rotation(const Question& question, const FindLimits& limits, Control& control) {
    if (checked_size(question) < 3 && question.closed()) return proved(too_small);
    const auto how = as_cycle(question, limits);
    Answer found = heuristics::rotation_extension(question.graph(), how, control);
    question.write(found.squares);
    Finding finding = finding_of(
        found,
        {{"restarts", found.restarts}, {"rotations", found.rotations}, {"nodes", found.nodes}});
    if (finding.proof) finding.proof = Reason{Code::contradiction};
    return finding;
}

Finding backtrack(const Question& question, const FindLimits& limits, Control& control,
                  bool warnsdorff_order, EventLog* log) {
    return from_start("backtrack", question, limits, [&](const Question& from) {
        const Board* board = from.board();
        OwnedGraph ordered;
        if (is_box(board)) {
            constexpr std::int64_t bytes_per_move = 48;  // while the adjacency is built
            const auto moves = board->moves();
            limits.require(bytes_per_move * from.size() * static_cast<std::int64_t>(moves.size()),
                           {Code::the_search, {{"board", board->name()}}});
            ordered = ordered_graph(*board, moves, control);
        } else {
            limits.require_graph(from);
        }
        const Graph graph = is_box(board) ? ordered.view() : from.graph();
        const heuristics::StackSearch how{
            stack_starts(from, graph),
            vertex(from.end),
            from.closed(),
            warnsdorff_order,
            {limits.nodes, limits.left(limits.nodes ? 0 : usual_seconds)}};
        Answer found = heuristics::stack_search(graph, how, control, log);
        return finding_of(found, {{"restarts", found.restarts},
                                  {"backtracks", found.backtracks},
                                  {"nodes", found.nodes}});
    });
}

Finding warnsdorff(const Question& question, const FindLimits& limits, Control& control,
                   std::vector<heuristics::Criterion> criteria, EventLog* log) {
    return from_start("warnsdorff", question, limits, [&](const Question& from) {
        const Board* board = from.board();
        const std::int64_t attempts = limits.restarts < 0 ? walks : limits.restarts + 1;
        heuristics::Warnsdorff how{criteria,          walk_starts(from, limits, attempts),
                                   vertex(from.end),  from.closed(),
                                   attempts,          limits.seed_or_0(),
                                   {0, limits.left()}};
        if (criteria.empty()) how.criteria = heuristics::usual_criteria(board != nullptr);
        Answer found;
        if (is_box(board) && heuristics::fits(*board)) {
            constexpr std::int64_t bytes_per_square = 10;  // padded degrees, answer and its check
            limits.require(bytes_per_square * from.size(),
                           {Code::the_walk, {{"board", board->name()}}});
            found = heuristics::warnsdorff(*board, how, control, log);
        } else {
            limits.require_graph(from);
            const auto [corner, edge] = border_distances(board);
            found = heuristics::warnsdorff(from.graph(), corner, edge, how, control, log);
        }
        return finding_of(found, {{"restarts", found.restarts}, {"nodes", found.nodes}});
    });
}

}  // namespace babieca::questions
