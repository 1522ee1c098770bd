// The GPU kernels, emulated, and the processor's loops of every width against exact sums.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <random>
#include <vector>

#include "core/sweep/execute.hpp"
#include "core/sweep/execution.hpp"
#include "core/sweep/gpu/emulate.hpp"
#include "tests/check.hpp"

using namespace babieca;
using sweep::Mode;

namespace {

using Exact = unsigned __int128;
using Bytes = std::vector<std::byte>;

const std::vector<gpu::Index> maps = gpu::make_maps();
const sweep::RankMaps tables = [] {
    sweep::RankMaps all;
    all.grow(sweep::table_pairs);
    return all;
}();
std::mt19937_64 chance(1);

std::uint64_t below(std::uint64_t bound) {
    return chance() % bound;
}

std::uint8_t byte(std::uint64_t value) {
    return static_cast<std::uint8_t>(value);
}

// A mode, and the bytes of a counter of the sources and of the target.
struct Widths {
    Mode mode;
    int source, target;
};

// Counters as the loops read and write them.
Bytes packed(const std::vector<std::uint64_t>& values, Mode mode, int width) {
    Bytes bytes(values.size() * width);
    for (std::size_t n = 0; n < values.size(); ++n) {
        const auto single = static_cast<float>(values[n]);
        const auto rounded = static_cast<double>(values[n]);
        const void* from = mode != Mode::rounded ? static_cast<const void*>(&values[n])
                           : width == 4          ? static_cast<const void*>(&single)
                                                 : &rounded;
        for (int at = 0; at < width; at += 8)
            std::memcpy(&bytes[n * width + at], from, std::min(width, 8));
    }
    return bytes;
}

// Any operation to a target of so many pairs.
sweep::Transfer random_transfer(int pairs) {
    using enum sweep::Operation;
    const auto kind = pairs == 0 ? copy : std::array{copy, move, insert, contract}[below(4)];
    if (kind == copy) return {0, 0, copy, byte(pairs), 0, 0};
    const int larger = pairs + (kind == contract);
    auto i = below(2 * larger), j = below(2 * larger - 1);
    j += j >= i;
    if (kind != move && i > j) std::swap(i, j);
    return {0, 0, kind, byte(larger), byte(i), byte(j)};
}

// One target block with random transfers, some of them images; its sources and its exact sums.
struct Drawn {
    sweep::Piece piece;
    std::vector<std::uint64_t> sources;
    std::vector<Exact> sums;

    Drawn(int pairs, int transfers, std::uint64_t bound) : sums(sweep::matching_count[pairs]) {
        for (int n = 0; n < transfers; ++n) {
            sweep::Transfer transfer = random_transfer(pairs);
            transfer.source = sources.size();
            const int removed = transfer.operation == sweep::Operation::insert;
            for (std::uint64_t r = 0; r < sweep::matching_count[transfer.pairs - removed]; ++r)
                sources.push_back(below(bound));
            piece.transfers.push_back(transfer);
        }
        const auto fixed = pairs < 2 ? 0 : below(2 * pairs + 1);
        piece.targets.push_back({0, 0, 0, byte(pairs), byte(below(transfers + 1)),
                                 byte(below(2 * pairs - fixed + 1)), byte(fixed)});
        sweep::TurnBuffers buffers;
        sweep::Executor executor(tables, sweep::Wrapping<Exact>{}, buffers);
        const std::uint64_t* const from = sources.data();
        Exact* const to = sums.data();
        executor.run<std::uint64_t>(piece, std::span(&from, 1), &to);
    }

    // The low 64 bits of the sums, or of their residues.
    std::vector<std::uint64_t> reduced(std::uint64_t modulus) const {
        std::vector<std::uint64_t> values;
        for (const Exact sum : sums)
            values.push_back(static_cast<std::uint64_t>(modulus ? sum % modulus : sum));
        return values;
    }
};

void loops_agree(const Drawn& drawn, const Widths& widths, std::uint64_t modulus) {
    const auto [mode, source_bytes, target_bytes] = widths;
    const Bytes sources = packed(drawn.sources, mode, source_bytes);
    const Bytes wanted = packed(drawn.reduced(modulus), mode, target_bytes);
    const std::byte* const from = sources.data();
    const Exact largest = *std::max_element(drawn.sums.begin(), drawn.sums.end());
    const std::uint64_t top = std::uint64_t{1} << (8 * std::min(target_bytes, 8) - 1);
    std::vector<std::uint64_t> seen;
    for (const sweep::Loops& loops : sweep::available_loops()) {
        sweep::TurnBuffers buffers;
        Bytes found(wanted.size(), std::byte{77});
        std::byte* const to = found.data();
        seen.push_back(loops.execute({mode,
                                      {modulus, modulus},
                                      source_bytes,
                                      target_bytes,
                                      tables,
                                      buffers,
                                      drawn.piece,
                                      std::span(&from, 1),
                                      &to}));
        CHECK(found == wanted);
        CHECK(seen.back() == seen.front());
    }
    if (mode != Mode::exact) {
        CHECK(seen.front() == 0);
        return;
    }
    // The bits prove that no sum outgrew its counter, and bound the largest sum.
    const std::uint64_t copied = *std::max_element(drawn.sources.begin(), drawn.sources.end());
    if (seen.front() < top && copied < top)
        CHECK(largest < top && largest >> std::bit_width(seen.front() | copied) == 0);
    if (largest >= top) CHECK((seen.front() | copied) >= top);
}

void gpu_agrees(const Drawn& drawn, int counter_bytes, std::uint64_t modulus) {
    const sweep::Target& target = drawn.piece.targets.front();
    std::vector<gpu::Flow> flows;
    for (const sweep::Transfer& transfer : drawn.piece.transfers)
        flows.push_back({static_cast<gpu::Word>(transfer.source), 0,
                         static_cast<gpu::Byte>(transfer.operation), transfer.i, transfer.j});
    const Bytes sources = packed(drawn.sources, Mode::modular, counter_bytes);
    const Bytes wanted = packed(drawn.reduced(modulus), Mode::modular, counter_bytes);
    Bytes found(wanted.size(), std::byte{77});
    gpu::Long seen = 0;
    const auto run = [&](bool turning, gpu::Byte flags, std::size_t first, std::size_t end) {
        if (first == end) return;
        const gpu::Goal goal{0,
                             0,
                             flags,
                             target.fixed_first,
                             target.fixed_count,
                             static_cast<gpu::Word>(first),
                             static_cast<gpu::Word>(end - first)};
        gpu::emulate({target.pairs, turning, counter_bytes, maps.data(), &goal, 1, flows.data(),
                      sources.data(), found.data(), modulus, &seen});
    };
    run(true, gpu::turned, 0, target.mirrored);
    run(false, target.mirrored ? gpu::added : 0, target.mirrored, flows.size());
    CHECK(found == wanted);
    if (!modulus)
        for (const std::uint64_t value : drawn.reduced(0)) {
            const int unused = 64 - 8 * counter_bytes;
            CHECK((value << unused >> unused & ~seen) == 0);
        }
}

// A modulus of about half the range of a counter.
std::uint64_t random_modulus(int counter_bytes) {
    const std::uint64_t half = std::uint64_t{1} << (8 * std::min(counter_bytes, 8) - 1);
    return std::max<std::uint64_t>(2, half - below(half / 2)) | 1;
}

void every_width(int pairs, int transfers) {
    using enum Mode;
    for (const auto& [source, target] :
         {std::pair{1, 1}, {2, 2}, {4, 4}, {8, 8}, {1, 2}, {2, 4}, {4, 8}, {6, 8}}) {
        const std::uint64_t top = std::uint64_t{1} << (8 * source - 1);
        const Drawn drawn(pairs, transfers, top >> below(8 * source - 1));
        loops_agree(drawn, {exact, source, target}, 0);
        loops_agree(drawn, {wrapping, source, target}, 0);
        if (source != target) continue;
        const std::uint64_t modulus = random_modulus(target);
        loops_agree({pairs, transfers, modulus}, {modular, source, target}, modulus);
        gpu_agrees(drawn, source, 0);
        gpu_agrees({pairs, transfers, modulus}, source, modulus);
    }
    const Drawn small(pairs, transfers, 1000);  // no sum is rounded
    loops_agree(small, {rounded, 4, 4}, 0);
    loops_agree(small, {rounded, 8, 8}, 0);
    const Drawn long_sums(pairs, transfers, std::uint64_t{1} << 32);
    loops_agree(long_sums, {exact, 4, 6}, 0);
    loops_agree(long_sums, {exact, 6, 6}, 0);
    for (const int source : {8, 16})
        loops_agree(long_sums, {modular, source, 16}, random_modulus(8));
}

}  // namespace

int main() {
    // Tables of the loops end at 6 pairs, small blocks of the GPU below 5.
    for (int pairs = 0; pairs <= 7; ++pairs)
        for (int round = 0; round < (pairs < 6 ? 20 : 8 - pairs); ++round)
            every_width(pairs, 1 + static_cast<int>(below(7)));
    const std::uint64_t modulus = random_modulus(4);
    gpu_agrees({8, 4, modulus}, 4, modulus);
    gpu_agrees({8, 40, 127}, 1, 127);  // more parts than fit at once
}
