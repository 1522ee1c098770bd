#include "core/files/checkpoint.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace babieca::files {
namespace {

// Order-dependent 64-bit sum of a stream of chunks.
std::uint64_t checksum(std::uint64_t sum, const void* data, std::size_t bytes) {
    const auto* at = static_cast<const unsigned char*>(data);
    const auto mix = [&](std::uint64_t word) {
        sum = (sum ^ word) * 0x9fb21c651e98df25u;
        sum ^= sum >> 35;
    };
    for (; bytes >= 8; at += 8, bytes -= 8) {
        std::uint64_t word;
        std::memcpy(&word, at, 8);
        mix(word);
    }
    std::uint64_t tail = bytes;
    for (std::size_t i = 0; i < bytes; ++i) tail = tail << 8 | at[i];
    mix(tail);
    return sum;
}

[[noreturn]] void failed(const std::string& what, const std::string& path) {
    throw CheckpointError(what + " " + path + ": " + std::strerror(errno));
}

// Makes a rename last through a power cut. Some file systems cannot be asked to; whatever they do,
// the name stands for one whole checkpoint, so that is no failure.
void sync_directory_of(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    const int directory = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY);
    if (directory < 0) return;
    fsync(directory);
    close(directory);
}

}  // namespace

CheckpointWriter::CheckpointWriter(std::string path)
    : path_(std::move(path)), partial_(path_ + ".partial") {
    file_ = std::fopen(partial_.c_str(), "wb");
    if (!file_) failed("cannot write the checkpoint", partial_);
}

// Delegates, so that the destructor tidies up if the header cannot be written.
CheckpointWriter::CheckpointWriter(std::string path, const CheckpointHeader& header)
    : CheckpointWriter(std::move(path)) {
    write(&header, sizeof header);
}

CheckpointWriter::~CheckpointWriter() {
    if (!file_) return;
    std::fclose(file_);
    std::remove(partial_.c_str());
}

void CheckpointWriter::write(const void* data, std::size_t bytes) {
    sum_ = checksum(sum_, data, bytes);
    if (std::fwrite(data, 1, bytes, file_) != bytes)
        failed("cannot write the checkpoint", partial_);
}

void CheckpointWriter::commit() {
    if (std::fwrite(&sum_, sizeof sum_, 1, file_) != 1 || std::fflush(file_) != 0 ||
        fsync(fileno(file_)) != 0)
        failed("cannot write the checkpoint", partial_);
    if (std::fclose(std::exchange(file_, nullptr)) != 0 ||
        std::rename(partial_.c_str(), path_.c_str()) != 0) {
        const int reason = errno;
        std::remove(partial_.c_str());
        errno = reason;
        failed("cannot write the checkpoint", path_);
    }
    sync_directory_of(path_);
}

bool CheckpointReader::exists(const std::string& path) {
    return access(path.c_str(), F_OK) == 0;
}

CheckpointReader::CheckpointReader(const std::string& path, const CheckpointHeader& expected)
    : path_(path) {
    file_ = std::fopen(path.c_str(), "rb");
    if (!file_) failed("cannot read the checkpoint", path);
    try {
        read(&header_, sizeof header_);
        if (header_.magic != expected.magic) throw CheckpointError(path + " is not a checkpoint");
        if (header_.fingerprint != expected.fingerprint || header_.modulus != expected.modulus ||
            header_.counter_bits != expected.counter_bits)
            throw CheckpointError("the checkpoint " + path + " belongs to another count");
    } catch (...) {
        std::fclose(std::exchange(file_, nullptr));
        throw;
    }
}

CheckpointReader::~CheckpointReader() {
    if (file_) std::fclose(file_);
}

void CheckpointReader::damaged() const {
    throw CheckpointError("the checkpoint " + path_ + " is damaged; delete it to start again");
}

void CheckpointReader::read(void* data, std::size_t bytes) {
    if (std::fread(data, 1, bytes, file_) != bytes) damaged();
    sum_ = checksum(sum_, data, bytes);
}

void CheckpointReader::finish() {
    std::uint64_t expected = 0;
    if (std::fread(&expected, sizeof expected, 1, file_) != 1 || expected != sum_ ||
        std::fgetc(file_) != EOF)
        damaged();
}

}  // namespace babieca::files
