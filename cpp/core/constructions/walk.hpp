// From links to the list of squares.
#pragma once

#include <cstdint>
#include <vector>

#include "core/constructions/links.hpp"
#include "core/control.hpp"

namespace babieca::constructions {

// The squares in order from `start`, which is any square of a cycle or an end of a path. The first
// move is `code` where it is given (not negative). Requires: the links are one component.
template <typename Index>
std::vector<Index> walk(const Links& links, std::int64_t start, int code, Control& control);

}  // namespace babieca::constructions
