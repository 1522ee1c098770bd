// Moduli, remainders and the loop over residues.
#include "core/sweep/residues.hpp"

#include "core/frontier/natural.hpp"
#include "tests/check.hpp"

namespace babieca::sweep {
namespace {

using Numbers = std::vector<std::uint64_t>;

BigNatural power_of_7(int bits) {
    BigNatural number(1);
    while (number.bits() < bits) number.multiply_add(7, 3);
    return number;
}

BigNatural combined(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& residues,
                    const char* product) {
    Remainders found(1);
    for (const auto& [residue, modulus] : residues) found.add(modulus, Numbers{residue});
    CHECK(found.product().decimal() == product);
    return found.values()[0];
}

void add_residues(Residues& residues, const BigNatural& number) {
    for (std::uint64_t modulus : residues.wanted()) residues.add(modulus, {number.rest(modulus)});
}

TEST(residues_determine_a_number) {
    for (int bits : {8, 16, 32, 64})
        for (const Arithmetic arithmetic :
             {Arithmetic::sums, Arithmetic::gpu_sums, Arithmetic::products})
            for (int span : {10, 60, 110}) {
                const BigNatural number = power_of_7(span);
                Residues residues({.counter_bits = bits, .arithmetic = arithmetic});
                CHECK(residues.needs_bounds() && residues.wanted().empty());
                residues.set_bounds({number});  // a number may be as large as its bound
                CHECK(!residues.needs_bounds());
                add_residues(residues, number);
                CHECK(residues.wanted().empty() && residues.numbers()[0] == number);
            }
}

TEST(a_number_above_its_bound_is_a_contradiction) {
    for (int span : {10, 60, 110}) {
        BigNatural number = power_of_7(span), less = number;
        less -= BigNatural(1);
        Residues residues({});
        residues.set_bounds({less});
        add_residues(residues, number);
        CHECK(throws<Contradiction>([&] { residues.numbers(); }));
    }
}

TEST(every_number_has_its_own_bound) {
    const std::vector<BigNatural> numbers{BigNatural(5), power_of_7(200), BigNatural()};
    const auto counted = [&](std::vector<BigNatural> bounds) {
        Residues residues({});
        residues.set_bounds(std::move(bounds));
        for (std::uint64_t modulus : residues.missing()) {
            Numbers values;
            for (const BigNatural& number : numbers) values.push_back(number.rest(modulus));
            residues.add(modulus, values);
        }
        return residues.numbers();
    };
    CHECK(counted({BigNatural(5), power_of_7(200), BigNatural()}) == numbers);
    CHECK(throws<Contradiction>([&] { counted({BigNatural(4), power_of_7(200), BigNatural(9)}); }));
}

TEST(one_exact_residue_is_enough) {
    Residues residues({.first = {0}, .expected = 1});
    CHECK(residues.wanted() == Numbers{0} && !residues.needs_bounds() && residues.whole() == 1);
    residues.add(0, {9862}, true);
    CHECK(!residues.needs_bounds() && residues.wanted().empty());
    CHECK(residues.numbers()[0].decimal() == "9862");
    CHECK(residues.share() == 1);
}

TEST(an_exact_residue_contradicts_others) {
    Residues residues({.first = {0, 251}});
    residues.add(0, {9862}, true);
    residues.add(251, {9862 % 251 + 1});
    CHECK(throws<Contradiction>([&] { residues.numbers(); }));
}

TEST(moduli_follow_if_the_first_residue_is_not_exact) {
    const BigNatural number = power_of_7(150);
    Residues residues({.first = {0}, .together = 1, .expected = 1});
    int sweeps = 0;
    double share = 0;
    const auto found =
        residues.run([] { return std::vector{BigNatural::largest_of(150)}; },
                     [&](const Numbers& moduli) {
                         CHECK(moduli.size() == 1 && residues.share() <= residues.share(1));
                         residues.add(moduli[0], {number.rest(moduli[0])});
                         share = residues.share();
                         ++sweeps;
                     });
    CHECK(found[0] == number && sweeps == 3 && share == 1);
    CHECK(residues.moduli().size() == 3 && residues.moduli()[0] == 0);
}

TEST(finished_residues_are_not_swept_again) {
    const BigNatural number = power_of_7(300);
    Residues residues({.together = 2});
    residues.set_bounds({number});
    const Numbers all = residues.missing();
    CHECK(all.size() == 6);
    residues.add(all[3], {number.rest(all[3])});
    CHECK(residues.wanted() == Numbers({all[0], all[1]}));
    add_residues(residues, number);
    CHECK(residues.wanted() == Numbers({all[2], all[4]}));
    CHECK(throws<std::logic_error>([&] { residues.numbers(); }));
    residues.add(all[3], {number.rest(all[3])});  // the same again
    CHECK(throws<Contradiction>([&] { residues.add(all[3], {number.rest(all[3]) - 1}); }));
    CHECK(throws<Contradiction>([&] { residues.add(all[4], {all[4]}); }));
    CHECK(throws<std::invalid_argument>([&] { residues.add(all[4], {1, 2}); }));
    while (!residues.wanted().empty()) add_residues(residues, number);
    CHECK(residues.numbers()[0] == number);
}

TEST(chosen_moduli_must_reach_beyond_the_bounds) {
    for (const Numbers& given : {Numbers{251, 241}, Numbers{251, 241, 239}}) {
        Residues residues({.given = given});
        while (!residues.wanted().empty()) add_residues(residues, BigNatural(9862));
        CHECK(residues.needs_bounds());
        residues.set_bounds({BigNatural(251 * 241)});
        if (given.size() == 2)
            CHECK(throws<std::invalid_argument>([&] { residues.numbers(); }));
        else
            CHECK(residues.numbers()[0] == BigNatural(9862));
    }
}

TEST(narrow_counters_do_not_reach_far) {
    Residues residues({.counter_bits = 8});
    CHECK(
        throws<frontier::TooNarrow>([&] { residues.set_bounds({BigNatural::largest_of(1000)}); }));
}

TEST(moduli_may_share_factors) {
    CHECK(combined({{2, 3}, {3, 5}, {2, 7}}, "105").decimal() == "23");
    CHECK(combined({{3, 4}, {5, 6}}, "12").decimal() == "11");
    CHECK(combined({{5, 6}, {3, 4}, {11, 12}}, "12").decimal() == "11");
    // 2^64 and its divisors, in any order.
    CHECK(combined({{7, 0}, {7, 8}, {1, 6}}, "55340232221128654848").decimal() == "7");
    CHECK(combined({{7, 8}, {1, 6}, {7, 0}}, "55340232221128654848").decimal() == "7");
    CHECK(combined({{7, 0}, {7, 0}}, "18446744073709551616").decimal() == "7");
    CHECK(throws<Contradiction>([] { combined({{0, 6}, {1, 4}}, ""); }));
    CHECK(throws<Contradiction>([] { combined({{7, 0}, {6, 8}}, ""); }));
    CHECK(throws<Contradiction>([] { combined({{6, 8}, {7, 0}}, ""); }));
    CHECK(throws<Contradiction>([] { combined({{7, 0}, {8, 0}}, ""); }));
}

TEST(remainders_of_large_numbers_with_common_factors) {
    const BigNatural number = power_of_7(400);
    Remainders found(1);
    std::mt19937_64 random(39);
    while (!(number < found.product())) {
        const std::uint64_t modulus = 60 * (random() % (std::uint64_t{1} << 58)) + 60;
        found.add(modulus, Numbers{number.rest(modulus)});
    }
    CHECK(found.values()[0] == number);
    found.add(0, Numbers{number.rest(0)});
    CHECK(found.values()[0] == number);
}

}  // namespace
}  // namespace babieca::sweep
