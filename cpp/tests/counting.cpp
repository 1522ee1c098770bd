// Counts, tables, numbers of tours and given steps, against the search by steps and against Python.
#include "core/questions/counting.hpp"

#include <numeric>

#include "core/questions/numbering.hpp"
#include "core/questions/solving.hpp"
#include "tests/graphs.hpp"

namespace babieca::questions {
namespace {

Question on(std::vector<std::int64_t> sides, Kind kind, std::vector<std::int64_t> holes = {}) {
    return {std::make_shared<const Place>(Board{std::move(sides), {}, 1, 2, std::move(holes)}),
            kind};
}

std::string counted(const Question& question, const char* method = "auto") {
    return count(question, {method}, tireless).value.decimal();
}

const std::vector<Question> some = {on({5, 6}, Kind::closed),    on({5, 5}, Kind::path),
                                    on({4, 5}, Kind::open),      on({3, 10}, Kind::closed),
                                    on({4, 5}, Kind::path, {1}), on({4, 4}, Kind::closed)};

TEST(methods_count_alike) {
    for (const Question& question : some) {
        const std::string expected = counted(question, "steps");
        for (const char* method : {"auto", "blocks", "sparse"})
            CHECK(counted(question, method) == expected);
    }
    CHECK(counted(on({6, 6}, Kind::closed)) == "9862");
    CHECK(
        throws<OutOfBudget>([] { count(on({8, 8}, Kind::closed), {"auto", 1 << 20}, tireless); }));
}

TEST(counts_beyond_64_bits_need_several_moduli) {
    const auto found = count(on({3, 52}, Kind::closed), {"blocks"}, tireless);
    CHECK(found.value.bits() > 64 && found.moduli.size() > 1);
    CHECK(found.value == count(on({3, 52}, Kind::closed), {"sparse"}, tireless).value);
}

TEST(plans_fit_and_the_cheapest_is_first) {
    const Question asked = on({7, 8}, Kind::closed);
    sweep::SweepChoice choice(asked.place, swept(asked));
    Machine machine{.threads = 2, .disk = UINT64_MAX};
    const CountPlans all = plans(choice, {}, machine, tireless);
    CHECK(all.size() > 4 && all[0].place == LayerPlace::memory && all[0].counter_bits == 64);
    for (std::size_t at = 1; at < all.size(); ++at) CHECK(all[at - 1].work() <= all[at].work());
    for (const CountPlan& plan : all) {
        machine.memory = plan.bytes;
        machine.disk = plan.disk_bytes;
        for (const CountPlan& other : plans(choice, {}, machine, tireless))
            CHECK(other.fits(machine));
        machine.begun = {{plan.place, plan.counter_bits}};
        const CountPlan first = plans(choice, {}, machine, tireless).at(0);
        CHECK(first.place == plan.place && first.counter_bits == plan.counter_bits);
    }
    CHECK(plans(choice, {}, {.memory = 1 << 20, .kept = 1 << 20}, tireless).empty());
    machine = {.gpu = gpu::GpuMemory{std::uint64_t{1} << 32, 0}};
    const CountPlan on_gpu = plans(choice, {}, machine, tireless).at(0);
    CHECK(on_gpu.place == LayerPlace::gpu && on_gpu.single && on_gpu.bytes <= machine.gpu->budget);
    machine = {.memory = 1 << 20, .gpu = gpu::GpuMemory{1 << 20, 0}};
    CHECK(plans(choice, {}, machine, tireless).empty());
}

TEST(tables_have_the_count_of_each_entry) {
    for (Question question : some) {
        if (question.closed()) question.start = 0;
        const auto table = question.closed() ? count_by_first_move(question, {}, tireless)
                                             : count_by_start(question, {}, tireless);
        for (const auto& entry : table) {
            Question one = question;
            if (question.closed())
                one.begin = {0, entry.first};
            else
                one.start = entry.first;
            CHECK(entry.second.decimal() == counted(one));
        }
    }
}

TEST(numbers_of_tours_are_a_bijection) {
    for (Question question : some) {
        if (question.kind == Kind::open) continue;
        for (int given = 0; given < 2; ++given) {
            if (given) question.at = {{3, 7}};
            const Numbering numbering(question, 0, 1, tireless);
            CHECK(numbering.total().decimal() == counted(question, given ? "steps" : "auto"));
            std::set<Walk> seen;
            for (BigNatural number; number < numbering.total(); number += BigNatural(1)) {
                const Walk tour = numbering.unrank(number, tireless);
                CHECK(is_tour(question.graph(), tour, question.closed()));
                CHECK(numbering.rank(tour, tireless) == number);
                CHECK(seen.insert(tour).second);
            }
            CHECK(throws<Refused>([&] { numbering.unrank(numbering.total(), tireless); }));
        }
    }
}

TEST(random_numbers_are_those_of_python) {
    PythonRandom random(7), other((std::uint64_t{1} << 40) + 5);
    for (const char* expected : {"5305", "2471", "6468", "791"})
        CHECK(random.below(BigNatural(9862)).decimal() == expected);
    BigNatural bound(1);
    for (int i = 0; i < 60; ++i) bound.multiply_add(3, 0);
    CHECK(other.below(bound).decimal() == "21281036005899453366137721124");
}

TEST(given_steps_have_none_one_or_several_solutions) {
    Question question = on({5, 5}, Kind::path);
    question.at = {{0, 1}, {2, 15}, {12, 25}};
    question.settle();
    const auto one = solve(question, 0, {}, tireless);
    CHECK(one && one->solutions.size() == 1 && one->count->decimal() == "1");
    question.at = {{0, 1}, {12, 21}, {24, 25}};
    question.settle();
    const auto none = solve(question, 0, {}, tireless);
    CHECK(none && none->solutions.empty() && none->reason && !none->conflict.empty());
    Question several = on({5, 5}, Kind::path);
    several.at = {{0, 1}};
    several.settle();
    const auto some_of = solve(several, 0, {}, tireless);
    CHECK(some_of && some_of->solutions.size() == 2 && some_of->count->decimal() == "304");
}

}  // namespace
}  // namespace babieca::questions
