// The step specification against plain search: a sweep over maps of states.
#include <map>
#include <numeric>
#include <stdexcept>

#include "core/frontier/order.hpp"
#include "core/frontier/problem.hpp"
#include "core/frontier/state.hpp"
#include "tests/questions.hpp"

using namespace babieca;
using namespace babieca::frontier;

namespace {

std::uint64_t swept(const Sweep& sweep) {
    if (sweep.problem.contradiction) return 0;
    const Schedule& schedule = sweep.schedule;
    std::map<PackedState, std::uint64_t> layer{{{}, 1}};
    for (int t = 0; t < static_cast<int>(schedule.steps.size()); ++t) {
        std::map<PackedState, std::uint64_t> next;
        for (const auto& [packed, ways] : layer) {
            const State state = State::unpack(packed);
            CHECK(state.pack() == packed);
            for_each_successor(schedule, t, state, [&](const State& after, const Choice&) {
                next[after.pack()] += ways;
            });
        }
        layer = std::move(next);
    }
    const auto found = layer.find(PackedState{});
    return found == layer.end() ? 0 : found->second;
}

void matchings_round_trip() {
    for (int k = 0; k <= 5; ++k) {
        const std::uint64_t points = 0b10110111011101u & ((1u << 14) - 1);
        std::uint64_t used = 0;
        for (std::uint64_t p = points; std::popcount(used) < 2 * k; p &= p - 1) used |= p & -p;
        for (std::uint64_t rank = 0; rank < matching_count[k]; ++rank) {
            std::array<std::uint8_t, 32> mate{};
            unrank_matching(used, rank, mate);
            for (int i = 0; i < 32; ++i)
                if (used >> i & 1) CHECK(mate[mate[i]] == i && mate[i] != i);
            CHECK(rank_matching(used, mate) == rank);
        }
    }
}

void knight_boards() {
    CHECK(swept(questions::closed_tours(6, 6)) == 9862);
    CHECK(swept(questions::closed_tours(10, 3)) == 16);
    CHECK(swept(questions::closed_tours(6, 5)) == 8);
    const auto five = oracle::knight_board(5, 5);
    CHECK(swept({five.view(), oracle::knight_order(5, 5), true}) == 864);
    CHECK(swept({five.view(), oracle::knight_order(5, 5), true, 0}) == 304);
}

void the_knight_order_keeps_two_rows() {
    for (int columns = 5; columns <= 10; ++columns) {
        const auto board = oracle::knight_board(12, columns);
        const auto order = oracle::knight_order(12, columns);
        CHECK(make_schedule(board.view(), order).slot_count == 2 * columns);
    }
}

void the_width_is_known_without_a_schedule() {
    std::mt19937 random(5);
    for (int round = 0; round < 100; ++round) {
        const int n = 1 + static_cast<int>(random() % 20);
        const auto owned = oracle::from_edges(n, oracle::random_edges(n, 0.3, random));
        std::vector<Vertex> order(n);
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random);
        CHECK(frontier_width(owned.view(), order) == make_schedule(owned.view(), order).slot_count);
    }
}

void bad_orders_are_refused() {
    const auto board = oracle::knight_board(3, 4);
    const std::vector<Vertex> repeated(12, 0);
    const std::vector<Vertex> too_few{0, 1}, outside{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12};
    for (const auto& order : {repeated, too_few, outside}) {
        CHECK(throws<std::invalid_argument>([&] { make_schedule(board.view(), order); }));
        CHECK(throws<std::invalid_argument>([&] { frontier_width(board.view(), order); }));
    }
}

}  // namespace

int main() {
    matchings_round_trip();
    questions::random_questions(
        250, 7, 8, [](const auto& asked) { CHECK(swept(asked.sweep) == asked.tours()); });
    knight_boards();
    the_knight_order_keeps_two_rows();
    the_width_is_known_without_a_schedule();
    bad_orders_are_refused();
}
