// Checked files: written whole or not at all, and refused if a byte has changed.
#ifndef _WIN32
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <numeric>

#include "core/files/checked_file.hpp"
#include "tests/check.hpp"
#include "tests/scratch.hpp"

using namespace babieca::files;
namespace fs = std::filesystem;

namespace {

const Identity identity{Kind::counters, 17, {7, 64}};
const Notes notes{3, 1, 4};

std::vector<unsigned char> some_bytes(std::size_t size) {
    std::vector<unsigned char> bytes(size);
    std::uint32_t seed = 1;
    for (auto& byte : bytes) byte = static_cast<unsigned char>((seed = seed * 1664525 + 7) >> 24);
    return bytes;
}

void save(const std::string& path, const std::vector<unsigned char>& bytes) {
    CheckedWriter writer(path, identity, notes);
    const std::size_t part = bytes.size() / 3 + 1;  // never the size of a chunk
    for (std::size_t at = 0; at < bytes.size(); at += part)
        writer.write(bytes.data() + at, std::min(part, bytes.size() - at));
    writer.commit();
}

std::vector<unsigned char> load(const std::string& path, const Identity& expected = identity) {
    SequentialFile file(path, expected);
    CHECK(file.notes() == notes);
    std::vector<unsigned char> bytes(file.body_bytes());
    for (std::size_t at = 0; at < bytes.size(); at += 1000)
        file.read(bytes.data() + at, std::min<std::size_t>(1000, bytes.size() - at));
    file.finish();
    return bytes;
}

std::vector<unsigned char> load_mapped(const std::string& path) {
    const MappedFile file(path, identity);
    const auto* begin = file.at(0, file.body_bytes());
    return {begin, begin + file.body_bytes()};
}

// The message of the FileError; empty: there was none.
template <typename Work>
std::string refusal(Work&& work) {
    try {
        work();
    } catch (const FileError& error) {
        return error.what();
    }
    return "";
}

bool says(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

void what_is_written_is_read(const fs::path& folder, const std::string& path) {
    for (std::size_t size : {0, 1, 65535, 65536, 65537, 200000, 1 << 20}) {
        const auto bytes = some_bytes(size);
        save(path, bytes);
        CHECK(load(path) == bytes && load_mapped(path) == bytes);
        CHECK(entries(folder) == 1);
    }
}

void every_byte_counts(const fs::path&, const std::string& path) {
    const auto bytes = some_bytes(70000);
    save(path, bytes);
    const auto size = fs::file_size(path);
    for (std::uintmax_t at = 0; at < size; at += at < 200 || at + 40 > size ? 1 : 997) {
        change_byte(path, at);
        CHECK(says(refusal([&] { load(path); }), at < 8 ? "Babieca's" : "damaged"));
        CHECK(!refusal([&] { load_mapped(path); }).empty());
        change_byte(path, at);
    }
    CHECK(load(path) == bytes);
    for (std::uintmax_t left :
         {size - 1, size - 8, size / 2, std::uintmax_t{50}, std::uintmax_t{0}}) {
        fs::resize_file(path, left);
        CHECK(says(refusal([&] { load(path); }), "is damaged; delete it to start again"));
        CHECK(!refusal([&] { load_mapped(path); }).empty());
    }
    save(path, bytes);
    fs::resize_file(path, size + 1);
    CHECK(says(refusal([&] { load(path); }), "damaged"));
}

void other_files_are_refused(const fs::path& folder, const std::string& path) {
    save(path, some_bytes(10));
    for (const Identity& other :
         {Identity{Kind::states, 17, {7, 64}}, Identity{Kind::counters, 18, {7, 64}},
          Identity{Kind::counters, 17, {8, 64}}, Identity{Kind::counters, 17, {7, 32}}})
        CHECK(says(refusal([&] { load(path, other); }), "belongs to another count"));
    std::ofstream(path) << "Dear diary, today I toured the knight.";
    CHECK(says(refusal([&] { load(path); }), "Babieca's"));
    CHECK(says(refusal([&] { load(folder.string()); }), "is not a file"));
    CHECK(says(refusal([&] { load((folder / "nothing").string()); }), "cannot read"));
}

void a_reader_that_asks_for_more_or_less_is_told(const fs::path&, const std::string& path) {
    save(path, some_bytes(10));
    unsigned char bytes[11];
    CHECK(!refusal([&] { SequentialFile(path, identity).read(bytes, 11); }).empty());
    CHECK(!refusal([&] {
               SequentialFile file(path, identity);
               file.read(bytes, 9);
               file.finish();
           }).empty());
    CHECK(!refusal([&] { MappedFile(path, identity).at(5, 6); }).empty());
}

void two_writers_do_no_harm(const fs::path& folder, const std::string& path) {
    CheckedWriter one(path, identity, notes), other(path, identity, notes);
    one.write("one", 3);
    other.write("other", 5);
    one.commit();
    CHECK(load(path).size() == 3);
    other.commit();
    CHECK(load(path).size() == 5 && entries(folder) == 1);
}

void scratch_is_gone_when_it_is_closed(const fs::path& folder, const std::string& path) {
    const auto bytes = some_bytes(100000);
    {
        CheckedWriter writer(path, identity, notes, true);
        writer.write(bytes.data(), bytes.size());
        const MappedFile file(path, writer.commit(), identity);
        CHECK(std::equal(bytes.begin(), bytes.end(), file.at(0, bytes.size())));
        file.forget_pages();
        CHECK(std::equal(bytes.begin(), bytes.end(), file.at(0, bytes.size())));
    }
    CHECK(fs::is_empty(folder));
}

#ifndef _WIN32  // processes are killed, and disks made full, by POSIX calls

// After a full disk or a folder in the way, no file and no descriptor is left.
void a_writer_that_fails_tidies_up(const fs::path& folder, const std::string& path) {
    const int before = dup(0);
    close(before);
    signal(SIGXFSZ, SIG_IGN);
    rlimit usual{};
    getrlimit(RLIMIT_FSIZE, &usual);
    const rlimit full{100000, usual.rlim_max};
    setrlimit(RLIMIT_FSIZE, &full);
    CHECK(says(refusal([&] { save(path, some_bytes(200000)); }), "cannot write"));
    setrlimit(RLIMIT_FSIZE, &usual);
    CHECK(fs::is_empty(folder));
    fs::create_directories(fs::path(path) / "in the way");
    CHECK(says(refusal([&] { save(path, some_bytes(10)); }), "cannot write"));
    CHECK(entries(folder) == 1);
    CHECK(says(refusal([&] { save(path + "/no/folder/file", {}); }), "cannot write"));
    const int after = dup(0);
    close(after);
    CHECK(after == before);  // the lowest free descriptor
}

// Runs work in a process that is killed when it is ready.
template <typename Work>
void killed_within(Work&& work) {
    int pipe_ends[2];
    CHECK(pipe(pipe_ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        work([&] {
            CHECK(write(pipe_ends[1], "!", 1) == 1);
            for (;;) pause();
        });
        _exit(1);
    }
    char ready;
    CHECK(read(pipe_ends[0], &ready, 1) == 1);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
}

void what_a_killed_writer_leaves_is_removed_by_the_next(const fs::path& folder,
                                                        const std::string& path) {
    const auto bytes = some_bytes(100000);
    save(path, bytes);
    killed_within([&](auto&& ready) {
        CheckedWriter writer(path, identity, notes);
        writer.write(bytes.data(), bytes.size());
        ready();
    });
    CHECK(entries(folder) == 2);
    CHECK(load(path) == bytes);
    const CheckedWriter under_way(path, identity, notes);  // another writer's file stays
    CHECK(entries(folder) == 2);
    save(path, bytes);
    CHECK(entries(folder) == 2 && load(path) == bytes);
}

void nameless_files_leave_nothing(const fs::path& folder, const std::string& path) {
    const auto bytes = some_bytes(100000);
    killed_within([&](auto&& ready) {
        CheckedWriter writer(path, identity, notes, true);
        writer.write(bytes.data(), bytes.size());
        const MappedFile file(path, writer.commit(), identity);
        CHECK(std::equal(bytes.begin(), bytes.end(), file.at(0, bytes.size())));
        ready();
    });
    CHECK(fs::is_empty(folder));
}

#endif

}  // namespace

int main() {
    for (const auto test : {
             what_is_written_is_read,
             every_byte_counts,
             other_files_are_refused,
             a_reader_that_asks_for_more_or_less_is_told,
             two_writers_do_no_harm,
             scratch_is_gone_when_it_is_closed,
#ifndef _WIN32
             a_writer_that_fails_tidies_up,
             what_a_killed_writer_leaves_is_removed_by_the_next,
             nameless_files_leave_nothing,
#endif
         }) {
        const Scratch scratch;
        test(scratch.folder(), (scratch.folder() / "file").string());
    }
}
