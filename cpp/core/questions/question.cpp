#include "core/questions/question.hpp"

#include <algorithm>
#include <string>

#include "core/reasons.hpp"

namespace babieca::questions {

Squares Question::ends() const {
    Squares ends;
    if (!closed())
        for (Square end_here : {start, end})
            if (end_here >= 0) ends.push_back(end_here);
    return ends;
}

Moves Question::required() const {
    Moves moves = through;
    for (std::size_t i = 1; i < begin.size(); ++i) moves.push_back(move_of(begin[i - 1], begin[i]));
    std::sort(moves.begin(), moves.end());
    moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
    return moves;
}

std::map<Square, Square> Question::givens() const {
    std::map<Square, Square> found;
    for (std::size_t step = 0; step < begin.size(); ++step) found[step] = begin[step];
    if (start >= 0) found[0] = start;
    for (const auto& [vertex, step] : at) found[step - 1] = vertex;
    if (end >= 0) found[size() - 1] = end;
    return found;
}

std::vector<std::pair<Vertex, int>> Question::given_steps() const {
    std::vector<std::pair<Vertex, int>> steps;
    for (const auto& [step, vertex] : givens())
        steps.emplace_back(static_cast<Vertex>(vertex), static_cast<int>(step));
    return steps;
}

Question Question::undirected() const {
    Question same = *this;
    same.through = required();
    same.begin.clear();
    if (closed()) same.start = -1;
    return same;
}

namespace {

// Whether a numbering has every given step; a closed tour is first rotated to the first of them.
bool numbered(std::vector<Vertex>& walk, const std::map<Square, Square>& givens, bool closed) {
    if (closed) {
        const auto size = static_cast<std::int64_t>(walk.size());
        const std::int64_t at =
            std::find(walk.begin(), walk.end(), givens.begin()->second) - walk.begin();
        std::rotate(walk.begin(), walk.begin() + (at - givens.begin()->first + size) % size,
                    walk.end());
    }
    return std::all_of(givens.begin(), givens.end(),
                       [&](const auto& given) { return walk[given.first] == given.second; });
}

}  // namespace

void Question::write(std::vector<Vertex>& tour) const {
    if (tour.empty()) return;
    if (!at.empty()) {
        const auto steps = givens();
        std::vector<Vertex> backwards(tour.rbegin(), tour.rend());
        if (!numbered(tour, steps, closed()) && numbered(backwards, steps, closed()))
            tour = backwards;
    } else if (!closed()) {
        const bool from = start < 0 || tour.front() == start, to = end < 0 || tour.back() == end;
        const bool on = begin.empty() || std::equal(begin.begin(), begin.end(), tour.begin());
        if (!from || !to || !on) std::reverse(tour.begin(), tour.end());
    } else if (start >= 0) {
        std::rotate(tour.begin(), std::find(tour.begin(), tour.end(), start), tour.end());
        if (!begin.empty() && tour[1] != begin[1]) std::reverse(tour.begin() + 1, tour.end());
    }
}

void Question::check() const {
    if (closed() && end >= 0) throw Refused({Code::closed_tour_has_no});
    if (!begin.empty()) check_begin();
    if (!at.empty()) check_at();
    Question settled = *this;
    settled.settle();
    if (settled.start >= 0 && settled.start == settled.end && size() > 1)
        throw Refused({Code::start_end_same_square, {{"start", named(settled.start)}}});
    for (const Move& move : settled.required())
        if (std::binary_search(settled.avoiding.begin(), settled.avoiding.end(), move))
            throw Refused(
                {Code::u_v_both_required, {{"u", named(move.first)}, {"v", named(move.second)}}});
}

void Question::check_begin() const {
    Squares visited = begin;
    std::sort(visited.begin(), visited.end());
    if (std::adjacent_find(visited.begin(), visited.end()) != visited.end())
        throw Refused({Code::begin_visits_square_twice});
    for (std::size_t i = 1; i < begin.size(); ++i)
        if (!place->adjacent(begin[i - 1], begin[i]))
            throw Refused(
                {Code::begin_no_walk_u, {{"u", named(begin[i - 1])}, {"v", named(begin[i])}}});
    if (start >= 0 && start != begin[0])
        throw Refused(
            {Code::begin_starts_at_begin, {{"begin", named(begin[0])}, {"start", named(start)}}});
    const bool has_end = std::binary_search(visited.begin(), visited.end(), end);
    if (has_end && (end != begin.back() || static_cast<Square>(begin.size()) < size()))
        throw Refused({Code::begin_passes_through_end});
}

void Question::check_at() const {
    std::map<std::int64_t, Square> given;
    if (start >= 0) given[1] = start;
    for (std::size_t i = 0; i < begin.size(); ++i)
        given[static_cast<std::int64_t>(i) + 1] = begin[i];
    if (end >= 0) given[size()] = end;
    for (const auto& [vertex, step] : at)
        if (const auto [known, is_new] = given.emplace(step, vertex);
            !is_new && known->second != vertex)
            throw Refused(
                {Code::at_step_step_given,
                 {{"step", step}, {"given", named(known->second)}, {"vertex", named(vertex)}}});
    std::map<Square, std::int64_t> steps;
    for (const auto& [step, vertex] : given)
        if (const auto [known, is_new] = steps.emplace(vertex, step); !is_new)
            throw Refused({Code::at_vertex_has_steps,
                           {{"vertex", named(vertex)}, {"steps", known->second}, {"step", step}}});
}

void Question::settle() {
    if (!begin.empty()) start = begin[0];
    if (begin.size() == 1) begin.clear();
    std::sort(at.begin(), at.end(), [](auto& a, auto& b) { return a.second < b.second; });
    // A path has the same numberings without these steps; a closed tour with `at` is numbered.
    const auto known = std::max<std::int64_t>(static_cast<std::int64_t>(begin.size()), 1);
    std::erase_if(at, [&](const auto& given) {
        if (given.second == 1) start = given.first;
        if (closed()) return false;
        if (given.second == size()) end = given.first;
        return given.second <= known || given.second == size();
    });
    for (Moves* moves : {&through, &avoiding}) {
        for (Move& move : *moves) move = move_of(move.first, move.second);
        std::sort(moves->begin(), moves->end());
        moves->erase(std::unique(moves->begin(), moves->end()), moves->end());
    }
}

Kind kind_named(std::string_view name) {
    if (name == "closed") return Kind::closed;
    if (name == "path") return Kind::path;
    if (name == "open") return Kind::open;
    throw not_one_of("kind", {"closed", "path", "open"}, name);
}

std::vector<Edge> edges_of(const Moves& moves) {
    return {moves.begin(), moves.end()};
}

}  // namespace babieca::questions
