// Numbers larger than a counter: the moduli that determine them, their remainders, and the one loop
// over residues, which counts, tables, sequences and ledgers share.
//
// A modulus is a number of 64 bits; 0 is 2^64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/frontier/big_natural.hpp"
#include "core/reasons.hpp"

namespace babieca::sweep {

// How a sweep combines residues: it adds them, adds them without a spare bit (on a GPU), or
// multiplies them.
enum class Arithmetic { sums, gpu_sums, products };

// The modulus of counters that wrap.
constexpr std::uint64_t wrapping_modulus(int counter_bits) {
    return counter_bits == 64 ? 0 : std::uint64_t{1} << counter_bits;
}

// Pairwise coprime moduli that determine every number of `bits` bits, with bits to spare as a check
// (none for products, whose sums are checked). Empty if counters of this width do not reach.
//
// The first modulus is 2^counter_bits, where counters simply wrap; the others are odd. On the
// processor they are below 2^(counter_bits - 1). Wide moduli are scattered: the inverses of
// neighbouring moduli are small, and so would be the change that a small error makes. On the GPU
// they descend from 2^counter_bits - 1 (2^63 - 1). Products need odd moduli.
std::vector<std::uint64_t> enough_moduli(int counter_bits, int bits, Arithmetic arithmetic);
// The same; throws frontier::TooNarrow if counters do not reach.
std::vector<std::uint64_t> moduli_to_reach(int counter_bits, int bits, Arithmetic arithmetic);

// No number within the bounds has these residues.
struct Contradiction : Told {
    Contradiction() : Told({Code::residues_contradict}) {}
};

// Numbers, as far as their residues determine them. The moduli may share factors.
//
// Invariant: a value is the least number with all residues so far. It is below the product, which
// is the least common multiple of the moduli. Time of `add`: the square of its limbs (Garner 1959).
class Remainders {
  public:
    explicit Remainders(std::size_t count) : values_(count), product_(1) {}

    // Takes a residue of each number. Throws Contradiction.
    void add(std::uint64_t modulus, std::span<const std::uint64_t> residues);
    const std::vector<BigNatural>& values() const { return values_; }
    const BigNatural& product() const { return product_; }

  private:
    std::vector<BigNatural> values_;
    BigNatural product_;
};

struct ResidueOptions {
    int counter_bits = 64;
    Arithmetic arithmetic = Arithmetic::sums;
    // Moduli that are swept before the bounds are known: one residue may be the number itself.
    std::vector<std::uint64_t> first = {};
    // All moduli, if the caller chooses them; empty: as many as the bounds take.
    std::vector<std::uint64_t> given = {};
    std::size_t together = 0;  // moduli that one sweep takes at most; 0: all
    std::size_t expected = 0;  // moduli, as long as the bounds are not known
};

// The loop over residues: it says which moduli to sweep next, takes the residues, checks them, and
// combines them into the numbers.
//
// If one of the first residues is proved to be exact, it is the number. Otherwise the moduli reach
// beyond the bounds, and the residues must lead to numbers within them: a wrong residue does not.
// All residues must agree with the numbers. Residues of finished sweeps, from a store, are added
// like those of new ones.
class Residues {
  public:
    explicit Residues(ResidueOptions options) : options_(std::move(options)) {}

    // Whether the next moduli depend on the bounds, which are not known.
    bool needs_bounds() const;
    // The largest values that the numbers may have: one of each number, or one of all. Throws
    // TooNarrow if moduli of this width do not reach.
    void set_bounds(std::vector<BigNatural> largest);

    std::vector<std::uint64_t> missing() const;
    std::vector<std::uint64_t> wanted() const;  // the moduli of the next sweep; empty: none
    // A second residue of a modulus must be the same. Throws Contradiction.
    void add(std::uint64_t modulus, std::vector<std::uint64_t> values, bool exact = false);

    // Throws Contradiction. Requires: the bounds are known, or a residue is exact.
    std::vector<BigNatural> numbers() const;

    const std::vector<std::uint64_t>& moduli() const { return moduli_; }  // of known residues
    std::size_t whole() const;                                            // moduli, all in all
    // The share of the work at which a sweep by so many more moduli ends.
    double share(std::size_t more = 0) const;

    // Runs the loop: bounds() returns the bounds, and sweep(moduli) adds their residues.
    template <typename GetBounds, typename Sweep>
    std::vector<BigNatural> run(GetBounds&& bounds, Sweep&& sweep) {
        while (true) {
            if (needs_bounds()) set_bounds(bounds());
            const std::vector<std::uint64_t> moduli = wanted();
            if (moduli.empty()) return numbers();
            sweep(moduli);
        }
    }

  private:
    const BigNatural& largest(std::size_t n) const { return largest_[largest_.size() > 1 ? n : 0]; }
    bool is_settled() const { return exact_ && options_.given.empty(); }

    ResidueOptions options_;
    std::vector<BigNatural> largest_;
    std::vector<std::uint64_t> enough_;  // the moduli that the bounds take
    std::vector<std::uint64_t> moduli_;  // in the order of their residues
    std::map<std::uint64_t, std::vector<std::uint64_t>> residues_;
    std::optional<std::uint64_t> exact_;  // the modulus of an exact residue
};

}  // namespace babieca::sweep
