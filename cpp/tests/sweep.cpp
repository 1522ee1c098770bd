// Blocks and sparse against plain search and against each other; stopping and resuming.
#include <filesystem>
#include <numeric>

#include "core/files/checked_file.hpp"
#include "core/frontier/budget.hpp"
#include "core/frontier/order.hpp"
#include "core/sweep/sparse.hpp"
#include "tests/check.hpp"
#include "tests/counting.hpp"
#include "tests/scratch.hpp"

using namespace babieca;
using namespace babieca::sweep;

namespace {

SparseResult sparse(const Counted& counted, std::uint64_t modulus = 0) {
    return count_sparse(counted.sweep, {.modulus = modulus}, tireless);
}

std::uint64_t residue_of(const BlockResult& result) {
    return result.residues.at(0);
}
std::uint64_t residue_of(const SparseResult& result) {
    return result.residue;
}

// Two moduli at once, if the memory allows it, give the same as one after another.
void moduli_agree(const Counted& counted, int threads, std::uint64_t wanted) {
    const std::uint64_t all_bits = std::uint64_t{1} << 63;
    for (const auto& moduli : {std::vector<std::uint64_t>{0, 7, all_bits},
                               {all_bits, all_bits - 25, 3, 0},
                               {1000, 5, 0, 2, 300}})
        for (std::uint64_t memory : {std::uint64_t{0}, bytes_needed(counted.plan, 8, threads)}) {
            BlockOptions options;
            options.threads = threads;
            options.moduli = moduli;
            options.memory = memory;
            const BlockResult result = counted.blocks(options);
            CHECK(result.residues.size() == moduli.size());
            for (std::size_t n = 0; n < moduli.size(); ++n)
                CHECK(result.residues[n] == (moduli[n] ? wanted % moduli[n] : wanted));
        }
}

// Every way of counting gives `wanted`.
void all_agree(const frontier::Sweep& sweep, std::uint64_t wanted) {
    const Counted counted(sweep);
    CHECK(sparse(counted).residue == wanted && sparse(counted).exact);
    CHECK(sparse(counted, 11).residue == wanted % 11);
    for (int bits : {8, 16, 32, 64})
        for (std::uint64_t modulus :
             {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{1} << (bits - 1)}) {
            BlockOptions options;
            options.counter_bits = bits;
            options.moduli = {modulus};
            options.threads = modulus == 7 ? 1 : 2;
            const BlockResult result = counted.blocks(options);
            CHECK(result.residues[0] == residue(wanted, bits, modulus));
            CHECK(!result.exact || (modulus == 0 && result.residues[0] == wanted));
            if (bits == 64) CHECK(result.exact == (modulus == 0));
        }
    for (int threads : {1, 2}) moduli_agree(counted, threads, wanted);
}

std::vector<Vertex> searched(const Graph& graph) {
    frontier::OrderSearch search(frontier::cycle_problem(graph));
    const auto mirror = frontier::no_mirror(search.problem());
    return search.improve(mirror, search.greediest(mirror, 4, tireless), {1, 2, 50, 1}, tireless);
}

void random_graphs() {
    std::mt19937 random(11);
    for (int round = 0; round < 120; ++round) {
        const int n = 3 + static_cast<int>(random() % 7);
        const auto edges = oracle::random_edges(n, 0.6, random, round % 2 == 0);
        const auto owned = oracle::from_edges(n, edges);
        const Graph graph = owned.view();
        const auto order = round % 3 ? searched(graph) : [&] {
            std::vector<Vertex> any(n);
            std::iota(any.begin(), any.end(), 0);
            std::shuffle(any.begin(), any.end(), random);
            return any;
        }();
        oracle::Edges through, avoiding;
        for (auto edge : edges) {
            if (random() % 12 == 0) through.push_back(edge);
            if (random() % 12 == 0) avoiding.push_back(edge);
        }
        const Vertex start = static_cast<Vertex>(random() % n);
        const Vertex end = static_cast<Vertex>((start + 1 + random() % (n - 1)) % n);
        const frontier::Constraints constraints{through, avoiding};
        all_agree({graph, order, false}, oracle::cycles(graph));
        all_agree({graph, order, true}, oracle::paths(graph));
        all_agree({graph, order, true, start}, oracle::paths(graph, start));
        all_agree({graph, order, true, start, end}, oracle::paths(graph, start, end));
        all_agree({graph, order, false, -1, -1, constraints},
                  oracle::cycles(graph, through, avoiding));
        all_agree({graph, order, true, start, -1, constraints},
                  oracle::paths(graph, start, -1, through, avoiding));
    }
}

void boards() {
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
    CHECK(sparse(board(6, 6)).residue == 9862);
    CHECK(board(5, 5, true).blocks({}).residues[0] == 864);
    CHECK(board(6, 6, true).blocks({}).residues[0] == 3318960);
    CHECK(sparse(board(5, 6, true)).residue == 18784);
}

// The plan counts the states a layer can hold; no layer reaches more.
void the_plan_bounds_the_states() {
    const Counted counted = board(6, 6);
    CHECK(sparse(counted).peak_states <= counted.plan.peak_counters);
}

void narrow_counters_know_when_they_wrap() {
    BlockOptions options;
    options.counter_bits = 32;
    const Counted counted = board(9, 6);  // 3374967940 fits, but only just: not proved
    CHECK(!counted.blocks(options).exact);
    CHECK(counted.blocks(options).residues[0] == 3374967940u);
}

// Layers are no wider than they must be, up to a stride whose largest counter grew: an exact layer
// has no bit beyond its words. Lent layers have no words of 6 bytes.
void words_widen_where_they_must() {
    const Counted counted = board(9, 6);  // 32 bits
    BlockOptions options;
    options.threads = 2;
    CHECK(counted.blocks(options).widths.back() == 8);
    options.six_bytes_from = 0;
    const BlockResult result = counted.blocks(options);
    CHECK(result.residues[0] == 3374967940u && result.exact);
    CHECK(std::is_sorted(result.widths.begin() + 1, result.widths.end()));
    CHECK(result.widths.back() == 6);
    std::vector<int> lent;
    options.wants_layer = [](int) { return true; };
    options.receive_layer = [&](const LentLayer& layer) {
        lent.push_back(layer.width);
        CHECK(layer.largest < 8 * layer.width);
        CHECK(layer.width == 1 || 2 * layer.largest >= 4 * layer.width - 2);
    };
    CHECK(counted.blocks(options).residues[0] == 3374967940u);
    CHECK(lent.back() == 8 && std::find(lent.begin(), lent.end(), 6) == lent.end());
    // Known widths are used at once.
    options = {};
    options.least_widths.assign(counted.plan.layers.size(), 4);
    CHECK(counted.blocks(options).residues[0] == 3374967940u);
    CHECK(counted.blocks(options).widths[1] == 4);
}

void planning_can_be_interrupted() {
    const Counted counted = board(6, 6);
    StopAfter control(20);
    CHECK(throws<Interrupted>([&] { make_plan(counted.sweep, control); }));
}

// Stopped again and again, it goes on from where it was; another count's file and a damaged one
// are refused. count(sweep, checkpoint, control) is the engine.
template <typename Count>
void interrupted_and_resumed(Count&& count) {
    const Scratch scratch;
    const std::string checkpoint = (scratch.folder() / "layer").string();
    const Counted counted = board(7, 6), other = board(6, 6);
    int interruptions = 0;
    for (int polls = 3;; polls += 5) {
        StopAfter control(polls);
        try {
            const auto result = count(counted, checkpoint, control);
            CHECK(interruptions > 0 && result.resumed_at > 0);
            CHECK(residue_of(result) == 1067638 && result.exact);
            break;
        } catch (const Interrupted&) {
            ++interruptions;
        }
    }
    const auto again = [&] { return count(counted, checkpoint, tireless); };
    CHECK(residue_of(again()) == 1067638);  // finished: the answer is in the file
    CHECK(again().resumed_at == counted.sweep.steps());
    CHECK(throws<files::FileError>([&] { count(other, checkpoint, tireless); }));
    const auto size = std::filesystem::file_size(checkpoint);
    for (auto at : {std::uintmax_t{0}, size / 2, size - 1}) {
        change_byte(checkpoint, at);
        CHECK(throws<files::FileError>(again));
        change_byte(checkpoint, at);
    }
    std::filesystem::resize_file(checkpoint, size - 3);
    CHECK(throws<files::FileError>(again));
}

SparseResult sparse_saved(const Counted& counted, const std::string& checkpoint, Control& control) {
    return count_sparse(counted.sweep, {.checkpoint = checkpoint, .checkpoint_seconds = 0},
                        control);
}

BlockResult blocks_saved(const Counted& counted, const std::string& checkpoint, Control& control) {
    BlockOptions options;
    options.checkpoint = checkpoint;
    options.checkpoint_seconds = 0;
    return count_blocks(counted.sweep, counted.plan, options, control);
}

// Between two saves that are due, only the interruption itself can have saved the layer.
void sparse_saves_when_it_is_interrupted() {
    const Scratch scratch;
    const Counted counted = board(6, 6);
    const SparseOptions options{.checkpoint = (scratch.folder() / "layer").string(),
                                .checkpoint_seconds = 1e9};
    StopAfter control(20);
    CHECK(throws<Interrupted>([&] { count_sparse(counted.sweep, options, control); }));
    const auto result = count_sparse(counted.sweep, options, tireless);
    CHECK(result.resumed_at > 10 && result.residue == 9862 && result.exact);
    // A layer of exact counters is no layer of residues.
    SparseOptions modular = options;
    modular.modulus = 11;
    CHECK(throws<files::FileError>([&] { count_sparse(counted.sweep, modular, tireless); }));
}

// A count keeps every budget, and succeeds with the bytes that it reports.
void sparse_obeys_its_budget() {
    const Counted counted = board(6, 6);
    const std::uint64_t needed = sparse(counted).peak_bytes;
    for (std::uint64_t bytes = 1 << 10; bytes <= needed; bytes += needed / 50) {
        CHECK((bytes < needed) == throws<frontier::OutOfBudget>([&] {
                  count_sparse(counted.sweep, {.memory_bytes = bytes}, tireless);
              }));
    }
    const auto result = count_sparse(counted.sweep, {.memory_bytes = needed}, tireless);
    CHECK(result.residue == 9862 && result.peak_bytes == needed);
}

}  // namespace

int main() {
    random_graphs();
    boards();
    the_plan_bounds_the_states();
    narrow_counters_know_when_they_wrap();
    words_widen_where_they_must();
    planning_can_be_interrupted();
    interrupted_and_resumed(blocks_saved);
    interrupted_and_resumed(sparse_saved);
    sparse_saves_when_it_is_interrupted();
    sparse_obeys_its_budget();
}
