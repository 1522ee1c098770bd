// The arguments of the refuter in their order, and the short ones: degrees, cuts, given steps.
#include "core/questions/refuter.hpp"

#include <algorithm>

namespace babieca::questions {
namespace {

// With more given steps than this, only consecutive ones are compared.
constexpr std::size_t most_steps = 64;

MaybeReason at_constant_cost(const Question& question) {
    if (question.size() == 0) return Reason{Code::nothing_to_visit};
    if (question.closed() && question.size() < 3) return too_small;
    for (auto* argument :
         {&ends_a_move_apart, &unbalanced_colours, &excluded_by_theorem, &excluded_on_torus})
        if (auto reason = argument(question)) return reason;
    return {};
}

// Whether this is a connected knight's board with two moves at every square: 3x4 or larger.
bool has_two_moves_everywhere(const Board* board) {
    if (!board || !board->is_knights() || board->sides.size() < 2 || !board->holes.empty())
        return false;
    auto sides = board->sides;
    std::sort(sides.rbegin(), sides.rend());
    return sides[1] > 3 || (sides[1] == 3 && sides[0] >= 4);
}

}  // namespace

MaybeReason refuted(const Question& question) {
    if (question.size() == 1 && !question.closed()) return {};
    if (auto reason = at_constant_cost(question)) return reason;
    const bool may_build = question.size() <= most_built;
    if (!question.at.empty() && may_build)
        if (auto reason = contradicting_steps(question)) return reason;
    const bool exists = admitted(question).has_value();
    const bool has_moves =
        !question.through.empty() || !question.begin.empty() || !question.avoiding.empty();
    if (exists && !has_moves) return {};
    if (!exists && may_build && !has_two_moves_everywhere(question.board())) {
        if (auto reason = too_few_moves(question)) return reason;
        if (auto reason = in_pieces(question.graph(), question.closed(), question.ends()))
            return reason;
        if (auto reason = unbalanced_bipartition(question)) return reason;
    }
    return contradicting_moves(question);
}

MaybeReason admitted(const Question& question) {
    const Board* board = question.board();
    if (is_full_torus(board) && question.size() > 1) return admitted_on_torus(question);
    const auto plain = board && question.size() > 1 ? plain_inside(*board) : std::nullopt;
    if (!plain) return admitted_by_theorem(question);
    const Question inside{std::make_shared<const Place>(*plain), question.kind, question.start,
                          question.end};
    if (at_constant_cost(inside)) return {};
    const auto reason = admitted_by_theorem(inside);
    if (!reason) return {};
    return Reason{Code::joined_borders, {{"because", because(*reason)}}, reason->source};
}

Verdict verdict_on(const Question& question, const std::string& other_word) {
    if (auto reason = refuted(question)) return {"no", *reason};
    std::string beyond = other_word;
    if (!question.at.empty()) beyond = "at";
    if (!question.avoiding.empty()) beyond = "avoiding";
    if (!question.through.empty()) beyond = "through";
    if (!question.begin.empty()) beyond = "begin";
    const auto reason = admitted(question);
    if (reason && beyond.empty()) return {"yes", *reason};
    if (!reason && question.size() <= most_built)
        if (auto set = not_tough(question)) return {"no", *set};
    if (reason)
        return {"undecided",
                {Code::no_theorem_on_word, {{"because", because(*reason)}, {"word", beyond}}}};
    if (!question.board()) return {"undecided", {Code::no_theorem_on_graph}};
    return {"undecided", {Code::no_theorem_on_board, {{"graph", AskedGraph{}}}}};
}

MaybeReason ends_a_move_apart(const Question& question) {
    const Squares ends = question.ends();
    if (question.kind != Kind::open || ends.size() < 2) return {};
    if (!question.place->adjacent(ends[0], ends[1])) return {};
    return Reason{Code::start_meets_end};
}

MaybeReason too_few_moves(const Question& question) {
    const Graph& graph = question.graph();
    const Squares ends = question.ends();
    Squares dangling;
    std::vector<int> forced(graph.vertex_count());
    for (Vertex v = 0; v < graph.vertex_count(); ++v) {
        if (graph.degree(v) == 0) return Reason{Code::no_move, {{"vertex", named(v)}}};
        const bool is_end = std::find(ends.begin(), ends.end(), v) != ends.end();
        if (graph.degree(v) == 1 && !is_end) dangling.push_back(v);
        if (graph.degree(v) == 2)
            for (Vertex u : graph.neighbours(v)) ++forced[u];
    }
    if (!question.closed()) {
        if (dangling.size() + ends.size() <= 2) return {};
        return Reason{ends.size() == 2 ? Code::no_way_out : Code::too_many_dead_ends,
                      {{"vertices", all_named(dangling)}}};
    }
    if (!dangling.empty()) return Reason{Code::one_move, {{"vertex", named(dangling[0])}}};
    // A closed tour makes both moves of a square that has two, and only two at each square.
    const auto crowded = std::max_element(forced.begin(), forced.end());
    if (*crowded <= 2) return {};
    return Reason{Code::crowded,
                  {{"count", *crowded}, {"vertex", named(crowded - forced.begin())}}};
}

MaybeReason in_pieces(const Graph& graph, bool closed, const Squares& ends, bool with_apex) {
    const auto far = distances(graph, 0);
    if (std::find(far.begin(), far.end(), graph.vertex_count()) != far.end())
        return Reason{Code::not_connected};
    const auto pieces = pieces_without(graph);
    const auto worst = std::max_element(pieces.begin(), pieces.end());
    if (*worst > (closed ? 1 : 2)) {
        const Square vertex = worst - pieces.begin();
        if (with_apex && vertex + 1 == graph.vertex_count())
            return Reason{Code::pieces_without_ends, {{"pieces", *worst}}};
        return Reason{Code::pieces, {{"vertices", named(vertex)}, {"pieces", *worst}}};
    }
    for (Square end : ends)
        if (pieces[end] > 1)
            return Reason{Code::pieces_without_end,
                          {{"vertex", named(end)}, {"pieces", pieces[end]}}};
    return {};
}

MaybeReason contradicting_steps(const Question& question) {
    const auto givens = question.givens();
    const Graph& graph = question.graph();
    const Square size = question.size();
    const auto two = [](Code code, const auto& first, const auto& second, auto... more) {
        return Reason{code,
                      {{"first", named(first.second)},
                       {"first_step", first.first + 1},
                       {"second", named(second.second)},
                       {"second_step", second.first + 1},
                       std::move(more)...}};
    };
    if (const auto colours = bipartition(graph); !colours.empty()) {
        for (const auto& given : givens) {
            const std::int64_t squares =
                std::count(colours.begin(), colours.end(), colours[given.second]);
            const std::int64_t wanted = (size + 1 - given.first % 2) / 2;
            if (squares != wanted)
                return Reason{Code::step_of_wrong_colour,
                              {{"vertex", named(given.second)},
                               {"step", given.first + 1},
                               {"steps", wanted},
                               {"squares", squares}},
                              Code::colours};
        }
        const auto& first = *givens.begin();
        for (const auto& given : givens) {
            const bool alike = colours[first.second] == colours[given.second];
            const bool odd = (given.first - first.first) % 2;
            if (alike != odd) continue;
            Reason reason = two(odd ? Code::steps_odd : Code::steps_even, first, given);
            reason.source = Code::colours;
            return reason;
        }
    }
    const bool few = givens.size() <= most_steps;
    for (auto one = givens.begin(); one != givens.end(); ++one) {
        const auto far = distances(graph, static_cast<Vertex>(one->second));
        for (auto other = std::next(one); other != givens.end(); ++other) {
            const bool ends = one == givens.begin() && std::next(other) == givens.end();
            if (!few && std::prev(other) != one && !ends) continue;
            std::int64_t between = other->first - one->first;
            if (question.closed()) between = std::min(between, size - between);
            const std::int64_t moves = far[other->second];
            if (moves <= between) continue;
            if (moves == size) return two(Code::steps_without_walk, *one, *other);
            return two(Code::steps_too_near, *one, *other, NamedArgument{"between", between},
                       NamedArgument{"moves", moves});
        }
    }
    return {};
}

std::vector<Vertex> distances(const Graph& graph, Vertex start) {
    const Vertex n = graph.vertex_count();
    std::vector<Vertex> far(n, n), queue{start};
    far[start] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head)
        for (Vertex u : graph.neighbours(queue[head]))
            if (far[u] == n) {
                far[u] = far[queue[head]] + 1;
                queue.push_back(u);
            }
    return far;
}

std::vector<std::uint8_t> bipartition(const Graph& graph) {
    std::vector<std::uint8_t> colours;
    for (std::int8_t colour :
         two_colours(graph.vertex_count(), [&](Vertex v) { return graph.neighbours(v); }).colour)
        colours.push_back(colour < 0);
    return colours;
}

}  // namespace babieca::questions
