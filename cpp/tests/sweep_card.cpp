// The kernels of the card, run here, against the executor of threads: the plain one, and those for
// all instructions that this processor has.
#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <vector>

#include "core/sweep/card/emulate.hpp"
#include "core/sweep/card/maps.hpp"
#include "core/sweep/execute.hpp"
#include "core/sweep/execution.hpp"
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

// A random word, below a bound if that is not 0.
std::uint64_t below(std::uint64_t bound) {
    return bound ? chance() % bound : chance();
}

// Any operation to a target of so many pairs.
sweep::Transfer random_transfer(int pairs) {
    using enum sweep::Operation;
    const auto kind = pairs == 0 ? copy : std::array{copy, move, insert, contract}[below(4)];
    if (kind == copy) return {0, 0, copy, static_cast<std::uint8_t>(pairs), 0, 0};
    const int larger = pairs + (kind == contract);
    int i = static_cast<int>(below(2 * larger)), j = static_cast<int>(below(2 * larger - 1));
    j += j >= i;
    if (kind != move && i > j) std::swap(i, j);
    return {0,
            0,
            kind,
            static_cast<std::uint8_t>(larger),
            static_cast<std::uint8_t>(i),
            static_cast<std::uint8_t>(j)};
}

// The same piece by every set of loops there is.
template <typename Source, typename Arithmetic>
void loops_agree(sweep::Mode mode, Arithmetic arithmetic, std::uint64_t modulus,
                 const sweep::Piece& piece, const Source* segment, std::size_t size) {
    using Counter = typename Arithmetic::Counter;
    sweep::TurnBuffers buffers;
    std::vector<Counter> wanted(size), found(size);
    sweep::Executor executor(tables, arithmetic, buffers);
    Counter* const target = wanted.data();
    executor.template run<Source>(piece, std::span(&segment, 1), &target);
    const auto* const sources = reinterpret_cast<const std::byte*>(segment);
    for (const sweep::Loops& loops : sweep::available_loops()) {
        std::fill(found.begin(), found.end(), Counter{77});
        auto* const bytes = reinterpret_cast<std::byte*>(found.data());
        const std::uint64_t seen = loops.execute({mode,
                                                  {modulus},
                                                  sizeof(Source),
                                                  sizeof(Counter),
                                                  tables,
                                                  buffers,
                                                  piece,
                                                  std::span(&sources, 1),
                                                  &bytes});
        CHECK(found == wanted && seen == executor.seen());
    }
}

template <typename Source, typename Target>
void all_loops_agree(std::uint64_t modulus, const sweep::Piece& piece,
                     const std::vector<Source>& sources, std::size_t size) {
    using enum sweep::Mode;
    const Source* const segment = sources.data();
    const sweep::Modular<Target> residues{static_cast<Target>(modulus)};
    if (modulus) return loops_agree(modular, residues, modulus, piece, segment, size);
    loops_agree(exact, sweep::Checked<Target>{}, 0, piece, segment, size);
    loops_agree(wrapping, sweep::Wrapping<Target>{}, 0, piece, segment, size);
    const std::vector<float> singles(sources.begin(), sources.end());
    loops_agree(rounded, sweep::Rounded<float>{}, 0, piece, singles.data(), size);
    const std::vector<double> doubles(sources.begin(), sources.end());
    loops_agree(rounded, sweep::Rounded<double>{}, 0, piece, doubles.data(), size);
}

// Words of six bytes hold what words of eight do, from sources of four bytes and of six.
template <typename Source>
void six_bytes_agree(const sweep::Piece& piece, const std::vector<Source>& sources,
                     std::size_t size) {
    using sweep::Word48;
    const std::vector<Word48> six(sources.begin(), sources.end());
    loops_agree(sweep::Mode::exact, sweep::Checked<Word48>{}, 0, piece, sources.data(), size);
    loops_agree(sweep::Mode::exact, sweep::Checked<Word48>{}, 0, piece, six.data(), size);
    loops_agree(sweep::Mode::exact, sweep::Checked<std::uint64_t>{}, 0, piece, six.data(), size);
    const auto computed = [&]<typename Word, typename From>(const std::vector<From>& from) {
        sweep::TurnBuffers buffers;
        sweep::Executor executor(tables, sweep::Checked<Word>{}, buffers);
        std::vector<Word> found(size);
        Word* const target = found.data();
        const From* const segment = from.data();
        executor.template run<From>(piece, std::span(&segment, 1), &target);
        CHECK(executor.seen() < std::uint64_t{1} << 47);
        return std::vector<std::uint64_t>(found.begin(), found.end());
    };
    const auto wanted = computed.template operator()<std::uint64_t>(sources);
    CHECK(computed.template operator()<Word48>(sources) == wanted);
    CHECK(computed.template operator()<Word48>(six) == wanted);
    CHECK(computed.template operator()<std::uint64_t>(six) == wanted);
}

// Blocks of one piece computed here by the executor of threads and by the kernels of the card, some
// of their transfers being images.
template <typename Source, typename Target>
void agree(int pairs, int transfer_count, bool modular) {
    constexpr int bits = std::numeric_limits<Target>::digits;
    const std::uint64_t half = std::uint64_t{1} << (bits - 1);
    const std::uint64_t modulus = modular ? std::max<std::uint64_t>(2, half - below(half / 2)) : 0;
    const std::size_t size = sweep::matching_count[pairs];
    sweep::Piece piece;
    std::vector<Source> sources;
    std::vector<card::Flow> flows;
    for (int n = 0; n < transfer_count; ++n) {
        sweep::Transfer transfer = random_transfer(pairs);
        transfer.source = sources.size();
        const int removed = transfer.operation == sweep::Operation::insert;
        for (std::uint64_t r = 0; r < sweep::matching_count[transfer.pairs - removed]; ++r)
            sources.push_back(static_cast<Source>(below(modulus)));
        piece.transfers.push_back(transfer);
        flows.push_back({static_cast<card::Word>(transfer.source), 0,
                         static_cast<card::Byte>(transfer.operation), transfer.i, transfer.j});
    }
    const int mirrored = static_cast<int>(below(transfer_count + 1));
    const int fixed = pairs < 2 ? 0 : static_cast<int>(below(2 * pairs + 1));
    const int first = static_cast<int>(below(2 * pairs - fixed + 1));
    const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
    piece.targets.push_back({0, 0, 0, byte(pairs), byte(mirrored), byte(first), byte(fixed)});
    std::vector<Target> wanted(size), found(size, Target{77});
    const Source* const segment = sources.data();
    const auto execute = [&](auto arithmetic) {
        sweep::TurnBuffers buffers;
        sweep::Executor<decltype(arithmetic)> executor(tables, arithmetic, buffers);
        Target* const target = wanted.data();
        executor.template run<Source>(piece, std::span(&segment, 1), &target);
    };
    if (modulus)
        execute(sweep::Modular<Target>{static_cast<Target>(modulus)});
    else
        execute(sweep::Wrapping<Target>{});

    card::Goal goal{
        0, 0, card::turned, byte(first), byte(fixed), 0, static_cast<card::Word>(mirrored)};
    card::Long seen = 0;
    card::Launch launch{pairs, true,         sizeof(Source), sizeof(Target), maps.data(), &goal,
                        1,     flows.data(), sources.data(), found.data(),   modulus,     &seen};
    if (mirrored) card::emulate(launch);
    launch.turning = false;
    goal.way = mirrored ? card::added : 0;
    goal.first = static_cast<card::Word>(mirrored);
    goal.count = static_cast<card::Word>(transfer_count - mirrored);
    if (goal.count) card::emulate(launch);
    CHECK(found == wanted);
    for (Target value : found) CHECK(modulus || (value & ~seen) == 0);
    if constexpr (sizeof(Target) <= 2 * sizeof(Source))
        all_loops_agree<Source, Target>(modulus, piece, sources, size);
    if constexpr (sizeof(Target) == 8 && sizeof(Source) == 4)
        if (!modulus) six_bytes_agree(piece, sources, size);
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
