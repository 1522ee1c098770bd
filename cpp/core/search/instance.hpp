// A question made ready for the walkers: edges removed, vertices renumbered so that "the order in
// which moves are tried" is mostly "increasing number", and the search cut into roots.
#pragma once

#include <utility>
#include <vector>

#include "core/search/question.hpp"

namespace babieca::search {

// A root asks for all paths that begin with `prefix`, visit every other vertex once, and stop on
// one of `ends`; `last`, when there is one, is kept out of it and visited after that end. Every
// question is a list of roots: closed tours from s with first move f and last square e have prefix
// (s, f), last e, and for ends the neighbours of e (Bañón, tables 1 and 2, calls them
// fractions).
struct Root {
    std::vector<Vertex> prefix;
    std::vector<Vertex> ends;
    Vertex last = -1;
    // Tours that equal their twin image: it turns the tour by half its length, or it reverses it
    // (and then the tour runs through two edges that the twin maps to themselves).
    bool reversed = false;
};

// All vertices below are renumbered; `outside` gives the caller's numbers back.
struct Instance {
    Question question;  // as asked, the caller's numbers; its graph is gone
    Options options;
    std::vector<Vertex> outside;
    std::vector<std::vector<Vertex>> neighbours;  // increasing
    std::vector<std::vector<Vertex>> ordered;     // in the order they are tried
    std::vector<Edge> through;
    std::vector<Vertex> twin;
    std::vector<signed char> colour;  // 0 or 1; empty unless the graph is connected and bipartite
    Vertex home = -1;                 // closed tours: where they are delivered from
    std::vector<Root> roots;

    Vertex vertex_count() const { return static_cast<Vertex>(outside.size()); }
    bool adjacent(Vertex u, Vertex v) const;
    // Squares that one walk visits, `last` left out: half of the board when two knights share it.
    int walk_length(const Root& root) const;
};

// Throws std::invalid_argument when vertices are out of range or options contradict each other.
Instance prepare(const Question& question, const Options& options);

}  // namespace babieca::search
