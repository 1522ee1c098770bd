// The maps of ranks as kernel.hpp reads them, all in one array.
#pragma once

#include <vector>

#include "core/sweep/card/kernel.hpp"

namespace babieca::card {

std::vector<Index> make_maps();

}  // namespace babieca::card
