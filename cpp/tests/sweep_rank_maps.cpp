// Operations on ranks, and turning blocks, against the same on explicit matchings.
#include <numeric>
#include <random>
#include <vector>

#include "core/sweep/execute.hpp"
#include "tests/check.hpp"

using namespace babieca::sweep;
using babieca::frontier::rank_matching;
using babieca::frontier::unrank_matching;

namespace {

using Counters = std::vector<std::uint64_t>;
using Mates = std::array<std::uint8_t, 32>;

// Ranks a matching given as pairs of positions.
std::uint64_t rank_of(const std::vector<std::pair<int, int>>& pairs) {
    Mates mate{};
    for (auto [a, b] : pairs)
        mate[a] = static_cast<std::uint8_t>(b), mate[b] = static_cast<std::uint8_t>(a);
    return rank_matching((std::uint64_t{1} << (2 * pairs.size())) - 1, mate);
}

// The obvious version: one matching at a time.
void obvious(Operation operation, int pairs, int i, int j, const Counters& source,
             Counters& target) {
    const int source_pairs = pairs - (operation == Operation::insert);
    for (std::uint64_t rank = 0; rank < matching_count[source_pairs]; ++rank) {
        Mates mate{};
        unrank_matching((std::uint64_t{1} << (2 * source_pairs)) - 1, rank, mate);
        std::vector<std::pair<int, int>> result;
        const auto place = [&](int p) {
            if (operation == Operation::move) {
                if (p == i) return j;
                const int left = p - (p > i);
                return left + (left >= j);
            }
            if (operation == Operation::insert) {
                const int once = p + (p >= i);
                return once + (once >= j);
            }
            return p - (p > i) - (p > j);
        };
        bool kept = operation != Operation::extract || mate[i] == j;
        if (operation == Operation::contract) kept = mate[i] != j;
        if (!kept) continue;
        for (int p = 0; p < 2 * source_pairs; ++p) {
            const bool goes = operation == Operation::extract || operation == Operation::contract;
            const auto leaves = [&](int q) { return goes && (q == i || q == j); };
            if (mate[p] > p && !leaves(p) && !leaves(mate[p]))
                result.push_back({place(p), place(mate[p])});
        }
        if (operation == Operation::contract) result.push_back({place(mate[i]), place(mate[j])});
        if (operation == Operation::insert) result.push_back({i, j});
        target[rank_of(result)] += source[rank];
    }
}

template <typename Arithmetic>
void agree(const RankMaps& tables, Arithmetic arithmetic, Operation operation, int pairs, int i,
           int j) {
    std::mt19937_64 random(pairs * 1000 + i * 100 + j);
    const bool grows = operation == Operation::insert;
    const bool shrinks = operation == Operation::extract || operation == Operation::contract;
    Counters source(matching_count[pairs - grows]), wanted(matching_count[pairs - shrinks]);
    for (auto& counter : source) counter = random() % 1000;
    std::vector<typename Arithmetic::Counter> from(source.begin(), source.end()),
        to(wanted.size(), 0);
    obvious(operation, pairs, i, j, source, wanted);
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

// Blocks that arrive as their mirror images, `fixed` ends from `first` on keeping their order.
void turned(const RankMaps& tables, int pairs, int first, int fixed) {
    std::mt19937_64 random(pairs * 100 + first * 10 + fixed);
    const std::uint64_t all = (std::uint64_t{1} << (2 * pairs)) - 1;
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
    const auto place = [&](int position) {
        const int reversed = 2 * pairs - 1 - position;
        const bool keeps = reversed >= first && reversed < first + fixed;
        return keeps ? 2 * first + fixed - 1 - reversed : reversed;
    };
    for (std::uint64_t rank = 0; rank < image.size(); ++rank) {
        Mates mate{};
        unrank_matching(all, rank, mate);
        std::vector<std::pair<int, int>> result;
        for (int p = 0; p < 2 * pairs; ++p)
            if (mate[p] > p) result.push_back({place(p), place(mate[p])});
        CHECK(block[rank_of(result)] == image[rank]);
    }
}

}  // namespace

int main() {
    RankMaps tables;
    tables.grow(table_pairs);
    for (int pairs = 0; pairs <= table_pairs + 2; ++pairs)
        for (int fixed = 0; fixed <= std::min(3, 2 * pairs); ++fixed)
            turned(tables, pairs, (2 * pairs - fixed) / 2, fixed);
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
