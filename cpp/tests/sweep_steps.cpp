// The operations on blocks, and the steps made of them, against operations on explicit matchings
// and the sweep over states; with and without a mirror.
#include <array>
#include <map>
#include <optional>

#include "core/frontier/state.hpp"
#include "core/sweep/execute.hpp"
#include "core/sweep/resolve.hpp"
#include "tests/sweeps.hpp"

namespace babieca::sweep {
namespace {

using Matching = std::vector<std::pair<int, int>>;  // pairs of positions
using Mates = std::array<std::uint8_t, 32>;

std::uint64_t all_points(std::size_t pairs) {
    return (std::uint64_t{1} << (2 * pairs)) - 1;
}

std::uint64_t rank_of(const Matching& matching) {
    Mates mate{};
    for (auto [a, b] : matching)
        mate[a] = static_cast<std::uint8_t>(b), mate[b] = static_cast<std::uint8_t>(a);
    return frontier::rank_matching(all_points(matching.size()), mate);
}

Matching matching_of(int pairs, std::uint64_t rank) {
    Mates mate{};
    frontier::unrank_matching(all_points(pairs), rank, mate);
    Matching matching;
    for (int p = 0; p < 2 * pairs; ++p)
        if (mate[p] > p) matching.push_back({p, mate[p]});
    return matching;
}

// Returns nothing if the operation ignores the matching.
std::optional<Matching> applied(Operation operation, int i, int j, const Matching& matching) {
    if (operation == Operation::copy) return matching;
    const bool leaves = operation == Operation::extract || operation == Operation::contract;
    const auto moved = [&](int p) {
        if (leaves) return p - (p > i) - (p > j);
        if (operation == Operation::insert) {
            const int once = p + (p >= i);
            return once + (once >= j);
        }
        if (p == i) return j;
        const int left = p - (p > i);
        return left + (left >= j);
    };
    Matching result;
    std::vector<int> freed;  // mates of the ends that go
    for (auto [a, b] : matching) {
        const bool a_goes = leaves && (a == i || a == j), b_goes = leaves && (b == i || b == j);
        if (a_goes && b_goes && operation == Operation::contract) return std::nullopt;
        if (a_goes != b_goes)
            freed.push_back(moved(a_goes ? b : a));
        else if (!a_goes)
            result.push_back({moved(a), moved(b)});
    }
    if (operation == Operation::extract && !freed.empty()) return std::nullopt;
    if (operation == Operation::contract) result.push_back({freed[0], freed[1]});
    if (operation == Operation::insert) result.push_back({i, j});
    return result;
}

// Reverses the ends, except for `fixed` ends from position `first` on, which keep their order.
Matching reflected(Matching matching, int first, int fixed) {
    const auto moved = [&, points = static_cast<int>(2 * matching.size())](int position) {
        const int reversed = points - 1 - position;
        const bool is_fixed = reversed >= first && reversed < first + fixed;
        return is_fixed ? 2 * first + fixed - 1 - reversed : reversed;
    };
    for (auto& [a, b] : matching) a = moved(a), b = moved(b);
    return matching;
}

void agree(Operation operation, int pairs, int i, int j) {
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
    const auto agree_in = [&]<typename Arithmetic>(Arithmetic arithmetic) {
        std::vector<typename Arithmetic::Counter> from(source.begin(), source.end()),
            to(wanted.size(), 0);
        MirrorBuffers buffers;
        PieceRunner(rank_maps(), arithmetic, buffers)
            .template apply<Onto::add>(operation, pairs, i, j, from.data(), to.data());
        for (std::size_t r = 0; r < to.size(); ++r) {
            if constexpr (requires { arithmetic.modulus; })
                CHECK(to[r] == wanted[r] % arithmetic.modulus);
            else
                CHECK(to[r] == wanted[r]);
        }
    };
    agree_in(Checked<std::uint64_t>{});
    agree_in(Modular<std::uint64_t>{1009});
    agree_in(Checked<std::uint32_t>{});
    agree_in(Modular<std::uint32_t>{1013});
}

// Blocks that arrive as their mirror images.
void reflects(int pairs, int first, int fixed) {
    std::mt19937_64 random(pairs * 100 + first * 10 + fixed);
    std::vector<std::uint16_t> image(matching_count[pairs]);
    for (auto& counter : image) counter = static_cast<std::uint16_t>(random());
    const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
    const Piece piece{0,
                      {0},
                      {{0, 0, 0, byte(pairs), 1, byte(first), byte(fixed)}},
                      {{0, 0, Operation::copy, byte(pairs), 0, 0, 0}}};
    std::vector<std::uint32_t> block(image.size(), 77);
    MirrorBuffers buffers;
    const std::uint16_t* const sources[] = {image.data()};
    PieceRunner runner(rank_maps(), Checked<std::uint32_t>{}, buffers);
    std::uint32_t* const target = block.data();
    runner.run(piece, sources, &target);
    for (std::uint64_t rank = 0; rank < image.size(); ++rank)
        CHECK(block[rank_of(reflected(matching_of(pairs, rank), first, fixed))] == image[rank]);
}

TEST(rank_maps_agree_with_matchings) {
    for (int pairs = 0; pairs <= table_pairs + 2; ++pairs)
        for (int fixed = 0; fixed <= std::min(3, 2 * pairs); ++fixed) {
            if (pairs == table_pairs + 2 && fixed != 2) continue;  // a sample is enough
            reflects(pairs, (2 * pairs - fixed) / 2, fixed);
        }
    for (int pairs = 1; pairs <= table_pairs + 1; ++pairs)
        for (int i = 0; i < 2 * pairs; ++i)
            for (int j = 0; j < 2 * pairs; ++j) {
                if (pairs > 4 && (i * 7 + j * 3) % (3 * pairs) != 0)
                    continue;  // a sample is enough
                agree(Operation::move, pairs, i, j);
                if (i >= j) continue;
                agree(Operation::insert, pairs, i, j);
                agree(Operation::extract, pairs, i, j);
                if (pairs > 1) agree(Operation::contract, pairs, i, j);
            }
}

using frontier::PackedState;
using Layer = std::map<PackedState, std::uint64_t>;
using Counters = std::vector<std::uint64_t>;
using Memory = std::vector<Counters>;

constexpr std::uint64_t garbage = 0xdeadbeefdeadbeefu;  // in all memory that was not written

long reflected_seen = 0, fixed_seen = 0;

// The plainest runner of resolved steps.
struct PlainSweep {
    const frontier::Sweep& sweep;
    const frontier::Schedule& schedule = sweep.schedule;
    Halves halves;
    Memory segments;
    BlockBits bits;
    BlockLayout layout;
    int at = 0;  // the layer

    explicit PlainSweep(const frontier::Sweep& sweep)
        : sweep(sweep), halves(schedule), bits(halves, 0) {
        layout = make_layout(sweep, 0, halves);
        bits = BlockBits(halves, layout);
        segments = memory_of(layout);
        if (layout.shape_of[0] < 0) return;
        segments[0][0] = 1;
        bits.of(0)[0] = 1;
    }

    static Memory memory_of(const BlockLayout& layout) {
        Memory memory(layout.shape_of.size());
        for (std::size_t upper = 0; upper < memory.size(); ++upper)
            if (layout.shape_of[upper] >= 0) memory[upper].assign(layout.size[upper], garbage);
        return memory;
    }

    // From one stored layer to the next; layers between are whole here.
    void stride() {
        const int last = schedule.next_stored(at);
        const BlockLayout stored = make_layout(sweep, last, halves);
        const Stride stride = make_stride(schedule, at, halves, stored);
        CHECK(stride.first == at && stride.last == last);
        for (const Program& program : stride.programs) {
            const BlockLayout after = make_layout(sweep, program.step + 1, halves);
            const Resolver resolver(schedule, halves, layout, after, program);
            Memory targets = memory_of(after);
            BlockBits reached(halves, after);
            SourceNumbers numbers;
            Piece piece;
            for (int wave : stride.waves)
                for (int subwave : program.subwaves)
                    for (const UpperCase& upper : program.targets) {
                        resolver.resolve(wave + subwave, upper, {bits}, {reached}, numbers, piece);
                        CHECK(piece.target == wave + subwave + upper.upper);
                        run(piece, targets[piece.target]);
                    }
            segments = std::move(targets);
            bits = std::move(reached);
            layout = after;
        }
        at = last;
    }

    void run(const Piece& piece, Counters& target) const {
        std::set<std::uint64_t> begun;
        for (std::size_t n = 0; n < piece.targets.size(); ++n) {
            const Target& block = piece.targets[n];
            CHECK(begun.insert(block.offset).second);
            CHECK(piece.end(n) > block.first &&
                  block.offset + matching_count[block.pairs] <= target.size());
            std::fill_n(target.begin() + static_cast<std::ptrdiff_t>(block.offset),
                        matching_count[block.pairs], 0);
            for (std::uint32_t number = block.first; number < piece.end(n); ++number)
                bring(piece, block, piece.transfers[number], number - block.first < block.mirrored,
                      target);
        }
    }

    void bring(const Piece& piece, const Target& block, const Transfer& t, bool mirrored,
               Counters& target) const {
        const auto& source = segments[piece.sources.at(t.segment)];
        const int pairs = t.pairs - (t.operation == Operation::insert);
        CHECK(t.source + matching_count[pairs] <= source.size());
        for (std::uint64_t rank = 0; rank < matching_count[pairs]; ++rank) {
            CHECK(source[t.source + rank] != garbage);
            auto image = applied(t.operation, t.i, t.j, matching_of(pairs, rank));
            if (block.pairs == 0) image.emplace();  // a closed cycle leaves the empty matching
            if (!image) continue;
            if (mirrored) image = reflected(*image, block.fixed_first, block.fixed_count);
            reflected_seen += mirrored && block.pairs > 1;
            fixed_seen += mirrored && block.fixed_count > 1;
            CHECK(static_cast<int>(image->size()) == block.pairs);
            target[block.offset + rank_of(*image)] += source[t.source + rank];
        }
    }

    // Whether the layout has a block for a state. It has none if colours prove that the state leads
    // to no cycle, or if the mirror image of the state is stored instead.
    bool stores(const PackedState& state) const {
        const int upper = halves.upper.value_of(state.types);
        const int lower = halves.lower.value_of(state.types);
        if (layout.shape_of[upper] < 0) return false;
        const auto& present = layout.of(upper).present;
        return std::find(present.begin(), present.begin() + layout.blocks_of[upper], lower) !=
               present.begin() + layout.blocks_of[upper];
    }

    // Every counter that is not zero, by its state.
    Layer layer() const {
        Layer found;
        for (int upper = 0; upper < halves.upper.values; ++upper)
            for (int lower = 0; lower < halves.lower.values; ++lower) {
                if (!(bits.of(upper)[lower / 64] >> (lower % 64) & 1)) continue;
                const auto& at = layout.shapes.at(layout.shape_of[upper]);
                PackedState state;
                for (const auto& [half, value] :
                     {std::pair{&halves.lower, lower}, std::pair{&halves.upper, upper}})
                    for (int slot = half->first; slot < half->first + half->slots; ++slot)
                        state.types |= static_cast<std::uint64_t>(half->type(value, slot))
                                       << (2 * slot);
                const int pairs = (at.upper_ends + halves.lower.ends[lower]) / 2;
                for (; state.matching < matching_count[pairs]; ++state.matching)
                    if (const auto ways = segments[upper][at.offset[lower] + state.matching])
                        found[state] = ways;
            }
        return found;
    }
};

int layers_seen = 0, most_pairs_seen = 0;

void agree(const frontier::Sweep& asked) {
    if (asked.impossible()) return;
    const frontier::Schedule& schedule = asked.schedule;
    PlainSweep sweep(asked);
    Layer wanted{{PackedState{}, 1}};
    if (!sweep.stores({})) wanted.clear();
    for (int t = 0; t < asked.steps(); ++t) {
        Layer next;
        for (const auto& entry : wanted)
            frontier::for_each_successor(
                schedule, t, frontier::State::unpack(entry.first),
                [&](const frontier::State& after, const frontier::Choice&) {
                    next[after.pack()] += entry.second;
                });
        wanted = std::move(next);
        if (!schedule.layers[t + 1].symmetric) continue;
        sweep.stride();
        Layer stored = wanted;
        std::erase_if(stored, [&](const auto& entry) { return !sweep.stores(entry.first); });
        CHECK(sweep.layer() == stored);
        if (asked.images.empty()) wanted = std::move(stored);
        ++layers_seen;
        for (const auto& entry : wanted)
            most_pairs_seen =
                std::max(most_pairs_seen, std::popcount(frontier::ends_of(entry.first.types)) / 2);
    }
}

TEST(steps_agree_with_states) {
    std::mt19937 random(5);
    for (int round = 0; round < 200; ++round) {
        const int n = 3 + static_cast<int>(random() % 7);
        const Drawn drawn(n, 0.7, random, round % 2 == 0);
        const auto& [owned, order, through, avoiding] = drawn;
        const Vertex start = static_cast<Vertex>(random() % n);
        for (bool paths : {false, true}) {
            agree({owned.view(), order, {paths}});
            agree({owned.view(), order, {paths, -1, -1, through, avoiding}});
        }
        agree({owned.view(), order, {true, start}});
    }
    for (int round = 0; round < 300; ++round) {
        const int pairs = 1 + static_cast<int>(random() % 4);
        const Mirrored drawn(pairs, static_cast<int>(random() % 4), random);
        const auto& [owned, order, mirror, forced] = drawn;
        for (bool paths : {false, true}) {
            agree({owned.view(), order, {paths}, mirror});
            agree({owned.view(), order, {paths, -1, -1, forced}, mirror});
        }
    }
    CHECK(reflected_seen > 1000 && fixed_seen > 100);
    const auto board = knight_board(6, 4);
    agree({board.view(), board.order, {true}});
    CHECK(layers_seen > 1000 && most_pairs_seen >= 4);
}

}  // namespace
}  // namespace babieca::sweep
