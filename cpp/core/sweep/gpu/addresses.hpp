// Addresses of counters on the GPU and, if the GPU is full, on the host.
//
// Addresses of the host follow the addresses of the GPU. A segment is moved as a whole: to a lower
// address if the gaps are too small, to the host if the GPU is full, and back before it is read or
// written. Addresses reads and writes no counter: it lists the moves, to be made one after another.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/sweep/memory.hpp"

namespace babieca::gpu {

struct Extent {
    std::uint64_t begin, bytes;
};

// A move of counters to a lower address on the same side (the two extents may overlap), or to the
// other side.
struct Shift {
    std::uint64_t from, to, bytes;
};
using Shifts = std::vector<Shift>;

// A segment that may be moved, with a pointer to its address.
struct Mobile {
    std::uint64_t* begin;
    std::uint64_t bytes;
};

class Addresses {
  public:
    static std::uint64_t rounded(std::uint64_t bytes) { return sweep::FreeRanges::rounded(bytes); }

    // The addresses of one side.
    struct Side {
        std::uint64_t begin, size;
        sweep::FreeRanges ranges;
        std::uint64_t used = 0, peak = 0;

        Side(std::uint64_t from, std::uint64_t bytes) : begin(from), size(bytes), ranges(bytes) {}
        std::uint64_t free() const { return size - used; }
        std::optional<std::uint64_t> take(std::uint64_t bytes);
        // Takes several extents, adjacent if a gap is large enough. Takes all of them or none.
        std::optional<std::vector<std::uint64_t>> take_all(std::span<const std::uint64_t> sizes);
        void give(const Extent& extent);
    };
    Side gpu, host;

    Addresses(std::uint64_t gpu_bytes, std::uint64_t host_bytes)
        : gpu(0, gpu_bytes), host(gpu_bytes, host_bytes) {}

    bool on_host(std::uint64_t address) const { return address >= host.begin; }
    void give(const Extent& extent) { side_of(extent.begin).give(extent); }
    // Joins neighbours first, because each call of give() is expensive.
    void give_all(std::vector<Extent>& extents);

    // Moves a segment to an extent that was taken for it.
    void move(const Mobile& segment, std::uint64_t to, Shifts& shifts);
    // Moves segments to the host in few moves. Returns false, and moves none, if they do not fit.
    bool send(std::vector<Mobile> chosen, Shifts& shifts);
    // Shifts segments of a side together until one gap has `wanted` bytes (more than 0), moving as
    // few bytes as possible. `all` are the segments of both sides.
    void compact(Side& side, std::uint64_t wanted, std::vector<Mobile> all, Shifts& shifts);

  private:
    Side& side_of(std::uint64_t address) { return on_host(address) ? host : gpu; }
    void note(const Shift& shift, Shifts& shifts) const;
};

}  // namespace babieca::gpu
