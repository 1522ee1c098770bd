// Checked files: written whole or not at all, and refused if a byte has changed.
#ifndef _WIN32
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "core/files/checked_file.hpp"
#include "tests/check.hpp"

namespace babieca::files {
namespace {

using Bytes = std::vector<unsigned char>;

const Identity identity{Kind::counters, 17, {7, 64}};
const Notes notes{3, 1, 4};

Bytes some_bytes(std::size_t size) {
    Bytes bytes(size);
    std::uint32_t seed = 1;
    for (auto& byte : bytes) byte = static_cast<unsigned char>((seed = seed * 1664525 + 7) >> 24);
    return bytes;
}

void save(const std::string& path, const Bytes& bytes) {
    CheckedWriter writer(path, identity, notes);
    const std::size_t part = bytes.size() / 3 + 1;  // never the size of a chunk
    for (std::size_t at = 0; at < bytes.size(); at += part)
        writer.write(bytes.data() + at, std::min(part, bytes.size() - at));
    writer.commit();
}

Bytes load(const std::string& path, const Identity& expected = identity) {
    SequentialFile file(path, expected);
    CHECK(file.notes() == notes);
    Bytes bytes(file.body_bytes());
    for (std::size_t at = 0; at < bytes.size(); at += 1000)
        file.read(bytes.data() + at, std::min<std::size_t>(1000, bytes.size() - at));
    file.finish();
    return bytes;
}

Bytes load_mapped(const std::string& path) {
    const MappedFile file(path, identity);
    const auto* begin = file.at(0, file.body_bytes());
    return {begin, begin + file.body_bytes()};
}

template <typename Work>
bool refused_as(const std::string& part, Work&& work) {
    return message_of<FileError>(work).find(part) != std::string::npos;
}

// A folder, and the path of a file in it.
struct FileInFolder : Scratch {
    std::string path = (folder / "file").string();

    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
    }
};

TEST(written_bytes_are_read_back) {
    const FileInFolder at;
    for (std::size_t size : {0, 1, 65535, 65536, 65537, 200000, 1 << 20}) {
        const auto bytes = some_bytes(size);
        save(at.path, bytes);
        CHECK(load(at.path) == bytes && load_mapped(at.path) == bytes);
        CHECK(at.entries() == 1);
    }
}

TEST(every_byte_counts) {
    const FileInFolder at;
    const std::string& path = at.path;
    const auto bytes = some_bytes(70000);
    save(path, bytes);
    const auto size = fs::file_size(path);
    for (std::uintmax_t at = 0; at < size; at += at < 200 || at + 40 > size ? 1 : 997) {
        change_byte(path, at);
        CHECK(refused_as(at < 8 ? "Babieca's" : "damaged", [&] { load(path); }));
        CHECK(throws<FileError>([&] { load_mapped(path); }));
        change_byte(path, at);
    }
    CHECK(load(path) == bytes);
    for (std::uintmax_t left :
         {size - 1, size - 8, size / 2, std::uintmax_t{50}, std::uintmax_t{0}}) {
        fs::resize_file(path, left);
        CHECK(refused_as("is damaged; delete it to start again", [&] { load(path); }));
        CHECK(throws<FileError>([&] { load_mapped(path); }));
    }
    save(path, bytes);
    fs::resize_file(path, size + 1);
    CHECK(refused_as("damaged", [&] { load(path); }));
}

TEST(other_files_are_refused) {
    const FileInFolder at;
    save(at.path, some_bytes(10));
    for (const Identity& other :
         {Identity{Kind::states, 17, {7, 64}}, Identity{Kind::counters, 18, {7, 64}},
          Identity{Kind::counters, 17, {8, 64}}, Identity{Kind::counters, 17, {7, 32}}})
        CHECK(refused_as("belongs to another count", [&] { load(at.path, other); }));
    std::ofstream(at.path) << "Dear diary, today I toured the knight.";
    CHECK(refused_as("Babieca's", [&] { load(at.path); }));
    CHECK(refused_as("is not a file", [&] { load(at.folder.string()); }));
    CHECK(refused_as("cannot read", [&] { load((at.folder / "nothing").string()); }));
}

TEST(reading_more_or_less_is_refused) {
    const FileInFolder at;
    save(at.path, some_bytes(10));
    unsigned char bytes[11];
    CHECK(throws<FileError>([&] { SequentialFile(at.path, identity).read(bytes, 11); }));
    SequentialFile file(at.path, identity);
    file.read(bytes, 9);
    CHECK(throws<FileError>([&] { file.finish(); }));
    CHECK(throws<FileError>([&] { MappedFile(at.path, identity).at(5, 6); }));
}

TEST(two_writers_do_no_harm) {
    const FileInFolder at;
    CheckedWriter one(at.path, identity, notes), other(at.path, identity, notes);
    one.write("one", 3);
    other.write("other", 5);
    one.commit();
    CHECK(load(at.path).size() == 3);
    other.commit();
    CHECK(load(at.path).size() == 5 && at.entries() == 1);
}

// Writes a nameless file, and calls done() while it is mapped.
template <typename Done>
void with_nameless_file(const std::string& path, Done&& done) {
    const auto bytes = some_bytes(100000);
    CheckedWriter writer(path, identity, notes, true);
    writer.write(bytes.data(), bytes.size());
    const MappedFile file(path, identity, writer.commit());
    const auto intact = [&] {
        return std::equal(bytes.begin(), bytes.end(), file.at(0, bytes.size()));
    };
    CHECK(intact());
    file.forget_pages();
    CHECK(intact());
    done();
}

TEST(a_nameless_file_is_gone_when_it_is_closed) {
    const FileInFolder at;
    with_nameless_file(at.path, [] {});
    CHECK(at.empty());
}

#ifndef _WIN32  // processes are killed, and disks made full, by POSIX calls

// After a full disk or a folder in the way, no file and no descriptor is left.
TEST(a_writer_that_fails_tidies_up) {
    const FileInFolder at;
    const std::string& path = at.path;
    const auto lowest_free_descriptor = [] {
        const int free = dup(0);
        close(free);
        return free;
    };
    const int before = lowest_free_descriptor();
    signal(SIGXFSZ, SIG_IGN);
    rlimit usual{};
    getrlimit(RLIMIT_FSIZE, &usual);
    const rlimit full{100000, usual.rlim_max};
    setrlimit(RLIMIT_FSIZE, &full);
    CHECK(refused_as("cannot write", [&] { save(path, some_bytes(200000)); }));
    setrlimit(RLIMIT_FSIZE, &usual);
    CHECK(at.empty());
    fs::create_directories(fs::path(path) / "in the way");
    CHECK(refused_as("cannot write", [&] { save(path, some_bytes(10)); }));
    CHECK(at.entries() == 1);
    CHECK(refused_as("cannot write", [&] { save(path + "/no/folder/file", {}); }));
    CHECK(lowest_free_descriptor() == before);
}

// Runs work(ready) in a child process, and kills the child when it calls ready().
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

TEST(the_next_writer_removes_the_file_of_a_killed_writer) {
    const FileInFolder at;
    const auto bytes = some_bytes(100000);
    save(at.path, bytes);
    killed_within([&](auto&& ready) {
        CheckedWriter writer(at.path, identity, notes);
        writer.write(bytes.data(), bytes.size());
        ready();
    });
    CHECK(at.entries() == 2);
    CHECK(load(at.path) == bytes);
    const CheckedWriter under_way(at.path, identity, notes);  // another writer's file stays
    CHECK(at.entries() == 2);
    save(at.path, bytes);
    CHECK(at.entries() == 2 && load(at.path) == bytes);
}

TEST(a_killed_process_leaves_no_nameless_file) {
    const FileInFolder at;
    killed_within([&](auto&& ready) { with_nameless_file(at.path, ready); });
    CHECK(at.empty());
}

#endif

}  // namespace
}  // namespace babieca::files
