// A file that is written whole or not at all, and read only as it was written.
//
// It is filled under a name of its own beside the target, forced to the disk and renamed over it:
// whatever kills the process leaves one whole file, and two processes that write the same one
// cannot harm each other. What a killed one left behind, the next writer of that file removes. A
// *nameless* file, for scratch, has no name any more before its first byte is written, so that
// nothing is left of it whatever happens.
//
// The body is divided into chunks of 64 KiB, each with a checksum; the checksums stand at the end
// and their own checksum in the header. A file is read from its beginning, or mapped and a chunk
// verified when it is first touched, so that a few lookups in gigabytes read little.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/files/bytes.hpp"

namespace babieca::files {

enum class Kind : std::uint64_t { counters = 1, states, layer, record, counters_in_scratch };

// What the body means; all of it must agree before it is read.
struct Identity {
    Kind kind;
    std::uint64_t fingerprint;             // of the sweep
    std::array<std::uint64_t, 2> variant;  // modulus and width of the counters, number of the layer
    bool operator==(const Identity&) const = default;
};

// What the writer wants to know again.
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
    ~CheckedWriter();  // without commit(): the file under construction is removed
    CheckedWriter(const CheckedWriter&) = delete;

    void write(const void* data, std::size_t bytes);
    // The file is whole, and under its name if it has one. Gives it back open for reading.
    system::File commit();

  private:
    void create();
    void remove_abandoned() const;
    void put_chunk(const unsigned char* data, std::size_t bytes);
    void put(const void* data, std::size_t bytes, std::uint64_t offset);
    std::string path_, partial_;  // no partial name: nameless, or done
    system::File file_;
    Header header_;
    std::vector<unsigned char> chunk_;
    std::vector<std::uint64_t> sums_;
};

// What both ways of reading share: the header and the checksums, verified.
class CheckedFile {
  public:
    const Notes& notes() const { return header_.notes; }
    std::uint64_t body_bytes() const { return header_.body_bytes; }
    [[noreturn]] void damaged() const;

  protected:
    CheckedFile(std::string path, system::File file, const Identity& expected);
    std::uint64_t chunk_length(std::uint64_t chunk) const;
    void verify(std::uint64_t chunk, const void* data) const;

    std::string path_;
    system::File file_;
    Header header_;
    std::vector<std::uint64_t> sums_;
};

class SequentialFile : public CheckedFile {
  public:
    SequentialFile(const std::string& path, const Identity& expected);
    void read(void* data, std::size_t bytes);
    void finish() const;  // nothing is left

  private:
    std::vector<unsigned char> chunk_;
    std::size_t used_ = 0;    // of the chunk
    std::uint64_t next_ = 0;  // chunk
};

class MappedFile : public CheckedFile {
  public:
    MappedFile(const std::string& path, const Identity& expected);
    MappedFile(const std::string& path, system::File file, const Identity& expected);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;

    // Bytes of the body, verified. Threads may share the file.
    const unsigned char* at(std::uint64_t offset, std::uint64_t bytes) const;
    void forget_pages() const;  // the memory the mapping took may be used otherwise

  private:
    const unsigned char* map_ = nullptr;
    std::size_t size_ = 0;
    // Per chunk. Threads may verify the same one twice; none reads one that nobody verified.
    std::unique_ptr<std::atomic<bool>[]> verified_;
};

}  // namespace babieca::files
