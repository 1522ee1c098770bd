// Addresses of counters on the GPU and, where it is full, on the host.
//
// One range of addresses: first the GPU's, then the host's. A segment is moved as a whole: shifted
// together where the gaps are too small, sent to the host where the GPU is full, and fetched before
// it is read or written. Nothing here touches a counter: the moves are noted, to be made in order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/sweep/ranges.hpp"

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
struct Held {
    std::uint64_t* begin;
    std::uint64_t bytes;
};

class Places {
  public:
    static std::uint64_t rounded(std::uint64_t bytes) { return sweep::Ranges::rounded(bytes); }

    // The addresses of one side.
    struct Line {
        std::uint64_t begin, size;
        sweep::Ranges ranges;
        std::uint64_t used = 0, peak = 0;

        Line(std::uint64_t from, std::uint64_t bytes) : begin(from), size(bytes), ranges(bytes) {}
        std::uint64_t free() const { return size - used; }
        std::optional<std::uint64_t> take(std::uint64_t bytes);
        // Takes several extents, adjacent if a gap is large enough; all of them or none.
        std::optional<std::vector<std::uint64_t>> take_all(std::span<const std::uint64_t> sizes);
        void give(const Extent& extent);
    };
    Line gpu, host;

    Places(std::uint64_t gpu_bytes, std::uint64_t host_bytes)
        : gpu(0, gpu_bytes), host(gpu_bytes, host_bytes) {}

    bool on_host(std::uint64_t address) const { return address >= host.begin; }
    void give(const Extent& extent) { side_of(extent.begin).give(extent); }
    // Joins neighbours first, because each call of give() is expensive.
    void give_all(std::vector<Extent>& extents);

    // Moves a segment to an extent that was taken for it.
    void move(const Held& held, std::uint64_t to, Shifts& shifts);
    // Moves segments to the host in few moves. Returns false, and moves none, if they do not fit.
    bool send(std::vector<Held> chosen, Shifts& shifts);
    // Shifts segments of a side together until one gap has `wanted` bytes (more than 0), moving as
    // few bytes as possible. `all` are the segments of both sides.
    void compact(Line& side, std::uint64_t wanted, std::vector<Held> all, Shifts& shifts);

  private:
    Line& side_of(std::uint64_t address) { return on_host(address) ? host : gpu; }
    void note(const Shift& shift, Shifts& shifts) const;
};

}  // namespace babieca::gpu
