#include "core/files/bytes.hpp"

#include <cstring>

namespace babieca::files {

void failed(const std::string& what, const std::string& path) {
    throw FileError("cannot " + what + " " + path + ": " + system::last_error());
}

std::size_t get(const system::File& file, const std::string& path, void* data, std::size_t bytes,
                std::uint64_t offset) {
    const auto got = file.read(data, bytes, offset);
    if (!got) failed("read", path);
    return *got;
}

void put(const system::File& file, const std::string& path, const void* data, std::size_t bytes,
         std::uint64_t offset) {
    if (!file.write(data, bytes, offset)) failed("write", path);
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
