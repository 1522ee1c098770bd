// The rank maps of kernel.hpp in one array.
#pragma once

#include <vector>

#include "core/sweep/gpu/kernel.hpp"

namespace babieca::gpu {

constexpr Word map_entries = mates_begin + mates_width * chunk_size;

std::vector<Index> make_maps();

}  // namespace babieca::gpu
