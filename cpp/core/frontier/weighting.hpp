// Weights of edges: a sweep adds up, over all tours, the products of the weights of their edges.
//
// A choice of a step joins the retiring vertex to at most two others, so a weighted sweep is a
// plain sweep in which every choice has a factor: the product of the weights of its edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/frontier/problem.hpp"

namespace babieca::frontier {

// A constant to multiply residues by. With quotient = floor(value * 2^64 / modulus), the product
// minus modulus * floor(residue * quotient / 2^64) is below 2 * modulus (Shoup's multiplication).
struct Factor {
    std::uint64_t value, quotient;
};
static_assert(sizeof(Factor) == 16);

// Internal linkage: see sweep/execution_loops.cpp.
namespace {
[[maybe_unused]] inline std::uint64_t product(std::uint64_t residue, const Factor& factor,
                                              std::uint64_t modulus) {
    const auto high =
        static_cast<std::uint64_t>(static_cast<unsigned __int128>(residue) * factor.quotient >> 64);
    const std::uint64_t found = residue * factor.value - high * modulus, less = found - modulus;
    return less < found ? less : found;  // below the modulus, `less` wraps around and is larger
}
}  // namespace

// The factors of all steps of a sweep.
class Weighting {
  public:
    // Edges that are not named have weight 1. Throws std::invalid_argument if the modulus is not
    // between 2 and 2^63, a weight is not below it, or a mirror of the sweep changes a weight.
    Weighting(const Sweep& sweep, std::span<const Edge> edges,
              std::span<const std::uint64_t> weights, std::uint64_t modulus);

    std::uint64_t modulus() const { return modulus_; }
    const Factor* of(int step) const { return factors_.data() + begin_[step]; }  // by choice
    const std::vector<Factor>& factors() const { return factors_; }              // of all steps
    const std::vector<std::uint64_t>& begin() const { return begin_; }           // of each step

  private:
    std::uint64_t modulus_;
    std::vector<std::uint64_t> begin_;
    std::vector<Factor> factors_;
};

}  // namespace babieca::frontier
