// The sweep over a folded graph when only the parity of the total voltage matters.
//
// Modulo 2 the direction in which an edge is walked does not matter, so the parity of a cycle is
// that of the sum over its edges, whichever fragment each of them went to. No voltage per fragment
// is needed: a state is as in the plain sweep, with two counts instead of one. This covers every
// symmetry whose order is a power of two: odd voltages are the generators.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "core/fold/fold.hpp"
#include "core/frontier/natural.hpp"
#include "core/frontier/next_layer.hpp"
#include "core/frontier/state.hpp"

namespace babieca::fold {

inline bool parity_suffices(const Folded& folded) {
    if (folded.order % 2) return false;
    for (int voltage = 0; voltage < folded.order; ++voltage)
        if (folded.accepted[voltage] != folded.accepted[voltage % 2]) return false;
    return true;
}

// Ways to reach a state by edges of even and of odd total voltage.
template <int Words>
struct Parities {
    std::array<frontier::Natural<Words>, 2> ways;

    // Adds `source` through edges of which multiplicity[p] have parity p.
    void add(const Parities& source, const std::array<int, 2>& multiplicity) {
        for (int parity = 0; parity < 2; ++parity)
            for (int i = 0; i < multiplicity[parity]; ++i)
                for (int p = 0; p < 2; ++p) ways[p ^ parity] += source.ways[p];
    }
};

// How many parallel edges of either parity lead from the retiring vertex to each candidate.
class ParityStep {
  public:
    ParityStep(const Folded& folded, const frontier::Step& step) : step_(step) {
        for (const auto& candidate : step.candidates) {
            multiplicity_.push_back({0, 0});
            for (const FoldedEdge& edge : folded.edges[step.vertex])
                if (edge.to == candidate.vertex) ++multiplicity_.back()[edge.voltage % 2];
        }
    }

    std::array<int, 2> of(const frontier::Choice& choice) const {
        std::array<int, 2> product{1, 0};
        for (const auto* edge : choice.edges) {
            if (!edge) continue;
            const auto& factor = multiplicity_[edge - step_.candidates.data()];
            product = {product[0] * factor[0] + product[1] * factor[1],
                       product[0] * factor[1] + product[1] * factor[0]};
        }
        return product;
    }

  private:
    const frontier::Step& step_;
    std::vector<std::array<int, 2>> multiplicity_;
};

}  // namespace babieca::fold
