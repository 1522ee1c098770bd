#include "core/files/checked_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

namespace babieca::files {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 16;
constexpr const char* partial_suffix = ".partial";

std::uint64_t sum_of(const std::vector<std::uint64_t>& sums) {
    return checksum(sums.data(), sums.size() * sizeof sums[0]);
}

std::uint64_t sum_of(const Header& header) {
    return checksum(&header, offsetof(Header, header_checksum));
}

std::filesystem::path folder_of(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? "." : folder;
}

// Makes a rename last through a power cut. Some file systems cannot be asked to; whatever they do,
// the name stands for one whole file, so that is no failure.
void sync_folder_of(const std::string& path) {
    const Descriptor folder(open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.number() >= 0) fsync(folder.number());
}

// Does not wait for a pipe that has no writer: it is refused later, as no regular file.
Descriptor opened(const std::string& path) {
    Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.number() < 0) failed("read", path);
    return file;
}

}  // namespace

bool exists(const std::string& path) {
    return access(path.c_str(), F_OK) == 0;
}

CheckedWriter::CheckedWriter(std::string path, const Identity& identity, const Notes& notes,
                             bool nameless)
    : path_(std::move(path)) {
    header_.identity = identity;
    header_.notes = notes;
    chunk_.reserve(chunk_bytes);
    if (!nameless) remove_abandoned();
    create();
    if (nameless) std::remove(std::exchange(partial_, {}).c_str());
}

CheckedWriter::~CheckedWriter() {
    if (!partial_.empty()) std::remove(partial_.c_str());
}

// A writer holds the lock on its file from the beginning. Whoever removes an abandoned one does so
// under the same lock, so a file that still has a name when it is locked belongs to its writer.
void CheckedWriter::create() {
    std::random_device random;
    for (;;) {
        partial_ = path_ + "." + std::to_string(getpid()) + "-" + std::to_string(random()) +
                   partial_suffix;
        file_ = Descriptor(open(partial_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (file_.number() < 0) {
            if (errno == EEXIST) continue;
            partial_.clear();
            failed("write", path_);
        }
        struct stat info{};
        flock(file_.number(), LOCK_EX);
        if (fstat(file_.number(), &info) != 0 || info.st_nlink > 0) return;
    }
}

void CheckedWriter::remove_abandoned() const {
    const std::string stem = std::filesystem::path(path_).filename().string() + ".";
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder_of(path_), ignored)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(stem) || !name.ends_with(partial_suffix)) continue;
        const Descriptor file(open(entry.path().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
        if (file.number() >= 0 && flock(file.number(), LOCK_EX | LOCK_NB) == 0)
            std::remove(entry.path().c_str());
    }
}

void CheckedWriter::put(const void* data, std::size_t bytes, std::uint64_t offset) {
    files::put(file_, path_, data, bytes, offset);
}

void CheckedWriter::put_chunk(const unsigned char* data, std::size_t bytes) {
    put(data, bytes, sizeof header_ + header_.body_bytes);
    sums_.push_back(checksum(data, bytes));
    header_.body_bytes += bytes;
}

void CheckedWriter::write(const void* data, std::size_t bytes) {
    const auto* at = static_cast<const unsigned char*>(data);
    while (bytes > 0) {
        if (chunk_.empty() && bytes >= chunk_bytes) {
            put_chunk(at, chunk_bytes);
            at += chunk_bytes;
            bytes -= chunk_bytes;
            continue;
        }
        const std::size_t part = std::min(bytes, chunk_bytes - chunk_.size());
        chunk_.insert(chunk_.end(), at, at + part);
        at += part;
        bytes -= part;
        if (chunk_.size() < chunk_bytes) continue;
        put_chunk(chunk_.data(), chunk_.size());
        chunk_.clear();
    }
}

Descriptor CheckedWriter::commit() {
    if (!chunk_.empty()) put_chunk(chunk_.data(), chunk_.size());
    put(sums_.data(), sums_.size() * sizeof sums_[0], sizeof header_ + header_.body_bytes);
    header_.sums_checksum = sum_of(sums_);
    header_.header_checksum = sum_of(header_);
    put(&header_, sizeof header_, 0);
    if (partial_.empty()) return std::move(file_);
    if (fsync(file_.number()) != 0 || std::rename(partial_.c_str(), path_.c_str()) != 0)
        failed("write", path_);
    partial_.clear();
    sync_folder_of(path_);
    return std::move(file_);
}

CheckedFile::CheckedFile(std::string path, Descriptor file, const Identity& expected)
    : path_(std::move(path)), file_(std::move(file)) {
    struct stat info{};
    if (fstat(file_.number(), &info) != 0) failed("read", path_);
    if (!S_ISREG(info.st_mode)) throw FileError(path_ + " is not a file");
    const std::size_t got = get(file_, path_, &header_, sizeof header_, 0);
    if (got >= sizeof header_.magic && header_.magic != Header{}.magic)
        throw FileError(path_ + " is not one of Babieca's files; delete it to start again");
    if (got < sizeof header_ || header_.header_checksum != sum_of(header_)) damaged();
    const std::uint64_t chunks = (header_.body_bytes + chunk_bytes - 1) / chunk_bytes;
    const std::uint64_t body_end = sizeof header_ + header_.body_bytes;
    if (static_cast<std::uint64_t>(info.st_size) != body_end + chunks * sizeof sums_[0]) damaged();
    sums_.resize(chunks);
    const std::size_t sums_bytes = chunks * sizeof sums_[0];
    if (get(file_, path_, sums_.data(), sums_bytes, body_end) != sums_bytes ||
        header_.sums_checksum != sum_of(sums_))
        damaged();
    if (header_.identity != expected) throw FileError(path_ + " belongs to another count");
}

void CheckedFile::damaged() const {
    throw FileError(path_ + " is damaged; delete it to start again");
}

std::uint64_t CheckedFile::chunk_length(std::uint64_t chunk) const {
    return std::min<std::uint64_t>(chunk_bytes, header_.body_bytes - chunk * chunk_bytes);
}

void CheckedFile::verify(std::uint64_t chunk, const void* data) const {
    if (checksum(data, chunk_length(chunk)) != sums_[chunk]) damaged();
}

SequentialFile::SequentialFile(const std::string& path, const Identity& expected)
    : CheckedFile(path, opened(path), expected) {}

void SequentialFile::read(void* data, std::size_t bytes) {
    auto* to = static_cast<unsigned char*>(data);
    while (bytes > 0) {
        if (used_ == chunk_.size()) {
            if (next_ == sums_.size()) damaged();
            chunk_.resize(chunk_length(next_));
            used_ = 0;
            if (get(file_, path_, chunk_.data(), chunk_.size(),
                    sizeof header_ + next_ * chunk_bytes) != chunk_.size())
                damaged();
            verify(next_++, chunk_.data());
        }
        const std::size_t part = std::min(bytes, chunk_.size() - used_);
        std::memcpy(to, chunk_.data() + used_, part);
        to += part;
        used_ += part;
        bytes -= part;
    }
}

void SequentialFile::finish() const {
    if (used_ != chunk_.size() || next_ != sums_.size()) damaged();
}

MappedFile::MappedFile(const std::string& path, const Identity& expected)
    : MappedFile(path, opened(path), expected) {}

MappedFile::MappedFile(const std::string& path, Descriptor file, const Identity& expected)
    : CheckedFile(path, std::move(file), expected),
      size_(sizeof header_ + header_.body_bytes),
      verified_(std::make_unique<std::atomic<bool>[]>(sums_.size())) {
    void* memory = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file_.number(), 0);
    if (memory == MAP_FAILED) failed("read", path_);
    madvise(memory, size_, MADV_RANDOM);
    map_ = static_cast<const unsigned char*>(memory);
    file_ = Descriptor();  // the mapping holds the file; descriptors are few
}

MappedFile::~MappedFile() {
    munmap(const_cast<unsigned char*>(map_), size_);
}

const unsigned char* MappedFile::at(std::uint64_t offset, std::uint64_t bytes) const {
    if (offset + bytes > header_.body_bytes) damaged();
    const unsigned char* body = map_ + sizeof header_;
    for (std::uint64_t chunk = offset / chunk_bytes; chunk * chunk_bytes < offset + bytes;
         ++chunk) {
        if (verified_[chunk].load(std::memory_order_relaxed)) continue;
        verify(chunk, body + chunk * chunk_bytes);
        verified_[chunk].store(true, std::memory_order_relaxed);
    }
    return body + offset;
}

void MappedFile::forget_pages() const {
    madvise(const_cast<unsigned char*>(map_), size_, MADV_DONTNEED);
}

}  // namespace babieca::files
