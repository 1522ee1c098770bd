#include "core/files/layer_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace babieca::files {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 16;

// Four interleaved lanes: as fast as memory.
std::uint64_t checksum(const void* data, std::size_t bytes) {
    const auto* at = static_cast<const unsigned char*>(data);
    std::uint64_t lanes[4] = {bytes, ~bytes, bytes << 32, 0x9e3779b97f4a7c15u};
    const auto mix = [](std::uint64_t sum, std::uint64_t word) {
        sum = (sum ^ word) * 0x9fb21c651e98df25u;
        return sum ^ sum >> 35;
    };
    for (; bytes >= 32; at += 32, bytes -= 32) {
        std::uint64_t words[4];
        std::memcpy(words, at, 32);
        for (int i = 0; i < 4; ++i) lanes[i] = mix(lanes[i], words[i]);
    }
    std::uint64_t tail[4] = {0, 0, 0, 0};
    if (bytes > 0) std::memcpy(tail, at, bytes);  // an empty layer has no address
    std::uint64_t sum = 0;
    for (int i = 0; i < 4; ++i) sum = mix(mix(sum, lanes[i]), tail[i]);
    return sum;
}

std::uint64_t header_sum(const LayerFileHeader& header) {
    return checksum(&header, offsetof(LayerFileHeader, header_checksum));
}

[[noreturn]] void failed(const std::string& what, const std::string& path) {
    throw LayerFileError(what + " " + path + ": " + std::strerror(errno));
}

// A new name is safe from a loss of power once its directory is on the disk.
void sync_directory_of(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    const std::string directory = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    const int handle = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) failed("cannot write", directory);
    const bool synced = fsync(handle) == 0 || errno == EINVAL;  // not every file system can
    close(handle);
    if (!synced) failed("cannot write", directory);
}

}  // namespace

LayerFileWriter::LayerFileWriter(std::string path)
    : path_(std::move(path)), partial_(path_ + ".partial") {
    chunk_.reserve(chunk_bytes);
    file_ = std::fopen(partial_.c_str(), "wb");
    if (!file_) failed("cannot write", partial_);
}

// The other constructor is done when the header is written: whatever is thrown here runs the
// destructor. The flush makes a full disk known before the body is on its way.
LayerFileWriter::LayerFileWriter(std::string path, std::uint64_t fingerprint, int layer)
    : LayerFileWriter(std::move(path)) {
    header_.fingerprint = fingerprint;
    header_.layer = static_cast<std::uint64_t>(layer);
    if (std::fwrite(&header_, sizeof header_, 1, file_) != 1 || std::fflush(file_) != 0)
        failed("cannot write", partial_);
}

LayerFileWriter::~LayerFileWriter() {
    if (!file_) return;
    std::fclose(file_);
    std::remove(partial_.c_str());
}

void LayerFileWriter::write(const void* data, std::size_t bytes) {
    const auto* at = static_cast<const unsigned char*>(data);
    header_.body_bytes += bytes;
    while (bytes > 0) {
        const std::size_t part = std::min(bytes, chunk_bytes - chunk_.size());
        chunk_.insert(chunk_.end(), at, at + part);
        at += part;
        bytes -= part;
        if (chunk_.size() == chunk_bytes) flush_chunk();
    }
}

void LayerFileWriter::flush_chunk() {
    if (chunk_.empty()) return;
    sums_.push_back(checksum(chunk_.data(), chunk_.size()));
    if (std::fwrite(chunk_.data(), 1, chunk_.size(), file_) != chunk_.size())
        failed("cannot write", partial_);
    chunk_.clear();
}

void LayerFileWriter::commit() {
    flush_chunk();
    header_.sums_checksum = checksum(sums_.data(), sums_.size() * sizeof sums_[0]);
    header_.header_checksum = header_sum(header_);
    // Without sums there is nothing to write, and no address to write it from.
    if ((!sums_.empty() &&
         std::fwrite(sums_.data(), sizeof sums_[0], sums_.size(), file_) != sums_.size()) ||
        std::fseek(file_, 0, SEEK_SET) != 0 ||
        std::fwrite(&header_, sizeof header_, 1, file_) != 1 || std::fflush(file_) != 0 ||
        fsync(fileno(file_)) != 0)
        failed("cannot write", partial_);
    // Renamed while it is open: until then the destructor knows what to remove.
    if (std::rename(partial_.c_str(), path_.c_str()) != 0) failed("cannot write", path_);
    std::fclose(std::exchange(file_, nullptr));
    sync_directory_of(path_);
}

LayerFile::LayerFile(const std::string& path, std::uint64_t fingerprint, int layer) : path_(path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) failed("cannot read", path);
    struct stat info{};
    void* memory = MAP_FAILED;
    if (fstat(file, &info) == 0 && info.st_size >= static_cast<off_t>(sizeof header_))
        memory =
            mmap(nullptr, static_cast<std::size_t>(info.st_size), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) damaged();
    map_ = static_cast<const unsigned char*>(memory);
    size_ = static_cast<std::size_t>(info.st_size);
    madvise(memory, size_, MADV_RANDOM);
    std::memcpy(&header_, map_, sizeof header_);
    const std::uint64_t chunks = (header_.body_bytes + chunk_bytes - 1) / chunk_bytes;
    const bool whole = header_.magic == LayerFileHeader{}.magic &&
                       header_.header_checksum == header_sum(header_) &&
                       size_ == sizeof header_ + header_.body_bytes + chunks * sizeof sums_[0];
    if (whole) {
        sums_.resize(chunks);
        std::memcpy(sums_.data(), map_ + sizeof header_ + header_.body_bytes,
                    chunks * sizeof sums_[0]);
        verified_ = std::make_unique<std::atomic<bool>[]>(chunks);
    }
    const bool right =
        whole && header_.sums_checksum == checksum(sums_.data(), sums_.size() * sizeof sums_[0]);
    const bool ours =
        header_.fingerprint == fingerprint && header_.layer == static_cast<std::uint64_t>(layer);
    if (right && ours) return;
    munmap(const_cast<unsigned char*>(map_), size_);
    if (right) throw LayerFileError(path + " belongs to another atlas");
    damaged();
}

LayerFile::~LayerFile() {
    munmap(const_cast<unsigned char*>(map_), size_);
}

void LayerFile::damaged() const {
    throw LayerFileError(path_ + " is damaged; build the atlas again");
}

const unsigned char* LayerFile::at(std::uint64_t offset, std::uint64_t bytes) const {
    if (offset + bytes > header_.body_bytes) damaged();
    const unsigned char* body = map_ + sizeof header_;
    for (std::uint64_t chunk = offset / chunk_bytes; chunk * chunk_bytes < offset + bytes;
         ++chunk) {
        if (verified_[chunk].load(std::memory_order_relaxed)) continue;
        const std::uint64_t begin = chunk * chunk_bytes;
        const std::uint64_t length =
            std::min<std::uint64_t>(chunk_bytes, header_.body_bytes - begin);
        if (checksum(body + begin, length) != sums_[chunk]) damaged();
        verified_[chunk].store(true, std::memory_order_relaxed);
    }
    return body + offset;
}

void LayerFile::forget_pages() const {
    madvise(const_cast<unsigned char*>(map_), size_, MADV_DONTNEED);
}

}  // namespace babieca::files
