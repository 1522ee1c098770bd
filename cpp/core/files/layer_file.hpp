// A layer of counters in a file: written whole or not at all, every byte verified before it is
// used.
//
// The body (block bits, then counters) is divided into chunks of 64 KiB, each with a checksum; the
// checksums stand at the end, and their own checksum in the header. The file is mapped, and a chunk
// is verified when it is first touched, so that a few lookups in a file of gigabytes read little.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace babieca::files {

struct LayerFileError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct LayerFileHeader {
    std::uint64_t magic = 0x31726579616c6162u;  // "balayer1"
    std::uint64_t fingerprint = 0;              // of the plan
    std::uint64_t layer = 0;
    std::uint64_t body_bytes = 0;
    std::uint64_t sums_checksum = 0;
    std::uint64_t header_checksum = 0;  // of the fields above
};

class LayerFileWriter {
  public:
    LayerFileWriter(std::string path, std::uint64_t fingerprint, int layer);
    ~LayerFileWriter();  // without commit(): the file under construction is removed
    LayerFileWriter(const LayerFileWriter&) = delete;
    void write(const void* data, std::size_t bytes);
    void commit();

  private:
    explicit LayerFileWriter(std::string path);
    void flush_chunk();
    std::string path_, partial_;
    std::FILE* file_ = nullptr;
    LayerFileHeader header_;
    std::vector<unsigned char> chunk_;
    std::vector<std::uint64_t> sums_;
};

class LayerFile {
  public:
    LayerFile(const std::string& path, std::uint64_t fingerprint, int layer);
    ~LayerFile();
    LayerFile(const LayerFile&) = delete;

    std::uint64_t body_bytes() const { return header_.body_bytes; }
    // Bytes of the body, verified. Throws LayerFileError if they are not as they were written.
    const unsigned char* at(std::uint64_t offset, std::uint64_t bytes) const;
    void forget_pages() const;  // the memory the mapping took may be used otherwise

  private:
    [[noreturn]] void damaged() const;
    std::string path_;
    LayerFileHeader header_;
    const unsigned char* map_ = nullptr;
    std::size_t size_ = 0;
    std::vector<std::uint64_t> sums_;
    // Per chunk. Threads may verify the same one twice; none reads one that nobody verified.
    std::unique_ptr<std::atomic<bool>[]> verified_;
};

}  // namespace babieca::files
