// Proofs that a question has no tours, and theorems that promise one: published theorems, colours,
// degrees, cuts, forced moves, given steps. They take milliseconds.
#pragma once

#include <optional>
#include <string>

#include "core/questions/question.hpp"
#include "core/reasons.hpp"

namespace babieca::questions {

using MaybeReason = std::optional<Reason>;

inline const Reason too_small{Code::too_small};

// Why the question has no tour, in either direction; none if no reason is known.
MaybeReason refuted(const Question& question);

// A set of squares that excludes a tour, for questions that are not refuted: it takes up to a tenth
// of a second, so finders ask only if they find nothing at once.
MaybeReason not_tough(const Question& question);

// Why some tour of this kind has these ends, whatever its moves. Requires: no refutation of
// constant cost.
MaybeReason admitted(const Question& question);

struct Verdict {
    std::string answer;  // yes, no or undecided
    Reason reason;
};
// The answer from theory alone. `other_word` names a word of the question that only a face knows.
Verdict verdict_on(const Question& question, const std::string& other_word = {});

// The squares that can only be ends of a path, and the given ends.
Squares forced_ends(const Question& question);

// The arguments, for refuter.cpp and its neighbours ------------------------------------------

inline constexpr Square most_built = 1'000'000;  // the squares of a graph that a refuter builds

// The knight's board without its wrapped sides; none if it has no wrapped side, or has holes.
std::optional<Board> plain_inside(const Board& board);

MaybeReason excluded_by_theorem(const Question& question);
MaybeReason admitted_by_theorem(const Question& question);
MaybeReason excluded_on_torus(const Question& question);
MaybeReason admitted_on_torus(const Question& question);
bool is_full_torus(const Board* board);
MaybeReason unbalanced_colours(const Question& question);
MaybeReason unbalanced_bipartition(const Question& question);
MaybeReason ends_a_move_apart(const Question& question);
MaybeReason too_few_moves(const Question& question);
// `with_apex`: the last vertex of the graph is the apex, which is joined to both ends.
MaybeReason in_pieces(const Graph& graph, bool closed, const Squares& ends, bool with_apex = false);
MaybeReason contradicting_moves(const Question& question);
MaybeReason contradicting_steps(const Question& question);

// The number of moves to every vertex; the number of vertices if there is no walk.
std::vector<Vertex> distances(const Graph& graph, Vertex start);
// A colour 0 or 1 per vertex, different for adjacent vertices; empty: there is an odd cycle.
std::vector<std::uint8_t> bipartition(const Graph& graph);

}  // namespace babieca::questions
