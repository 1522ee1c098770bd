// Operations on ranks, and turning blocks, against the same on explicit matchings.
#include <numeric>
#include <random>
#include <vector>

#include "core/sweep/execute.hpp"
#include "tests/check.hpp"
#include "tests/matchings.hpp"

using namespace babieca::sweep;
using namespace explicitly;

namespace {

template <typename Arithmetic>
void agree(const RankMaps& tables, Arithmetic arithmetic, Operation operation, int pairs, int i,
           int j) {
    std::mt19937_64 random(pairs * 1000 + i * 100 + j);
    const bool grows = operation == Operation::insert;
    const bool shrinks = operation == Operation::extract || operation == Operation::contract;
    std::vector<std::uint64_t> source(matching_count[pairs - grows]);
    std::vector<std::uint64_t> wanted(matching_count[pairs - shrinks]);
    for (std::uint64_t rank = 0; rank < source.size(); ++rank) {
        source[rank] = random() % 1000;
        if (const auto image = applied(operation, i, j, matching_of(pairs - grows, rank)))
            wanted[rank_of(*image)] += source[rank];
    }
    std::vector<typename Arithmetic::Counter> from(source.begin(), source.end()),
        to(wanted.size(), 0);
    TurnBuffers buffers;
    Executor(tables, arithmetic, buffers)
        .template apply<Onto::add>(operation, pairs, i, j, from.data(), to.data());
    for (std::size_t r = 0; r < to.size(); ++r) {
        if constexpr (requires { arithmetic.modulus; })
            CHECK(to[r] == wanted[r] % arithmetic.modulus);
        else
            CHECK(to[r] == wanted[r]);
    }
}

// Blocks that arrive as their mirror images.
void turns(const RankMaps& tables, int pairs, int first, int fixed) {
    std::mt19937_64 random(pairs * 100 + first * 10 + fixed);
    std::vector<std::uint16_t> image(matching_count[pairs]);
    for (auto& counter : image) counter = static_cast<std::uint16_t>(random());
    Piece piece;
    piece.sources = {0};
    const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
    piece.transfers = {{0, 0, Operation::copy, byte(pairs), 0, 0}};
    piece.targets = {{0, 0, 0, byte(pairs), 1, byte(first), byte(fixed)}};
    std::vector<std::uint32_t> block(image.size(), 77);
    TurnBuffers buffers;
    const std::uint16_t* const sources[] = {image.data()};
    Executor executor(tables, Checked<std::uint32_t>{}, buffers);
    std::uint32_t* const target = block.data();
    executor.run<std::uint16_t>(piece, sources, &target);
    for (std::uint64_t rank = 0; rank < image.size(); ++rank)
        CHECK(block[rank_of(turned(matching_of(pairs, rank), first, fixed))] == image[rank]);
}

}  // namespace

int main() {
    RankMaps tables;
    tables.grow(table_pairs);
    for (int pairs = 0; pairs <= table_pairs + 2; ++pairs)
        for (int fixed = 0; fixed <= std::min(3, 2 * pairs); ++fixed)
            turns(tables, pairs, (2 * pairs - fixed) / 2, fixed);
    for (int pairs = 1; pairs <= table_pairs + 1; ++pairs)
        for (int i = 0; i < 2 * pairs; ++i)
            for (int j = 0; j < 2 * pairs; ++j) {
                if (pairs > 4 && (i * 7 + j * 3) % (3 * pairs) != 0)
                    continue;  // a sample is enough
                const auto every = [&](auto arithmetic) {
                    agree(tables, arithmetic, Operation::move, pairs, i, j);
                    if (i >= j) return;
                    agree(tables, arithmetic, Operation::insert, pairs, i, j);
                    agree(tables, arithmetic, Operation::extract, pairs, i, j);
                    if (pairs > 1) agree(tables, arithmetic, Operation::contract, pairs, i, j);
                };
                every(Wrapping<std::uint64_t>{});
                every(Modular<std::uint64_t>{1009});
                every(Wrapping<std::uint32_t>{});
                every(Modular<std::uint32_t>{1013});
            }
}
