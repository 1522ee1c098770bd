#include "core/sweep/residues.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/frontier/natural.hpp"

namespace babieca::sweep {
namespace {

using Wide = unsigned __int128;

std::uint64_t product_mod(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) {
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(modulus ? product % modulus : product);
}

// The inverse of a number modulo another one. Requires: they are coprime.
std::uint64_t inverse(std::uint64_t number, std::uint64_t modulus) {
    if (modulus == 1) return 0;
    const __int128 whole =
        modulus ? static_cast<__int128>(modulus) : static_cast<__int128>(1) << 64;
    __int128 before = 0, now = 1, rest_before = whole, rest = number % whole;
    while (rest) {
        const __int128 quotient = rest_before / rest;
        before = std::exchange(now, before - quotient * now);
        rest_before = std::exchange(rest, rest_before - quotient * rest);
    }
    return static_cast<std::uint64_t>(before < 0 ? before + whole : before);
}

}  // namespace

std::vector<std::uint64_t> enough_moduli(int counter_bits, int bits, Arithmetic arithmetic) {
    const bool gpu = arithmetic == Arithmetic::gpu_sums;
    const bool products = arithmetic == Arithmetic::products;
    // A wrong residue leads to a number outside the bounds, except in one case of 2^24.
    // Neighbouring moduli spare a whole modulus. At least two moduli are used: an error in a single
    // residue might be small.
    const int spare = products ? 0 : gpu ? counter_bits : std::min(counter_bits, 24);
    const std::size_t least = products ? 1 : 2;
    std::vector<std::uint64_t> chosen;
    BigNatural product(1);
    const auto is_enough = [&](std::uint64_t modulus) {
        chosen.push_back(modulus);
        modulus ? product.multiply_add(modulus, 0) : product.shift_limb();
        return chosen.size() >= least && product.bits() > bits + spare;
    };
    const std::uint64_t whole = wrapping_modulus(counter_bits);
    if (!products && is_enough(whole)) return chosen;
    const std::uint64_t top =
        gpu && counter_bits < 64 ? whole - 1 : (std::uint64_t{1} << (counter_bits - 1)) - 1;
    const bool scattered = !gpu && counter_bits > 16;
    const std::uint64_t few = std::uint64_t{1} << (counter_bits - 6);
    // Multiples of the golden ratio, without their whole parts, lie scattered between 0 and 1.
    const auto step =
        static_cast<std::uint64_t>(std::ldexp((std::sqrt(5.0) - 1) / 2, counter_bits - 6));
    for (std::uint64_t n = scattered; n < top / 2; ++n) {
        const std::uint64_t candidate = top - 2 * (scattered ? n * step % few : n);
        const bool coprime = std::ranges::all_of(chosen, [&](std::uint64_t modulus) {
            return modulus == whole || std::gcd(candidate, modulus) == 1;
        });
        if (coprime && is_enough(candidate)) return chosen;
    }
    return {};
}

std::vector<std::uint64_t> moduli_to_reach(int counter_bits, int bits, Arithmetic arithmetic) {
    auto chosen = enough_moduli(counter_bits, bits, arithmetic);
    if (chosen.empty())
        throw frontier::TooNarrow(
            {Code::counters_too_narrow, {{"counters", counter_bits}, {"bits", bits}}});
    return chosen;
}

void Remainders::add(std::uint64_t modulus, std::span<const std::uint64_t> residues) {
    if (residues.size() != values_.size())
        throw std::invalid_argument("there is one residue for each number");
    // value + product * digit has the residue if (product / shared) * digit is the difference to
    // it, divided by `shared`, modulo `own`. Here too, 0 is 2^64.
    const std::uint64_t rest = product_.rest(modulus);
    const std::uint64_t shared = modulus ? std::gcd(rest, modulus) : rest & -rest;
    const std::uint64_t own = modulus   ? modulus / shared
                              : !shared ? 1
                                        : wrapping_modulus(64 - std::countr_zero(shared));
    BigNatural factor = product_;
    factor.divide(shared);
    const std::uint64_t turn = inverse(factor.rest(own), own);
    for (std::size_t n = 0; n < residues.size(); ++n) {
        if (modulus && residues[n] >= modulus) throw Contradiction();
        const std::uint64_t known = values_[n].rest(modulus);
        const std::uint64_t apart =
            residues[n] >= known ? residues[n] - known : modulus - (known - residues[n]);
        const std::uint64_t steps = shared ? apart / shared : 0;
        if (steps * shared != apart) throw Contradiction();
        values_[n].add_product(product_, product_mod(steps, turn, own));
    }
    own ? product_.multiply_add(own, 0) : product_.shift_limb();
}

bool Residues::needs_bounds() const {
    return largest_.empty() && !is_settled() && missing().empty();
}

void Residues::set_bounds(std::vector<BigNatural> largest) {
    if (largest.empty()) throw std::invalid_argument("bounds of numbers are missing");
    int bits = 0;
    for (const BigNatural& each : largest) bits = std::max(bits, each.bits());
    largest_ = std::move(largest);
    if (!options_.given.empty()) return;
    enough_ = moduli_to_reach(options_.counter_bits, bits, options_.arithmetic);
}

std::vector<std::uint64_t> Residues::missing() const {
    if (is_settled()) return {};
    const auto& all = !options_.given.empty()                      ? options_.given
                      : moduli_.empty() && !options_.first.empty() ? options_.first
                                                                   : enough_;
    std::vector<std::uint64_t> left;
    for (std::uint64_t modulus : all)
        if (!residues_.contains(modulus)) left.push_back(modulus);
    return left;
}

std::vector<std::uint64_t> Residues::wanted() const {
    std::vector<std::uint64_t> group = missing();
    const bool first = moduli_.empty() && !options_.first.empty();
    if (options_.together && !first) group.resize(std::min(group.size(), options_.together));
    return group;
}

void Residues::add(std::uint64_t modulus, std::vector<std::uint64_t> values, bool exact) {
    for (std::uint64_t value : values)
        if (modulus && value >= modulus) throw Contradiction();
    if (!residues_.empty() && residues_.begin()->second.size() != values.size())
        throw std::invalid_argument("each modulus has as many residues as the others");
    const auto [known, is_new] = residues_.try_emplace(modulus, std::move(values));
    if (!is_new && known->second != values) throw Contradiction();
    if (is_new) moduli_.push_back(modulus);
    if (exact) exact_ = modulus;
}

std::vector<BigNatural> Residues::numbers() const {
    if (exact_) {
        std::vector<BigNatural> numbers;
        for (std::uint64_t value : residues_.at(*exact_)) numbers.emplace_back(value);
        for (const auto& [modulus, values] : residues_)
            for (std::size_t n = 0; n < numbers.size(); ++n)
                if (numbers[n].rest(modulus) != values[n]) throw Contradiction();
        return numbers;
    }
    if (largest_.empty() || !missing().empty()) throw std::logic_error("residues are missing");
    Remainders found(residues_.begin()->second.size());
    for (std::uint64_t modulus : moduli_) found.add(modulus, residues_.at(modulus));
    for (std::size_t n = 0; n < found.values().size(); ++n) {
        if (!(largest(n) < found.product()))
            throw std::invalid_argument("the moduli do not reach beyond the bounds");
        if (largest(n) < found.values()[n]) throw Contradiction();
    }
    return found.values();
}

std::size_t Residues::whole() const {
    return std::max(moduli_.size() + missing().size(), largest_.empty() ? options_.expected : 1);
}

double Residues::share(std::size_t more) const {
    return static_cast<double>(moduli_.size() + more) / static_cast<double>(whole());
}

}  // namespace babieca::sweep
