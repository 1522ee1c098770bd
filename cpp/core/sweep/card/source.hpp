// The text of kernel.hpp.
#pragma once

namespace babieca::card {

const char* kernel_source();

}  // namespace babieca::card
