// The kernels of the card, run here, against the executor of threads and against matchings.
#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "core/sweep/card/emulate.hpp"
#include "core/sweep/card/maps.hpp"
#include "core/sweep/execute.hpp"
#include "tests/check.hpp"

using namespace babieca;

namespace {

const std::vector<card::Index> maps = card::make_maps();
const sweep::RankMaps tables = [] {
    sweep::RankMaps all;
    all.grow(sweep::table_pairs);
    return all;
}();
std::mt19937_64 chance(1);

// Sums as they are meant.
struct Plain {
    using Counter = std::uint64_t;
    std::uint64_t modulus;  // 0: 2^64
    std::uint64_t add(std::uint64_t a, std::uint64_t b) const {
        const unsigned __int128 sum = static_cast<unsigned __int128>(a) + b;
        return static_cast<std::uint64_t>(modulus ? sum % modulus : sum);
    }
};

std::uint64_t below(std::uint64_t modulus, int bits) {
    const std::uint64_t word = chance() >> (64 - bits);
    return modulus ? word % modulus : word;
}

card::Flow flow_of(std::uint64_t source, sweep::Operation operation, int i, int j) {
    return {static_cast<card::Word>(source), static_cast<card::Byte>(source >> 32),
            static_cast<card::Byte>(operation), static_cast<card::Byte>(i),
            static_cast<card::Byte>(j)};
}

// Any operation to a target of so many pairs, and the pairs of its source.
std::pair<card::Flow, int> random_flow(int pairs) {
    using enum sweep::Operation;
    const auto two_of = [](int points) {
        const int i = static_cast<int>(chance() % points),
                  j = static_cast<int>(chance() % (points - 1));
        return std::pair{i, j + (j >= i)};
    };
    const int kind = static_cast<int>(chance() % 4);
    if (pairs == 0 || kind == 0) return {flow_of(0, copy, 0, 0), pairs};
    if (kind == 1) {
        const auto [i, j] = two_of(2 * pairs);
        return {flow_of(0, move, i, j), pairs};
    }
    if (kind == 2) {
        const auto [i, j] = two_of(2 * pairs);
        return {flow_of(0, insert, std::min(i, j), std::max(i, j)), pairs - 1};
    }
    const auto [i, j] = two_of(2 * pairs + 2);
    return {flow_of(0, contract, std::min(i, j), std::max(i, j)), pairs + 1};
}

std::uint64_t turned(int pairs, std::uint64_t rank, int first, int count) {
    const int points = 2 * pairs;
    std::vector<int> place(points);
    for (int p = 0; p < points; ++p) place[p] = points - 1 - p;
    std::reverse(place.begin() + first, place.begin() + first + count);
    std::array<std::uint8_t, 32> mate{}, image{};
    frontier::unrank_matching((std::uint64_t{1} << points) - 1, rank, mate);
    for (int p = 0; p < points; ++p) image[place[p]] = static_cast<std::uint8_t>(place[mate[p]]);
    return frontier::rank_matching((std::uint64_t{1} << points) - 1, image);
}

template <typename Source, typename Target>
void agree(int pairs, int flow_count, bool modular) {
    constexpr int bits = std::numeric_limits<Target>::digits;
    const std::uint64_t modulus = !modular ? 0
                                  : bits == 64
                                      ? 1 + (std::uint64_t{1} << 62) + below(0, 61)
                                      : 2 + below(0, bits) % ((std::uint64_t{1} << bits) - 2);
    const std::size_t size = sweep::matching_count[pairs];
    std::vector<Source> sources;
    std::vector<card::Flow> flows;
    std::vector<std::uint64_t> wanted(size, 0);
    const Plain plain{modulus};
    for (int n = 0; n < flow_count; ++n) {
        auto [flow, source_pairs] = random_flow(pairs);
        flow.low = static_cast<card::Word>(sources.size());
        std::vector<std::uint64_t> source(sweep::matching_count[source_pairs]);
        for (std::uint64_t& value : source) {
            value = below(sizeof(Target) == 8 ? modulus : 0, std::numeric_limits<Source>::digits);
            sources.push_back(static_cast<Source>(value));
        }
        const auto operation = static_cast<sweep::Operation>(flow.operation);
        sweep::apply<sweep::Onto::add>(sweep::Kernels<Plain>{plain}, tables, operation,
                                       pairs + (operation == sweep::Operation::contract), flow.i,
                                       flow.j, source.data(), wanted.data());
        flows.push_back(flow);
    }
    // Three goals by the same flows: as it is, turned, and added to the turned one.
    const int count = pairs < 2 ? 0 : static_cast<int>(chance() % 4);
    const int first = count ? static_cast<int>(chance() % (2 * pairs - count + 1)) : 0;
    std::vector<Target> targets(2 * size, Target{77});
    const auto goal = [&](std::size_t at, int way) {
        return card::Goal{static_cast<card::Word>(at),        0,
                          static_cast<card::Byte>(way),       static_cast<card::Byte>(first),
                          static_cast<card::Byte>(count),     0,
                          static_cast<card::Word>(flow_count)};
    };
    const std::vector<card::Goal> goals{goal(0, 0), goal(size, card::turned)},
        more{goal(size, card::added)};
    card::Long seen = 0;
    card::Launch launch{pairs,        sizeof(Source), sizeof(Target), maps.data(), goals.data(), 2,
                        flows.data(), sources.data(), targets.data(), modulus,     &seen};
    card::emulate(launch);
    launch.goals = more.data();
    launch.goal_count = 1;
    card::emulate(launch);
    card::Long all = 0;
    for (std::size_t r = 0; r < size; ++r) {
        CHECK(targets[r] == static_cast<Target>(wanted[r]));
        CHECK(targets[size + r] ==
              static_cast<Target>(plain.add(wanted[r], wanted[turned(pairs, r, first, count)])));
        all |= targets[r] | targets[size + r];
    }
    CHECK((seen & all) == all);
}

template <typename Source, typename Target>
void many() {
    for (int round = 0; round < 30; ++round)
        for (int pairs = 0; pairs <= 6; ++pairs)
            agree<Source, Target>(pairs, 1 + static_cast<int>(chance() % 7), round % 2);
    for (int round = 0; round < 2; ++round) agree<Source, Target>(7, 3, round % 2);
}

}  // namespace

int main() {
    many<card::Byte, card::Byte>();
    many<card::Index, card::Index>();
    many<card::Word, card::Word>();
    many<card::Long, card::Long>();
    many<card::Byte, card::Index>();
    many<card::Byte, card::Word>();
    many<card::Index, card::Word>();
    many<card::Index, card::Long>();
    many<card::Word, card::Long>();
    agree<card::Word, card::Word>(8, 4, true);
    agree<card::Byte, card::Byte>(8, 40, true);  // more parts than fit at once
}
