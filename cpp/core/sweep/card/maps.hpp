// The maps of ranks as kernel.hpp reads them, all in one array.
#pragma once

#include <vector>

#include "core/sweep/card/kernel.hpp"

namespace babieca::card {

constexpr Word map_entries = mates_begin + mates_width * chunk_size;

std::vector<Index> make_maps();

}  // namespace babieca::card
