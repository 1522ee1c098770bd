// Switches in orbits keep a symmetry and its parity; magic tours have their sums.
#include "core/constructions/links.hpp"
#include "core/constructions/magic.hpp"
#include "core/constructions/organic.hpp"
#include "core/constructions/rectangle.hpp"
#include "tests/check.hpp"
#include "tests/graphs.hpp"

using namespace babieca;
using namespace babieca::constructions;

namespace {

Control control;
constexpr int kSide = 12;
const Shape board = box({kSide, kSide});

std::vector<Vertex> half(bool cycle) {
    RectangleTask task{.rows = kSide / 2, .columns = kSide, .cycle = cycle};
    // The end is a move away from the image of the start by the half-turn, (6, 7).
    task.start = 5 * kSide + 4;
    if (!cycle) task.end = 5 * kSide + 5;
    return walk<std::int32_t>(*construct(task, control), task.start, -1, control);
}

OrganicTask turned(std::uint64_t seed) {
    OrganicTask task{kSide, kSide};
    task.flips[0] = task.flips[1] = true;
    task.seed = seed;
    return task;
}

std::vector<Vertex> with_image(std::vector<Vertex> squares) {
    const std::size_t count = squares.size();
    for (std::size_t i = 0; i < count; ++i) squares.push_back(kSide * kSide - 1 - squares[i]);
    return squares;
}

void the_half_turn_stays() {
    const auto base = with_image(half(false));
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto order = organic(base, turned(seed), control);
        CHECK(is_tour(board, order, true));
        CHECK(order != base);
        for (std::size_t i = 0; i < order.size() / 2; ++i)
            CHECK(order[i + order.size() / 2] == kSide * kSide - 1 - order[i]);
    }
}

void an_even_voltage_never_becomes_one_tour() {
    const auto cycle = half(true);
    auto task = turned(1);
    const auto length = static_cast<std::int64_t>(cycle.size());
    task.lengths = {length, length};
    for (task.seed = 0; task.seed < 20; ++task.seed)
        CHECK(organic(with_image(cycle), task, control).empty());
    // Without the symmetry, the same two pieces are joined by any switch.
    task.flips[0] = task.flips[1] = false;
    CHECK(is_tour(board, organic(with_image(cycle), task, control), true));
}

void magic_tours_have_their_sums() {
    for (const bool closed : {false, true})
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            const auto order = magic_tour({8, 8, closed, false, seed}, {0, 60}, control);
            CHECK(is_tour(box({8, 8}), order, closed));
            std::vector<int> sums(16, 0);
            for (int i = 0; i < 64; ++i) {
                sums[order[i] / 8] += i + 1;
                sums[8 + order[i] % 8] += i + 1;
            }
            for (const int sum : sums) CHECK(sum == 260);
        }
}

}  // namespace

int main() {
    the_half_turn_stays();
    an_even_voltage_never_becomes_one_tour();
    magic_tours_have_their_sums();
}
