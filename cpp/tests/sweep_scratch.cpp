// Counts whose layers go through a file: the same numbers, within memory and disk, and no traces.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "core/control.hpp"
#include "tests/sweeps.hpp"

namespace babieca::sweep {
namespace {

using Bytes = std::vector<unsigned char>;

ScratchBytes bytes_of(const Plan& plan, const BlockOptions& options) {
    const std::vector<int> widths(plan.layers.size(), options.counter_bits / 8);
    return scratch_bytes_for(plan, widths, options.threads, !options.checkpoint.empty());
}

// Options with the least memory for counters of full width, plus `more` bytes.
BlockOptions in_scratch(const Plan& plan, const Scratch& scratch, int bits, int threads,
                        std::uint64_t more = 0) {
    BlockOptions options{
        .counter_bits = bits, .threads = threads, .scratch = scratch.folder.string()};
    options.memory = bytes_of(plan, options).memory + more;
    return options;
}

Bytes random_bytes(std::mt19937& random, int most) {
    Bytes bytes(1 + random() % most);
    for (auto& byte : bytes) byte = static_cast<unsigned char>(random());
    return bytes;
}

TEST(written_ranges_are_read_back) {
    const Scratch scratch;
    ScratchFile file(scratch.folder.string(), 40 * ScratchFile::disk_block);
    CHECK(scratch.empty());
    std::mt19937 random(3);
    std::vector<std::pair<ScratchFile::Address, Bytes>> written;
    std::uint64_t alive = 0, most = 0;
    const auto blocks = [](std::size_t bytes) {
        return rounded_up(bytes, ScratchFile::disk_block);
    };
    for (int round = 0; round < 2000; ++round) {
        if (written.size() < 20 || random() % 2) {
            Bytes bytes = random_bytes(random, 20000);
            const auto address = file.write(bytes.data(), bytes.size());
            CHECK(address.is_set());
            alive += blocks(bytes.size());
            most = std::max(most, alive);
            written.emplace_back(address, std::move(bytes));
        } else {
            std::swap(written[random() % written.size()], written.back());
            const auto [address, bytes] = std::move(written.back());
            written.pop_back();
            Bytes again(bytes.size());
            file.expect(address, bytes.size());
            file.read(address, again.data(), again.size());
            CHECK(again == bytes);
            file.give(address, bytes.size());
            alive -= blocks(bytes.size());
        }
        CHECK(file.peak() == most);
    }
    auto wrong = written.front().first;
    wrong.sum ^= 1;
    auto& bytes = written.front().second;
    CHECK(throws<files::FileError>([&] { file.read(wrong, bytes.data(), bytes.size()); }));
}

// Every width, modulus and number of threads, with no segment or some segments in memory.
void all_agree_in_scratch(const Counted& counted, std::uint64_t wanted) {
    const Scratch scratch;
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
    CHECK(scratch.empty());
}

TEST(random_graphs_in_scratch) {
    random_questions(
        12, 5, 9, [](const Asked& asked) { all_agree_in_scratch({asked.sweep}, asked.tours()); });
}

TEST(boards_within_memory_and_disk) {
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
            CHECK(throws<OutOfBudget>([&] { counted.blocks(less); }));
        }
        // With memory enough, nothing goes to the disk.
        const std::uint64_t plenty = 2 * bytes_needed(counted.plan, 8, 1);
        CHECK(counted.blocks(in_scratch(counted.plan, scratch, 64, 1, plenty)).disk_bytes == 0);
    }
    CHECK(scratch.empty());
}

// All moduli start from the same held exact layer.
TEST(moduli_share_exact_layers) {
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
}

// Pinned ranges survive later writes and the end of the file; other ranges do not.
TEST(pinned_ranges_outlive_the_file) {
    const Scratch scratch;
    const std::string folder = scratch.folder.string();
    std::mt19937 random(11);
    using Written = std::pair<ScratchFile::Range, Bytes>;
    std::vector<Written> pinned, written;
    const auto ranges_of = [](const std::vector<Written>& written) {
        std::vector<ScratchFile::Range> ranges;
        for (const auto& [range, bytes] : written) ranges.push_back(range);
        return ranges;
    };
    const auto all_there = [](const ScratchFile& file, const std::vector<Written>& written) {
        for (const auto& [range, bytes] : written) {
            Bytes again(bytes.size());
            file.read(range.address, again.data(), again.size());
            CHECK(again == bytes);
        }
    };
    for (int round = 0; round < 60; ++round) {
        ScratchFile file(folder, 20 * ScratchFile::disk_block, "layers", ranges_of(pinned));
        written = pinned;
        all_there(file, pinned);
        for (int step = 0; step < 40; ++step) {
            if (written.empty() || random() % 2) {
                Bytes bytes = random_bytes(random, 9000);
                const auto address = file.write(bytes.data(), bytes.size());
                written.push_back({{address, bytes.size()}, std::move(bytes)});
            } else {
                std::swap(written[random() % written.size()], written.back());
                const auto range = written.back().first;
                written.pop_back();
                file.give(range.address, range.bytes);
            }
            if (random() % 8 == 0) {
                file.sync();
                file.pin(ranges_of(written));
                pinned = written;
            }
            all_there(file, pinned);
            all_there(file, written);
        }
        if (round % 5 == 4) {
            file.pin({});
            pinned.clear();
        }
        CHECK(fs::exists(scratch.folder / "layers"));
    }
    CHECK(pinned.empty() && scratch.empty());
    const ScratchFile::Range gone{{0, 0}, 100};
    CHECK(throws<files::FileError>([&] { ScratchFile(folder, 0, "layers", {gone}); }));
}

struct Saved {
    Scratch scratch, folder;
    Counted counted = board(7, 6);
    BlockOptions options = in_scratch(counted.plan, scratch, 64, 1);
    fs::path layers = scratch.folder / "layers";
    fs::path checkpoint = folder.folder / "saved";

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
    // Resumes and finishes the count; scratch is empty afterwards.
    void finish() const {
        const BlockResult result = counted.blocks(options);
        CHECK(result.residues[0] == 1067638 && result.exact);
        CHECK(result.disk_bytes <= bytes_of(counted.plan, options).disk);
        CHECK(scratch.empty());
    }
};

TEST(interrupted_and_resumed) {
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

// Runs work() in a child process, which exits with its result.
template <typename Work>
pid_t in_child(Work&& work) {
    const pid_t child = fork();
    if (child == 0) _exit(work());
    return child;
}

// A count that is killed at random moments, many times, resumes.
TEST(killed_and_resumed) {
    const Saved saved;
    std::mt19937 random(23);
    for (int round = 0; round < 40; ++round) {
        const pid_t child = in_child([&] { return saved.counted.blocks(saved.options).exact; });
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

// A changed or truncated file is refused, unless the changed bytes are never read.
TEST(damage_is_refused) {
    const Saved saved;
    CHECK(saved.stopped(30));
    std::map<fs::path, std::string> whole;
    for (const fs::path& path : {saved.checkpoint, saved.layers}) {
        std::ifstream file(path, std::ios::binary);
        whole[path] = {std::istreambuf_iterator<char>(file), {}};
    }
    std::mt19937 random(31);
    int refused = 0;
    for (int round = 0; round < 60; ++round) {
        for (const auto& [path, bytes] : whole) std::ofstream(path, std::ios::binary) << bytes;
        const fs::path& path = round % 3 ? saved.layers : saved.checkpoint;
        const std::string& bytes = whole[path];
        std::size_t at = random() % bytes.size();
        if (round % 2)  // a byte that was written, mostly
            while (bytes[at] == 0) at = random() % bytes.size();
        if (round % 5)
            change_byte(path.string(), at);
        else
            fs::resize_file(path, at);
        const bool damaged = throws<files::FileError>([&] { saved.finish(); });
        CHECK(damaged || path == saved.layers);
        refused += damaged;
    }
    CHECK(refused > 20);  // as often as the checkpoint itself was damaged
    fs::remove(saved.layers);
    std::ofstream(saved.checkpoint, std::ios::binary) << whole[saved.checkpoint];
    CHECK(throws<files::FileError>([&] { saved.finish(); }));
    fs::remove(saved.checkpoint);
    saved.finish();
}

}  // namespace
}  // namespace babieca::sweep
