// A question: a graph, a kind of tours, and the words that restrict them. The faces (Python, the
// page) make it; refuter, finders and counters answer it.
#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/graphs/board.hpp"
#include "core/search/instance.hpp"

namespace babieca::questions {

using search::Kind;
using Move = std::pair<Square, Square>;
using Moves = std::vector<Move>;

inline Move move_of(Square u, Square v) {
    return {std::min(u, v), std::max(u, v)};
}

// All tours of a graph that are of one kind and obey every word; docs/conventions.md has the words.
//
// Invariants: `begin` is empty or a walk of at least two vertices from `start`; `through` and
// `avoiding` are increasing, each move with the lesser vertex first; a closed tour has no end; the
// steps of `at` count from 1, and do not repeat the ends and the beginning of a path.
struct Question {
    PlacePointer place;
    Kind kind = Kind::closed;
    Square start = -1;  // -1: free
    Square end = -1;
    Squares begin = {};
    Moves through = {};
    Moves avoiding = {};
    std::vector<std::pair<Square, std::int64_t>> at = {};  // vertices and their steps, by step

    bool closed() const { return kind == Kind::closed; }
    Square size() const { return place->size(); }
    const Board* board() const { return place->board(); }
    const Graph& graph() const { return place->graph(); }
    // The second vertex of the tour, if there is a beginning; else -1.
    Square second() const { return begin.empty() ? -1 : begin[1]; }

    Squares ends() const;                     // the given ends of a path
    Moves required() const;                   // `through` and the moves of `begin`
    std::map<Square, Square> givens() const;  // the vertex of each given step, counted from 0
    std::vector<std::pair<Vertex, int>> given_steps() const;  // the same, by step
    // The question for the same tours without beginning.
    Question undirected() const;
    // Rotates or reverses a tour so that it begins and ends as asked.
    void write(std::vector<Vertex>& tour) const;
    // Throws Refused if the words, as people say them, contradict each other.
    void check() const;
    // Establishes the invariants of a question as people say it.
    void settle();

  private:
    void check_begin() const;
    void check_at() const;
};

// Calls visit(name, form, field) for every word of a question: the faces read and list the words
// with it. The form is that of the word's declaration in question_words.py; the kind has none.
template <typename Asked, typename Visit>
void each_word(Asked&& question, Visit&& visit) {
    visit("kind", nullptr, question.kind);
    visit("start", "square", question.start);
    visit("end", "square", question.end);
    visit("begin", "walk", question.begin);
    visit("through", "moves", question.through);
    visit("avoiding", "moves", question.avoiding);
    visit("at", "steps", question.at);
}

// Throws Refused for other names than closed, path and open.
Kind kind_named(std::string_view name);

std::vector<Edge> edges_of(const Moves& moves);

}  // namespace babieca::questions
