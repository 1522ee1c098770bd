#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/system/system.hpp"

namespace babieca::system {
namespace {

int number(std::intptr_t handle) {
    return static_cast<int>(handle);
}

// Calls call(done), which returns the bytes of one more part, until all are done or the file ends.
// Repeats a call that a signal interrupted.
template <typename Call>
std::optional<std::size_t> repeated(std::size_t bytes, Call&& call) {
    std::size_t done = 0;
    for (ssize_t part = 1; done < bytes && part != 0;) {
        part = call(done);
        if (part < 0 && errno != EINTR) return {};
        done += static_cast<std::size_t>(std::max<ssize_t>(part, 0));
    }
    return done;
}

constexpr int fresh = MAP_PRIVATE | MAP_ANONYMOUS;

void* mapped(std::size_t bytes, int how) {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, how, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);  // a hint
#endif
    return memory;
}

}  // namespace

File::~File() {
    if (is_open()) close(number(handle_));
}

File::File(const std::string& path, Mode mode) {
    constexpr int by_mode[] = {O_RDONLY | O_NONBLOCK, O_RDWR | O_CREAT | O_EXCL, O_RDWR};
    handle_ = open(path.c_str(), by_mode[static_cast<int>(mode)] | O_CLOEXEC, 0666);
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

std::optional<std::size_t> File::read(void* data, std::size_t bytes, std::uint64_t offset) const {
    return repeated(bytes, [&](std::size_t done) {
        return pread(number(handle_), static_cast<char*>(data) + done, bytes - done,
                     static_cast<off_t>(offset + done));
    });
}

bool File::write(const void* data, std::size_t bytes, std::uint64_t offset) const {
    return repeated(bytes, [&](std::size_t done) {
               return pwrite(number(handle_), static_cast<const char*>(data) + done, bytes - done,
                             static_cast<off_t>(offset + done));
           }) == bytes;
}

bool File::sync() const {
#ifdef F_FULLFSYNC  // there, fsync leaves bytes in the cache of the disk
    if (fcntl(number(handle_), F_FULLFSYNC) == 0) return true;
#endif
    return fsync(number(handle_)) == 0;
}

void File::expect([[maybe_unused]] std::uint64_t offset,
                  [[maybe_unused]] std::uint64_t bytes) const {
#ifdef POSIX_FADV_WILLNEED
    posix_fadvise(number(handle_), static_cast<off_t>(offset), static_cast<off_t>(bytes),
                  POSIX_FADV_WILLNEED);
#endif
}

void File::drop([[maybe_unused]] std::uint64_t offset, [[maybe_unused]] std::uint64_t bytes) const {
#ifdef FALLOC_FL_PUNCH_HOLE
    static_cast<void>(fallocate(number(handle_), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                static_cast<off_t>(offset), static_cast<off_t>(bytes)));
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

const std::size_t page_size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

void* reserve_pages(std::size_t bytes) {
    return mapped(bytes, fresh | MAP_NORESERVE);
}

void* take_pages(std::size_t bytes) {
    return mapped(bytes, fresh);
}

void release_pages(void* memory, std::size_t bytes) {
    munmap(memory, bytes);
}

void use_pages(void*, std::size_t) {}

void drop_pages(void* memory, std::size_t bytes) {
#ifdef __APPLE__  // there, MADV_DONTNEED frees nothing
    mmap(memory, bytes, PROT_READ | PROT_WRITE, fresh | MAP_NORESERVE | MAP_FIXED, -1, 0);
#else
    madvise(memory, bytes, MADV_DONTNEED);
#endif
}

void return_free_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace babieca::system
