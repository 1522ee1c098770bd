// Resolved steps, run by the plainest executor there can be, against the sweep over states; with
// and without a mirror.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/frontier/state.hpp"
#include "core/sweep/resolve.hpp"
#include "tests/check.hpp"
#include "tests/matchings.hpp"
#include "tests/oracle.hpp"

using namespace babieca;
using namespace babieca::sweep;
using frontier::PackedState;

namespace {

using Layer = std::map<PackedState, std::uint64_t>;

constexpr std::uint64_t garbage = 0xdeadbeefdeadbeefu;  // in all memory that was not written

long turned_seen = 0, fixed_seen = 0;

struct Sweep {
    const frontier::Problem& problem;
    const frontier::Schedule& schedule;
    Halves halves;
    std::vector<std::vector<std::uint64_t>> segments;
    BlockBits bits;
    BlockLayout layout;
    int at = 0;  // the layer

    Sweep(const frontier::Problem& problem, const frontier::Schedule& schedule)
        : problem(problem), schedule(schedule), halves(schedule), bits(halves) {
        layout = make_layout(problem, schedule, 0, halves);
        segments = memory_of(layout);
        if (layout.class_of[0] < 0) return;
        segments[0][0] = 1;
        bits.of(0)[0] = 1;
    }

    static std::vector<std::vector<std::uint64_t>> memory_of(const BlockLayout& layout) {
        std::vector<std::vector<std::uint64_t>> memory(layout.class_of.size());
        for (std::size_t upper = 0; upper < memory.size(); ++upper)
            if (layout.class_of[upper] >= 0) memory[upper].assign(layout.size[upper], garbage);
        return memory;
    }

    using Memory = std::vector<std::vector<std::uint64_t>>;

    // From one stored layer to the next; layers between are kept whole here.
    void stride() {
        const int last = schedule.next_stored(at);
        const BlockLayout stored = make_layout(problem, schedule, last, halves);
        const Stride stride = make_stride(schedule, at, halves, stored);
        CHECK(stride.first == at && stride.last == last);
        for (const Program& program : stride.programs) {
            const BlockLayout after = make_layout(problem, schedule, program.step + 1, halves);
            const Resolver resolver(schedule, halves, layout, after, program);
            Memory targets = memory_of(after);
            BlockBits reached(halves);
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

    void run(const Piece& piece, std::vector<std::uint64_t>& target) const {
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
               std::vector<std::uint64_t>& target) const {
        const auto& source = segments[piece.sources.at(t.segment)];
        const int pairs = t.pairs - (t.operation == Operation::insert);
        CHECK(t.source + matching_count[pairs] <= source.size());
        for (std::uint64_t rank = 0; rank < matching_count[pairs]; ++rank) {
            CHECK(source[t.source + rank] != garbage);
            auto image =
                explicitly::applied(t.operation, t.i, t.j, explicitly::matching_of(pairs, rank));
            if (block.pairs == 0) image.emplace();  // of a closing cycle nothing is left
            if (!image) continue;
            if (mirrored) image = explicitly::turned(*image, block.fixed_first, block.fixed_count);
            turned_seen += mirrored && block.pairs > 1;
            fixed_seen += mirrored && block.fixed_count > 1;
            CHECK(static_cast<int>(image->size()) == block.pairs);
            target[block.offset + explicitly::rank_of(*image)] += source[t.source + rank];
        }
    }

    // Whether the layout has a block for a state; it has none where colours tell that the state
    // leads to no cycle, and where the state's mirror image is stored instead.
    bool holds(const PackedState& state) const {
        const int upper = halves.upper.value_of(state.types);
        const int lower = halves.lower.value_of(state.types);
        if (layout.class_of[upper] < 0) return false;
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
                const auto& at = layout.classes.at(layout.class_of[upper]);
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

void agree(const frontier::Problem& problem, std::vector<Vertex> order,
           std::vector<Vertex> mirror = {}) {
    if (problem.contradiction) return;
    if (problem.apex >= 0) order.push_back(problem.apex);
    if (problem.apex >= 0 && !mirror.empty()) mirror.push_back(problem.apex);
    const frontier::Schedule schedule = problem.schedule(order, mirror);
    if (schedule.impossible) return;
    Sweep sweep(problem, schedule);
    Layer wanted{{PackedState{}, 1}};
    if (!sweep.holds({})) wanted.clear();
    for (int t = 0; t < static_cast<int>(schedule.steps.size()); ++t) {
        Layer next;
        for (const auto& [state, ways] : wanted)
            frontier::for_each_successor(
                schedule, t, frontier::State::unpack(state),
                [&](const frontier::State& after, const frontier::Choice&) {
                    next[after.pack()] += ways;
                });
        wanted = std::move(next);
        if (!schedule.layers[t + 1].symmetric) continue;
        sweep.stride();
        Layer held = wanted;
        std::erase_if(held, [&](const auto& entry) { return !sweep.holds(entry.first); });
        CHECK(sweep.layer() == held);
        if (mirror.empty()) wanted = std::move(held);
        ++layers_seen;
        for (const auto& [state, ways] : wanted)
            most_pairs_seen =
                std::max(most_pairs_seen, std::popcount(frontier::ends_of(state.types)) / 2);
    }
}

void random_graphs() {
    std::mt19937 random(5);
    for (int round = 0; round < 200; ++round) {
        const int n = 3 + static_cast<int>(random() % 7);
        const oracle::Drawn drawn(n, 0.7, random, round % 2 == 0);
        const auto& [owned, order, through, avoiding] = drawn;
        const Vertex start = static_cast<Vertex>(random() % n);
        agree(frontier::cycle_problem(owned.view()), order);
        agree(frontier::path_problem(owned.view()), order);
        agree(frontier::path_problem(owned.view(), start), order);
        agree(frontier::cycle_problem(owned.view(), {through, avoiding}), order);
        agree(frontier::path_problem(owned.view(), -1, -1, {through, avoiding}), order);
    }
}

void mirrored_graphs() {
    std::mt19937 random(6);
    for (int round = 0; round < 300; ++round) {
        const int pairs = 1 + static_cast<int>(random() % 4);
        const oracle::Mirrored drawn(pairs, static_cast<int>(random() % 4), random);
        const auto& [owned, order, mirror, forced] = drawn;
        agree(frontier::cycle_problem(owned.view()), order, mirror);
        agree(frontier::path_problem(owned.view()), order, mirror);
        agree(frontier::cycle_problem(owned.view(), {forced, {}}), order, mirror);
        agree(frontier::path_problem(owned.view(), -1, -1, {forced, {}}), order, mirror);
    }
}

}  // namespace

int main() {
    random_graphs();
    mirrored_graphs();
    CHECK(turned_seen > 1000 && fixed_seen > 100);
    const auto board = oracle::knight_board(6, 4);
    agree(frontier::path_problem(board.view()), oracle::knight_order(6, 4));
    CHECK(layers_seen > 1000 && most_pairs_seen >= 4);
}
