#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/system/file.hpp"

namespace babieca::system {
namespace {

int number(std::intptr_t handle) {
    return static_cast<int>(handle);
}

// Repeats a call that a signal interrupted.
template <typename Call>
std::optional<std::size_t> uninterrupted(Call&& call) {
    for (;;) {
        const ssize_t part = call();
        if (part >= 0) return static_cast<std::size_t>(part);
        if (errno != EINTR) return {};
    }
}

}  // namespace

File::~File() {
    if (is_open()) close(number(handle_));
}

File File::to_read(const std::string& path) {
    return File(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

File File::created(const std::string& path) {
    return File(open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
}

File File::to_change(const std::string& path) {
    return File(open(path.c_str(), O_RDWR | O_CLOEXEC));
}

File File::nameless(const std::string& folder) {
#ifdef O_TMPFILE
    File file(open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (file.is_open()) return file;
#endif
    std::string name = folder + "/babieca-XXXXXX";
    File named(mkostemp(name.data(), O_CLOEXEC));
    if (named.is_open()) unlink(name.c_str());
    return named;
}

std::optional<File::Facts> File::facts() const {
    struct stat info{};
    if (fstat(number(handle_), &info) != 0) return {};
    return Facts{S_ISREG(info.st_mode), info.st_nlink > 0,
                 static_cast<std::uint64_t>(info.st_size)};
}

void File::lock() const {
    flock(number(handle_), LOCK_EX);
}

bool File::try_lock() const {
    return flock(number(handle_), LOCK_EX | LOCK_NB) == 0;
}

std::optional<std::size_t> File::read_part(void* data, std::size_t bytes,
                                           std::uint64_t offset) const {
    return uninterrupted(
        [&] { return pread(number(handle_), data, bytes, static_cast<off_t>(offset)); });
}

std::optional<std::size_t> File::write_part(const void* data, std::size_t bytes,
                                            std::uint64_t offset) const {
    return uninterrupted(
        [&] { return pwrite(number(handle_), data, bytes, static_cast<off_t>(offset)); });
}

bool File::sync() const {
#ifdef F_FULLFSYNC  // there, fsync leaves bytes in the cache of the disk
    if (fcntl(number(handle_), F_FULLFSYNC) == 0) return true;
#endif
    return fsync(number(handle_)) == 0;
}

void File::expect(std::uint64_t offset, std::uint64_t bytes) const {
#ifdef POSIX_FADV_WILLNEED
    posix_fadvise(number(handle_), static_cast<off_t>(offset), static_cast<off_t>(bytes),
                  POSIX_FADV_WILLNEED);
#else
    static_cast<void>(offset), static_cast<void>(bytes);
#endif
}

void File::drop(std::uint64_t offset, std::uint64_t bytes) const {
#ifdef FALLOC_FL_PUNCH_HOLE
    static_cast<void>(fallocate(number(handle_), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                static_cast<off_t>(offset), static_cast<off_t>(bytes)));
#else
    static_cast<void>(offset), static_cast<void>(bytes);
#endif
}

const unsigned char* File::map(std::size_t bytes) const {
    void* memory = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, number(handle_), 0);
    if (memory == MAP_FAILED) return nullptr;
    madvise(memory, bytes, MADV_RANDOM);
    return static_cast<const unsigned char*>(memory);
}

void File::unmap(const unsigned char* memory, std::size_t bytes) {
    munmap(const_cast<unsigned char*>(memory), bytes);
}

void File::forget_pages(const unsigned char* memory, std::size_t bytes) {
    madvise(const_cast<unsigned char*>(memory), bytes, MADV_DONTNEED);
}

bool rename(const std::string& from, const std::string& to) {
    return std::rename(from.c_str(), to.c_str()) == 0;
}

void sync_folder(const std::filesystem::path& folder) {
    const int opened = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return;
    fsync(opened);
    close(opened);
}

std::string last_error() {
    return std::strerror(errno);
}

std::uint64_t process_number() {
    return static_cast<std::uint64_t>(getpid());
}

}  // namespace babieca::system
