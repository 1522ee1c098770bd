// Sums along a tour: a number for each of its edges, and one for each of its turns, the pairs of
// edges at a vertex.
//
// The turn at a vertex is known when its second edge is chosen. A *turn state* therefore is a state
// (state.hpp) that also says, for each slot of type 1, which edge its vertex has. Edges to retired
// vertices that add the same numbers, whatever second edge follows, are one *kind*; the state has
// the kind only. As vertices retire, kinds of one vertex merge; they never split. If no turn adds
// anything, every vertex has one kind, and turn states are plain states.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/frontier/problem.hpp"
#include "core/frontier/state.hpp"

namespace babieca::frontier {

struct Turn {
    Vertex at, from, to;  // from and to: the two neighbours on the tour, in either order
};

// What edges and turns add to a total. An edge or turn that is not listed adds nothing.
class Addends {
  public:
    // Throws std::invalid_argument if not every edge and every turn has one addend.
    Addends(std::span<const Edge> edges, std::span<const std::uint64_t> of_edges,
            std::span<const Turn> turns, std::span<const std::uint64_t> of_turns);
    bool has_turns() const { return !of_turns_.empty(); }
    std::uint64_t of(const Edge& edge) const;
    std::uint64_t of(const Turn& turn) const;  // whichever of its neighbours comes first

  private:
    std::map<Edge, std::uint64_t> of_edges_;
    std::map<std::array<Vertex, 3>, std::uint64_t> of_turns_;
};

struct TurnState {
    State state;
    std::array<std::uint8_t, most_slots> kind{};  // meaningful at slots of type 1 only
    std::uint64_t total = 0;                      // of the choices so far
};

// The addends of all choices of a sweep, and the keys of its turn states.
class TurnTables {
  public:
    // Totals have at most `total_bits` bits; 0: the keys leave them out. Throws
    // Refused if a key needs more than 128 bits.
    TurnTables(const Sweep& sweep, const Addends& addends, int total_bits);

    PackedState pack(const TurnState& turning) const;
    TurnState unpack(const PackedState& packed) const;

    // Calls visit(next, choice) for every successor of a turn state through step t; the total of
    // `next` has the addends of the choice.
    template <typename Visit>
    void for_each_successor(int t, const TurnState& turning, Visit&& visit) const;

    // By layer, slot and kind: a retired vertex to which an edge of this kind leads.
    using KindsOfLayer = std::vector<std::vector<Vertex>>;
    const std::vector<KindsOfLayer>& kinds() const { return kinds_; }

  private:
    // A candidate of a step that retires x. `before` is the kind of the candidate's edge.
    struct AtCandidate {
        std::uint64_t edge = 0;            // the addend of the edge to x
        std::uint8_t kind = 0;             // of this edge, if it is the candidate's first
        std::vector<std::uint8_t> apart;   // by `before`: the kind if x is not joined
        std::vector<std::uint64_t> ended;  // by `before`: the turn at the candidate
        std::vector<std::uint64_t> from;   // by the kind of the edge that x has: the turn at x
        std::vector<std::uint64_t> other;  // by the candidate that x is joined to too: the same
    };

    const Schedule& schedule_;
    std::vector<std::vector<AtCandidate>> steps_;  // by step and candidate
    std::vector<KindsOfLayer> kinds_;
    int rank_bits_ = 0, kind_bits_ = 0, total_bits_;
    bool has_turns_;
};

template <typename Visit>
void TurnTables::for_each_successor(int t, const TurnState& turning, Visit&& visit) const {
    const Step& step = schedule_.steps[t];
    const auto& at = steps_[t];
    const auto& candidates = step.candidates;
    const auto is_end = [&](int slot) { return type_at(turning.state.types, slot) == 1; };
    TurnState next;
    std::array<std::uint8_t, most_slots> apart = turning.kind;
    for (std::size_t c = 0; c < candidates.size() && has_turns_; ++c)
        if (const int slot = candidates[c].slot; !candidates[c].fresh && is_end(slot))
            apart[slot] = at[c].apart[turning.kind[slot]];
    const bool started = step.slot >= 0 && is_end(step.slot);
    frontier::for_each_successor(
        schedule_, t, turning.state, [&](const State& after, const Choice& choice) {
            next.state = after;
            if (has_turns_) next.kind = apart;
            next.total = turning.total;
            for (const Candidate* edge : choice.edges) {
                if (!edge) continue;
                const AtCandidate& here = at[edge - candidates.data()];
                next.total += here.edge;
                if (!has_turns_) continue;
                if (!edge->fresh && is_end(edge->slot))
                    next.total += here.ended[turning.kind[edge->slot]];
                else
                    next.kind[edge->slot] = here.kind;
                if (started) next.total += here.from[turning.kind[step.slot]];
            }
            if (has_turns_ && choice.edges[1])
                next.total += at[choice.edges[0] - candidates.data()]
                                  .other[choice.edges[1] - candidates.data()];
            visit(static_cast<const TurnState&>(next), choice);
        });
}

}  // namespace babieca::frontier
