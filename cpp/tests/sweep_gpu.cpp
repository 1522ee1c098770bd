// The GPU kernels, emulated, and the processor's loops of every width against exact sums; the
// addresses of segments in GPU and host memory.
#include <array>
#include <bit>
#include <list>

#include "core/sweep/execute.hpp"
#include "core/sweep/execution.hpp"
#include "core/sweep/gpu/addresses.hpp"
#include "core/sweep/gpu/emulate.hpp"
#include "tests/sweeps.hpp"

namespace babieca {
namespace {

using Exact = unsigned __int128;
using Bytes = std::vector<std::byte>;
using sweep::Mode;

std::mt19937_64 chance(1);

std::uint64_t below(std::uint64_t bound) {
    return chance() % bound;
}

std::uint8_t byte(std::uint64_t value) {
    return static_cast<std::uint8_t>(value);
}

// A random operation whose target has so many pairs.
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

// One target block with random transfers, some of them images; its sources and its exact sums. The
// sources of two transfers overlap, but no counter has the same rank in both.
struct Block {
    sweep::Piece piece;
    std::vector<std::uint64_t> sources;
    std::vector<Exact> sums;

    Block(int pairs, int transfers, std::uint64_t bound) : sums(sweep::matching_count[pairs]) {
        for (int n = 0; n < transfers; ++n) {
            sweep::Transfer transfer = random_transfer(pairs);
            transfer.source = n;
            const int removed = transfer.operation == sweep::Operation::insert;
            const auto end = n + sweep::matching_count[transfer.pairs - removed];
            while (sources.size() < end) sources.push_back(below(bound));
            piece.transfers.push_back(transfer);
        }
        const auto fixed = pairs < 2 ? 0 : below(2 * pairs + 1);
        piece.targets.push_back({0, 0, 0, byte(pairs), byte(below(transfers + 1)),
                                 byte(below(2 * pairs - fixed + 1)), byte(fixed)});
        sweep::MirrorBuffers buffers;
        sweep::PieceRunner runner(rank_maps(), sweep::Checked<Exact>{}, buffers);
        const std::uint64_t* const from = sources.data();
        Exact* const to = sums.data();
        runner.run(piece, &from, &to);
    }

    // The low 64 bits of the sums, or of their residues.
    std::vector<std::uint64_t> reduced(std::uint64_t modulus) const {
        std::vector<std::uint64_t> values;
        for (const Exact sum : sums)
            values.push_back(static_cast<std::uint64_t>(modulus ? sum % modulus : sum));
        return values;
    }
};

void loops_agree(const Block& drawn, Mode mode, int source_bytes, int target_bytes,
                 std::uint64_t modulus = 0) {
    const Bytes sources = packed(drawn.sources, source_bytes);
    const Bytes wanted = packed(drawn.reduced(modulus), target_bytes);
    const std::byte* const from = sources.data();
    const Exact largest = *std::max_element(drawn.sums.begin(), drawn.sums.end());
    const std::uint64_t top = std::uint64_t{1} << (8 * std::min(target_bytes, 8) - 1);
    const sweep::Moduli moduli{modulus, modulus};
    std::vector<std::uint64_t> seen;
    for (const sweep::Loops& loops : sweep::available_loops()) {
        sweep::MirrorBuffers buffers;
        Bytes found(wanted.size(), std::byte{77});
        std::byte* const to = found.data();
        seen.push_back(loops.execute({mode, moduli, source_bytes, target_bytes, rank_maps(),
                                      buffers, drawn.piece, std::span(&from, 1), &to}));
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

void gpu_agrees(const Block& drawn, int counter_bytes, std::uint64_t modulus) {
    static const std::vector<gpu::Index> maps = gpu::make_maps();
    const sweep::Target& target = drawn.piece.targets.front();
    std::vector<gpu::Flow> flows;
    for (const sweep::Transfer& transfer : drawn.piece.transfers)
        flows.push_back(gpu::flow_of(transfer.source, static_cast<gpu::Byte>(transfer.operation),
                                     transfer.i, transfer.j, transfer.choice));
    const Bytes sources = packed(drawn.sources, counter_bytes);
    const Bytes wanted = packed(drawn.reduced(modulus), counter_bytes);
    Bytes found(wanted.size(), std::byte{77});
    gpu::Long seen = 0;
    const auto run = [&](bool reflected, gpu::Byte flags, std::size_t first, std::size_t end) {
        if (first == end) return;
        const gpu::Goal goal{0,
                             0,
                             flags,
                             target.fixed_first,
                             target.fixed_count,
                             static_cast<gpu::Int>(first),
                             static_cast<gpu::Int>(end - first)};
        gpu::emulate({target.pairs, reflected, counter_bytes, maps.data(), &goal, 1, flows.data(),
                      sources.data(), found.data(), modulus, &seen});
    };
    run(true, gpu::reflected, 0, target.mirrored);
    run(false, target.mirrored ? gpu::added : 0, target.mirrored, flows.size());
    CHECK(found == wanted);
    if (!modulus)
        for (const std::uint64_t value : drawn.reduced(0)) {
            const int unused = 64 - 8 * counter_bytes;
            CHECK((value << unused >> unused & ~seen) == 0);
        }
}

// A modulus of at most half the range of a counter.
std::uint64_t random_modulus(int counter_bytes) {
    const std::uint64_t half = std::uint64_t{1} << (8 * std::min(counter_bytes, 8) - 1);
    return std::max<std::uint64_t>(2, half - 1 - below(half / 2)) | 1;
}

void every_width(int pairs, int transfers) {
    using enum Mode;
    const std::pair<int, int> widths[] = {{1, 1}, {2, 2}, {4, 4}, {8, 8}, {1, 2}, {1, 4},
                                          {2, 4}, {1, 8}, {2, 8}, {4, 8}, {6, 8}};
    for (const auto& [source, target] : widths) {
        const std::uint64_t top = std::uint64_t{1} << (8 * source - 1);
        const Block drawn(pairs, transfers, top >> below(8 * source - 1));
        loops_agree(drawn, exact, source, target);
        loops_agree(drawn, residues, source, target);
        if (source != target) continue;
        const std::uint64_t modulus = random_modulus(target);
        loops_agree({pairs, transfers, modulus}, residues, source, target, modulus);
        gpu_agrees(drawn, source, 0);
        gpu_agrees({pairs, transfers, modulus}, source, modulus);
    }
    const Block long_sums(pairs, transfers, std::uint64_t{1} << 32);
    loops_agree(long_sums, exact, 4, 6);
    loops_agree(long_sums, exact, 6, 6);
    for (const int source : {8, 16})
        loops_agree(long_sums, residues, source, 16, random_modulus(8));
}

// Tables of the loops end at 6 pairs, small blocks of the GPU below 5.
TEST(kernels_and_loops_agree) {
    for (int pairs = 0; pairs <= 7; ++pairs)
        for (int round = 0; round < (pairs < 6 ? 12 : 8 - pairs); ++round)
            every_width(pairs, 1 + static_cast<int>(below(7)));
    const std::uint64_t modulus = random_modulus(4);
    gpu_agrees({8, 4, modulus}, 4, modulus);
    gpu_agrees({8, 40, 127}, 1, 127);  // more parts than fit at once
}

// Segments that are taken, moved, compacted and given back keep their bytes and never overlap.
// Returns how often a segment was on the host.
int segments_keep_their_bytes_with(unsigned seed) {
    constexpr std::uint64_t gpu_bytes = 64 * 50, host_bytes = 64 * 30;
    struct Segment {
        std::uint64_t begin, bytes;
        unsigned char value;
    };
    std::mt19937 random(seed);
    gpu::Addresses addresses{gpu_bytes, host_bytes};
    gpu::Shifts shifts;
    std::list<Segment> segments;
    std::vector<unsigned char> memory(gpu_bytes + host_bytes);
    unsigned char next = 0;
    int with_host = 0;
    const auto do_shifts = [&] {
        for (const gpu::Shift& shift : std::exchange(shifts, {}))
            std::memmove(&memory[shift.to], &memory[shift.from], shift.bytes);
    };
    const auto take = [&] {
        std::vector<std::uint64_t> sizes(1 + random() % 3);
        for (auto& size : sizes) size = 1 + random() % 500;
        const std::uint64_t before = addresses.gpu.used;
        const auto found = addresses.gpu.take_all(sizes);
        CHECK(found || addresses.gpu.used == before);
        do_shifts();  // before a write
        for (std::size_t n = 0; found && n < sizes.size(); ++n) {
            segments.push_back({(*found)[n], sizes[n], next++});
            std::memset(&memory[segments.back().begin], segments.back().value, sizes[n]);
        }
    };
    const auto any = [&] { return std::next(segments.begin(), random() % segments.size()); };
    const auto mobile = [&](auto&& chosen) {
        std::vector<gpu::Mobile> all;
        for (Segment& segment : segments)
            if (chosen(segment)) all.push_back({&segment.begin, segment.bytes});
        return all;
    };
    const auto give = [&] {
        std::vector<gpu::Extent> all;
        for (int n = 0; n < 2 && !segments.empty(); ++n) {
            const auto chosen = any();
            all.push_back({chosen->begin, chosen->bytes});
            segments.erase(chosen);
        }
        addresses.give_all(all);
    };
    const auto fetch = [&] {
        if (segments.empty()) return;
        const auto chosen = any();
        if (!addresses.on_host(chosen->begin)) return;
        if (const auto to = addresses.gpu.take(chosen->bytes))
            addresses.move({&chosen->begin, chosen->bytes}, *to, shifts);
    };
    const auto compact = [&] {
        const auto all = mobile([](const Segment&) { return true; });
        const std::uint64_t wanted = 64 * (1 + random() % 30), free = addresses.gpu.free();
        addresses.compact(random() % 2 ? addresses.gpu : addresses.host, wanted, all, shifts);
        addresses.compact(addresses.gpu, wanted, all, shifts);
        if (wanted > free) return;
        const auto found = addresses.gpu.take(wanted);
        CHECK(found);
        addresses.give({*found, wanted});
    };
    const auto check = [&] {
        do_shifts();
        std::uint64_t used = 0;
        for (const Segment& segment : segments) {
            const std::span bytes(&memory[segment.begin], segment.bytes);
            CHECK(std::ranges::count(bytes, segment.value) == std::ssize(bytes));
            if (!addresses.on_host(segment.begin)) used += gpu::Addresses::rounded(segment.bytes);
        }
        CHECK(addresses.gpu.used == used && addresses.gpu.free() == gpu_bytes - used);
        with_host += !mobile([&](const Segment& s) { return addresses.on_host(s.begin); }).empty();
    };
    for (int step = 0; step < 200; ++step) {
        const auto choice = random() % 6;
        if (choice < 2) take();
        if (choice == 2) give();
        if (choice == 3)
            addresses.send(mobile([&](const Segment& segment) {
                               return !addresses.on_host(segment.begin) && random() % 4 == 0;
                           }),
                           shifts);
        if (choice == 4) fetch();
        if (choice == 5) compact();
        if (step % 3 == 0) check();
    }
    return with_host;
}

TEST(segments_keep_their_bytes) {
    int with_host = 0;
    for (unsigned seed = 0; seed < 200; ++seed) with_host += segments_keep_their_bytes_with(seed);
    CHECK(with_host > 1000);
}

}  // namespace
}  // namespace babieca
