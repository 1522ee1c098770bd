// The shortest linear recurrence modulo a prime (Berlekamp 1968, Massey 1969).
//
// Time: n^2 / 2 multiplications for n values.
#pragma once

#include <cstdint>
#include <vector>

namespace babieca::sweep {

// Returns 1, q1, .., qd with values[k] + q1 values[k - 1] + .. + qd values[k - d] = 0 modulo the
// prime for all k >= d; d is as small as possible. The values are less than the prime, and the
// prime is less than 2^31.
std::vector<std::uint32_t> shortest_recurrence(const std::vector<std::uint32_t>& values,
                                               std::uint32_t prime);

}  // namespace babieca::sweep
