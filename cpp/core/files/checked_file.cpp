#include "core/files/checked_file.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

namespace babieca::files {

using system::File;

namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 16;
constexpr const char* partial_suffix = ".partial";

std::uint64_t sum_of(const std::vector<std::uint64_t>& sums) {
    return checksum(sums.data(), sums.size() * sizeof sums[0]);
}

std::uint64_t sum_of(const Header& header) {
    return checksum(&header, offsetof(Header, header_checksum));
}

std::string utf8(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

std::filesystem::path folder_of(const std::string& path) {
    const auto folder = system::native(path).parent_path();
    return folder.empty() ? "." : folder;
}

}  // namespace

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

std::uint64_t checksum(const void* data, std::size_t bytes) {
    const auto* at = static_cast<const unsigned char*>(data);
    const std::uint64_t length = bytes;
    std::uint64_t lanes[4] = {length, ~length, length << 32, 0x9e3779b97f4a7c15u};
    const auto mix = [](std::uint64_t sum, std::uint64_t limb) {
        sum = (sum ^ limb) * 0x9fb21c651e98df25u;
        return sum ^ sum >> 35;
    };
    for (; bytes >= 32; at += 32, bytes -= 32) {
        std::uint64_t limbs[4];
        std::memcpy(limbs, at, 32);
        for (int i = 0; i < 4; ++i) lanes[i] = mix(lanes[i], limbs[i]);
    }
    std::uint64_t tail[4] = {0, 0, 0, 0};
    if (bytes > 0) std::memcpy(tail, at, bytes);  // an empty body has no address
    std::uint64_t sum = 0;
    for (int i = 0; i < 4; ++i) sum = mix(mix(sum, lanes[i]), tail[i]);
    return sum;
}

CheckedWriter::CheckedWriter(std::string path, const Identity& identity, const Notes& notes,
                             bool nameless)
    : path_(std::move(path)) {
    header_.identity = identity;
    header_.notes = notes;
    chunk_.reserve(chunk_bytes);
    if (!nameless) remove_abandoned();
    create();
    if (nameless) system::remove(std::exchange(partial_, {}));
}

CheckedWriter::~CheckedWriter() {
    if (!partial_.empty()) system::remove(partial_);
}

// A writer locks its file at once, and abandoned files are removed under the same lock. So a file
// that still has a name after it is locked belongs to its writer.
void CheckedWriter::create() {
    std::random_device random;
    for (;;) {
        partial_ = path_ + "." + std::to_string(system::process_number()) + "-" +
                   std::to_string(random()) + partial_suffix;
        file_ = File(partial_, File::Mode::create);
        if (!file_.is_open()) {
            const std::string reason = system::last_error();
            if (system::exists(partial_)) continue;
            partial_.clear();
            throw FileError("cannot write " + path_ + ": " + reason);
        }
        file_.lock();
        const auto facts = file_.facts();
        if (!facts || facts->named) return;
    }
}

void CheckedWriter::remove_abandoned() const {
    const std::string stem = utf8(system::native(path_).filename()) + ".";
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder_of(path_), ignored)) {
        const std::string name = utf8(entry.path().filename());
        if (!name.starts_with(stem) || !name.ends_with(partial_suffix)) continue;
        const File file(utf8(entry.path()), File::Mode::read);
        if (file.is_open() && file.try_lock()) system::remove(utf8(entry.path()));
    }
}

void CheckedWriter::put_chunk(const unsigned char* data, std::size_t bytes) {
    put(file_, path_, data, bytes, sizeof header_ + header_.body_bytes);
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

File CheckedWriter::commit() {
    if (!chunk_.empty()) put_chunk(chunk_.data(), chunk_.size());
    put(file_, path_, sums_.data(), sums_.size() * sizeof sums_[0],
        sizeof header_ + header_.body_bytes);
    header_.sums_checksum = sum_of(sums_);
    header_.header_checksum = sum_of(header_);
    put(file_, path_, &header_, sizeof header_, 0);
    if (partial_.empty()) return std::move(file_);
    if (!file_.sync() || !system::rename(partial_, path_)) failed("write", path_);
    partial_.clear();
    system::sync_folder(folder_of(path_));
    return std::move(file_);
}

CheckedFile::CheckedFile(const std::string& path, const Identity& expected, File file)
    : path_(path), file_(std::move(file)) {
    if (!file_.is_open()) file_ = File(path, File::Mode::read);
    if (!file_.is_open()) failed("read", path);
    const auto facts = file_.facts();
    if (!facts) failed("read", path_);
    if (!facts->regular) throw FileError(path_ + " is not a file");
    const std::size_t got = get(file_, path_, &header_, sizeof header_, 0);
    if (got >= sizeof header_.magic && header_.magic != Header{}.magic)
        throw FileError(path_ + " is not one of Babieca's files; delete it to start again");
    if (got < sizeof header_ || header_.header_checksum != sum_of(header_)) damaged();
    const std::uint64_t chunks = (header_.body_bytes + chunk_bytes - 1) / chunk_bytes;
    const std::uint64_t body_end = sizeof header_ + header_.body_bytes;
    if (facts->size != body_end + chunks * sizeof sums_[0]) damaged();
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

MappedFile::MappedFile(const std::string& path, const Identity& expected, File file)
    : CheckedFile(path, expected, std::move(file)),
      size_(sizeof header_ + header_.body_bytes),
      verified_(std::make_unique<std::atomic<bool>[]>(sums_.size())) {
    map_ = file_.map(size_);
    if (!map_) failed("read", path_);
    file_ = File();  // the mapping keeps the file
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

}  // namespace babieca::files
