// The text of kernel.hpp.
#pragma once

namespace babieca::gpu {

const char* kernel_source();

}  // namespace babieca::gpu
