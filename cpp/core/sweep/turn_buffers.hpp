// Memory in which one thread turns blocks, kept from piece to piece.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/frontier/matchings.hpp"

namespace babieca::sweep {

class TurnBuffers {
  public:
    void* image(std::size_t bytes) { return room(buffers_[0], bytes); }
    void* side(int number, std::size_t bytes) { return room(buffers_[1 + number], bytes); }
    void* part(int depth, std::size_t bytes) { return room(buffers_[3 + depth], bytes); }

  private:
    using Buffer = std::vector<std::uint64_t>;
    static void* room(Buffer& buffer, std::size_t bytes);
    std::array<Buffer, 3 + frontier::most_pairs> buffers_;
};

}  // namespace babieca::sweep
