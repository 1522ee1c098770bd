// Memory for parts of a layer that are given back together.
//
// Small parts are cut from chunks, each of one pool and one thread, large ones stand alone in whole
// sixteenths of a chunk; so what one pool gives back is what another needs.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "core/sweep/room.hpp"

namespace babieca::sweep {

class Pools {
  public:
    Pools(std::size_t pools, int threads)
        : pools_(pools), open_(pools * static_cast<std::size_t>(threads)) {}

    // Threads may call with different numbers at the same time.
    std::byte* allocate(Room& room, std::size_t pool, int thread, std::size_t bytes) {
        bytes = (bytes + 7) / 8 * 8;
        Chunk& open = open_[static_cast<std::size_t>(thread) * pools_.size() + pool];
        if (bytes > open.bytes) {
            const std::size_t step = room.chunk / 16;
            const bool large = bytes > 4 * step;
            const std::size_t whole = large ? (bytes + step - 1) / step * step : room.chunk;
            std::byte* const memory = room.allocate(whole);
            const std::lock_guard lock(mutex_);
            pools_[pool].push_back({memory, whole});
            if (large) return memory;
            open = {memory, whole};
        }
        std::byte* const memory = open.memory;
        open = {memory + bytes, open.bytes - bytes};
        return memory;
    }

    // Nobody may be allocating from the pool, or will.
    void release(Room& room, std::size_t pool) {
        const std::lock_guard lock(mutex_);
        for (const Chunk& chunk : pools_[pool]) room.release(chunk.memory, chunk.bytes);
        pools_[pool].clear();
    }

    std::size_t size() const { return pools_.size(); }
    bool empty(std::size_t pool) const { return pools_[pool].empty(); }

  private:
    struct Chunk {
        std::byte* memory = nullptr;
        std::size_t bytes = 0;
    };
    std::vector<std::vector<Chunk>> pools_;
    std::vector<Chunk> open_;  // by thread and pool: what is left of a chunk
    std::mutex mutex_;
};

}  // namespace babieca::sweep
