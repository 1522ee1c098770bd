// Counts whose layers go through a file: the same numbers, within memory and disk, and no traces.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <numeric>

#include "core/frontier/budget.hpp"
#include "core/sweep/blocks.hpp"
#include "core/sweep/room.hpp"
#include "tests/check.hpp"
#include "tests/oracle.hpp"
#include "tests/scratch.hpp"

using namespace babieca;
using namespace babieca::sweep;
namespace fs = std::filesystem;

namespace {

Control tireless;

struct StopAfter : Control {
    int left;
    explicit StopAfter(int polls) : left(polls) {}
    bool keep_going(const Progress&) override { return left-- > 0; }
};

struct Counted {
    frontier::Sweep sweep;
    Plan plan;

    explicit Counted(frontier::Sweep asked)
        : sweep(std::move(asked)), plan(make_plan(sweep, tireless)) {}

    // With as little memory as full width may need, or a little more.
    BlockOptions options(const Scratch& scratch, int bits, int threads,
                         std::uint64_t more = 0) const {
        BlockOptions options;
        options.counter_bits = bits;
        options.threads = threads;
        options.scratch = scratch.folder().string();
        options.memory = bytes(options).memory + more;
        return options;
    }
    ScratchBytes bytes(const BlockOptions& options) const {
        const std::vector<int> widths(plan.layers.size(), options.counter_bits / 8);
        return scratch_bytes_for(plan, widths, options.threads, options.in_place);
    }
    BlockResult run(const BlockOptions& options, Control& control = tireless) const {
        return count_blocks(sweep, plan, options, control);
    }
};

Counted board(int rows, int columns, bool paths = false) {
    const auto owned = oracle::knight_board(rows, columns);
    return Counted({owned.view(), oracle::knight_order(rows, columns), paths});
}

void ranges_come_back_as_they_were_written() {
    const Scratch scratch;
    ScratchFile file(scratch.folder().string(), 40 * ScratchFile::block);
    CHECK(fs::is_empty(scratch.folder()));
    std::mt19937 random(3);
    std::vector<std::pair<ScratchFile::Place, std::vector<unsigned char>>> kept;
    std::uint64_t alive = 0, most = 0;
    const auto blocks = [](std::size_t bytes) {
        return (bytes + ScratchFile::block - 1) / ScratchFile::block * ScratchFile::block;
    };
    for (int round = 0; round < 2000; ++round) {
        if (kept.size() < 20 || random() % 2) {
            std::vector<unsigned char> bytes(1 + random() % 20000);
            for (auto& byte : bytes) byte = static_cast<unsigned char>(random());
            const auto place = file.write(bytes.data(), bytes.size());
            CHECK(place.somewhere());
            alive += blocks(bytes.size());
            most = std::max(most, alive);
            kept.emplace_back(place, std::move(bytes));
        } else {
            std::swap(kept[random() % kept.size()], kept.back());
            const auto [place, bytes] = std::move(kept.back());
            kept.pop_back();
            std::vector<unsigned char> again(bytes.size());
            file.expect(place, bytes.size());
            file.read(place, again.data(), again.size());
            CHECK(again == bytes);
            file.give(place, bytes.size());
            alive -= blocks(bytes.size());
        }
        CHECK(file.peak() == most);
    }
    auto wrong = kept.front().first;
    wrong.sum ^= 1;
    bool told = false;
    try {
        file.read(wrong, kept.front().second.data(), kept.front().second.size());
    } catch (const files::FileError&) {
        told = true;
    }
    CHECK(told);
}

// Every width, modulus and number of threads, with nothing kept in memory and with some of it.
void all_agree(const frontier::Sweep& sweep, std::uint64_t wanted) {
    const Scratch scratch;
    const Counted counted(sweep);
    for (int bits : {8, 16, 32, 64})
        for (std::uint64_t modulus :
             {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{1} << (bits - 1)})
            for (std::uint64_t more : {0, 300}) {
                BlockOptions options = counted.options(scratch, bits, more ? 2 : 1, more);
                options.moduli = {modulus};
                options.in_place = modulus != 7;
                const BlockResult result = counted.run(options);
                const std::uint64_t whole = ~std::uint64_t{0} >> (64 - bits);
                CHECK(result.residues[0] == (modulus ? wanted % modulus : wanted & whole));
                CHECK(result.disk_bytes <= counted.bytes(options).disk);
            }
    CHECK(fs::is_empty(scratch.folder()));
}

void random_graphs() {
    std::mt19937 random(5);
    for (int round = 0; round < 30; ++round) {
        const int n = 4 + static_cast<int>(random() % 6);
        const auto owned =
            oracle::from_edges(n, oracle::random_edges(n, 0.6, random, round % 2 == 0));
        const Graph graph = owned.view();
        std::vector<Vertex> order(n);
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random);
        all_agree({graph, order, false}, oracle::cycles(graph));
        all_agree({graph, order, true}, oracle::paths(graph));
        all_agree({graph, order, true, 0}, oracle::paths(graph, 0));
    }
}

void boards_within_memory_and_disk() {
    const Scratch scratch;
    for (auto [rows, columns, paths, wanted] : {std::tuple{6, 6, false, 9862u},
                                                {7, 6, false, 1067638u},
                                                {10, 5, false, 13311268u},
                                                {5, 6, true, 18784u}}) {
        const Counted counted = board(rows, columns, paths);
        for (int threads : {1, 2}) {
            const BlockOptions options = counted.options(scratch, 64, threads);
            const BlockResult result = counted.run(options);
            CHECK(result.residues[0] == wanted && result.exact);
            CHECK(result.disk_bytes > 0 && result.disk_bytes <= counted.bytes(options).disk);
            // Memory is followed in units of 32 KiB.
            CHECK(result.peak_bytes <= options.memory + (64 << 10));
            BlockOptions less = options;
            less.memory = side_bytes(counted.plan);
            bool refused = false;
            try {
                counted.run(less);
            } catch (const frontier::OutOfBudget&) {
                refused = true;
            }
            CHECK(refused);
        }
        // With memory enough, nothing goes to the disk.
        const std::uint64_t plenty = bytes_needed(counted.plan, 8, 1, false);
        CHECK(counted.run(counted.options(scratch, 64, 1, plenty)).disk_bytes == 0);
    }
    CHECK(fs::is_empty(scratch.folder()));
}

// What is exact is held for all moduli, and stays where it is.
void moduli_share_what_is_exact() {
    const Scratch scratch;
    const Counted counted = board(9, 6);
    for (int bits : {8, 16, 32}) {
        BlockOptions options = counted.options(scratch, bits, 2);
        options.moduli = {0, (std::uint64_t{1} << (bits - 1)) - 1, 101};
        const BlockResult result = counted.run(options);
        const std::uint64_t wanted = 3374967940u, whole = ~std::uint64_t{0} >> (64 - bits);
        CHECK(result.residues[0] == (wanted & whole));
        CHECK(result.residues[1] == wanted % options.moduli[1]);
        CHECK(result.residues[2] == wanted % 101);
        CHECK(result.counters < 3 * counted.plan.total_counters);
    }
    BlockOptions rounded = counted.options(scratch, 64, 1);
    rounded.rounded = true;
    CHECK(counted.run(rounded).rounded == 3374967940.0);
}

void interrupted_and_resumed() {
    const Scratch scratch, saved;
    const Counted counted = board(7, 6);
    BlockOptions options = counted.options(scratch, 64, 1);
    options.checkpoint = (saved.folder() / "layer").string();
    options.checkpoint_seconds = 0;
    int interruptions = 0;
    for (int polls = 20;; polls += 50) {
        StopAfter control(polls);
        try {
            const BlockResult result = counted.run(options, control);
            CHECK(interruptions > 0 && result.resumed_at > 0);
            CHECK(result.residues[0] == 1067638 && result.exact);
            break;
        } catch (const Interrupted&) {
            ++interruptions;
            CHECK(fs::is_empty(scratch.folder()));
        }
    }
    // A layer saved from scratch goes on in memory, and the other way round.
    fs::remove(options.checkpoint);
    BlockOptions other = options;
    other.scratch = "";
    other.memory = 0;
    for (bool from_scratch : {true, false}) {
        StopAfter control(20);
        try {
            counted.run(from_scratch ? options : other, control);
        } catch (const Interrupted&) {
        }
        const BlockResult result = counted.run(from_scratch ? other : options);
        CHECK(result.resumed_at > 0 && result.residues[0] == 1067638);
        fs::remove(options.checkpoint);
    }
}

// A file that cannot grow is an error, not a wrong number.
void a_full_disk_is_told() {
    const Scratch scratch;
    const Counted counted = board(7, 6);
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{100000, 100000};
        setrlimit(RLIMIT_FSIZE, &limit);
        try {
            counted.run(counted.options(scratch, 64, 1));
        } catch (const files::FileError&) {
            _exit(7);
        }
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7);
    bool told = false;
    try {
        BlockOptions options = counted.options(scratch, 64, 1);
        options.scratch = (scratch.folder() / "nowhere").string();
        counted.run(options);
    } catch (const files::FileError&) {
        told = true;
    }
    CHECK(told);
}

}  // namespace

int main() {
    ranges_come_back_as_they_were_written();
    random_graphs();
    boards_within_memory_and_disk();
    moduli_share_what_is_exact();
    interrupted_and_resumed();
    a_full_disk_is_told();
}
