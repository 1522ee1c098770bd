// Counts whose layers go through a file: the same numbers, within memory and disk, and no traces.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <numeric>

#include "core/frontier/budget.hpp"
#include "tests/check.hpp"
#include "tests/counting.hpp"
#include "tests/scratch.hpp"

using namespace babieca;
using namespace babieca::sweep;
namespace fs = std::filesystem;

namespace {

ScratchBytes bytes_of(const Plan& plan, const BlockOptions& options) {
    const std::vector<int> widths(plan.layers.size(), options.counter_bits / 8);
    return scratch_bytes_for(plan, widths, options.threads, !options.checkpoint.empty());
}

// With as little memory as full width may need, or a little more.
BlockOptions in_scratch(const Plan& plan, const Scratch& scratch, int bits, int threads,
                        std::uint64_t more = 0) {
    BlockOptions options;
    options.counter_bits = bits;
    options.threads = threads;
    options.scratch = scratch.folder().string();
    options.memory = bytes_of(plan, options).memory + more;
    return options;
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
    auto& bytes = kept.front().second;
    CHECK(throws<files::FileError>([&] { file.read(wrong, bytes.data(), bytes.size()); }));
}

// Every width, modulus and number of threads, with no segment or some segments in memory.
void all_agree(const frontier::Sweep& sweep, std::uint64_t wanted) {
    const Scratch scratch;
    const Counted counted(sweep);
    for (int bits : {8, 16, 32, 64})
        for (std::uint64_t modulus :
             {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{1} << (bits - 1)})
            for (std::uint64_t more : {0, 300}) {
                BlockOptions options = in_scratch(counted.plan, scratch, bits, more ? 2 : 1, more);
                options.moduli = {modulus};
                const BlockResult result = counted.blocks(options);
                CHECK(result.residues[0] == residue(wanted, bits, modulus));
                CHECK(result.disk_bytes <= bytes_of(counted.plan, options).disk);
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
            const BlockOptions options = in_scratch(counted.plan, scratch, 64, threads);
            const BlockResult result = counted.blocks(options);
            CHECK(result.residues[0] == wanted && result.exact);
            CHECK(result.disk_bytes > 0 &&
                  result.disk_bytes <= bytes_of(counted.plan, options).disk);
            // Memory is followed in units of 4 KiB.
            CHECK(result.peak_bytes <= options.memory + (64 << 10));
            BlockOptions less = options;
            less.memory = side_bytes(counted.plan);
            CHECK(throws<frontier::OutOfBudget>([&] { counted.blocks(less); }));
        }
        // With memory enough, nothing goes to the disk.
        const std::uint64_t plenty = 2 * bytes_needed(counted.plan, 8, 1);
        CHECK(counted.blocks(in_scratch(counted.plan, scratch, 64, 1, plenty)).disk_bytes == 0);
    }
    CHECK(fs::is_empty(scratch.folder()));
}

// All moduli start from the same held exact layer.
void moduli_share_what_is_exact() {
    const Scratch scratch;
    const Counted counted = board(9, 6);
    for (int bits : {8, 16, 32}) {
        BlockOptions options = in_scratch(counted.plan, scratch, bits, 2);
        options.moduli = {0, (std::uint64_t{1} << (bits - 1)) - 1, 101};
        const BlockResult result = counted.blocks(options);
        for (std::size_t n = 0; n < 3; ++n)
            CHECK(result.residues[n] == residue(3374967940u, bits, options.moduli[n]));
        CHECK(result.counters < 3 * counted.plan.total_counters);
    }
    BlockOptions rounded = in_scratch(counted.plan, scratch, 64, 1);
    rounded.rounded = true;
    CHECK(counted.blocks(rounded).rounded == 3374967940.0);
}

// Held ranges survive later writes and the end of the file; other ranges do not.
void held_ranges_outlive_the_file() {
    const Scratch scratch;
    const std::string folder = scratch.folder().string();
    std::mt19937 random(11);
    using Written = std::pair<ScratchFile::Range, std::vector<unsigned char>>;
    std::vector<Written> held, kept;
    const auto write = [&](ScratchFile& file) {
        std::vector<unsigned char> bytes(1 + random() % 9000);
        for (auto& byte : bytes) byte = static_cast<unsigned char>(random());
        const auto place = file.write(bytes.data(), bytes.size());
        kept.push_back({{place, bytes.size()}, std::move(bytes)});
    };
    const auto all_there = [](const ScratchFile& file, const std::vector<Written>& written) {
        for (const auto& [range, bytes] : written) {
            std::vector<unsigned char> again(bytes.size());
            file.read(range.place, again.data(), again.size());
            CHECK(again == bytes);
        }
    };
    for (int round = 0; round < 60; ++round) {
        std::vector<ScratchFile::Range> ranges;
        for (const auto& [range, bytes] : held) ranges.push_back(range);
        ScratchFile file(folder, 20 * ScratchFile::block, "layers", ranges);
        kept = held;
        all_there(file, held);
        for (int step = 0; step < 40; ++step) {
            if (kept.empty() || random() % 2) {
                write(file);
            } else {
                std::swap(kept[random() % kept.size()], kept.back());
                const auto range = kept.back().first;
                kept.pop_back();
                file.give(range.place, range.bytes);
            }
            if (random() % 8 == 0) {
                file.sync();
                ranges.clear();
                for (const auto& [range, bytes] : kept) ranges.push_back(range);
                file.hold(ranges);
                held = kept;
            }
            all_there(file, held);
            all_there(file, kept);
        }
        if (round % 5 == 4) {
            file.hold({});
            held.clear();
        }
        CHECK(fs::exists(scratch.folder() / "layers"));
    }
    CHECK(held.empty() && fs::is_empty(scratch.folder()));
    const ScratchFile::Range gone{{0, 0}, 100};
    CHECK(throws<files::FileError>([&] { ScratchFile(folder, 0, "layers", {gone}); }));
}

struct Saved {
    Scratch scratch, folder;
    Counted counted = board(7, 6);
    BlockOptions options = in_scratch(counted.plan, scratch, 64, 1);
    fs::path layers = scratch.folder() / "layers";
    fs::path checkpoint = folder.folder() / "saved";

    explicit Saved(std::uint64_t more = 0) {
        options.checkpoint = checkpoint.string();
        options.checkpoint_seconds = 0;
        options.scratch_name = "layers";
        options.memory += more;
    }
    bool stopped(int polls) const {
        StopAfter control(polls);
        return throws<Interrupted>([&] { counted.blocks(options, control); });
    }
    // Goes on to the end, and nothing is left in scratch.
    void finish() const {
        const BlockResult result = counted.blocks(options);
        CHECK(result.residues[0] == 1067638 && result.exact);
        CHECK(result.disk_bytes <= bytes_of(counted.plan, options).disk);
        CHECK(fs::is_empty(scratch.folder()));
    }
};

void interrupted_and_resumed() {
    for (std::uint64_t more : {0, 200000}) {
        const Saved saved(more);
        for (int polls = 20; saved.stopped(polls); polls += 50)
            CHECK(more || fs::exists(saved.layers));  // unless the layer is in memory
        CHECK(saved.counted.blocks(saved.options).resumed_at == saved.counted.sweep.steps());
        saved.finish();
    }
    // A checkpoint says where most of its layer is, and does not copy it.
    const Saved saved;
    CHECK(saved.stopped(30));
    CHECK(fs::file_size(saved.checkpoint) * 4 < fs::file_size(saved.layers));
    saved.finish();
}

// Killed at any moment, between any two writes, any number of times.
void killed_and_resumed() {
    const Saved saved;
    std::mt19937 random(23);
    for (int round = 0; round < 40; ++round) {
        const pid_t child = fork();
        if (child == 0) {
            saved.counted.blocks(saved.options);
            _exit(0);
        }
        usleep(random() % 60000);
        kill(child, SIGKILL);
        int status = 0;
        CHECK(waitpid(child, &status, 0) == child);
        if (round % 8 == 7) {
            saved.finish();
            fs::remove(saved.checkpoint);
        }
    }
    saved.finish();
}

// Either file with a byte changed or cut off is refused, or what changed is never read.
void damage_is_refused() {
    const Saved saved;
    CHECK(saved.stopped(30));
    std::map<fs::path, std::string> whole;
    for (const fs::path& path : {saved.checkpoint, saved.layers}) {
        std::ifstream file(path, std::ios::binary);
        whole[path] = {std::istreambuf_iterator<char>(file), {}};
    }
    std::mt19937 random(31);
    int refused = 0;
    for (int round = 0; round < 120; ++round) {
        for (const auto& [path, bytes] : whole) std::ofstream(path, std::ios::binary) << bytes;
        const fs::path& path = round % 3 ? saved.layers : saved.checkpoint;
        const std::string& bytes = whole[path];
        std::size_t at = random() % bytes.size();
        if (round % 2)  // where something was written, mostly
            while (bytes[at] == 0) at = random() % bytes.size();
        if (round % 5)
            change_byte(path.string(), at);
        else
            fs::resize_file(path, at);
        const bool damaged = throws<files::FileError>([&] { saved.finish(); });
        CHECK(damaged || path == saved.layers);
        refused += damaged;
    }
    CHECK(refused > 40);  // as often as the checkpoint itself was damaged
    fs::remove(saved.layers);
    std::ofstream(saved.checkpoint, std::ios::binary) << whole[saved.checkpoint];
    CHECK(throws<files::FileError>([&] { saved.finish(); }));
    fs::remove(saved.checkpoint);
    saved.finish();
}

// A file that cannot grow is an error, not a wrong number.
void a_full_disk_is_an_error() {
    const Scratch scratch;
    const Counted counted = board(7, 6);
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{100000, 100000};
        setrlimit(RLIMIT_FSIZE, &limit);
        try {
            counted.blocks(in_scratch(counted.plan, scratch, 64, 1));
        } catch (const files::FileError&) {
            _exit(7);
        }
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7);
    BlockOptions nowhere = in_scratch(counted.plan, scratch, 64, 1);
    nowhere.scratch = (scratch.folder() / "nowhere").string();
    CHECK(throws<files::FileError>([&] { counted.blocks(nowhere); }));
}

}  // namespace

int main() {
    ranges_come_back_as_they_were_written();
    random_graphs();
    boards_within_memory_and_disk();
    moduli_share_what_is_exact();
    held_ranges_outlive_the_file();
    interrupted_and_resumed();
    killed_and_resumed();
    damage_is_refused();
    a_full_disk_is_an_error();
}
