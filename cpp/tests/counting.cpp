// Blocks and sparse against plain search and against each other; stopping and resuming.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "core/counting/blocks.hpp"
#include "core/counting/checkpoint.hpp"
#include "core/counting/sparse.hpp"
#include "core/frontier/order.hpp"
#include "tests/check.hpp"
#include "tests/oracle.hpp"
#include "tests/scratch.hpp"

using namespace babieca;
using namespace babieca::counting;
using frontier::cycle_problem;
using frontier::path_problem;
using frontier::Problem;

namespace {

struct Tireless : Control {};

struct Counted {
    Problem problem;
    frontier::Schedule schedule;
    Plan plan;

    Counted(Problem made, std::vector<Vertex> order) : problem(std::move(made)) {
        if (problem.apex >= 0) order.push_back(problem.apex);
        schedule = problem.schedule(order);
        plan = make_plan(problem, schedule);
    }
    BlockResult blocks(const BlockOptions& options) const {
        Tireless control;
        return count_blocks(problem, schedule, plan, options, control);
    }
    SparseResult sparse(std::uint64_t modulus = 0) const {
        Tireless control;
        return count_sparse(schedule, {modulus, 0}, control);
    }
};

// Every way of counting gives `wanted`.
void all_agree(const Problem& problem, const std::vector<Vertex>& order, std::uint64_t wanted) {
    if (problem.contradiction) {
        CHECK(wanted == 0);
        return;
    }
    const Counted counted(problem, order);
    CHECK(counted.sparse().residue == wanted && counted.sparse().exact);
    CHECK(counted.sparse(11).residue == wanted % 11);
    for (bool in_place : {true, false})
        for (int bits : {32, 64})
            for (std::uint64_t modulus :
                 {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{1} << 31}) {
                BlockOptions options;
                options.in_place = in_place;
                options.counter_bits = bits;
                options.modulus = modulus;
                options.threads = in_place ? 2 : 1;
                const BlockResult result = counted.blocks(options);
                CHECK(result.residue == (modulus ? wanted % modulus : wanted));
                CHECK(result.exact == (modulus == 0));
            }
}

void random_graphs() {
    std::mt19937 random(11);
    for (int round = 0; round < 120; ++round) {
        const int n = 3 + static_cast<int>(random() % 7);
        const auto edges = oracle::random_edges(n, 0.6, random, round % 2 == 0);
        const auto owned = oracle::from_edges(n, edges);
        const Graph graph = owned.view();
        const auto order = round % 3 ? frontier::search_order(graph, 4, 50, 1) : [&] {
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
        all_agree(cycle_problem(graph), order, oracle::cycles(graph));
        all_agree(path_problem(graph), order, oracle::paths(graph));
        all_agree(path_problem(graph, start), order, oracle::paths(graph, start));
        all_agree(path_problem(graph, start, end), order, oracle::paths(graph, start, end));
        all_agree(cycle_problem(graph, {through, avoiding}), order,
                  oracle::cycles(graph, through, avoiding));
        all_agree(path_problem(graph, start, -1, {through, avoiding}), order,
                  oracle::paths(graph, start, -1, through, avoiding));
    }
}

Counted board(int rows, int columns, bool paths = false) {
    const auto owned = oracle::knight_board(rows, columns);
    return {paths ? path_problem(owned.view()) : cycle_problem(owned.view()),
            oracle::knight_order(rows, columns)};
}

void boards() {
    for (auto [rows, columns, wanted] : {std::tuple{6, 6, 9862u},
                                         {7, 6, 1067638u},
                                         {8, 6, 55488142u},
                                         {10, 5, 13311268u},
                                         {14, 3, 1536u}}) {
        const Counted counted = board(rows, columns);
        const BlockResult result = counted.blocks({});
        CHECK(result.residue == wanted && result.exact);
        CHECK(result.peak_bytes <= bytes_needed(counted.plan, 8, 1, true));
        CHECK(result.counters + counted.plan.layers[0].counters == counted.plan.total_counters);
    }
    CHECK(board(6, 6).sparse().residue == 9862);
    CHECK(board(5, 5, true).blocks({}).residue == 864);
    CHECK(board(6, 6, true).blocks({}).residue == 3318960);
    CHECK(board(5, 6, true).sparse().residue == 18784);
}

// The plan counts the states a layer can hold; no layer reaches more.
void the_plan_bounds_the_states() {
    const Counted counted = board(6, 6);
    CHECK(counted.sparse().peak_states <= counted.plan.peak_counters);
    CHECK(counted.plan.in_place_counters <= counted.plan.copies_counters);
}

void narrow_counters_know_when_they_wrap() {
    BlockOptions options;
    options.counter_bits = 32;
    const Counted counted = board(9, 6);  // 3374967940 fits, but only just: not proved
    CHECK(!counted.blocks(options).exact);
    CHECK(counted.blocks(options).residue == 3374967940u);
}

struct StopAfter : Control {
    int left;
    explicit StopAfter(int polls) : left(polls) {}
    bool keep_going(const Progress&) override { return left-- > 0; }
};

void planning_can_be_interrupted() {
    const Counted counted = board(6, 6);
    StopAfter control(20);
    bool interrupted = false;
    try {
        make_plan(counted.problem, counted.schedule, control);
    } catch (const Interrupted&) {
        interrupted = true;
    }
    CHECK(interrupted);
}

void interrupted_and_resumed() {
    const Scratch scratch;
    const auto& folder = scratch.folder();
    BlockOptions options;
    options.checkpoint = (folder / "layer").string();
    options.checkpoint_seconds = 0;
    std::filesystem::remove(options.checkpoint);
    const Counted counted = board(7, 6);

    int interruptions = 0;
    BlockResult result;
    for (int polls = 3;; polls += 5) {
        StopAfter control(polls);
        try {
            result =
                count_blocks(counted.problem, counted.schedule, counted.plan, options, control);
            break;
        } catch (const Interrupted&) {
            ++interruptions;
        }
    }
    CHECK(interruptions > 0 && result.resumed_at > 0);
    CHECK(result.residue == 1067638 && result.exact);

    const auto refused = [&](const Counted& other) {
        try {
            other.blocks(options);
        } catch (const CheckpointError&) {
            return true;
        }
        return false;
    };
    CHECK(refused(board(6, 6)));                        // belongs to another count
    CHECK(counted.blocks(options).residue == 1067638);  // finished: the answer is in the file

    const auto size = std::filesystem::file_size(options.checkpoint);
    for (auto at : {std::uintmax_t{0}, size / 2, size - 1}) {
        std::fstream file(options.checkpoint, std::ios::binary | std::ios::in | std::ios::out);
        file.seekg(static_cast<std::streamoff>(at));
        const char byte = static_cast<char>(file.get());
        file.seekp(static_cast<std::streamoff>(at));
        file.put(static_cast<char>(byte ^ 1));
        file.close();
        CHECK(refused(counted));
        std::fstream again(options.checkpoint, std::ios::binary | std::ios::in | std::ios::out);
        again.seekp(static_cast<std::streamoff>(at));
        again.put(byte);
    }
    std::filesystem::resize_file(options.checkpoint, size - 3);
    CHECK(refused(counted));
}

void a_checkpoint_that_fails_leaves_nothing_behind() {
    const Scratch scratch;
    const auto& folder = scratch.folder();
    const auto in_the_way = folder / "layer" / "file";
    std::filesystem::create_directories(in_the_way);  // a directory takes the place of the file
    bool refused = false;
    try {
        CheckpointWriter writer((folder / "layer").string(), {});
        writer.commit();
    } catch (const CheckpointError&) {
        refused = true;
    }
    CHECK(refused);
    CHECK(!std::filesystem::exists(folder / "layer.partial"));
}

void sparse_obeys_its_budget() {
    Tireless control;
    bool refused = false;
    try {
        count_sparse(board(6, 6).schedule, {0, 1 << 20}, control);
    } catch (const OutOfBudget&) {
        refused = true;
    }
    CHECK(refused);
}

}  // namespace

int main() {
    random_graphs();
    boards();
    the_plan_bounds_the_states();
    narrow_counters_know_when_they_wrap();
    planning_can_be_interrupted();
    interrupted_and_resumed();
    a_checkpoint_that_fails_leaves_nothing_behind();
    sparse_obeys_its_budget();
}
