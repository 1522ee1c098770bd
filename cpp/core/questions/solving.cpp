#include "core/questions/solving.hpp"

#include <cmath>

#include "core/questions/refuter.hpp"

namespace babieca::questions {
namespace {

std::vector<Vertex> some_solutions(const Question& question, int most, Control& control) {
    std::vector<Vertex> squares;
    search::StepSearch(by_steps(question)).next(most, &squares, control);
    return squares;
}

// Leaves out given steps, one after another, as long as the others have no tour together.
std::vector<std::pair<Vertex, std::int64_t>> conflict_of(const Question& question,
                                                         Control& control) {
    Question bare = question;
    bare.start = bare.end = -1;
    bare.begin.clear();
    std::map<Square, Square> left = question.givens();
    const std::map<Square, Square> all = left;
    for (const auto& given : all) {
        std::map<Square, Square> fewer = left;
        fewer.erase(given.first);
        Question asked = bare;
        asked.at.clear();
        for (const auto& other : fewer) asked.at.emplace_back(other.second, other.first + 1);
        asked.settle();
        if (refuted(asked) || some_solutions(asked, 1, control).empty()) left = fewer;
    }
    std::vector<std::pair<Vertex, std::int64_t>> found;
    for (const auto& given : left)
        found.emplace_back(static_cast<Vertex>(given.second), given.first + 1);
    return found;
}

}  // namespace

std::optional<Solutions> solve(const Question& question, double seconds,
                               const CountOptions& options, Control& control) {
    Bounded deadline(control, seconds > 0 ? seconds : HUGE_VAL);
    Solutions found;
    bool searched = false;
    try {
        const auto reason = refuted(question);
        const auto size = static_cast<std::ptrdiff_t>(question.size());
        std::vector<Vertex> squares;
        if (!reason) squares = some_solutions(question, 2, deadline);
        for (auto at = squares.begin(); at != squares.end(); at += size)
            found.solutions.emplace_back(at, at + size);
        found.count = BigNatural(found.solutions.size());
        if (found.solutions.empty()) found.reason = reason ? *reason : Reason{Code::all_numberings};
        searched = true;
        if (found.solutions.size() == 2) found.count = count(question, options, deadline).value;
        if (found.solutions.empty()) found.conflict = conflict_of(question, deadline);
    } catch (const Interrupted&) {
        if (!deadline.ended()) throw;
        if (!searched) return std::nullopt;
        if (found.solutions.size() == 2) found.count.reset();
    }
    return found;
}

}  // namespace babieca::questions
