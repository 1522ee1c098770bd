// Blocks and sparse against plain search and against each other; stopping, resuming, rerunning.
#include "core/sweep/blocks.hpp"

#include "core/control.hpp"
#include "core/files/checked_file.hpp"
#include "core/frontier/retirement_order.hpp"
#include "core/sweep/sparse.hpp"
#include "core/sweep/strides.hpp"
#include "tests/sweeps.hpp"

namespace babieca::sweep {
namespace {

SparseResult sparse(const Counted& counted, std::uint64_t modulus = 0) {
    return count_sparse(counted.sweep, {.modulus = modulus}, tireless);
}

// Two moduli at once, if the memory allows it, give the same as one after another.
void moduli_agree(const Counted& counted, int threads, std::uint64_t wanted) {
    const std::uint64_t all_bits = std::uint64_t{1} << 63;
    for (const auto& moduli : {std::vector<std::uint64_t>{0, 7, all_bits},
                               {all_bits, all_bits - 25, 3, 0},
                               {1000, 5, 0, 2, 300}})
        for (std::uint64_t memory : {std::uint64_t{0}, bytes_needed(counted.plan, 8, threads)}) {
            const BlockResult result =
                counted.blocks({.moduli = moduli, .threads = threads, .memory = memory});
            CHECK(result.residues.size() == moduli.size());
            for (std::size_t n = 0; n < moduli.size(); ++n)
                CHECK(result.residues[n] == residue(wanted, 64, moduli[n]));
        }
}

// Every way of counting gives `wanted`.
void all_agree(const Counted& counted, std::uint64_t wanted) {
    CHECK(sparse(counted).residue == wanted && sparse(counted).exact);
    CHECK(sparse(counted, 11).residue == wanted % 11);
    for (int bits : {8, 16, 32, 64})
        for (std::uint64_t modulus :
             {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{1} << (bits - 1)}) {
            const BlockResult result = counted.blocks(
                {.moduli = {modulus}, .counter_bits = bits, .threads = modulus == 7 ? 1 : 2});
            CHECK(result.residues[0] == residue(wanted, bits, modulus));
            CHECK(!result.exact || (modulus == 0 && result.residues[0] == wanted));
            if (bits == 64) CHECK(result.exact == (modulus == 0));
        }
    for (int threads : {1, 2}) moduli_agree(counted, threads, wanted);
}

Walk searched(const Graph& graph) {
    frontier::OrderSearch search(frontier::problem_of(graph));
    return search.improve({}, search.greediest({}, 4, tireless), {1, 2, 50, 1}, tireless);
}

TEST(random_graphs) {
    std::mt19937 random(11);
    for (int round = 0; round < 90; ++round) {
        const int n = 3 + static_cast<int>(random() % 7);
        const Drawn drawn(n, 0.6, random, round % 2 == 0);
        const Graph graph = drawn.graph.view();
        const auto start = static_cast<Vertex>(random() % n);
        const auto end = static_cast<Vertex>((start + 1 + random() % (n - 1)) % n);
        all_questions(graph, round % 3 ? searched(graph) : drawn.order, drawn.through,
                      drawn.avoiding, start, end,
                      [](const Asked& asked) { all_agree({asked.sweep}, asked.tours()); });
    }
}

TEST(boards) {
    for (auto [rows, columns, wanted] : {std::tuple{6, 6, 9862u},
                                         {7, 6, 1067638u},
                                         {8, 6, 55488142u},
                                         {10, 5, 13311268u},
                                         {14, 3, 1536u}}) {
        const Counted counted = board(rows, columns);
        const BlockResult result = counted.blocks({});
        CHECK(result.residues[0] == wanted && result.exact);
        const std::uint64_t needed = bytes_needed(counted.plan, 8, 1);
        CHECK(result.peak_bytes <= needed && result.reserved_bytes <= needed + needed / 8);
        CHECK(result.counters + counted.plan.layers[0].counters >= counted.plan.total_counters);
    }
    const Counted six = board(6, 6);
    CHECK(sparse(six).residue == 9862);
    CHECK(sparse(six).peak_states <= six.plan.peak_counters);  // the states that a layer can hold
    CHECK(board(5, 5, true).blocks({}).residues[0] == 864);
    CHECK(board(6, 6, true).blocks({}).residues[0] == 3318960);
    CHECK(sparse(board(5, 6, true)).residue == 18784);
    StopAfter control(20);
    CHECK(throws<Interrupted>([&] { make_plan(six.sweep, control); }));
}

// Layers are no wider than they must be, up to a stride whose largest counter grew: an exact layer
// has no value beyond its counter width. Lent layers have no counters of 6 bytes.
TEST(counters_widen_where_they_must) {
    constexpr std::uint64_t wanted = 3374967940;  // 32 bits with the highest bit set: not exact
    const Counted counted = board(9, 6);
    const BlockResult narrow = counted.blocks({.counter_bits = 32});
    CHECK(narrow.residues[0] == wanted && !narrow.exact);
    BlockOptions options{.threads = 2};
    CHECK(counted.blocks(options).widths.back() == 8);
    options.six_bytes_from = 0;
    const BlockResult result = counted.blocks(options);
    CHECK(result.residues[0] == wanted && result.exact);
    CHECK(std::is_sorted(result.widths.begin() + 1, result.widths.end()));
    CHECK(result.widths.back() == 6);
    std::vector<int> lent;
    options.wants_layer = [](int) { return true; };
    options.receive_layer = [&](const LentLayer& layer) {
        lent.push_back(layer.width);
        CHECK(layer.largest < 8 * layer.width);
        CHECK(layer.width == 1 || 2 * layer.largest >= 4 * layer.width - 2);
    };
    CHECK(counted.blocks(options).residues[0] == wanted);
    CHECK(lent.back() == 8 && std::find(lent.begin(), lent.end(), 6) == lent.end());
    // Known widths are used at once.
    options = {};
    options.least_widths.assign(counted.plan.layers.size(), 4);
    const BlockResult known = counted.blocks(options);
    CHECK(known.residues[0] == wanted && known.widths[1] == 4);
}

// A count that is stopped again and again resumes from its checkpoint. count(counted, checkpoint,
// control) returns residue, exact and resumed_at.
template <typename Count>
void interrupted_and_resumed(Count&& count) {
    const Scratch scratch;
    const std::string checkpoint = (scratch.folder / "layer").string();
    const Counted counted = board(7, 6);
    int interruptions = 0;
    for (int polls = 3;; polls += 5) {
        StopAfter control(polls);
        try {
            const auto [residue, exact, resumed_at] = count(counted, checkpoint, control);
            CHECK(interruptions > 0 && resumed_at > 0);
            CHECK(residue == 1067638 && exact);
            break;
        } catch (const Interrupted&) {
            ++interruptions;
        }
    }
    // Finished: the answer is in the file.
    CHECK((count(counted, checkpoint, tireless) ==
           std::tuple(std::uint64_t{1067638}, true, counted.sweep.steps())));
}

TEST(blocks_are_resumed) {
    interrupted_and_resumed([](const Counted& counted, const std::string& path, Control& control) {
        const auto found = counted.blocks({.checkpoint = path, .checkpoint_seconds = 0}, control);
        return std::tuple(found.residues.at(0), found.exact, found.resumed_at);
    });
}

TEST(sparse_is_resumed) {
    interrupted_and_resumed([](const Counted& counted, const std::string& path, Control& control) {
        const auto found =
            count_sparse(counted.sweep, {.checkpoint = path, .checkpoint_seconds = 0}, control);
        return std::tuple(found.residue, found.exact, found.resumed_at);
    });
}

// The next save is due after 1e9 seconds, so only the interruption can have saved the layer.
TEST(sparse_saves_when_it_is_interrupted) {
    const Scratch scratch;
    const Counted counted = board(6, 6);
    SparseOptions options{.checkpoint = (scratch.folder / "layer").string(),
                          .checkpoint_seconds = 1e9};
    StopAfter control(20);
    CHECK(throws<Interrupted>([&] { count_sparse(counted.sweep, options, control); }));
    const auto result = count_sparse(counted.sweep, options, tireless);
    CHECK(result.resumed_at > 10 && result.residue == 9862 && result.exact);
    options.modulus = 11;  // a layer of exact counters is no layer of residues
    CHECK(throws<files::FileError>([&] { count_sparse(counted.sweep, options, tireless); }));
}

// A count keeps every budget, and succeeds with the bytes that it reports.
TEST(sparse_obeys_its_budget) {
    const Counted counted = board(6, 6);
    const std::uint64_t needed = sparse(counted).peak_bytes;
    const auto within = [&](std::uint64_t bytes) {
        return count_sparse(counted.sweep, {.memory_bytes = bytes}, tireless);
    };
    for (std::uint64_t bytes = 1 << 10; bytes <= needed; bytes += needed / 50)
        CHECK((bytes < needed) == throws<OutOfBudget>([&] { within(bytes); }));
    CHECK(within(needed).residue == 9862 && within(needed).peak_bytes == needed);
}

// Strides that run again because a sum outgrew its counter count nothing twice and leave nothing
// out: with and without a mirror, at every width, in memory and in scratch, at all strides and at
// the strides of the second half.
void reruns_agree(const Counted& counted, std::uint64_t wanted) {
    const Scratch scratch;
    for (int layer : {0, counted.sweep.steps() / 2})
        for (int bits : {8, 16, 32, 64})
            for (std::uint64_t modulus : {0, 101}) {
                BlockOptions options{
                    .moduli = {modulus}, .counter_bits = bits, .threads = modulus ? 2 : 1};
                forced_outgrowth.first_layer = layer;
                forced_outgrowth.times = 7;
                CHECK(counted.blocks(options).residues[0] == residue(wanted, bits, modulus));
                if (!counted.sweep.schedule.pairs && layer == 0) {
                    const std::vector<int> widths(counted.plan.layers.size(), bits / 8);
                    options.scratch = scratch.folder.string();
                    options.memory =
                        scratch_bytes_for(counted.plan, widths, options.threads, false).memory;
                    CHECK(counted.blocks(options).residues[0] == residue(wanted, bits, modulus));
                }
                forced_outgrowth.times = 0;
            }
}

TEST(outgrown_strides_are_rerun) {
    std::mt19937 random(9);
    for (int round = 0; round < 9; ++round) {
        const bool waiting = round % 3 > 0;
        const int pairs = 2 + static_cast<int>(random() % 3);
        const int fixed = waiting ? static_cast<int>(random() % 3) : 2 * pairs - round % 2;
        const Mirrored drawn(pairs, fixed, random, waiting);
        const auto& [owned, order, mirror, through] = drawn;
        const Graph graph = owned.view();
        const Vertex start = waiting ? -1 : 2 * pairs;  // its own image
        const auto cycles = listed(graph, true, -1, -1, through).size() / 2;
        const auto paths = listed(graph, false, start).size() / (waiting ? 2 : 1);
        for (const auto& images : {mirror, Walk{}}) {
            reruns_agree({{graph, order, {false, -1, -1, through}, images}}, cycles);
            reruns_agree({{graph, order, {true, start}, images}}, paths);
        }
    }
    reruns_agree(board(6, 6), 9862);
}

TEST(arenas_drop_whole_pages) {
    constexpr std::size_t page = 1 << 16;
    Arena arena(64 * page, page);
    std::byte* const live = arena.allocate(64);
    std::fill_n(arena.allocate(2 * page), 2 * page, std::byte{1});
    arena.release(live + 64, 2 * page);
    arena.allow(0);
    arena.allocate(64);  // drops the second and the third page
    CHECK(live[page - 1] == std::byte{1} && arena.peak() == 3 * page);
}

TEST(arenas_take_the_regions_that_they_add) {
    constexpr std::size_t page = 1 << 16, whole = page - 64;
    Arena arena(0, page);
    std::byte* const first = arena.allocate(whole);
    for (int n = 0; n < 20; ++n) arena.allocate(90000);  // of two pages: 41008 bytes stay free
    arena.release(first, whole);
    std::fill_n(arena.allocate(whole), whole, std::byte{1});
}

}  // namespace
}  // namespace babieca::sweep
