#include "core/sweep/turn_buffers.hpp"

namespace babieca::sweep {

void* TurnBuffers::room(Buffer& buffer, std::size_t bytes) {
    const std::size_t words = bytes / sizeof(std::uint64_t) + 1;
    if (buffer.size() < words) buffer.resize(words);
    return buffer.data();
}

}  // namespace babieca::sweep
