#include "core/questions/judging.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace babieca::questions {
namespace {

constexpr std::int64_t most_named = 5;  // of the missing vertices

// The first step of a walk that repeats a vertex or is no move.
std::optional<TourFault> fault_of_step(const Place& place, const Squares& walk) {
    std::unordered_map<Square, std::int64_t> steps;
    steps.reserve(walk.size());
    for (std::int64_t step = 1; step <= static_cast<std::int64_t>(walk.size()); ++step) {
        const Square here = walk[step - 1];
        if (const auto [known, is_new] = steps.emplace(here, step); !is_new)
            return TourFault{
                {Code::step_repeated,
                 {{"step", step}, {"square", named(here)}, {"earlier", known->second}}},
                step,
                true};
        if (step > 1 && !place.adjacent(walk[step - 2], here))
            return TourFault{
                {Code::step_no_move,
                 {{"step", step}, {"before", named(walk[step - 2])}, {"square", named(here)}}},
                step,
                true};
    }
    return {};
}

Reason missing(const Place& place, const Squares& walk) {
    Squares visited = walk;
    std::sort(visited.begin(), visited.end());
    const auto count = place.size() - static_cast<std::int64_t>(walk.size());
    VertexList names{{}, std::min(count, most_named)};
    auto next = visited.begin();
    for (Square v = 0; static_cast<std::int64_t>(names.first.size()) < names.count; ++v) {
        if (next != visited.end() && *next == v)
            ++next;
        else
            names.first.push_back(v);
    }
    return {count > most_named ? Code::squares_missing_first : Code::squares_missing,
            {{"count", count}, {"names", std::move(names)}}};
}

// The question for tours that begin with a walk.
Question begun(const Question& question, const Squares& walk) {
    Question same = question;
    if (!walk.empty()) same.start = walk[0];
    if (walk.size() > std::max<std::size_t>(question.begin.size(), 1)) same.begin = walk;
    same.settle();
    return same;
}

}  // namespace

std::optional<TourFault> fault_of_tour(const Place& place, Kind kind, const Squares& walk,
                                       bool directed) {
    if (const auto fault = fault_of_step(place, walk)) return fault;
    const auto length = static_cast<std::int64_t>(walk.size());
    if (length < place.size()) return TourFault{missing(place, walk)};
    // Two vertices a move apart are an edge, not a cycle; two arcs are one.
    const std::int64_t shortest = directed ? 2 : 3;
    if (kind == Kind::closed && length < shortest)
        return TourFault{{Code::closed_too_short, {{"count", shortest}}}, length};
    const bool meet = length >= shortest && place.adjacent(walk.back(), walk.front());
    if (kind == Kind::closed && !meet)
        return TourFault{
            {Code::not_closed, {{"last", named(walk.back())}, {"first", named(walk.front())}}},
            length};
    if (kind == Kind::open && length > 1 && place.adjacent(walk.back(), walk.front()))
        return TourFault{
            {Code::not_open, {{"first", named(walk.back())}, {"last", named(walk.front())}}}};
    return {};
}

std::int64_t sound_beginning(std::int64_t length, const std::function<bool(std::int64_t)>& lost) {
    std::int64_t sound = 0, beyond = std::max<std::int64_t>(length - 1, 0);
    while (sound < beyond) {
        const std::int64_t middle = (sound + beyond) / 2;
        if (lost(middle + 1))
            beyond = middle;
        else
            sound = middle + 1;
    }
    return sound;
}

Judged judge(const Question& question, const Squares& walk, const FindLimits& limits,
             Control& control) {
    const Place& place = *question.place;
    Judged found{fault_of_tour(place, question.kind, walk), walk};
    if (found.fault && found.fault->in_walk) found.legal.resize(found.fault->step - 1);
    const std::unordered_set<Square> visited(found.legal.begin(), found.legal.end());
    if (found.legal.empty())
        for (Square v = 0; v < place.size(); ++v) found.moves.push_back(v);
    else
        found.moves = place.near(found.legal.back());
    std::erase_if(found.moves, [&](Square v) { return visited.contains(v); });
    const auto length = static_cast<std::int64_t>(found.legal.size());
    const auto completed = [&](std::int64_t size) {
        return complete(begun(question, {found.legal.begin(), found.legal.begin() + size}), limits,
                        control);
    };
    if (length < place.size())
        found.finding = completed(length);
    else if (found.fault)
        found.finding.proof = found.fault->reason;
    else
        found.finding.vertices.assign(walk.begin(), walk.end());
    if (found.finding.found()) found.sound = length;
    if (found.finding.proof)
        found.sound =
            sound_beginning(length, [&](std::int64_t size) { return !completed(size).found(); });
    return found;
}

}  // namespace babieca::questions
