// The limits and the answer of a finder, and easier questions for methods that know only ends.
#include "core/questions/finding.hpp"

#include <algorithm>

namespace babieca::questions {

double FindLimits::left(double usual) const {
    if (timeout <= 0) return usual;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began;
    return std::max(0.001, timeout - passed.count());
}

bool FindLimits::over() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began;
    return timeout > 0 && passed.count() > timeout;
}

FindLimits FindLimits::within(double seconds) const {
    FindLimits limits = *this;
    limits.timeout = seconds;
    limits.began = std::chrono::steady_clock::now();
    return limits;
}

void FindLimits::require(std::int64_t bytes, const Reason& purpose) const {
    if (memory && bytes > static_cast<std::int64_t>(memory))
        throw TooLarge({Code::too_large, {{"purpose", because(purpose)}, {"bytes", bytes}}});
}

void FindLimits::require_graph(const Question& question) const {
    require(question.place->bytes_to_build(), {Code::the_graph, {{"graph", AskedGraph{}}}});
}

bool Timed::keep_going(const Progress& progress) {
    if (limits_.over()) {
        const auto [done, total] = progress;
        if (total <= 0) throw OutOfTime({Code::number_done, {{"count", done}}});
        throw OutOfTime({Code::share_done, {{"share", 100 * std::min(done, total) / total}}});
    }
    return control_.keep_going(progress);
}

Finding Finding::by(const std::string& name) && {
    if (method.empty()) method = name;
    return std::move(*this);
}

Finding proved(Reason proof, std::string method) {
    return {.proof = std::move(proof), .method = std::move(method)};
}

std::optional<Finding> reversed_if_only_end(const Method& method, const Question& question) {
    if (question.closed() || question.start >= 0 || question.end < 0) return {};
    Question forwards = question;
    std::swap(forwards.start, forwards.end);
    Finding finding = method(forwards);
    std::reverse(finding.vertices.begin(), finding.vertices.end());
    std::reverse(finding.large.begin(), finding.large.end());
    return finding;
}

std::optional<Finding> reduced(const Method& method, const Question& question,
                               const FindLimits& limits) {
    if (auto backwards = reversed_if_only_end(method, question)) return backwards;
    const Squares& begin = question.begin;
    if (begin.empty()) return {};
    if (question.closed() && question.size() < 3) return proved(too_small);
    // A closed tour a, b, …, a is a path from b to a; a path a, b, … is one from b without a.
    Squares gone(begin.begin() + question.closed(), begin.end() - 1);
    const Square end = question.closed() ? begin[0] : question.end;
    if (question.size() == static_cast<Square>(gone.size()) + 1)
        return Finding{.vertices = {begin.begin(), begin.end()}};
    if (end == begin.back()) return proved({Code::early_end});
    std::sort(gone.begin(), gone.end());
    limits.require_graph(question);
    const Graph& graph = question.graph();
    std::vector<Vertex> number(graph.vertex_count(), -1), outside;
    for (Vertex v = 0; v < graph.vertex_count(); ++v)
        if (!std::binary_search(gone.begin(), gone.end(), v)) {
            number[v] = static_cast<Vertex>(outside.size());
            outside.push_back(v);
        }
    OwnedGraph rest;
    for (Vertex v : outside) {
        std::vector<Vertex> near;
        for (Vertex u : graph.neighbours(v))
            if (number[u] >= 0) near.push_back(number[u]);
        rest.add(near);
    }
    Board board;
    if (question.board()) {
        board = *question.board();
        for (Square vertex_gone : gone)
            board.holes.push_back(question.board()->index_of(vertex_gone));
        std::sort(board.holes.begin(), board.holes.end());
    }
    const auto place = std::make_shared<const Place>(std::move(board), std::move(rest));
    Finding finding = method({place, Kind::path, number[begin.back()], end < 0 ? -1 : number[end]});
    if (finding.vertices.empty()) return finding;
    for (Vertex& v : finding.vertices) v = outside[v];
    if (question.closed()) finding.vertices.pop_back();
    finding.vertices.insert(finding.vertices.begin(), begin.begin(), begin.end() - 1);
    return finding;
}

}  // namespace babieca::questions
