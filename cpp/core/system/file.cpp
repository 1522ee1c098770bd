#include "core/system/file.hpp"

#include <system_error>
#include <utility>

namespace babieca::system {

File& File::operator=(File&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
}

std::optional<std::size_t> File::read(void* data, std::size_t bytes, std::uint64_t offset) const {
    std::size_t done = 0;
    while (done < bytes) {
        const auto part = read_part(static_cast<char*>(data) + done, bytes - done, offset + done);
        if (!part) return {};
        if (*part == 0) break;
        done += *part;
    }
    return done;
}

bool File::write(const void* data, std::size_t bytes, std::uint64_t offset) const {
    std::size_t done = 0;
    while (done < bytes) {
        const auto part =
            write_part(static_cast<const char*>(data) + done, bytes - done, offset + done);
        if (!part) return false;
        done += *part;
    }
    return true;
}

bool exists(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(native(path), ignored);
}

void remove(const std::string& path) {
    std::error_code ignored;
    std::filesystem::remove(native(path), ignored);
}

std::filesystem::path native(const std::string& path) {
    return std::u8string(path.begin(), path.end());
}

}  // namespace babieca::system
