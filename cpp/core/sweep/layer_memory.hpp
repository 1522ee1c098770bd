// Memory for the counters of layers: an arena, and a scratch file for segments that do not fit.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "core/sweep/arena.hpp"
#include "core/sweep/scratch_file.hpp"

namespace babieca::sweep {

// Invariant: with scratch, a finished segment stays in memory only while the arena has at most
// `resident` bytes in use. The rest of the memory is for the waves under way.
struct LayerMemory {
    Arena arena;
    std::unique_ptr<ScratchFile> scratch;  // null: every segment is in memory
    std::uint64_t resident = 0;
    std::size_t chunk = 0;  // bytes that PhasePools take from the arena at once

    explicit LayerMemory(std::uint64_t most) : arena(most) {}
};

// The cells of a divided layer, by the phase that frees them.
//
// Small cells are cut from chunks, each of one phase and one thread. Large cells are allocated
// alone, in whole sixteenths of a chunk, so that the memory of one phase fits the next one.
class PhasePools {
  public:
    PhasePools(std::size_t phases, int threads)
        : chunks_(phases), open_(phases * static_cast<std::size_t>(threads)) {}

    // Threads may call with different thread numbers at the same time.
    std::byte* allocate(LayerMemory& memory, std::size_t phase, int thread, std::size_t bytes) {
        bytes = (bytes + 7) / 8 * 8;
        Chunk& open = open_[static_cast<std::size_t>(thread) * chunks_.size() + phase];
        if (bytes > open.bytes) {
            const std::size_t step = memory.chunk / 16;
            const bool large = bytes > 4 * step;
            const std::size_t whole = large ? (bytes + step - 1) / step * step : memory.chunk;
            const Chunk chunk{memory.arena.allocate(whole), whole};
            const std::lock_guard lock(mutex_);
            chunks_[phase].push_back(chunk);
            if (large) return chunk.memory;
            open = chunk;
        }
        std::byte* const found = open.memory;
        open = {found + bytes, open.bytes - bytes};
        return found;
    }

    // No thread may allocate in the phase any more.
    void release(LayerMemory& memory, std::size_t phase) {
        const std::lock_guard lock(mutex_);
        for (const Chunk& chunk : chunks_[phase]) memory.arena.release(chunk.memory, chunk.bytes);
        chunks_[phase].clear();
    }

    std::size_t size() const { return chunks_.size(); }
    bool empty(std::size_t phase) const { return chunks_[phase].empty(); }

  private:
    struct Chunk {
        std::byte* memory = nullptr;
        std::size_t bytes = 0;
    };
    std::vector<std::vector<Chunk>> chunks_;  // by phase
    std::vector<Chunk> open_;                 // by thread and phase: the free end of a chunk
    std::mutex mutex_;
};

}  // namespace babieca::sweep
