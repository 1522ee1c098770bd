// Where the segments of the layers are: in memory, and with scratch in a file what does not fit.
//
// Invariant: with scratch, finished segments stay in memory only while all that is there is at most
// `kept`, which leaves room for what the waves under way read and write.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/sweep/arena.hpp"
#include "core/sweep/scratch_file.hpp"

namespace babieca::sweep {

struct Room {
    Arena arena;
    std::unique_ptr<ScratchFile> scratch;  // null: all segments are in memory
    std::size_t kept = 0;
    std::size_t chunk = 0;  // of a layer that is divided: bytes that are taken at once
    std::atomic<std::size_t> used{0};

    explicit Room(std::size_t memory) : arena(memory) {}

    std::byte* allocate(std::size_t bytes) {
        auto* const memory = static_cast<std::byte*>(arena.allocate(bytes));
        used += Ranges::rounded(bytes);
        return memory;
    }
    void release(std::byte* memory, std::size_t bytes) {
        arena.release(memory, bytes);
        used -= Ranges::rounded(bytes);
    }
};

}  // namespace babieca::sweep
