#include "core/files/descriptor.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace babieca::files {

void failed(const std::string& what, const std::string& path) {
    throw FileError("cannot " + what + " " + path + ": " + std::strerror(errno));
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
}

Descriptor::~Descriptor() {
    if (number_ >= 0) close(number_);
}

std::size_t get(const Descriptor& file, const std::string& path, void* data, std::size_t bytes,
                std::uint64_t offset) {
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t part = pread(file.number(), static_cast<char*>(data) + done, bytes - done,
                                   static_cast<off_t>(offset + done));
        if (part < 0 && errno == EINTR) continue;
        if (part < 0) failed("read", path);
        if (part == 0) break;
        done += static_cast<std::size_t>(part);
    }
    return done;
}

void put(const Descriptor& file, const std::string& path, const void* data, std::size_t bytes,
         std::uint64_t offset) {
    const auto* at = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t part = pwrite(file.number(), at, bytes, static_cast<off_t>(offset));
        if (part < 0 && errno == EINTR) continue;
        if (part < 0) failed("write", path);
        at += part;
        offset += static_cast<std::uint64_t>(part);
        bytes -= static_cast<std::size_t>(part);
    }
}

// Four interleaved lanes.
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
    if (bytes > 0) std::memcpy(tail, at, bytes);  // an empty body has no address
    std::uint64_t sum = 0;
    for (int i = 0; i < 4; ++i) sum = mix(mix(sum, lanes[i]), tail[i]);
    return sum;
}

}  // namespace babieca::files
