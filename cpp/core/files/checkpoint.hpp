// A layer on disk. Written beside the old one and renamed over it, so that whatever kills the
// process leaves one whole checkpoint; read back only if every byte is as it was written.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

namespace babieca::files {

struct CheckpointError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// What the counters of a checkpoint mean; all of it must agree before they are used.
struct CheckpointHeader {
    std::uint64_t magic = 0x31706b6361626162u;  // "babackp1"
    std::uint64_t fingerprint = 0;              // of the plan
    std::uint64_t modulus = 0;
    std::uint64_t counter_bits = 0;
    std::uint64_t layer = 0;
    std::uint64_t exact = 0;
    std::uint64_t bit_bound = 0;  // no counter of the layer needs more bits
};

class CheckpointWriter {
  public:
    CheckpointWriter(std::string path, const CheckpointHeader& header);
    ~CheckpointWriter();  // without commit(): the file under construction is removed
    void write(const void* data, std::size_t bytes);
    void commit();

  private:
    explicit CheckpointWriter(std::string path);
    std::string path_, partial_;
    std::FILE* file_ = nullptr;
    std::uint64_t sum_ = 0;
};

class CheckpointReader {
  public:
    // False if there is no such file. Throws CheckpointError if it is not what was expected.
    static bool exists(const std::string& path);
    CheckpointReader(const std::string& path, const CheckpointHeader& expected);
    ~CheckpointReader();
    const CheckpointHeader& header() const { return header_; }
    void read(void* data, std::size_t bytes);
    void finish();  // verifies the checksum and that nothing is left

  private:
    [[noreturn]] void damaged() const;
    std::string path_;
    std::FILE* file_ = nullptr;
    std::uint64_t sum_ = 0;
    CheckpointHeader header_;
};

}  // namespace babieca::files
