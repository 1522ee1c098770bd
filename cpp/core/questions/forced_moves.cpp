// Contradictions among the moves that a tour must make.
//
// A path is a closed tour of the graph with one more vertex, the apex, joined to every square that
// may be an end. So one rule serves both kinds: the tour makes exactly two moves at every vertex. A
// vertex with only two moves left makes both; at a vertex where two moves are made, all others are
// dropped. These rules are applied until nothing changes. There is no tour if a vertex has fewer
// than two moves left or makes three, if forced moves close a cycle that misses a square, if the
// forced ends have the wrong colours, or if the moves left fall into pieces without some vertex.
#include <algorithm>
#include <map>
#include <set>

#include "core/questions/refuter.hpp"

namespace babieca::questions {
namespace {

// Vertices of a graph that is scanned completely, and moves in the words of a question. Larger
// graphs are searched only around the words.
constexpr Square largest_scanned = 2000;
// A graph with at most this number of vertices for each vertex in the words is built.
constexpr Square squares_per_word = 1000;
constexpr Square apex = -1;

using Set = std::set<Square>;

// The moves that must be made and the moves that are left, at the vertices seen so far.
//
// Invariant: if two moves are made at a vertex, no other move there is left.
class ForcedMoves {
  public:
    explicit ForcedMoves(const Question& question)
        : question_(question),
          given_ends_(question.ends()),
          has_dropped_(!question.avoiding.empty()) {
        const Moves required = question.required();
        Set words(given_ends_.begin(), given_ends_.end());
        for (const Moves* moves : {&required, &question.avoiding})
            for (const auto& [u, v] : *moves) words.insert({u, v});
        for (const auto& [u, v] : question.avoiding) {
            avoided_[u].insert(v);
            avoided_[v].insert(u);
        }
        is_small_ = question.size() <= largest_scanned;
        if (static_cast<Square>(required.size() + question.avoiding.size()) > largest_scanned) {
            is_small_ = false;  // too many words: nothing is derived
            return;
        }
        for (Square end : given_ends_) to_make_.push_back({apex, end});
        to_make_.insert(to_make_.end(), required.begin(), required.end());
        if (is_small_) {
            // A vertex with three moves or more is checked when a move there is dropped.
            for (const auto& [vertex, others] : avoided_) to_check_.push_back(vertex);
            const Graph& graph = question.graph();
            for (int degree : {2, 1, 0})
                for (Vertex v = 0; v < graph.vertex_count(); ++v)
                    if (graph.degree(v) == degree) to_check_.push_back(v);
        } else {
            if (question.size() <= squares_per_word * static_cast<Square>(words.size()))
                question.graph();
            Set near = words;
            for (Square vertex : words)
                for (Square other : question.place->near(vertex)) near.insert(other);
            to_check_.assign(near.begin(), near.end());
        }
    }

    // Applies the rules until nothing changes; returns the contradiction, if there is one.
    MaybeReason contradiction() {
        while (!to_make_.empty() || !to_check_.empty()) {
            MaybeReason fault;
            if (!to_make_.empty()) {
                const Move move = to_make_.back();
                to_make_.pop_back();
                fault = make(move.first, move.second);
            } else {
                const Square vertex = to_check_.back();
                to_check_.pop_back();
                fault = check(vertex);
            }
            if (fault) return fault;
        }
        const auto fault = short_cycle();
        return fault ? fault : pieces();
    }

    // The given ends, or the two squares that must be ends.
    Squares ends() const {
        const auto found = made_.find(apex);
        if (found == made_.end()) return given_ends_;
        return {found->second.begin(), found->second.end()};
    }

  private:
    const Set& made_at(Square vertex) const {
        static const Set none;
        const auto found = made_.find(vertex);
        return found == made_.end() ? none : found->second;
    }

    // The other ends of the moves left at a vertex of the graph, perhaps the apex.
    Set& left_at(Square vertex) {
        const auto known = left_.find(vertex);
        if (known != left_.end()) return known->second;
        const Squares near = question_.place->near(vertex);
        Set& left = left_[vertex];
        left.insert(near.begin(), near.end());
        if (const auto avoided = avoided_.find(vertex); avoided != avoided_.end())
            for (Square other : avoided->second) left.erase(other);
        const Set& ends = made_at(apex);
        if (ends.count(vertex) || (ends.size() < 2 && !question_.closed())) left.insert(apex);
        return left;
    }

    MaybeReason make(Square u, Square v) {
        for (const auto& [here, there] : {Move{u, v}, Move{v, u}}) {
            Set& made = made_[here];
            made.insert(there);
            if (made.size() > 2) {
                if (here == apex) return too_many_ends(made);
                return Reason{made.count(apex) ? Code::end_with_two_moves : Code::three_moves,
                              {{"vertex", named(here)}}};
            }
            if (made.size() == 2) drop_others(here);
        }
        return {};
    }

    static Reason too_many_ends(const Set& ends) {
        return {Code::too_many_ends, {{"vertices", all_named(ends)}}};
    }

    void drop_others(Square vertex) {
        const Set& made = made_[vertex];
        Squares others;
        if (vertex == apex) {
            has_dropped_ = true;
            for (const auto& [other, left] : left_)
                if (left.count(apex)) others.push_back(other);
        } else {
            Set& left = left_at(vertex);
            for (Square other : left)
                if (other != apex) others.push_back(other);
            left = made;
        }
        for (Square other : others) {
            if (made.count(other)) continue;
            has_dropped_ = true;
            left_at(other).erase(vertex);
            to_check_.push_back(other);
        }
    }

    MaybeReason check(Square vertex) {
        const Set& left = left_at(vertex);
        if (left.size() == left.count(apex))
            return Reason{Code::no_move, {{"vertex", named(vertex)}}};
        if (left.size() == 1) {
            Set ends = made_at(apex);
            if (ends.size() <= given_ends_.size())
                return Reason{Code::no_way_out, {{"vertices", named(vertex)}}};
            ends.insert(vertex);
            return too_many_ends(ends);
        }
        if (left.size() == 2)
            for (Square other : left)
                if (!made_at(vertex).count(other)) to_make_.push_back({vertex, other});
        return {};
    }

    MaybeReason short_cycle() const {
        const auto size = static_cast<std::size_t>(question_.size() + !question_.closed());
        Set seen;
        for (const auto& [origin, first] : made_) {
            Squares walk{origin};
            Square previous = apex - 1;
            while (made_.at(walk.back()).size() == 2 && !seen.count(walk.back())) {
                const Set& made = made_.at(walk.back());
                const Square onward = *made.begin() != previous ? *made.begin() : *made.rbegin();
                previous = walk.back();
                if (onward != origin) {
                    walk.push_back(onward);
                    continue;
                }
                if (walk.size() == size) return {};
                const bool is_path = std::erase(walk, apex) > 0;
                return Reason{is_path ? Code::own_path : Code::own_cycle,
                              {{"vertices", all_named(walk)}}};
            }
            seen.insert(walk.begin(), walk.end());
        }
        return {};
    }

    MaybeReason pieces() {
        // If no move was dropped, in_pieces() of the question itself has the answer.
        if (!is_small_ || !has_dropped_) return {};
        const Square size = question_.size();
        std::vector<Set> near(size + !question_.closed());  // the apex is the vertex after the last
        for (Square v = 0; v < size; ++v)
            for (Square other : left_at(v)) {
                const Square u = other == apex ? size : other;
                near[v].insert(u);
                near[u].insert(v);
            }
        OwnedGraph rest;
        for (const Set& neighbours : near) rest.add(neighbours);
        return in_pieces(rest.view(), true, {}, !question_.closed());
    }

    const Question& question_;
    Squares given_ends_;
    std::map<Square, Set> made_, left_, avoided_;
    Moves to_make_;
    Squares to_check_;
    bool has_dropped_;
    bool is_small_;
};

}  // namespace

MaybeReason contradicting_moves(const Question& question) {
    ForcedMoves forced(question);
    if (auto reason = forced.contradiction()) return reason;
    const Squares ends = forced.ends();
    Squares given = question.ends();
    std::sort(given.begin(), given.end());
    if (question.closed() || ends.size() != 2 || ends == given) return {};
    const Question bare{question.place, question.kind, ends[0], ends[1]};
    auto wrong = unbalanced_colours(bare);
    if (!wrong) wrong = ends_a_move_apart(bare);
    if (!wrong) return {};
    return Reason{
        Code::forced_ends,
        {{"first", named(ends[0])}, {"second", named(ends[1])}, {"because", because(*wrong)}},
        wrong->source};
}

Squares forced_ends(const Question& question) {
    ForcedMoves forced(question);
    forced.contradiction();
    Squares ends = forced.ends();
    std::sort(ends.begin(), ends.end());
    return ends;
}

}  // namespace babieca::questions
