// A file that is written whole or not at all, and whose bytes are verified when they are read.
//
// It is written under another name in the same folder, synced to the disk and renamed. So a process
// that is killed leaves the old or the new file, and two processes may write the same file. The
// next writer of a file removes the partial files of killed writers. A *nameless* file, for
// scratch, loses its name before its first byte is written, so that it always disappears.
//
// The body is divided into chunks of 64 KiB, each with a checksum; the checksums are at the end,
// and their own checksum in the header. A file is read from its beginning, or mapped; then a chunk
// is verified when it is first touched, so that a few lookups in gigabytes read little.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/system/system.hpp"

namespace babieca::files {

// The message names the file and says what to do.
struct FileError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Throws FileError with "cannot <what> <path>: <reason of the system>".
[[noreturn]] void failed(const std::string& what, const std::string& path);

// Reads `bytes` at an offset, or fewer at the end of the file. The path is for the message.
std::size_t get(const system::File& file, const std::string& path, void* data, std::size_t bytes,
                std::uint64_t offset);
void put(const system::File& file, const std::string& path, const void* data, std::size_t bytes,
         std::uint64_t offset);

// A checksum against damage, as fast as memory.
std::uint64_t checksum(const void* data, std::size_t bytes);

enum class Kind : std::uint64_t { counters = 1, states, layer, record, counters_in_scratch };

// The meaning of the body; the reader must expect the same.
struct Identity {
    Kind kind;
    std::uint64_t fingerprint;             // of the sweep
    std::array<std::uint64_t, 2> variant;  // modulus and width of the counters, number of the layer
    bool operator==(const Identity&) const = default;
};

// Numbers that the writer stores for the reader.
using Notes = std::array<std::uint64_t, 3>;

struct Header {
    std::uint64_t magic = 0x31656c6966626162u;  // "babfile1"
    Identity identity;
    Notes notes;
    std::uint64_t body_bytes = 0;
    std::uint64_t sums_checksum = 0;
    std::uint64_t header_checksum = 0;  // of the fields above
};

class CheckedWriter {
  public:
    CheckedWriter(std::string path, const Identity& identity, const Notes& notes,
                  bool nameless = false);
    ~CheckedWriter();  // without commit(): removes the partial file
    CheckedWriter(const CheckedWriter&) = delete;

    void write(const void* data, std::size_t bytes);
    // Completes the file under its name, if it has one, and returns it open for reading.
    system::File commit();

  private:
    void create();
    void remove_abandoned() const;
    void put_chunk(const unsigned char* data, std::size_t bytes);
    std::string path_, partial_;  // no partial name: nameless, or committed
    system::File file_;
    Header header_;
    std::vector<unsigned char> chunk_;
    std::vector<std::uint64_t> sums_;
};

// The header and the checksums of a file, verified.
class CheckedFile {
  public:
    const Notes& notes() const { return header_.notes; }
    std::uint64_t body_bytes() const { return header_.body_bytes; }
    [[noreturn]] void damaged() const;

  protected:
    // Opens the path if no open file is given.
    CheckedFile(const std::string& path, const Identity& expected, system::File file = {});
    std::uint64_t chunk_length(std::uint64_t chunk) const;
    void verify(std::uint64_t chunk, const void* data) const;

    std::string path_;
    system::File file_;
    Header header_;
    std::vector<std::uint64_t> sums_;
};

class SequentialFile : public CheckedFile {
  public:
    SequentialFile(const std::string& path, const Identity& expected)
        : CheckedFile(path, expected) {}
    void read(void* data, std::size_t bytes);
    void finish() const;  // throws unless the whole body has been read

  private:
    std::vector<unsigned char> chunk_;
    std::size_t used_ = 0;    // of the chunk
    std::uint64_t next_ = 0;  // chunk
};

class MappedFile : public CheckedFile {
  public:
    MappedFile(const std::string& path, const Identity& expected, system::File file = {});
    ~MappedFile() { system::File::unmap(map_, size_); }
    MappedFile(const MappedFile&) = delete;

    // Bytes of the body, verified. Thread-safe.
    const unsigned char* at(std::uint64_t offset, std::uint64_t bytes) const;
    // Frees the memory of the mapping.
    void forget_pages() const { system::File::forget_pages(map_, size_); }

  private:
    const unsigned char* map_ = nullptr;
    std::size_t size_ = 0;
    // Per chunk. Two threads may verify the same chunk; no thread reads an unverified chunk.
    std::unique_ptr<std::atomic<bool>[]> verified_;
};

}  // namespace babieca::files
